//! Tensor copies from global to shared memory (PTX ISA, `cp.async.bulk.tensor`).
//!
//! A load happens once no warp of its cluster can go on without one, in an order that is not the text's. Until then its
//! destination counts as not written, so reading it too early is found.

use super::boxes::{chunks, round_to_tf32};
use super::tensor::Place;
use super::{Mbarrier, TensorMap};
use crate::machine::{Action, Block, Cluster, Context, Memory, Step, Trouble};
use crate::text::Operation;

/// A load that has not happened.
pub struct Load {
    map: TensorMap,
    at: [i32; 5],
    /// Where it goes and which barrier counts its bytes, in each of `ranks`.
    shared: u32,
    barrier: u64,
    ranks: Vec<usize>,
}

/// The loads of a cluster that have not happened.
#[derive(Default)]
pub struct Loads {
    pending: Vec<Load>,
    /// How many have happened, from which the next one is drawn.
    done: u32,
}

/// The action of `cp.async.bulk.tensor` from global to shared memory.
pub fn decode(of: &mut Operation<'_, '_>) -> Result<Action, String> {
    let words = of.words();
    let known = [
        "1d",
        "2d",
        "3d",
        "4d",
        "5d",
        "shared::cluster",
        "shared::cta",
        "global",
        "tile",
    ];
    let marks = [
        "mbarrier::complete_tx::bytes",
        "multicast::cluster",
        "L2::cache_hint",
    ];
    if let Some(other) = words[4..]
        .iter()
        .find(|word| !known.contains(word) && !marks.contains(word))
    {
        return Err(format!(".{other} is not modelled"));
    }
    let multicast = of.has("multicast::cluster");
    let to = of.address(0)?;
    let place = Place::decode(of.operand(1)?, &words, of.scope)?;
    let barrier = of.address(2)?;
    let mask = if multicast { Some(of.value(3)?) } else { None };
    Ok(Box::new(move |context| {
        for register in [to.base, barrier.base].into_iter().chain(mask) {
            context.require(register, "copies to")?;
        }
        for lane in context.lanes() {
            let (map, at) = place.of(context, lane)?;
            let shared = context.read(to.base)[lane].wrapping_add_signed(to.offset);
            let barrier = context.read(barrier.base)[lane].wrapping_add_signed(barrier.offset);
            let ranks: Vec<usize> = match mask {
                Some(mask) => {
                    let mask = context.read(mask)[lane];
                    (0..16).filter(|rank| mask >> rank & 1 == 1).collect()
                }
                None => vec![super::rank(context.rank, shared)],
            };
            if mask.is_none() && super::rank(context.rank, barrier) != ranks[0] {
                return Err(Trouble::of(
                    lane,
                    "a load into one block that completes in another",
                ));
            }
            let load = Load {
                map,
                at,
                shared: shared as u32 & super::OFFSET,
                barrier: barrier & u64::from(super::OFFSET),
                ranks,
            };
            issue(context, load, 128).map_err(|why| Trouble::of(lane, why))?;
        }
        Ok(Step::Next)
    }))
}

/// The action of `cp.async.bulk` from global to shared memory: a box of bytes.
pub fn decode_bytes(of: &mut Operation<'_, '_>) -> Result<Action, String> {
    let words = of.words();
    let known = [
        "shared::cluster",
        "shared::cta",
        "global",
        "mbarrier::complete_tx::bytes",
        "multicast::cluster",
        "L2::cache_hint",
    ];
    if let Some(other) = words[3..].iter().find(|word| !known.contains(word)) {
        return Err(format!(".{other} is not modelled"));
    }
    let (to, from) = (of.address(0)?, of.address(1)?);
    let bytes = of.value(2)?;
    let barrier = of.address(3)?;
    let mask = match of.has("multicast::cluster") {
        true => Some(of.value(4)?),
        false => None,
    };
    Ok(Box::new(move |context| {
        for register in [to.base, from.base, bytes, barrier.base]
            .into_iter()
            .chain(mask)
        {
            context.require(register, "copies to")?;
        }
        for lane in context.lanes() {
            let shared = context.read(to.base)[lane].wrapping_add_signed(to.offset);
            let barrier = context.read(barrier.base)[lane].wrapping_add_signed(barrier.offset);
            let from = context.read(from.base)[lane].wrapping_add_signed(from.offset);
            let map = TensorMap::of_bytes(from, context.read(bytes)[lane] as u32)
                .map_err(|why| Trouble::of(lane, why))?;
            let ranks: Vec<usize> = match mask {
                Some(mask) => {
                    let mask = context.read(mask)[lane];
                    (0..16).filter(|rank| mask >> rank & 1 == 1).collect()
                }
                None => vec![super::rank(context.rank, shared)],
            };
            let load = Load {
                map,
                at: [0; 5],
                shared: shared as u32 & super::OFFSET,
                barrier: barrier & u64::from(super::OFFSET),
                ranks,
            };
            issue(context, load, 16).map_err(|why| Trouble::of(lane, why))?;
        }
        Ok(Step::Next)
    }))
}

fn issue(context: &mut Context<'_>, load: Load, alignment: u32) -> Result<(), String> {
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
        let end = other.shared + other.map.box_bytes();
        other.ranks.iter().any(|rank| load.ranks.contains(rank))
            && other.shared < load.shared + bytes
            && load.shared < end
    };
    if context.cluster.hopper.loads.pending.iter().any(meets) {
        return Err("two loads on their way to the same bytes".into());
    }
    for &rank in &load.ranks {
        let block = target(&mut context.cluster.blocks, rank)?;
        block
            .shared
            .forget(u64::from(load.shared), bytes as usize)?;
        Mbarrier::read(&block.shared, load.barrier)?;
    }
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
        let mut barrier = Mbarrier::read(&block.shared, load.barrier)?;
        barrier.complete(load.map.box_bytes())?;
        barrier.write(&mut block.shared, load.barrier)?;
    }
    Ok(true)
}
