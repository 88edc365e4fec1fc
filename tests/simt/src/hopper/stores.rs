//! Tensor copies from shared to global memory, and their groups (PTX ISA, `cp.async.bulk.tensor`).
//!
//! A store reads its source when it is waited for, so that what overwrites it too early is found in the result; its bytes
//! reach global memory when the warp ends or waits for more than the reading.

use super::tensor::Place;
use super::tma_box::stored_chunks;
use super::{ElementType, Proxies, TensorMap};
use crate::machine::{Action, Context, ExecError, Memory, Shared, Step};
use crate::text::{Address, Operation};

/// A store that has not read its source.
struct Store {
    lane: usize,
    group: u64,
    map: TensorMap,
    at: [i32; 5],
    shared: u32,
    /// The reduction of `cp.reduce`.
    op: Option<&'static str>,
}

/// Bytes in flight to global memory.
struct Written {
    lane: usize,
    address: u64,
    bytes: Vec<u8>,
    /// The elements and their reduction.
    op: Option<(ElementType, &'static str)>,
}

/// A warp's stores in flight.
#[derive(Default)]
pub struct Stores {
    committed: [u64; 32],
    pending: Vec<Store>,
    /// What has been read and not written.
    read: Vec<Written>,
}

impl Stores {
    /// Returns `true` if some have not read their source.
    pub fn pending(&self) -> bool {
        !self.pending.is_empty()
    }

    /// Lets the stores of a lane happen that belong to all but its latest `left` groups, up to their reading; answers with the bytes
    /// that they read.
    fn read(
        &mut self,
        lane: usize,
        left: u64,
        (shared, proxies): (&Shared, &Proxies),
    ) -> Result<Vec<(u64, usize)>, String> {
        let until = self.committed[lane];
        let (due, pending) = std::mem::take(&mut self.pending)
            .into_iter()
            .partition(|store| store.lane == lane && store.group.saturating_add(left) < until);
        self.pending = pending;
        let (due, mut places): (Vec<Store>, _) = (due, Vec::new());
        for store in due {
            for chunk in stored_chunks(&store.map, store.at, store.shared) {
                if chunk.bytes > 0 {
                    let place = u64::from(chunk.shared + chunk.skip);
                    let from = proxies.read(shared, place, chunk.bytes as usize)?;
                    places.push((place, chunk.bytes as usize));
                    self.read.push(Written {
                        lane,
                        address: chunk.global,
                        bytes: from.to_vec(),
                        op: store.op.map(|op| (store.map.element, op)),
                    });
                }
            }
        }
        Ok(places)
    }

    /// Writes what the lanes' stores have read.
    pub fn write(&mut self, lanes: u32, memory: &mut Memory) -> Result<(), String> {
        for mut written in std::mem::take(&mut self.read) {
            if lanes >> written.lane & 1 == 0 {
                self.read.push(written);
                continue;
            }
            if let Some((element, op)) = written.op {
                let mut old = vec![0; written.bytes.len()];
                memory.read(written.address, &mut old)?;
                let size = element.bytes() as usize;
                for (new, old) in written.bytes.chunks_mut(size).zip(old.chunks(size)) {
                    let out = element
                        .combine(op, old, new)
                        .ok_or_else(|| format!("no reduction `{op}` of such elements"))?;
                    new.copy_from_slice(&out);
                }
            }
            memory.write(written.address, &written.bytes)?;
        }
        Ok(())
    }
}

/// Adds a lane's store of a box, which comes from `from`, to its group.
fn issue(
    context: &mut Context<'_>,
    lane: usize,
    (map, at): (TensorMap, [i32; 5]),
    (what, from, alignment): (&str, Address, u64),
    op: Option<&'static str>,
) -> Result<(), ExecError> {
    let shared = context.address(from, lane);
    if super::rank(context.rank, shared) != context.rank || !shared.is_multiple_of(alignment) {
        return Err(ExecError::of(lane, format!("{what} from {shared:#x}")));
    }
    // All of it lies in shared memory; what is in it is looked at when it is read.
    let (memory, place) = context.shared(shared)?;
    memory
        .any(place, map.box_bytes() as usize)
        .map_err(|why| ExecError::of(lane, why))?;
    for chunk in stored_chunks(&map, at, shared as u32 & super::OFFSET) {
        let place = u64::from(chunk.shared + chunk.skip);
        let read = context.touch(place, chunk.bytes as usize, None);
        read.map_err(|why| ExecError::of(lane, why))?;
    }
    let stores = &mut context.warp.hopper.stores;
    stores.pending.push(Store {
        lane,
        group: stores.committed[lane],
        map,
        at,
        shared: shared as u32 & super::OFFSET,
        op,
    });
    Ok(())
}

/// The action of `cp.async.bulk.tensor` from shared to global memory.
pub fn decode(of: &mut Operation<'_, '_>) -> Result<Action, String> {
    let words = of.words();
    let reduces = words[1] == "reduce";
    let reductions = ["add", "min", "max", "and", "or", "xor"];
    let op = reductions
        .into_iter()
        .find(|op| reduces && words.contains(op));
    if reduces && op.is_none() {
        return Err("no reduction is named".into());
    }
    let known = "1d 2d 3d 4d 5d global shared::cta tile bulk_group L2::cache_hint";
    let skipped = if reduces { 5 } else { 4 };
    of.only(skipped, &format!("{known} {}", op.unwrap_or_default()))?;
    let place = Place::decode(of.operand(0)?, &words, of.scope)?;
    let from = of.address(1)?;
    Ok(Box::new(move |context| {
        context.require(from.base, "copies from")?;
        for lane in context.lanes() {
            let part = place.of(context, lane)?;
            issue(context, lane, part, ("a box comes", from, 128), op)?;
        }
        Ok(Step::Next)
    }))
}

/// The action of `cp.async.bulk` from shared to global memory: a box of bytes.
pub fn decode_bytes(of: &mut Operation<'_, '_>) -> Result<Action, String> {
    of.only(3, "global shared::cta bulk_group L2::cache_hint")?;
    contiguous(of, None)
}

/// The action of `cp.reduce.async.bulk` from shared to global memory, of f32 that are added.
pub fn decode_sums(of: &mut Operation<'_, '_>) -> Result<Action, String> {
    let words = of.words();
    if words[4..] != ["global", "shared::cta", "bulk_group", "add", "f32"] {
        return Err(format!(".{} is not modelled", words[4..].join(".")));
    }
    contiguous(of, Some("add"))
}

/// Contiguous bytes, or f32 with a reduction.
fn contiguous(of: &mut Operation<'_, '_>, op: Option<&'static str>) -> Result<Action, String> {
    let (to, from) = (of.address(0)?, of.address(1)?);
    let bytes = of.value(2)?;
    Ok(Box::new(move |context| {
        for register in [to.base, from.base, bytes] {
            context.require(register, "copies from")?;
        }
        for lane in context.lanes() {
            let to = context.address(to, lane);
            let mut map = TensorMap::of_bytes(to, context.read(bytes)[lane] as u32)
                .map_err(|why| ExecError::of(lane, why))?;
            if op.is_some() {
                map = map.of_f32();
            }
            issue(context, lane, (map, [0; 5]), ("bytes come", from, 16), op)?;
        }
        Ok(Step::Next)
    }))
}

/// The action of `cp.async.bulk.commit_group`.
pub fn commit(context: &mut Context<'_>) -> Result<Step, ExecError> {
    for lane in context.lanes() {
        context.warp.hopper.stores.committed[lane] += 1;
    }
    Ok(Step::Next)
}

/// The action of `cp.async.bulk.wait_group`.
pub fn wait(context: &mut Context<'_>, left: u64, reading: bool) -> Result<Step, ExecError> {
    for lane in context.lanes() {
        let block = &context.cluster.blocks[context.rank];
        let shared = (&block.shared, &block.hopper.proxies);
        let read = context.warp.hopper.stores.read(lane, left, shared);
        let read = read.and_then(|places| {
            let mut places = places.into_iter();
            places.try_for_each(|(place, bytes)| context.touch(place, bytes, None))
        });
        read.map_err(|why| ExecError::of(lane, why))?;
    }
    if !reading {
        let stores = &mut context.warp.hopper.stores;
        stores.write(context.active, context.memory)?;
    }
    Ok(Step::Next)
}
