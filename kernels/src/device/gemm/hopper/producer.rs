//! The producer: it keeps the stages of the pipeline full, ahead of the consumers.
//!
//! Where the epilogue adds C in straight-line code, C takes the stages after those of the tile.

use super::epilogue::Epilogue;
use super::kernel::{Device, Pipeline};
use super::shared_storage::{BlockInCluster, SharedStorage};
use super::source::{Source, Unit, unit, units};
use crate::device::ptx::math;
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
        let mut block = slice.first;
        let mut left = slice.blocks;
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
            block += slice.step;
            left -= math::black_box(1);
        }
        // SAFETY: one whole warp is here, by the caller, with the launch's arguments.
        unsafe {
            C::Epilogue::load_stages::<C, STAGES>(args, storage, pipeline, &mut state, work);
        }
        units.next += units.step;
    }
}
