//! The main loop of a tile.

use super::super::consumer::Consumer;
use super::super::epilogue::Fragments;
use super::super::kernel::Device;
use super::Mainloop;
use azulejo_device::cute::PipelineState;
use azulejo_device::inlined;

/// Multiplies the next `k_tiles` stages; all but the last are released.
///
/// # Safety
/// Called by every thread of the warpgroup; the producer fills the stages, at least one.
#[inline(always)]
pub unsafe fn main_loop<C: Device, const STAGES: usize>(
    consumer: &mut Consumer<C, STAGES>,
    k_tiles: u32,
    acc: &mut Fragments<C>,
) -> PipelineState<STAGES> {
    let mut last = consumer.state;
    let mut k_tile = 0;
    let mut more = inlined!(|| {
        let stage = consumer.state.index() as u32;
        // SAFETY: upheld by the caller; a stage is full once it was waited for, and released when the batch that read it is complete.
        unsafe {
            consumer.pipeline.consumer_wait(consumer.state);
            let a = C::Mma::load::<C>(consumer.storage, consumer.thread, stage);
            let b = consumer.storage.smem_b::<C>(stage);
            C::Mma::k_tile(a, b, acc, k_tile == 0);
            if k_tile != 0 {
                consumer.pipeline.consumer_release(last);
            }
        }
        last = consumer.state;
        consumer.state.advance();
        k_tile += 1;
        k_tile < k_tiles
    });
    // A work tile has at least one k-tile: a path around the loop would serialise its batches.
    while more() && (C::Mma::UNROLLED == 1 || more()) {}
    last
}
