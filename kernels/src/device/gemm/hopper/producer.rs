//! The producer: it keeps the stages of the pipeline full, ahead of the consumers.
//!
//! Where the epilogue adds C in straight-line code, C takes the stages after those of the tile.

use super::config::Config;
use super::epilogue::Epilogue;
use super::kernel::{Device, Pipeline};
use super::operand::{Major, Operand};
use super::shared_storage::{BlockInCluster, SharedStorage};
use super::source::{Source, Unit, unit, units};
use crate::device::ptx::{math, smem::Smem, tma};
use azulejo_device::pipeline::PipelineState;

/// Copies every stage of every unit of this block.
///
/// # Safety
/// Called by one whole warp, with the launch's arguments.
#[inline(always)]
pub unsafe fn produce<C: Device, const STAGES: u32>(
    mut source: impl Source,
    storage: SharedStorage,
    pipeline: Pipeline<C, STAGES>,
) {
    let cta = BlockInCluster::here::<C>();
    let mut units = units::<C>(&source);
    let mut state = PipelineState::PRODUCER_START;
    while units.next < units.end {
        // SAFETY: the loop's condition.
        let Unit {
            args, work, slice, ..
        } = unsafe { unit::<C>(&mut source, units.next, cta) };
        let (m0, n0) = (work.m * C::TILE.0, work.n * C::TILE.1);
        let mut block = slice.first;
        let mut left = slice.blocks;
        while left != 0 {
            // SAFETY: one whole warp is here, by the caller; the bytes of both operands' parts come below.
            if unsafe { pipeline.producer_acquire_elect(state) } {
                let (full, stage) = (pipeline.producer_get_barrier(state), state.index() as u32);
                let k = block * C::BLOCK_K;
                let (part, others) = (const { C::A.part(C::CLUSTER.1) }, mcast_mask_a::<C>());
                let parts = (C::CLUSTER.1, cta.n, others << cta.rank::<C>(cta.m, 0));
                let to = storage.smem_a::<C>(stage);
                // SAFETY: the launch's map of A; the stage is free, and its barrier expects the bytes.
                unsafe { copy(part, parts, args.maps[0], to, (m0, k, work.batch), full) };
                let (part, others) = (const { C::B.part(C::CLUSTER.0) }, mcast_mask_b::<C>());
                let parts = (C::CLUSTER.0, cta.m, others << cta.rank::<C>(0, cta.n));
                let to = storage.smem_b::<C>(stage);
                // SAFETY: the launch's map of B; the stage is free, and its barrier expects the bytes.
                unsafe { copy(part, parts, args.maps[1], to, (n0, k, work.batch), full) };
            }
            state.advance();
            block += slice.step;
            left -= math::opaque(1);
        }
        // SAFETY: one whole warp is here, by the caller, with the launch's arguments.
        unsafe {
            C::Epilogue::load_stages::<C, STAGES>(args, storage, pipeline, &mut state, work);
        }
        units.next += units.step;
    }
}

/// The blocks of one M of a cluster, as a mask of ranks that starts at the first.
const fn mcast_mask_a<C: Config>() -> u32 {
    let (mut mask, mut n) = (0, 0);
    while n < C::CLUSTER.1 {
        mask |= 1 << (n * C::CLUSTER.0);
        n += 1;
    }
    mask
}

/// The blocks of one N of a cluster, likewise.
const fn mcast_mask_b<C: Config>() -> u32 {
    (1 << C::CLUSTER.0) - 1
}

/// Copies part `index` of an operand's tile, to every block of the cluster where it has several parts.
///
/// # Safety
/// As [`tma::load`].
#[inline(always)]
unsafe fn copy(
    part: Operand,
    (parts, index, mask): (u32, u32, u32),
    map: u64,
    tile: Smem,
    (mn, k, batch): (u32, u32, u32),
    full: Smem,
) {
    let (start, dst) = (mn + index * part.mn.size(), tile + index * part.bytes());
    for i in 0..part.boxes() {
        let at = match part.major {
            Major::K => (k + i * part.tma_box().0, start, batch),
            Major::Mn => (start + i * part.tma_box().0, k, batch),
        };
        let to = dst + i * part.box_step();
        if parts == 1 {
            // SAFETY: the caller has a valid map, memory for the tile and a barrier that expects it; box `i` is inside the part.
            unsafe { tma::load(to, map, at, full) };
        } else {
            // SAFETY: the caller has a valid map, memory for the tile and a barrier that expects it, in every block of the mask; box
            // `i` is inside the part.
            unsafe { tma::load_multicast(to, map, at, full, mask as u16) };
        }
    }
}
