//! [`PipelineTmaAsync`]: stages that TMA fills.

use core::marker::PhantomData;

use super::{PipelineState, PipelineStorage};
use crate::cluster::{ClusterShape, Single, block_rank_in_cluster};
use crate::engine::SharedPtr;
use crate::ptx::{fence, mbarrier, thread, warpgroup};

/// What a [`PipelineTmaAsync`] is set up with.
#[derive(Clone, Copy, Debug)]
pub struct PipelineTmaParams {
    /// Bytes that TMA loads into this CTA for each stage.
    pub transaction_bytes: u32,
    /// Consumer warpgroups of a CTA, or consumer warps where they release stages by
    /// [`consumer_release_warp`](PipelineTmaAsync::consumer_release_warp).
    pub consumers: u32,
}

/// A pipeline of `STAGES` tiles between a thread that starts TMA loads and consumer warpgroups.
///
/// In a cluster of `Cluster` CTAs each loads a part of the tiles and multicasts it along its row or column. A stage is empty when
/// the consumers of all CTAs of that row and column have released it.
///
/// Source: CUTLASS, `PipelineTmaAsync` in `pipeline/sm90_pipeline.hpp`.
#[derive(Debug)]
pub struct PipelineTmaAsync<const STAGES: usize, Cluster = Single> {
    storage: SharedPtr<PipelineStorage<STAGES>>,
    transaction_bytes: u32,
    cluster: PhantomData<Cluster>,
}

impl<const STAGES: usize, Cluster> Clone for PipelineTmaAsync<STAGES, Cluster> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<const STAGES: usize, Cluster> Copy for PipelineTmaAsync<STAGES, Cluster> {}

impl<const STAGES: usize, Cluster: ClusterShape> PipelineTmaAsync<STAGES, Cluster> {
    /// The pipeline on its storage, which has as many stages. Thread 0 initializes the barriers.
    ///
    /// # Safety
    /// All threads of the block make the call, on a storage that nothing uses. Before the first other call they meet at `thread::sync`,
    /// or at `cluster_sync` in a cluster.
    #[inline(always)]
    pub unsafe fn new(
        storage: SharedPtr<PipelineStorage<STAGES>>,
        params: PipelineTmaParams,
    ) -> Self {
        let pipeline = Self::at(storage, params.transaction_bytes);
        if thread::tid() == 0 {
            // SAFETY: one thread, on storage that nothing uses; the caller has all threads meet before the first other call.
            unsafe { pipeline.init(params.consumers) };
        }
        pipeline
    }

    /// The pipeline on a storage whose barriers are initialized, or will be by [`init`](Self::init).
    #[inline(always)]
    pub const fn at(storage: SharedPtr<PipelineStorage<STAGES>>, transaction_bytes: u32) -> Self {
        PipelineTmaAsync {
            storage,
            transaction_bytes,
            cluster: PhantomData,
        }
    }

    /// Initializes the barriers for `consumers` warpgroups of a CTA.
    ///
    /// # Safety
    /// One thread of the block makes the call, on a storage that nothing uses. Before the first other call all threads meet as after
    /// [`new`](Self::new).
    #[inline(always)]
    pub unsafe fn init(self, consumers: u32) {
        let releases = consumers * (Cluster::M + Cluster::N - 1);
        for stage in 0..STAGES as u32 {
            // SAFETY: the storage is this pipeline's, and nothing uses it yet.
            unsafe { mbarrier::init(self.storage.full(stage), 1) };
            // SAFETY: the storage is this pipeline's, and nothing uses it yet.
            unsafe { mbarrier::init(self.storage.empty(stage), releases) };
        }
        fence::mbarrier_init();
    }

    /// The same pipeline, whose next stages have tiles of `transaction_bytes` bytes.
    #[inline(always)]
    pub const fn with_transaction_bytes(self, transaction_bytes: u32) -> Self {
        Self::at(self.storage, transaction_bytes)
    }

    /// Waits until the stage is empty, and expects the bytes of its tiles.
    ///
    /// # Safety
    /// One thread of the block makes the call, for each stage in turn, and then starts copies of `transaction_bytes` bytes with
    /// [`producer_get_barrier`](Self::producer_get_barrier).
    #[inline(always)]
    pub unsafe fn producer_acquire(self, state: PipelineState<STAGES>) {
        let stage = state.index() as u32;
        // SAFETY: the barrier is initialized; the parity is that of the stage's last use.
        unsafe { mbarrier::wait(self.storage.empty(stage), state.phase()) };
        // SAFETY: the one arrival of this phase; the caller starts the copies.
        unsafe { mbarrier::arrive_and_expect_tx(self.storage.full(stage), self.transaction_bytes) };
    }

    /// Waits until the stage is empty, and elects a lane that expects the bytes of its tiles: true there.
    ///
    /// All lanes wait, so that the warp stays converged from stage to stage.
    ///
    /// # Safety
    /// One whole warp of the block makes the call, for each stage in turn; the lane then starts the copies as after
    /// [`producer_acquire`](Self::producer_acquire).
    #[inline(always)]
    pub unsafe fn producer_acquire_elect(self, state: PipelineState<STAGES>) -> bool {
        let stage = state.index() as u32;
        // SAFETY: the barrier is initialized; the parity is that of the stage's last use.
        unsafe { mbarrier::wait(self.storage.empty(stage), state.phase()) };
        // SAFETY: the caller has one whole warp here.
        let elected = unsafe { warpgroup::elect_one_sync() };
        if elected {
            // SAFETY: the one arrival of this phase; the caller starts the copies.
            unsafe {
                mbarrier::arrive_and_expect_tx(self.storage.full(stage), self.transaction_bytes)
            };
        }
        elected
    }

    /// The barrier that the stage's copies complete on.
    #[inline(always)]
    pub fn producer_get_barrier(self, state: PipelineState<STAGES>) -> SharedPtr<u64> {
        // SAFETY: a barrier of the storage: eight bytes at a multiple of eight.
        unsafe { SharedPtr::new(self.storage.full(state.index() as u32)) }
    }

    /// Waits until the consumers have released all stages, so that no CTA of a cluster ends while others signal it.
    ///
    /// # Safety
    /// The thread that has called [`producer_acquire`](Self::producer_acquire), after its last stage.
    #[inline(always)]
    pub unsafe fn producer_tail(self, mut state: PipelineState<STAGES>) {
        for _ in 0..STAGES {
            // SAFETY: the barrier is initialized; the parity is that of the stage's last use.
            unsafe { mbarrier::wait(self.storage.empty(state.index() as u32), state.phase()) };
            state.advance();
        }
    }

    /// Waits until the stage is full.
    ///
    /// # Safety
    /// The producer fills the stage.
    #[inline(always)]
    pub unsafe fn consumer_wait(self, state: PipelineState<STAGES>) {
        // SAFETY: the barrier is initialized; the parity is that of the stage's present use.
        unsafe { mbarrier::wait(self.storage.full(state.index() as u32), state.phase()) }
    }

    /// `true` if the stage is full already, for [`consumer_wait_unless`](Self::consumer_wait_unless): other work hides the time of asking.
    ///
    /// # Safety
    /// Same requirements as [`consumer_wait`](Self::consumer_wait).
    #[inline(always)]
    pub unsafe fn consumer_try_wait(self, state: PipelineState<STAGES>) -> bool {
        // SAFETY: the barrier is initialized; the parity is that of the stage's present use.
        unsafe { mbarrier::try_wait(self.storage.full(state.index() as u32), state.phase()) }
    }

    /// Waits until the stage is full, unless [`consumer_try_wait`](Self::consumer_try_wait) of the same stage has said that it is.
    ///
    /// # Safety
    /// Same requirements as [`consumer_wait`](Self::consumer_wait); `full` is what `consumer_try_wait` returned for `state`, or false.
    #[inline(always)]
    pub unsafe fn consumer_wait_unless(self, full: bool, state: PipelineState<STAGES>) {
        if !full {
            // SAFETY: the producer fills the stage, by the caller's promise.
            unsafe { self.consumer_wait(state) };
        }
    }

    /// Releases the stage of a CTA without a cluster: one thread per warp arrives, for consumers that read shared memory by `ldmatrix`.
    ///
    /// # Safety
    /// All threads of a consumer warp make the call, once for each [`consumer_wait`](Self::consumer_wait), after their reads of
    /// the stage are complete; `PipelineTmaParams::consumers` is the number of such warps.
    #[inline(always)]
    pub unsafe fn consumer_release_warp(self, state: PipelineState<STAGES>) {
        const {
            assert!(
                Cluster::M * Cluster::N == 1,
                "consumer_release_warp: a cluster releases by warpgroups; call consumer_release"
            )
        };
        if thread::tid().is_multiple_of(32) {
            // SAFETY: the warp's one arrival.
            unsafe { mbarrier::arrive(self.storage.empty(state.index() as u32)) };
        }
    }

    /// Releases the stage: one thread per warpgroup arrives at each CTA that may load into this one.
    ///
    /// # Safety
    /// All threads of a consumer warpgroup make the call, once for each [`consumer_wait`](Self::consumer_wait), after their reads of
    /// the stage are complete.
    #[inline(always)]
    pub unsafe fn consumer_release(self, state: PipelineState<STAGES>) {
        let empty = self.storage.empty(state.index() as u32);
        let lane = thread::tid() % 128;
        if const { Cluster::M * Cluster::N == 1 } {
            if lane == 0 {
                // SAFETY: the warpgroup's one arrival.
                unsafe { mbarrier::arrive(empty) };
            }
        } else if lane < const { Cluster::M + Cluster::N - 1 } {
            // The CTA's coordinate, also where the launch has its clusters along x alone.
            let rank = block_rank_in_cluster();
            let (x, y) = (rank % Cluster::M, rank / Cluster::M % Cluster::N);
            let plane = if const { Cluster::L == 1 } {
                0
            } else {
                rank / (Cluster::M * Cluster::N)
            };
            // The CTAs of this one's column, then the others of its row.
            let past = lane.wrapping_sub(Cluster::M);
            let other = past.wrapping_add((past >= y) as u32);
            let (m, n) = if lane < Cluster::M {
                (lane, y)
            } else {
                (x, other)
            };
            // SAFETY: one arrival per warpgroup and CTA of the row and column; `producer_tail` keeps the CTA alive.
            unsafe { mbarrier::arrive_cluster(empty, m + Cluster::M * (n + Cluster::N * plane)) };
        }
    }
}
