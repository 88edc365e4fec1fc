//! The producer: it keeps the stages of the pipeline full, ahead of the consumers.
//!
//! Where the epilogue adds C in straight-line code, C takes the stages after those of the tile.

use super::epilogue::Epilogue;
use super::kernel::{Device, Pipeline};
use super::problem_visitor::{ProblemVisitor, WorkTile, work_tile, work_tiles};
use super::shared_storage::{BlockInCluster, SharedStorage};
use crate::device::ptx::math;
use azulejo_device::pipeline::PipelineState;

/// Copies every stage of every work tile of this block; where others of its cluster release its stages, it waits until they have.
///
/// # Safety
/// Called by one whole warp, with the launch's arguments.
#[inline(always)]
pub unsafe fn produce<C: Device, const STAGES: usize>(
    mut source: impl ProblemVisitor,
    storage: SharedStorage,
    pipeline: Pipeline<C, STAGES>,
) {
    let cta = BlockInCluster::here::<C>();
    let mut work_tiles = work_tiles::<C>(&source);
    // Each consumer's first tile comes before these.
    let alternating = if C::ROW_BLOCK_STRIDE == 0 {
        C::CONSUMERS
    } else {
        1
    };
    let others = work_tiles.next + alternating * work_tiles.step;
    let mut state = PipelineState::PRODUCER_START;
    while work_tiles.next < work_tiles.end {
        // SAFETY: the loop's condition.
        let WorkTile {
            args,
            work,
            k_split,
            ..
        } = unsafe { work_tile::<C>(&mut source, work_tiles.next, cta) };
        let mut block = k_split.first;
        let mut left = k_split.k_tiles;
        while left != 0 {
            // SAFETY: one whole warp is here, by the caller; the bytes of both operands' parts come below.
            if unsafe { pipeline.producer_acquire_elect(state) } {
                let (full, stage) = (pipeline.producer_get_barrier(state), state.index() as u32);
                // SAFETY: the launch's maps; the stage is free, and its barrier expects the bytes.
                unsafe {
                    let (sA, sB) = (storage.smem_a::<C>(stage), storage.smem_b::<C>(stage));
                    C::load_a(args.maps[0], [work.m, block, work.batch], cta, sA, full);
                    C::load_b(args.maps[1], [work.n, block, work.batch], cta, sB, full);
                }
            }
            state.advance();
            block += k_split.step;
            left -= math::black_box(1);
        }
        // SAFETY: one whole warp is here, by the caller, with the launch's arguments.
        unsafe {
            let tile = (work, work_tiles.next < others);
            C::Epilogue::load_stages::<C, STAGES>(args, storage, pipeline, &mut state, tile);
        }
        work_tiles.next += work_tiles.step;
    }
    if C::BLOCKS > C::CLUSTER_K {
        // SAFETY: the warp that has acquired every stage, after its last.
        unsafe { pipeline.producer_tail(state) };
    }
}
