//! The consumers: they multiply stages as these fill, and store D.

use super::epilogue::{ConsumerThread, Epilogue, Fragments, TileShare};
use super::kernel::{Device, Pipeline};
use super::mainloop::{Accumulators, Mainloop, main_loop};
use super::problem_visitor::{ProblemVisitor, WorkTile, WorkTiles, work_tile, work_tiles};
use super::shared_storage::{BlockInCluster, SharedStorage};
use super::tile_scheduler::TileScheduler;
use crate::device::ptx::tma;
use azulejo_device::cute::{PipelineState, warpgroup_wait};

/// A tile of D, as a consumer has it.
#[derive(Clone, Copy)]
pub struct Tile<'a> {
    /// The work tile.
    pub work_tile: WorkTile<'a>,
    /// This cluster's work tiles from this one on, and the first of them all.
    work_tiles: WorkTiles,
    first: u32,
}

impl Tile<'_> {
    /// `true` if no consumer of the CTA has a tile before this one.
    #[inline(always)]
    pub fn is_first(&self) -> bool {
        self.work_tiles.next == self.first
    }

    /// `true` if no consumer of the CTA has a tile after this one.
    #[inline(always)]
    pub fn is_last(&self) -> bool {
        self.work_tiles.next + self.work_tiles.step >= self.work_tiles.end
    }
}

/// A consumer thread and what it works with.
pub struct Consumer<C: Device, const STAGES: usize> {
    /// Shared memory.
    pub storage: SharedStorage,
    /// The pipeline of the stages.
    pub pipeline: Pipeline<C, STAGES>,
    /// The next stage.
    pub state: PipelineState<STAGES>,
    /// The thread.
    pub thread: ConsumerThread,
    /// The CTA.
    pub cta: BlockInCluster,
    /// The epilogue's, from tile to tile.
    pub phases: u32,
}

impl<C: Device, const STAGES: usize> Consumer<C, STAGES> {
    /// This consumer's share of a tile of D.
    #[inline(always)]
    pub fn share<'a>(&self, WorkTile { args, work, .. }: WorkTile<'a>) -> TileShare<'a> {
        TileShare {
            args,
            work,
            thread: self.thread,
            epi_tiles: self.storage.smem_d::<C>(self.thread.warp_group),
        }
    }

    /// Waits for the last products, and releases `last`, the stage that they read.
    ///
    /// # Safety
    /// All threads of the consumer call this after a tile's last products.
    #[inline(always)]
    pub unsafe fn finish(&self, last: PipelineState<STAGES>, acc: &mut Fragments<C>) {
        // SAFETY: all threads of the consumer are here, by the caller; no batch reads the stage any more.
        unsafe {
            warpgroup_wait::<0>();
            acc.fence_all();
            self.pipeline.consumer_release(last);
        }
    }
}

/// Multiplies and stores this consumer's share of every work tile of this block.
///
/// # Safety
/// Called by every thread of every consumer warpgroup, with the launch's arguments.
#[inline(always)]
pub unsafe fn consume<C: Device, const STAGES: usize>(
    mut source: impl ProblemVisitor,
    storage: SharedStorage,
    pipeline: Pipeline<C, STAGES>,
    thread: ConsumerThread,
) {
    let mut work_tiles = work_tiles::<C>(&source);
    let first = work_tiles.next;
    let mut consumer = Consumer::<C, STAGES> {
        storage,
        pipeline,
        state: PipelineState::CONSUMER_START,
        thread,
        cta: BlockInCluster::here::<C>(),
        phases: C::Epilogue::phases::<C>(thread.warp_group),
    };
    // SAFETY: the caller has every thread of every consumer here, once, after the block's barrier.
    unsafe { C::Epilogue::start::<C>() };
    C::TileScheduler::skip(&mut consumer, &mut source, &mut work_tiles, true);
    while work_tiles.next < work_tiles.end {
        // SAFETY: the loop's condition.
        let work_tile = unsafe { work_tile::<C>(&mut source, work_tiles.next, consumer.cta) };
        let share = consumer.share(work_tile);
        let tile = Tile {
            work_tile,
            work_tiles,
            first,
        };
        // SAFETY: all threads of the consumer are here. Batches are fenced, committed and waited for before the accumulators are
        // read; a stage is released once the batch that read it is complete. The scheduler's turns are taken
        // once for each tile.
        unsafe {
            let mut acc = C::Mma::start();
            C::Epilogue::load::<C>(share);
            C::TileScheduler::wait_for_turn(thread, &tile);
            let last = main_loop(&mut consumer, work_tile.k_split.k_tiles, &mut acc);
            let bias = C::Epilogue::ahead::<C>(share);
            C::TileScheduler::end_turn(thread, &tile);
            C::Epilogue::store::<C, STAGES>(&mut consumer, tile, last, bias, &mut acc);
        }
        work_tiles.next += work_tiles.step;
        C::TileScheduler::skip(&mut consumer, &mut source, &mut work_tiles, false);
    }
    if thread.thread_idx == 0 {
        tma::wait_read::<0>();
    }
}
