//! Copies from a block's shared memory to that of another of its cluster (PTX ISA, `cp.async.bulk.shared::cluster.shared::cta`,
//! `st.async`).
//!
//! A copy happens once no warp of its cluster can go on without one. Until then its destination counts as not written.

use super::Mbarrier;
use crate::machine::{Action, Clock, Cluster, Context, ExecError, Step};
use crate::text::Operation;

/// What is copied.
enum Source {
    /// Shared memory of a block, read when the copy happens.
    Shared(usize, u64, usize),
    /// The value of a register.
    Value(Vec<u8>),
}

/// A copy that has not happened.
pub struct Remote {
    from: Source,
    rank: usize,
    to: u64,
    barrier: u64,
    /// What its warp knew.
    clock: Option<Clock>,
}

impl Remote {
    fn bytes(&self) -> usize {
        match &self.from {
            Source::Shared(_, _, bytes) => *bytes,
            Source::Value(bytes) => bytes.len(),
        }
    }
}

/// The action of `cp.async.bulk` from shared memory to that of a block of the cluster.
pub fn decode_bulk(of: &mut Operation<'_, '_>) -> Result<Action, String> {
    let (to, from) = (of.address(0)?, of.address(1)?);
    let bytes = of.value(2)?;
    let barrier = of.address(3)?;
    Ok(Box::new(move |context| {
        for register in [to.base, from.base, bytes, barrier.base] {
            context.require(register, "copies to")?;
        }
        for lane in context.lanes() {
            let [to, from, barrier] = [to, from, barrier].map(|of| context.address(of, lane));
            let bytes = context.read(bytes)[lane] as u32 as usize;
            if !(to | from | bytes as u64).is_multiple_of(16) {
                let why =
                    format!("copies {bytes} bytes from {from:#x} to {to:#x}, not multiples of 16");
                return Err(ExecError::of(lane, why));
            }
            let source = Source::Shared(super::rank(context.rank, from), from, bytes);
            issue(context, source, to, barrier).map_err(|why| ExecError::of(lane, why))?;
        }
        Ok(Step::Next)
    }))
}

/// The action of `st.async` of one 32-bit or 64-bit value.
pub fn decode_store(of: &mut Operation<'_, '_>) -> Result<Action, String> {
    let bytes = match of.words().last() {
        Some(&("u32" | "b32" | "s32" | "f32")) => 4,
        Some(&("u64" | "b64" | "s64" | "f64")) => 8,
        _ => return Err("only values of 32 and 64 bits are modelled".into()),
    };
    let to = of.address(0)?;
    let value = of.value(1)?;
    let barrier = of.address(2)?;
    Ok(Box::new(move |context| {
        for register in [to.base, value, barrier.base] {
            context.require(register, "stores to")?;
        }
        for lane in context.lanes() {
            let [place, barrier] = [to, barrier].map(|of| context.address(of, lane));
            let value = context.read(value)[lane].to_le_bytes()[..bytes].to_vec();
            if !place.is_multiple_of(bytes as u64) {
                let why =
                    format!("stores {bytes} bytes at {place:#x}, which is not a multiple of that");
                return Err(ExecError::of(lane, why));
            }
            issue(context, Source::Value(value), place, barrier)
                .map_err(|why| ExecError::of(lane, why))?;
        }
        Ok(Step::Next)
    }))
}

fn issue(context: &mut Context<'_>, from: Source, to: u64, barrier: u64) -> Result<(), String> {
    let rank = super::rank(context.rank, to);
    if super::rank(context.rank, barrier) != rank {
        return Err("a copy into one block that completes in another".into());
    }
    let offset = |address: u64| address & u64::from(super::OFFSET);
    let mut copy = Remote {
        from,
        rank,
        to: offset(to),
        barrier: offset(barrier),
        clock: None,
    };
    let bytes = copy.bytes();
    if let &Source::Shared(_, from, bytes) = &copy.from {
        context.touch(from, bytes, None)?;
    }
    context.touch(to, bytes, Some(&[]))?;
    let (shared, place) = context.shared(to)?;
    shared.forget(place, bytes)?;
    Mbarrier::read(shared, copy.barrier)?;
    copy.clock = context.races().map(|(races, by)| races.depart(by));
    context.cluster.hopper.remote.push(copy);
    Ok(())
}

/// Lets one copy of a cluster happen; answers whether there was one.
pub fn complete_one(cluster: &mut Cluster) -> Result<bool, String> {
    let Some(copy) = cluster.hopper.remote.pop() else {
        return Ok(false);
    };
    let bytes = match &copy.from {
        Source::Shared(rank, from, bytes) => {
            let block = &cluster.blocks[*rank];
            if block.running == 0 {
                return Err(format!(
                    "a copy out of block {rank} of the cluster, which has ended"
                ));
            }
            let place = from & u64::from(super::OFFSET);
            block.shared.bytes(place, *bytes)?.to_vec()
        }
        Source::Value(bytes) => bytes.clone(),
    };
    let block = &mut cluster.blocks[copy.rank];
    if block.running == 0 {
        return Err(format!(
            "a copy into block {} of the cluster, which has ended",
            copy.rank
        ));
    }
    block.shared.write(copy.to, &bytes)?;
    block.hopper.proxies.copied(copy.to, bytes.len());
    let bytes = bytes.len() as u32;
    Mbarrier::copied(
        cluster,
        (copy.rank, copy.barrier),
        bytes,
        copy.clock.as_ref(),
    )?;
    Ok(true)
}
