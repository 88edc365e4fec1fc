//! Arrivals at barriers that follow a lane's asynchronous copies (PTX ISA, `cp.async.mbarrier.arrive`).
//!
//! Copies and arrival happen once no warp of the cluster can go on without them.

use super::Mbarrier;
use crate::machine::{Action, Cluster, ExecError, Meeting, Memory, Races, Shared, Step, Warp};
use crate::text::Operation;

/// An arrival that has not happened.
#[derive(Clone, Copy, Debug)]
pub struct Arrival {
    lane: usize,
    /// The lane's copies issued before it.
    issued: u64,
    barrier: u64,
}

/// The action of `cp.async.mbarrier.arrive.noinc`.
pub fn decode(of: &mut Operation<'_, '_>) -> Result<Action, String> {
    if !of.has("noinc") {
        return Err("without .noinc it is not modelled".into());
    }
    let address = of.address(0)?;
    Ok(Box::new(move |context| {
        context.require(address.base, "uses an mbarrier at")?;
        for lane in context.lanes() {
            let (shared, place) = context.shared(context.address(address, lane))?;
            Mbarrier::read(shared, place).map_err(|why| ExecError::of(lane, why))?;
            let issued = context.warp.copies.issued;
            let arrival = Arrival {
                lane,
                issued,
                barrier: place,
            };
            context.warp.hopper.arrivals.push(arrival);
        }
        Ok(Step::Next)
    }))
}

/// Lets the arrivals of one warp happen; answers whether there were any.
pub fn complete_one(cluster: &mut Cluster, memory: &Memory) -> Result<bool, String> {
    for (rank, block) in cluster.blocks.iter_mut().enumerate() {
        for warp in block.warps.iter_mut().flatten() {
            let arrivals = std::mem::take(&mut warp.hopper.arrivals);
            for arrival in &arrivals {
                for copy in warp.copies.before(arrival.lane, arrival.issued) {
                    let mut bytes = [0; 16];
                    if copy.read > 0 {
                        bytes[..copy.read].copy_from_slice(memory.bytes(copy.from, copy.read)?);
                    }
                    let place = copy.to & u64::from(super::OFFSET);
                    block.shared.write(place, &bytes[..copy.bytes])?;
                }
                let of = (rank, warp.index);
                arrive(&mut block.shared, &mut cluster.races, of, arrival.barrier)?;
            }
            if !arrivals.is_empty() {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// Lets the arrivals of a warp that ends happen, of which all copies have been waited for.
///
/// # Errors
/// If a copy before one has not.
pub fn end(warp: &mut Warp, cluster: &mut Cluster, rank: usize) -> Result<(), String> {
    for arrival in std::mem::take(&mut warp.hopper.arrivals) {
        if !warp.copies.before(arrival.lane, arrival.issued).is_empty() {
            return Err("a warp ends before its arrivals after copies: wait for the copies by cp.async.commit_group and wait_group 0, or for the consumers \
                        to release all stages"
                .into());
        }
        let (shared, of) = (&mut cluster.blocks[rank].shared, (rank, warp.index));
        arrive(shared, &mut cluster.races, of, arrival.barrier)?;
    }
    Ok(())
}

/// One arrival of a warp of a block at a barrier of that block.
fn arrive(
    shared: &mut Shared,
    races: &mut Option<Races>,
    (rank, warp): (usize, usize),
    barrier: u64,
) -> Result<(), String> {
    let phase = Mbarrier::change(shared, barrier, |one| one.arrive(1))?;
    if let Some(races) = races {
        let by = races.warp(rank, warp);
        races.arrive(by, Meeting::Mbarrier(rank, barrier), phase);
    }
    Ok(())
}
