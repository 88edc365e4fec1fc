//! The stages in turn, and the barriers that say whose one is.

use super::layouts::{STAGE, STAGES, STORE, WARPS};
use crate::device::ptx::{mbarrier, smem::Smem};

/// Where in the ring a warp is.
#[derive(Clone, Copy)]
pub struct Ring {
    stage: u32,
    parity: u32,
}

impl Ring {
    /// The first stage in the first round.
    pub const START: Self = Self {
        stage: 0,
        parity: 0,
    };

    /// The stage's memory in the arena at `base`.
    #[inline(always)]
    pub fn memory(self, base: Smem) -> Smem {
        base + self.stage * STAGE
    }

    /// The barrier whose phase ends when the stage is full.
    #[inline(always)]
    pub fn full(self, base: Smem) -> Smem {
        base + BARRIERS + self.stage * mbarrier::BYTES
    }

    /// The barrier whose phase ends when the stage is free.
    #[inline(always)]
    pub fn empty(self, base: Smem) -> Smem {
        base + BARRIERS + (STAGES + self.stage) * mbarrier::BYTES
    }

    /// Waits until the stage is full.
    ///
    /// # Safety
    /// The barriers are ready.
    #[inline(always)]
    pub unsafe fn wait_full(self, base: Smem) {
        // SAFETY: upheld by the caller: the barriers are ready; the parity is that of the stage's phase.
        unsafe { mbarrier::wait(self.full(base), self.parity) }
    }

    /// Waits until the stage is free.
    ///
    /// # Safety
    /// The barriers are ready.
    #[inline(always)]
    pub unsafe fn wait_empty(self, base: Smem) {
        // SAFETY: upheld by the caller: the barriers are ready; the parity is that of the phase before.
        unsafe { mbarrier::wait(self.empty(base), self.parity ^ 1) }
    }

    /// On to the next stage.
    #[inline(always)]
    pub fn advance(&mut self) {
        self.stage += 1;
        if self.stage == STAGES {
            *self = Self {
                stage: 0,
                parity: self.parity ^ 1,
            };
        }
    }
}

/// Where a warp's sums go on their way, from the arena's beginning.
pub const STORES: u32 = STAGES * STAGE;
/// Where the barriers are.
const BARRIERS: u32 = STORES + WARPS * STORE;

/// Makes the barriers: a stage is full by the bytes its feeder announces, free when all multiplying warps say so.
///
/// # Safety
/// One thread calls it, before a fence and a barrier of all who use them.
#[inline(always)]
pub unsafe fn prepare(base: Smem) {
    let mut ring = Ring::START;
    for _ in 0..STAGES {
        // SAFETY: upheld by the caller: one thread is here, and nothing uses the barrier's memory before the fence.
        unsafe { mbarrier::init(ring.full(base), 1) };
        // SAFETY: upheld by the caller: one thread is here, and nothing uses the barrier's memory before the fence.
        unsafe { mbarrier::init(ring.empty(base), WARPS) };
        ring.advance();
    }
}
