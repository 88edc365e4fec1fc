//! Where things are: a block in its cluster, a stage, a subtile of D and a barrier in shared memory.

use super::config::Config;
use super::kernel::{Device, Pipeline};
use crate::device::ptx::{cluster, mbarrier, smem::Smem};
use azulejo_device::engine::SharedPtr;
use azulejo_device::pipeline::PipelineStorage;

/// Addresses in the block's shared memory: stages, output buffers, barriers.
#[derive(Clone, Copy)]
pub struct SharedStorage {
    /// The start, a multiple of 1,024.
    pub base: Smem,
}

impl SharedStorage {
    /// A's tile of a stage.
    #[inline(always)]
    pub fn smem_a<C: Config>(self, stage: u32) -> Smem {
        self.base + stage * C::STAGE
    }

    /// B's tile of a stage.
    #[inline(always)]
    pub fn smem_b<C: Config>(self, stage: u32) -> Smem {
        self.smem_a::<C>(stage) + C::A.bytes
    }

    /// A consumer's output subtiles.
    #[inline(always)]
    pub fn smem_d<C: Config>(self, consumer: u32) -> EpilogueTiles {
        let barriers = consumer * C::EPI_TILES * mbarrier::BYTES;
        EpilogueTiles {
            buffers: self.base + C::OUTPUT_AT + consumer * C::OUTPUT,
            barriers: self.base + C::EPI_TILE_BARRIERS_AT + barriers,
        }
    }

    /// The pipeline of the stages.
    #[inline(always)]
    pub fn pipeline<C: Device, const STAGES: usize>(self) -> Pipeline<C, STAGES> {
        const {
            let bytes = size_of::<PipelineStorage<STAGES>>() as u32;
            assert!(C::BARRIERS_AT + bytes == C::EPI_TILE_BARRIERS_AT)
        };
        // SAFETY: the storage, at a multiple of 1024, is between the subtiles and their barriers.
        let storage = unsafe { SharedPtr::new(self.base + C::BARRIERS_AT) };
        Pipeline::<C, STAGES>::at(storage, C::STAGE)
    }
}

/// A consumer's output subtiles, and the barrier of each whose phase ends when C is in it.
#[derive(Clone, Copy)]
pub struct EpilogueTiles {
    buffers: Smem,
    barriers: Smem,
}

impl EpilogueTiles {
    /// Buffer `i` of [`Config::EPI_TILES`].
    #[inline(always)]
    pub fn buffer<C: Config>(self, i: u32) -> Smem {
        self.buffers + i * C::EPI_TILE
    }

    /// Returns the barrier.
    #[inline(always)]
    pub fn barrier(self, i: u32) -> Smem {
        self.barriers + i * mbarrier::BYTES
    }
}

/// Where a block is in its cluster: ranks count along M, then N, then splits of K.
#[derive(Clone, Copy)]
pub struct BlockInCluster {
    /// Tile along M.
    pub m: u32,
    /// Tile along N.
    pub n: u32,
    /// Slice of the sum.
    pub k: u32,
}

impl BlockInCluster {
    /// This block's.
    #[inline(always)]
    pub fn here<C: Config>() -> BlockInCluster {
        let rank = if C::BLOCKS == 1 {
            0
        } else {
            cluster::block_rank()
        };
        BlockInCluster {
            m: rank % C::CLUSTER.0,
            n: rank / C::CLUSTER.0 % C::CLUSTER.1,
            k: rank / (C::CLUSTER.0 * C::CLUSTER.1),
        }
    }
}
