//! [`DynamicPersistentTileScheduler`]: work tiles from a counter in global memory.

use core::marker::PhantomData;

use super::storage::{DynamicTileStorage, STAGES};
use super::{TileSchedulerParams, WorkTile};
use crate::cluster::{ClusterShape, Single, block_rank_in_cluster};
use crate::engine::SharedPtr;
use crate::pipeline::PipelineState;
use crate::ptx::smem::Smem;
use crate::ptx::vector::Vector;
use crate::ptx::{cluster, counter, fence, mbarrier, thread};
use crate::repeat;

/// Work tiles that CTAs take when they are free: one thread adds to a counter and tells the others through shared memory.
///
/// Tiles of different cost, as those of a causal mask, so end at one time on all SMs. The counter is zero before the launch, and again
/// after it.
///
/// One thread [`fetch`](Self::fetch)es tile after tile, and the readers [`wait`](Self::wait) for each:
///
/// ```ignore
/// let scheduler = DynamicPersistentTileScheduler::<1>::new(params, smem.tiles(), readers);
/// thread::sync();
/// let mut state = TileState::PRODUCER_START; // the one thread
/// while let Some(tile) = scheduler.fetch(&mut state, next) { /* loads of the tile */ }
/// let mut state = TileState::CONSUMER_START; // each reader
/// while let Some(tile) = scheduler.wait(&mut state) { /* its product */ }
/// ```
///
/// `PER_CTA` schedulers of a CTA, each with a storage of its own, take tiles from one counter.
///
/// The CTAs of a cluster of the shape `Cluster` compute each tile together. One thread of each fetches: that of CTA 0 takes the number and
/// stores the tile in the shared memory of all, from where the other fetching threads and the readers have it. All threads of the cluster
/// meet at `cluster_sync` after `new`, and again before the first of them ends. The CTAs of the grid are along x.
///
/// Source: FlashAttention 3, `DynamicPersistentTileScheduler`; CUTLASS, `PersistentTileSchedulerSm100`, whose hardware tells all CTAs.
#[derive(Debug)]
pub struct DynamicPersistentTileScheduler<const PER_CTA: u32 = 1, Cluster = Single> {
    params: TileSchedulerParams,
    storage: SharedPtr<DynamicTileStorage>,
    cluster: PhantomData<Cluster>,
}

impl<const PER_CTA: u32, Cluster> Clone for DynamicPersistentTileScheduler<PER_CTA, Cluster> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<const PER_CTA: u32, Cluster> Copy for DynamicPersistentTileScheduler<PER_CTA, Cluster> {}

/// Where a thread is in the sequence of tiles.
pub type TileState = PipelineState<STAGES>;

impl<const PER_CTA: u32, Cluster: ClusterShape> DynamicPersistentTileScheduler<PER_CTA, Cluster> {
    const CTAS: u32 = Cluster::M * Cluster::N * Cluster::L;

    /// The scheduler on its storage, whose tiles `readers` threads of each CTA read. Thread 0 initializes the barriers.
    ///
    /// # Safety
    /// All threads of the block make the call, on storage that nothing uses, and meet at `thread::sync` before the first other call, in a
    /// cluster at `cluster_sync`.
    #[inline(always)]
    pub unsafe fn new(
        params: TileSchedulerParams,
        storage: SharedPtr<DynamicTileStorage>,
        readers: u32,
    ) -> Self {
        let scheduler = DynamicPersistentTileScheduler {
            params,
            storage,
            cluster: PhantomData,
        };
        // Those of CTA 0 count the releases of all, also of the threads that fetch in the others.
        let releases = readers * Self::CTAS + (Self::CTAS - 1);
        if thread::tid() == 0 {
            for stage in 0..STAGES as u32 {
                // SAFETY: the storage is this scheduler's, and nothing uses it yet.
                unsafe { mbarrier::init(scheduler.full(stage), 1) };
                // SAFETY: the storage is this scheduler's, and nothing uses it yet.
                unsafe { mbarrier::init(scheduler.empty(stage), releases) };
            }
            fence::mbarrier_init();
        }
        scheduler
    }

    #[inline(always)]
    fn full(self, stage: u32) -> Smem {
        self.storage.shared_address() + mbarrier::BYTES * stage
    }

    #[inline(always)]
    fn empty(self, stage: u32) -> Smem {
        self.storage.shared_address() + mbarrier::BYTES * (STAGES as u32 + stage)
    }

    #[inline(always)]
    fn place(self, stage: u32) -> Smem {
        self.storage.shared_address() + mbarrier::BYTES * 2 * STAGES as u32 + 16 * stage
    }

    /// Takes the number of the next tile from the counter `next`, for [`tile`](Self::tile). The thread does not wait for it.
    ///
    /// # Safety
    /// One thread of the block makes the call, in a cluster one of CTA 0; `next` is a word of global memory that only the schedulers of this
    /// launch use, `PER_CTA` of each CTA or cluster along x.
    #[inline(always)]
    pub unsafe fn request(self, next: *mut u32) -> u32 {
        // SAFETY: upheld by the caller: a word that all CTAs add to atomically. Tiles are numbers alone: nothing is ordered by them.
        unsafe { counter::atomic_add_one_relaxed(next as u64) }
    }

    /// The tile of a number; `None` once the tiles are used up, after which this thread requests no other.
    ///
    /// # Safety
    /// The thread that has called [`request`](Self::request), once for each call; `next` is the same.
    #[inline(always)]
    pub unsafe fn tile(self, index: u32, next: *mut u32) -> Option<WorkTile> {
        // Each scheduler asks until it is given a number past the tiles: this is the last of all.
        if index == self.params.tiles() + PER_CTA * (thread::nctaid() / Self::CTAS) - 1 {
            // SAFETY: the caller has a word that only the schedulers of this launch use; each asks until it is given a number past
            // the tiles, and this is the last such number, so none asks again.
            unsafe { counter::reset(next as u64) };
        }
        (index < self.params.tiles()).then(|| self.params.work_tile(index))
    }

    /// Publishes a tile, or that there is no other: that of [`tile`](Self::tile), or what the readers shall make of it. A tile without
    /// work need not be published.
    ///
    /// # Safety
    /// One thread of the block makes all calls, in a cluster one of CTA 0, from `PipelineState::PRODUCER_START`, the last one with `None`.
    #[inline(always)]
    pub unsafe fn publish(self, state: &mut TileState, tile: Option<WorkTile>) {
        let stage = state.index() as u32;
        // SAFETY: upheld by the caller.
        unsafe { self.acquire(*state) };
        // Readers need not divide.
        let words = tile.map_or([0; 4], |tile| [tile.m, tile.n, tile.batch, 1]);
        // SAFETY: the stage is empty, so no thread reads its words, which are at a multiple of 16.
        unsafe { <[u32; 4]>::store_shared(self.place(stage), words) };
        // SAFETY: the one arrival of the phase; it releases the store.
        unsafe { mbarrier::arrive(self.full(stage)) };
        for rank in 1..Self::CTAS {
            repeat::<4>(crate::inlined!(|i: usize| {
                let to = self.place(stage) + 4 * i as u32;
                // SAFETY: a CTA of the cluster, which runs until all meet again; the stage is empty in all, and its barrier there expects
                // the words, or will: they complete no phase before the arrival that does.
                unsafe { cluster::store_async(to, rank, words[i], self.full(stage)) };
            }));
        }
        state.advance();
    }

    /// Receives the tile that CTA 0 of the cluster publishes, in another one.
    ///
    /// # Safety
    /// One thread of the block makes all calls, from `PipelineState::PRODUCER_START`.
    #[inline(always)]
    unsafe fn receive(self, state: &mut TileState) -> Option<WorkTile> {
        let stage = state.index() as u32;
        // SAFETY: the one arrival of the phase, whose predecessor this thread has waited for; CTA 0 sends the bytes.
        unsafe { mbarrier::arrive_and_expect_tx(self.full(stage), 16) };
        // SAFETY: the barrier is initialized; a producer's parity is the other one of a reader's.
        unsafe { mbarrier::wait(self.full(stage), state.phase() ^ 1) };
        // SAFETY: the words came before the barrier's phase ended.
        let tile = unsafe { self.read(stage) };
        // SAFETY: this thread's one arrival of the phase.
        unsafe { self.release(state) };
        tile
    }

    /// The tile in a place.
    ///
    /// # Safety
    /// It was published there, and this thread has not released it.
    #[inline(always)]
    unsafe fn read(self, stage: u32) -> Option<WorkTile> {
        // SAFETY: the caller has words there, at a multiple of 16, that nothing writes.
        let [m, n, batch, found] = unsafe { <[u32; 4]>::load_shared(self.place(stage)) };
        (found != 0).then_some(WorkTile { m, n, batch })
    }

    /// Waits until there is a place for the next tile, so that it is requested no earlier than its readers can use it.
    ///
    /// # Safety
    /// Same requirements as [`publish`](Self::publish), whose next state is this.
    #[inline(always)]
    pub unsafe fn acquire(self, state: TileState) {
        // SAFETY: the barrier is initialized; the parity is that of the stage's last use.
        unsafe { mbarrier::wait(self.empty(state.index() as u32), state.phase()) };
    }

    /// Takes the next tile and publishes it: [`request`](Self::request), [`tile`](Self::tile), [`publish`](Self::publish). In the other CTAs
    /// of a cluster waits for the tile that CTA 0 takes.
    ///
    /// # Safety
    /// As of these three, but that one thread of each CTA of a cluster makes the calls.
    #[inline(always)]
    pub unsafe fn fetch(self, state: &mut TileState, next: *mut u32) -> Option<WorkTile> {
        if Self::CTAS > 1 && block_rank_in_cluster() > 0 {
            // SAFETY: upheld by the caller: one thread of this CTA.
            return unsafe { self.receive(state) };
        }
        // SAFETY: upheld by the caller: one thread of the block, and a word that only the schedulers of this launch use.
        let index = unsafe { self.request(next) };
        // SAFETY: this thread requested the index just now.
        let tile = unsafe { self.tile(index, next) };
        // SAFETY: the caller's state is that of all calls in order.
        unsafe { self.publish(state, tile) };
        tile
    }

    /// Waits for the next tile that [`publish`](Self::publish) published.
    ///
    /// # Safety
    /// Each of the reading threads makes the call as often as `publish` is called, from `PipelineState::CONSUMER_START`.
    #[inline(always)]
    pub unsafe fn wait(self, state: &mut TileState) -> Option<WorkTile> {
        // SAFETY: upheld by the caller: a `peek` and its `release`.
        let tile = unsafe { self.peek(*state) };
        // SAFETY: upheld by the caller: this thread's one arrival of the phase.
        unsafe { self.release(state) };
        tile
    }

    /// Waits for the next tile, as [`wait`](Self::wait), and leaves it in its place: until [`release`](Self::release) another call
    /// gives it again, so that it need not be kept in registers.
    ///
    /// # Safety
    /// Same requirements as [`wait`](Self::wait), of `peek` and `release` together.
    #[inline(always)]
    pub unsafe fn peek(self, state: TileState) -> Option<WorkTile> {
        let stage = state.index() as u32;
        // SAFETY: the barrier is initialized; the parity is that of the stage's present use.
        unsafe { mbarrier::wait(self.full(stage), state.phase()) };
        // SAFETY: the words were stored before the barrier's phase ended.
        unsafe { self.read(stage) }
    }

    /// Gives the place of the tile that [`peek`](Self::peek) gave back, and moves to the next.
    ///
    /// # Safety
    /// Each of the reading threads makes the call once for each tile, after its last `peek` of it.
    #[inline(always)]
    pub unsafe fn release(self, state: &mut TileState) {
        let empty = self.empty(state.index() as u32);
        if Self::CTAS == 1 {
            // SAFETY: this thread's one arrival of the phase.
            unsafe { mbarrier::arrive(empty) };
        } else {
            // SAFETY: this thread's one arrival of the phase, at CTA 0, which runs until all meet again.
            unsafe { mbarrier::arrive_cluster(empty, 0) };
        }
        state.advance();
    }
}
