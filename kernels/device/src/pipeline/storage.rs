//! [`PipelineStorage`]: a struct of its own, so that the host knows its size too.

#[cfg(any(feature = "std", target_arch = "nvptx64"))]
use crate::{
    engine::SharedPtr,
    ptx::{mbarrier, smem::Smem},
};

/// The barriers of a pipeline in shared memory: a field of [`shared_storage!`](crate::shared_storage).
#[derive(Debug)]
#[repr(C, align(8))]
pub struct PipelineStorage<const STAGES: usize> {
    full: [u64; STAGES],
    empty: [u64; STAGES],
}

impl<const STAGES: usize> PipelineStorage<STAGES> {
    /// The stages.
    pub const STAGES: usize = STAGES;
}

#[cfg(any(feature = "std", target_arch = "nvptx64"))]
impl<const STAGES: usize> SharedPtr<PipelineStorage<STAGES>> {
    /// The barrier of a stage that counts what the producer loads.
    #[inline(always)]
    pub(super) fn full(self, stage: u32) -> Smem {
        self.shared_address() + mbarrier::BYTES * stage
    }

    /// The barrier of a stage that counts the consumers' releases.
    #[inline(always)]
    pub(super) fn empty(self, stage: u32) -> Smem {
        self.shared_address() + mbarrier::BYTES * (STAGES as u32 + stage)
    }
}
