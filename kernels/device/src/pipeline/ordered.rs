//! [`OrderedSequenceBarrier`]: warpgroups that take turns.

use super::PipelineState;
use crate::engine::SharedPtr;
use crate::ptx::smem::Smem;
use crate::ptx::{fence, mbarrier, thread};

/// The barriers of an [`OrderedSequenceBarrier`] in shared memory: a field of [`shared_storage!`](crate::shared_storage).
#[derive(Debug)]
#[repr(C, align(8))]
pub struct OrderedSequenceStorage<const DEPTH: usize, const LENGTH: usize>([[u64; LENGTH]; DEPTH]);

/// An order among `LENGTH` groups of threads: each passes a section only after the group before it, `DEPTH` sections in a row.
///
/// Group 0 passes the first section at once. With two consumer warpgroups and the sections "main loop" and "epilogue", one multiplies
/// while the other stores.
///
/// Source: CUTLASS, `OrderedSequenceBarrier` in `pipeline/sm90_pipeline.hpp`.
#[derive(Clone, Copy, Debug)]
pub struct OrderedSequenceBarrier<const DEPTH: usize, const LENGTH: usize> {
    storage: SharedPtr<OrderedSequenceStorage<DEPTH, LENGTH>>,
    group: u32,
    state: PipelineState<DEPTH>,
}

impl<const DEPTH: usize, const LENGTH: usize> OrderedSequenceBarrier<DEPTH, LENGTH> {
    /// The barrier on its storage, for group `group` of groups of `threads` threads. Thread 0 initializes.
    ///
    /// # Safety
    /// All threads of the block make the call, on a storage that nothing uses, and meet at `thread::sync` before the first other call.
    /// `group` is below `LENGTH` where other methods are called.
    #[inline(always)]
    pub unsafe fn new(
        storage: SharedPtr<OrderedSequenceStorage<DEPTH, LENGTH>>,
        group: u32,
        threads: u32,
    ) -> Self {
        if thread::tid() == 0 {
            for i in 0..(DEPTH * LENGTH) as u32 {
                // SAFETY: the storage is this barrier's, and nothing uses it yet.
                unsafe { mbarrier::init(storage.shared_address() + mbarrier::BYTES * i, threads) };
            }
            fence::mbarrier_init();
        }
        let start = if group == 0 {
            PipelineState::PRODUCER_START
        } else {
            PipelineState::CONSUMER_START
        };
        OrderedSequenceBarrier {
            storage,
            group,
            state: start,
        }
    }

    #[inline(always)]
    fn barrier(&self, group: u32) -> Smem {
        self.storage.shared_address()
            + mbarrier::BYTES * (self.state.index() as u32 * LENGTH as u32 + group)
    }

    /// Waits until the group before this one has passed the section.
    ///
    /// # Safety
    /// All threads of the group make the call.
    #[inline(always)]
    pub unsafe fn wait(&self) {
        // SAFETY: the barrier is initialized; the parity is that of this pass.
        unsafe { mbarrier::wait(self.barrier(self.group), self.state.phase()) }
    }

    /// Lets the next group pass the section, and moves to the next section.
    ///
    /// # Safety
    /// All threads of the group make the call, after [`wait`](Self::wait).
    #[inline(always)]
    pub unsafe fn arrive(&mut self) {
        let next = (self.group + 1) % LENGTH as u32;
        // SAFETY: this thread's one arrival of the phase.
        unsafe { mbarrier::arrive(self.barrier(next)) };
        self.state.advance();
    }
}
