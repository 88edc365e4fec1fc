//! [`DynamicPersistentTileScheduler`]: work tiles from a counter in global memory.

use super::{TileSchedulerParams, WorkTile};
use crate::pipeline::PipelineState;
use crate::ptx::shared::Shared;
use crate::ptx::smem::Smem;
use crate::ptx::{counter, fence, mbarrier, thread};

/// The shared memory of a [`DynamicPersistentTileScheduler`]: a field of [`shared_storage!`](crate::shared_storage).
#[derive(Debug)]
#[repr(C, align(8))]
pub struct DynamicTileStorage {
    barriers: [[u64; 2]; 2],
    tiles: [u32; 2],
}

const STAGES: u32 = 2;

/// Work tiles that CTAs take when they are free: one thread adds to a counter and tells the others through shared memory.
///
/// Tiles of different cost, as those of a causal mask, so end at one time on all SMs. The counter is zero before the launch.
///
/// Source: FlashAttention 3, `DynamicPersistentTileScheduler`.
#[derive(Clone, Copy, Debug)]
pub struct DynamicPersistentTileScheduler {
    params: TileSchedulerParams,
    storage: Smem,
}

/// Where a thread is in the sequence of tiles.
pub type TileState = PipelineState<STAGES>;

impl DynamicPersistentTileScheduler {
    /// The scheduler on its storage, whose tiles `readers` threads read. Thread 0 initializes the barriers.
    ///
    /// # Safety
    /// All threads of the block make the call, on storage that nothing uses, and meet at `thread::sync` before the first other call.
    #[inline(always)]
    pub unsafe fn new(params: TileSchedulerParams, storage: Smem, readers: u32) -> Self {
        let scheduler = DynamicPersistentTileScheduler { params, storage };
        if thread::tid() == 0 {
            for stage in 0..STAGES {
                // SAFETY: the storage is this scheduler's, and nobody uses it yet.
                unsafe { mbarrier::init(scheduler.full(stage), 1) };
                // SAFETY: the same.
                unsafe { mbarrier::init(scheduler.empty(stage), readers) };
            }
            fence::mbarrier_init();
        }
        scheduler
    }

    #[inline(always)]
    fn full(self, stage: u32) -> Smem {
        self.storage + mbarrier::BYTES * stage
    }

    #[inline(always)]
    fn empty(self, stage: u32) -> Smem {
        self.storage + mbarrier::BYTES * (STAGES + stage)
    }

    #[inline(always)]
    fn tile(self, stage: u32) -> Smem {
        self.storage + mbarrier::BYTES * 2 * STAGES + 4 * stage
    }

    /// Takes the next tile from `counter` and publishes it. Returns `None` once the tiles are used up, which is published too.
    ///
    /// # Safety
    /// One thread of the block makes the call, from `PipelineState::PRODUCER_START`; `counter` is a word of global memory that only the
    /// schedulers of this launch use.
    #[inline(always)]
    pub unsafe fn fetch(self, state: &mut TileState, next: *mut u32) -> Option<WorkTile> {
        let stage = state.index() as u32;
        // SAFETY: upheld by the caller: a word that all CTAs add to atomically.
        let index = unsafe { counter::add_one(next as u64) };
        // SAFETY: the barrier is initialized; the parity is that of the stage's last use.
        unsafe { mbarrier::wait(self.empty(stage), state.phase()) };
        // SAFETY: the stage is empty, so no thread reads the word.
        unsafe { u32::store(self.tile(stage), index) };
        // SAFETY: the one arrival of the phase; it releases the store.
        unsafe { mbarrier::arrive(self.full(stage)) };
        state.advance();
        self.work_tile(index)
    }

    /// Waits for the next tile that [`fetch`](Self::fetch) published.
    ///
    /// # Safety
    /// Each of the reading threads makes the call as often as `fetch` is called, from `PipelineState::CONSUMER_START`.
    #[inline(always)]
    pub unsafe fn wait(self, state: &mut TileState) -> Option<WorkTile> {
        let stage = state.index() as u32;
        // SAFETY: the barrier is initialized; the parity is that of the stage's present use.
        unsafe { mbarrier::wait(self.full(stage), state.phase()) };
        // SAFETY: the word was stored before the barrier's phase ended.
        let index = unsafe { u32::load(self.tile(stage)) };
        // SAFETY: this thread's one arrival of the phase.
        unsafe { mbarrier::arrive(self.empty(stage)) };
        state.advance();
        self.work_tile(index)
    }

    #[inline(always)]
    fn work_tile(self, index: u32) -> Option<WorkTile> {
        (index < self.params.tiles()).then(|| self.params.work_tile(index))
    }
}
