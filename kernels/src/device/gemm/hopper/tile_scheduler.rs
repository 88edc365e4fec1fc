//! The tile schedulers: what consumers that share the tiles of a CTA, or take them alternately, do for it between mainloops.

use super::collectives::{Cooperative, PingPong};
use super::consumer::{Consumer, Tile};
use super::epilogue::ConsumerThread;
use super::kernel::Device;
use super::problem_visitor::{ProblemVisitor, WorkTile, WorkTiles, work_tile};
use crate::device::ptx::named_barrier;

/// Named barrier before consumer 0's main loop; consumer 1's is the next.
const MATH_ORDER_BARRIER: u32 = 4;

/// How consumers share the tiles of a CTA. Those that share each tile have nothing to do for it.
pub trait TileScheduler: 'static {
    /// Leaves the work tile before the consumer's first, or after one of its own, and the work tile's stages to the other consumer.
    #[inline(always)]
    fn skip<C: Device, const STAGES: usize>(
        _: &mut Consumer<C, STAGES>,
        _: &mut impl ProblemVisitor,
        _: &mut WorkTiles,
        _is_before_first: bool,
    ) {
    }

    /// Waits until the other consumer has started its last products.
    ///
    /// # Safety
    /// All threads of the consumer call this before the main loop of each tile.
    #[inline(always)]
    unsafe fn wait_for_turn(_: ConsumerThread, _: &Tile<'_>) {}

    /// Leaves the tensor cores to the other consumer.
    ///
    /// # Safety
    /// All threads of the consumer call this after the main loop of each tile.
    #[inline(always)]
    unsafe fn end_turn(_: ConsumerThread, _: &Tile<'_>) {}
}

impl TileScheduler for Cooperative {}

impl TileScheduler for PingPong {
    #[inline(always)]
    fn skip<C: Device, const STAGES: usize>(
        consumer: &mut Consumer<C, STAGES>,
        source: &mut impl ProblemVisitor,
        work_tiles: &mut WorkTiles,
        is_before_first: bool,
    ) {
        if is_before_first && consumer.thread.warp_group != 1 {
            return;
        }
        if work_tiles.next < work_tiles.end {
            // SAFETY: the condition.
            let WorkTile { args, .. } =
                unsafe { work_tile::<C>(source, work_tiles.next, consumer.cta) };
            consumer
                .state
                .advance_by(args.grid.k_split(0, C::CLUSTER_K).k_tiles);
            work_tiles.next += work_tiles.step;
        }
    }

    #[inline(always)]
    unsafe fn wait_for_turn(thread: ConsumerThread, tile: &Tile<'_>) {
        if !tile.is_first() {
            // SAFETY: all threads of the consumer wait, by the caller, and the other's arrive, once for each tile but the first.
            unsafe { named_barrier::sync(MATH_ORDER_BARRIER + thread.warp_group, 256) };
        }
    }

    #[inline(always)]
    unsafe fn end_turn(thread: ConsumerThread, tile: &Tile<'_>) {
        if !tile.is_last() {
            // SAFETY: all threads of the consumer arrive, by the caller, and the other's wait, once for each tile but the last.
            unsafe { named_barrier::arrive(MATH_ORDER_BARRIER + (1 - thread.warp_group), 256) };
        }
    }
}
