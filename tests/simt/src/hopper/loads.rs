//! Tensor copies from global to shared memory (PTX ISA, `cp.async.bulk.tensor`).
//!
//! A load happens once no warp of its cluster can go on without one, in an order that is not the text's. Until then its
//! destination counts as not written, so reading it too early is found.

use super::tensor::Place;
use super::tma_box::{chunks, round_to_tf32};
use super::{Mbarrier, TensorMap};
use crate::machine::{Action, Block, Clock, Cluster, Context, ExecError, Memory, Step};
use crate::text::{Address, Operation, Register};

/// A load that has not happened.
pub struct Load {
    map: TensorMap,
    at: [i32; 5],
    /// Where it goes and which barrier counts its bytes, in each of `ranks`.
    shared: u32,
    barrier: u64,
    ranks: Vec<usize>,
    /// What its warp knew.
    clock: Option<Clock>,
}

/// The loads of a cluster that have not happened.
#[derive(Default)]
pub struct Loads {
    pending: Vec<Load>,
    /// How many have happened, from which the next one is drawn.
    done: u32,
}

/// Where loads go, as their operands say it.
#[derive(Clone, Copy)]
struct Target {
    to: Address,
    barrier: Address,
    /// Which blocks of the cluster they go to, if not the one of the address.
    mask: Option<Register>,
}

impl Target {
    /// The target with a barrier in this operand and, after it, the mask of a multicast.
    fn decode(of: &mut Operation<'_, '_>, barrier: usize) -> Result<Self, String> {
        Ok(Self {
            to: of.address(0)?,
            barrier: of.address(barrier)?,
            mask: match of.has("multicast::cluster") {
                true => Some(of.value(barrier + 1)?),
                false => None,
            },
        })
    }

    /// A fault, if a register is poisoned.
    fn require(&self, context: &Context<'_>) -> Result<(), ExecError> {
        let registers = [self.to.base, self.barrier.base];
        let mut registers = registers.into_iter().chain(self.mask);
        registers.try_for_each(|register| context.require(register, "copies to"))
    }

    /// Issues a lane's load of a box.
    fn issue(
        &self,
        context: &mut Context<'_>,
        lane: usize,
        (map, at): (TensorMap, [i32; 5]),
        alignment: u32,
    ) -> Result<(), ExecError> {
        let [shared, barrier] = [self.to, self.barrier].map(|of| context.address(of, lane));
        let own = super::rank(context.rank, shared);
        let ranks: Vec<usize> = match self.mask.map(|mask| context.read(mask)[lane]) {
            Some(mask) => (0..16).filter(|rank| mask >> rank & 1 == 1).collect(),
            None if super::rank(context.rank, barrier) == own => vec![own],
            None => {
                let why = "a load into one block that completes in another";
                return Err(ExecError::of(lane, why));
            }
        };
        let load = Load {
            map,
            at,
            shared: shared as u32 & super::OFFSET,
            barrier: barrier & u64::from(super::OFFSET),
            ranks,
            clock: None,
        };
        issue(context, load, alignment).map_err(|why| ExecError::of(lane, why))
    }
}

/// The action of `cp.async.bulk.tensor` from global to shared memory.
pub fn decode(of: &mut Operation<'_, '_>) -> Result<Action, String> {
    of.only(
        4,
        "1d 2d 3d 4d 5d shared::cluster shared::cta global tile mbarrier::complete_tx::bytes multicast::cluster L2::cache_hint",
    )?;
    let target = Target::decode(of, 2)?;
    let place = Place::decode(of.operand(1)?, &of.words(), of.scope)?;
    Ok(Box::new(move |context| {
        target.require(context)?;
        for lane in context.lanes() {
            let part = place.of(context, lane)?;
            target.issue(context, lane, part, 128)?;
        }
        Ok(Step::Next)
    }))
}

/// The action of `cp.async.bulk` from global to shared memory: a box of bytes.
pub fn decode_bytes(of: &mut Operation<'_, '_>) -> Result<Action, String> {
    of.only(
        3,
        "shared::cluster shared::cta global mbarrier::complete_tx::bytes multicast::cluster L2::cache_hint",
    )?;
    let (target, from) = (Target::decode(of, 3)?, of.address(1)?);
    let bytes = of.value(2)?;
    Ok(Box::new(move |context| {
        target.require(context)?;
        for register in [from.base, bytes] {
            context.require(register, "copies to")?;
        }
        for lane in context.lanes() {
            let from = context.address(from, lane);
            let map = TensorMap::of_bytes(from, context.read(bytes)[lane] as u32)
                .map_err(|why| ExecError::of(lane, why))?;
            target.issue(context, lane, (map, [0; 5]), 16)?;
        }
        Ok(Step::Next)
    }))
}

fn issue(context: &mut Context<'_>, mut load: Load, alignment: u32) -> Result<(), String> {
    let bytes = load.map.box_bytes();
    if !load.shared.is_multiple_of(alignment) {
        return Err(format!(
            "a box goes to {:#x}, which is not a multiple of {alignment}",
            load.shared
        ));
    }
    if context
        .block()
        .hopper
        .unfenced
        .iter()
        .any(|&(_, barrier)| barrier == load.barrier)
    {
        return Err("a load completes on an mbarrier whose initialisation is not fenced".into());
    }
    let meets = |other: &Load| {
        let end = |load: &Load| u64::from(load.shared) + u64::from(load.map.box_bytes());
        other.ranks.iter().any(|rank| load.ranks.contains(rank))
            && u64::from(other.shared) < end(&load)
            && u64::from(load.shared) < end(other)
    };
    if context.cluster.hopper.loads.pending.iter().any(meets) {
        return Err("two loads in flight to the same bytes".into());
    }
    for &rank in &load.ranks {
        let block = target(&mut context.cluster.blocks, rank)?;
        block
            .shared
            .forget(u64::from(load.shared), bytes as usize)?;
        Mbarrier::read(&block.shared, load.barrier)?;
        if let Some((races, by)) = context.races() {
            races.write(by, (rank, load.shared as usize, bytes as usize), false)?;
        }
    }
    load.clock = context.races().map(|(races, by)| races.depart(by));
    context.cluster.hopper.loads.pending.push(load);
    Ok(())
}

fn target(blocks: &mut [Block], rank: usize) -> Result<&mut Block, String> {
    match blocks.get_mut(rank) {
        Some(block) if block.running > 0 => Ok(block),
        Some(_) => Err(format!(
            "a load into block {rank} of the cluster, which has ended"
        )),
        None => Err(format!("a load into block {rank} of a smaller cluster")),
    }
}

/// The action of `cp.async.bulk.prefetch.tensor`: the map and the coordinates are checked, and nothing is copied.
pub fn decode_prefetch(of: &mut Operation<'_, '_>) -> Result<Action, String> {
    let place = Place::decode(of.operand(0)?, &of.words(), of.scope)?;
    Ok(Box::new(move |context| {
        for lane in context.lanes() {
            place.of(context, lane)?;
        }
        Ok(Step::Next)
    }))
}

/// Lets one load of a cluster happen; answers whether there was one.
pub fn complete_one(cluster: &mut Cluster, memory: &Memory) -> Result<bool, String> {
    let Loads { pending, done } = &mut cluster.hopper.loads;
    if pending.is_empty() {
        return Ok(false);
    }
    *done = done.wrapping_add(1);
    // Fibonacci hashing: any order will do that is the same each time.
    let load = pending.swap_remove((done.wrapping_mul(0x9e37_79b1) >> 16) as usize % pending.len());
    let mut copied = Vec::new();
    for chunk in chunks(&load.map, load.at, load.shared) {
        let mut bytes = [0; 16];
        let inside = chunk.skip as usize..(chunk.skip + chunk.bytes) as usize;
        if !inside.is_empty() {
            memory.read(chunk.global, &mut bytes[inside])?;
        }
        if load.map.element.rounds() {
            round_to_tf32(&mut bytes);
        }
        copied.push((u64::from(chunk.shared), bytes));
    }
    for &rank in &load.ranks {
        let block = target(&mut cluster.blocks, rank)?;
        for (place, bytes) in &copied {
            block.shared.write(*place, bytes)?;
            block.hopper.proxies.copied(*place, bytes.len());
        }
        let bytes = load.map.box_bytes();
        Mbarrier::copied(cluster, (rank, load.barrier), bytes, load.clock.as_ref())?;
    }
    Ok(true)
}
