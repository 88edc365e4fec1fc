//! Pipelines of tiles that TMA brings.

use crate::ptx::smem::Smem;
use crate::ptx::{fence, mbarrier, thread, warpgroup};

/// Where a producer or a consumer is in a ring of `STAGES`.
#[derive(Clone, Copy, Debug)]
pub struct PipelineState<const STAGES: u32> {
    index: u32,
    phase: u32,
}

impl<const STAGES: u32> PipelineState<STAGES> {
    /// A consumer's start.
    pub const CONSUMER: Self = PipelineState { index: 0, phase: 0 };
    /// A producer's start: every stage counts as read (CuTe's `make_producer_start_state`).
    pub const PRODUCER: Self = PipelineState { index: 0, phase: 1 };

    /// The stage.
    #[inline(always)]
    pub fn index(self) -> usize {
        self.index as usize
    }

    /// The next stage.
    #[inline(always)]
    pub fn advance(&mut self) {
        self.index += 1;
        if self.index == STAGES {
            *self = PipelineState {
                index: 0,
                phase: self.phase ^ 1,
            };
        }
    }
}

/// The barriers' room in shared memory.
#[repr(C, align(8))]
pub struct PipelineStorage<const STAGES: usize> {
    full: [u64; STAGES],
    empty: [u64; STAGES],
}

/// A ring of `STAGES` tiles between one producer thread that starts TMA loads, and consumers.
#[derive(Clone, Copy, Debug)]
pub struct PipelineTmaAsync<const STAGES: u32> {
    barriers: Smem,
    bytes: u32,
}

impl<const STAGES: u32> PipelineTmaAsync<STAGES> {
    /// The pipeline on a [`PipelineStorage`]; `bytes` come per stage, `consumers` release it.
    ///
    /// # Safety
    /// All threads of the block make this call together, on storage that nothing uses.
    #[inline(always)]
    pub unsafe fn new(barriers: Smem, bytes: u32, consumers: u32) -> Self {
        let pipeline = PipelineTmaAsync { barriers, bytes };
        // SAFETY: the caller's contract.
        unsafe {
            if thread::tid() == 0 {
                for stage in 0..STAGES {
                    mbarrier::init(pipeline.full(stage), 1);
                    mbarrier::init(pipeline.empty(stage), consumers);
                }
                fence::mbarrier_init();
            }
            thread::sync();
        }
        pipeline
    }
    #[inline(always)]
    fn full(self, stage: u32) -> Smem {
        self.barriers + 8 * stage
    }
    #[inline(always)]
    fn empty(self, stage: u32) -> Smem {
        self.barriers + 8 * (STAGES + stage)
    }

    /// Waits until the stage was read, and runs `fill` with its barrier in one elected thread, which announces the bytes.
    ///
    /// # Safety
    /// A whole warp makes the call; `fill` starts copies of the pipeline's bytes.
    #[inline(always)]
    pub unsafe fn produce(self, state: &mut PipelineState<STAGES>, fill: impl FnOnce(Smem, usize)) {
        // SAFETY: the caller's contract.
        unsafe {
            mbarrier::wait(self.empty(state.index), state.phase);
            if warpgroup::elect() {
                mbarrier::arrive_expect(self.full(state.index), self.bytes);
                fill(self.full(state.index), state.index());
            }
        }
        state.advance();
    }

    /// Waits until the stage is full.
    ///
    /// # Safety
    /// The producer fills it.
    #[inline(always)]
    pub unsafe fn consumer_wait(self, state: PipelineState<STAGES>) {
        // SAFETY: the caller's contract.
        unsafe { mbarrier::wait(self.full(state.index), state.phase) }
    }

    /// Hands the stage back; one thread of each consumer arrives.
    ///
    /// # Safety
    /// Its reads are over.
    #[inline(always)]
    pub unsafe fn consumer_release(self, state: PipelineState<STAGES>) {
        // SAFETY: the caller's contract.
        unsafe {
            if thread::tid() % 128 == 0 {
                mbarrier::arrive(self.empty(state.index));
            }
        }
    }
}
