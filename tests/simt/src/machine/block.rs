//! Blocks, and the clusters they run in.

use super::{Barrier, Races, Shared, Warp};
use crate::hopper::{BlockState, ClusterState};

/// A block that is running.
pub struct Block {
    /// The place in the grid.
    pub index: [u32; 3],
    /// The shared memory.
    pub shared: Shared,
    /// The numbered barriers.
    pub barriers: [Barrier; 16],
    /// The warps; one that is running is absent.
    pub warps: Vec<Option<Box<Warp>>>,
    /// How many of its warps have not ended.
    pub running: usize,
    /// How many threads it started with.
    pub threads: u32,
    /// What Hopper's instructions remember.
    pub hopper: BlockState,
}

/// The blocks of a cluster, by rank; one block where there are no clusters.
pub struct Cluster {
    /// The blocks.
    pub blocks: Vec<Block>,
    /// Who has touched which byte of their shared memory; `None` where that is not asked for.
    pub races: Option<Races>,
    /// What Hopper's instructions remember.
    pub hopper: ClusterState,
}
