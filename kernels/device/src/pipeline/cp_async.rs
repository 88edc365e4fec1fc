//! [`PipelineAsync`]: stages that threads fill by `cp.async`.

use super::{PipelineState, PipelineStorage};
use crate::engine::SharedPtr;
use crate::ptx::{fence, mbarrier, thread};

/// What a [`PipelineAsync`] is set up with.
#[derive(Clone, Copy, Debug)]
pub struct PipelineAsyncParams {
    /// Threads that fill a stage.
    pub producers: u32,
    /// Threads that use a stage.
    pub consumers: u32,
}

/// A pipeline of `STAGES` tiles between threads that start `cp.async` copies and threads that use them.
///
/// Source: CUTLASS, `PipelineAsync` in `pipeline/sm90_pipeline.hpp`.
#[derive(Clone, Copy, Debug)]
pub struct PipelineAsync<const STAGES: usize> {
    storage: SharedPtr<PipelineStorage<STAGES>>,
}

impl<const STAGES: usize> PipelineAsync<STAGES> {
    /// The pipeline on its storage, which has as many stages. Thread 0 initializes the barriers.
    ///
    /// # Safety
    /// All threads of the block make the call, on a storage that nothing uses, and meet at `thread::sync` before the first other call.
    #[inline(always)]
    pub unsafe fn new(
        storage: SharedPtr<PipelineStorage<STAGES>>,
        params: PipelineAsyncParams,
    ) -> Self {
        if thread::tid() == 0 {
            for stage in 0..STAGES as u32 {
                // SAFETY: the storage is this pipeline's, and nothing uses it yet.
                unsafe { mbarrier::init(storage.full(stage), params.producers) };
                // SAFETY: the storage is this pipeline's, and nothing uses it yet.
                unsafe { mbarrier::init(storage.empty(stage), params.consumers) };
            }
            fence::mbarrier_init();
        }
        PipelineAsync { storage }
    }

    /// Waits until the stage is empty.
    ///
    /// # Safety
    /// The consumers release the stage.
    #[inline(always)]
    pub unsafe fn producer_acquire(self, state: PipelineState<STAGES>) {
        // SAFETY: the barrier is initialized; the parity is that of the stage's last use.
        unsafe { mbarrier::wait(self.storage.empty(state.index() as u32), state.phase()) }
    }

    /// Arrives at the stage when this thread's earlier `cp.async` copies are complete, without waiting for them.
    ///
    /// # Safety
    /// Each producer thread makes the call once for each [`producer_acquire`](Self::producer_acquire), after its copies. It ends after
    /// [`producer_tail`](Self::producer_tail), or once it has waited for its copies.
    #[inline(always)]
    pub unsafe fn producer_commit(self, state: PipelineState<STAGES>) {
        // SAFETY: this thread's one arrival of the phase.
        unsafe { mbarrier::arrive_after_cp_async(self.storage.full(state.index() as u32)) }
    }

    /// Waits until the consumers have released all stages: this thread's copies and arrivals are complete then, and it may end.
    ///
    /// Source: CUTLASS, `producer_tail`.
    ///
    /// # Safety
    /// A thread that has called [`producer_acquire`](Self::producer_acquire), after its last stage. The consumers release each stage.
    #[inline(always)]
    pub unsafe fn producer_tail(self, mut state: PipelineState<STAGES>) {
        for _ in 0..STAGES {
            // SAFETY: the consumers release the stage, as the caller says.
            unsafe { self.producer_acquire(state) };
            state.advance();
        }
    }

    /// Waits until the stage is full.
    ///
    /// # Safety
    /// The producers fill the stage.
    #[inline(always)]
    pub unsafe fn consumer_wait(self, state: PipelineState<STAGES>) {
        // SAFETY: the barrier is initialized; the parity is that of the stage's present use.
        unsafe { mbarrier::wait(self.storage.full(state.index() as u32), state.phase()) }
    }

    /// Releases the stage.
    ///
    /// # Safety
    /// Each consumer thread makes the call once for each [`consumer_wait`](Self::consumer_wait), after its reads.
    #[inline(always)]
    pub unsafe fn consumer_release(self, state: PipelineState<STAGES>) {
        // SAFETY: this thread's one arrival of the phase.
        unsafe { mbarrier::arrive(self.storage.empty(state.index() as u32)) }
    }
}
