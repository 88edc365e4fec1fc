//! Where things are: a warp's place in the ring of stages, a block's in its cluster, a stage's in shared memory.

use super::config::Config;
use crate::device::ptx::{cluster, mbarrier, smem::Smem, thread};

/// Where in the ring a warp is: the stage, and the parity of its current round.
#[derive(Clone, Copy)]
pub struct Ring {
    /// The stage.
    pub stage: u32,
    /// 0 in even rounds, 1 in odd ones.
    pub parity: u32,
}

impl Ring {
    /// Stage 0 of round 0.
    pub const START: Ring = Ring {
        stage: 0,
        parity: 0,
    };

    /// On to the next stage.
    #[inline(always)]
    pub fn advance<C: Config>(&mut self) {
        self.stage += 1;
        if self.stage == C::STAGES {
            *self = Ring {
                stage: 0,
                parity: self.parity ^ 1,
            };
        }
    }

    /// Past `stages` stages at once.
    #[inline(always)]
    pub fn skip<C: Config>(&mut self, stages: u32) {
        let to = self.stage + stages;
        self.stage = to % C::STAGES;
        self.parity ^= to / C::STAGES & 1;
    }
}

/// Addresses in the block's shared memory: stages, output buffers, barriers.
#[derive(Clone, Copy)]
pub struct Plan {
    /// The start, a multiple of 1,024.
    pub base: Smem,
}

impl Plan {
    /// A's tile of a stage.
    #[inline(always)]
    pub fn a<C: Config>(self, stage: u32) -> Smem {
        self.base + stage * C::STAGE
    }

    /// B's tile of a stage.
    #[inline(always)]
    pub fn b<C: Config>(self, stage: u32) -> Smem {
        self.a::<C>(stage) + C::A.bytes()
    }

    /// A consumer's output panels.
    #[inline(always)]
    pub fn panels<C: Config>(self, consumer: u32) -> Panels {
        let barriers = consumer * C::PANELS * mbarrier::BYTES;
        Panels {
            buffers: self.base + C::OUTPUT_AT + consumer * C::OUTPUT,
            barriers: self.base + C::PANEL_BARRIERS_AT + barriers,
        }
    }

    /// The barrier whose phase ends when a stage is full.
    #[inline(always)]
    pub fn full<C: Config>(self, stage: u32) -> Smem {
        self.base + C::BARRIERS_AT + stage * mbarrier::BYTES
    }

    /// The barrier whose phase ends when a stage is free.
    #[inline(always)]
    pub fn empty<C: Config>(self, stage: u32) -> Smem {
        self.full::<C>(C::STAGES + stage)
    }
}

/// A consumer's output panels, and the barrier of each whose phase ends when C is in it.
#[derive(Clone, Copy)]
pub struct Panels {
    buffers: Smem,
    barriers: Smem,
}

impl Panels {
    /// Buffer `i` of [`Config::PANELS`].
    #[inline(always)]
    pub fn buffer<C: Config>(self, i: u32) -> Smem {
        self.buffers + i * C::PANEL
    }

    /// Its barrier.
    #[inline(always)]
    pub fn barrier(self, i: u32) -> Smem {
        self.barriers + i * mbarrier::BYTES
    }
}

/// Where a block is in its cluster: ranks count along M, then N, then slices of K.
#[derive(Clone, Copy)]
pub struct Seat {
    /// Tile along M.
    pub m: u32,
    /// Tile along N.
    pub n: u32,
    /// Slice of the sum.
    pub k: u32,
}

impl Seat {
    /// This block's.
    #[inline(always)]
    pub fn here<C: Config>() -> Seat {
        let rank = if C::BLOCKS == 1 { 0 } else { cluster::rank() };
        Seat {
            m: rank % C::CLUSTER.0,
            n: rank / C::CLUSTER.0 % C::CLUSTER.1,
            k: rank / (C::CLUSTER.0 * C::CLUSTER.1),
        }
    }

    /// Rank of the block at tile (m, n) of this one's slice.
    #[inline(always)]
    pub fn rank<C: Config>(self, m: u32, n: u32) -> u32 {
        m + C::CLUSTER.0 * (n + C::CLUSTER.1 * self.k)
    }
}

/// The units a cluster works on: `first`, `first + step`, ….
#[derive(Clone, Copy)]
pub struct Units {
    /// The next one.
    pub next: u32,
    /// From one to the next.
    pub step: u32,
    /// How many there are.
    pub end: u32,
}

impl Units {
    /// How many clusters there are.
    #[inline(always)]
    pub fn clusters<C: Config>() -> u32 {
        thread::nctaid() / C::BLOCKS
    }

    /// This cluster's.
    #[inline(always)]
    pub fn here<C: Config>(units: u32) -> Units {
        Units {
            next: thread::ctaid() / C::BLOCKS,
            step: Self::clusters::<C>(),
            end: units,
        }
    }
}
