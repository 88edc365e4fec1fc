//! What Hopper's instructions remember between one another.

use super::arrivals::{self, Arrival};
use super::cluster_barrier::ClusterBarrier;
use super::loads::{Loads, complete_one};
use super::proxy::Proxies;
use super::registers::Pool;
use super::remote::{self, Remote};
use super::stores::Stores;
use super::warpgroup::Warpgroup;
use crate::machine::{Cluster, Context, Memory, Warp};

/// What a warp remembers.
#[derive(Default)]
pub struct WarpState {
    /// The stores in flight.
    pub stores: Stores,
    /// The cluster's meeting that it has come to.
    pub cluster_barrier: Option<u64>,
    /// The mbarrier that each lane has last tried to wait for, in vain.
    pub tried: [u64; 32],
    /// Arrivals that follow its copies.
    pub arrivals: Vec<Arrival>,
    /// Registers a thread, once they have changed.
    pub registers: Option<u32>,
}

/// What a block remembers.
#[derive(Default)]
pub struct BlockState {
    /// Barriers in shared memory whose initialisation is not fenced: the warp, and the address.
    pub unfenced: Vec<(usize, u64)>,
    /// Arrivals of other blocks at its mbarriers that may be on their way.
    pub signals: Vec<Signal>,
    /// The registers that warps have given back.
    pub pool: Pool,
    /// Who has to fence stores to its shared memory.
    pub proxies: Proxies,
    groups: Vec<Warpgroup>,
}

impl BlockState {
    /// The warpgroup of a warp, and the record of fences.
    pub fn group(&mut self, warp: usize) -> (&mut Warpgroup, &Proxies) {
        if self.groups.len() <= warp / 4 {
            self.groups.resize_with(warp / 4 + 1, Warpgroup::default);
        }
        (&mut self.groups[warp / 4], &self.proxies)
    }
}

/// An arrival at an mbarrier of another block, which the order of its thread alone does not complete: a wait that sees its phase end does,
/// or a release by the thread.
#[derive(Clone, Copy, Debug)]
pub struct Signal {
    /// The mbarrier, in its block.
    pub mbarrier: u64,
    /// The block that arrived.
    pub rank: usize,
    /// Its warp.
    pub warp: usize,
}

/// Completes the signals of a warp, which releases what it has done.
pub fn release(context: &mut Context<'_>) {
    let (rank, warp) = (context.rank, context.warp.index);
    for block in &mut context.cluster.blocks {
        let signals = &mut block.hopper.signals;
        signals.retain(|signal| (signal.rank, signal.warp) != (rank, warp));
    }
}

/// What a cluster remembers.
#[derive(Default)]
pub struct ClusterState {
    /// The loads in flight.
    pub loads: Loads,
    /// The copies between blocks in flight.
    pub remote: Vec<Remote>,
    /// The barrier.
    pub cluster_barrier: ClusterBarrier,
}

/// Lets something happen that happens by itself, since no warp of the cluster can go on; answers whether there was such.
pub fn advance(cluster: &mut Cluster, memory: &Memory) -> Result<bool, String> {
    Ok(arrivals::complete_one(cluster, memory)?
        || remote::complete_one(cluster)?
        || complete_one(cluster, memory)?)
}

/// Looks at what a warp that has ended has left behind.
pub fn ended(
    warp: &mut Warp,
    cluster: &mut Cluster,
    rank: usize,
    memory: &mut Memory,
) -> Result<(), String> {
    if warp.hopper.stores.pending() {
        return Err("a warp ends before its bulk stores have read their source".into());
    }
    arrivals::end(warp, cluster, rank)?;
    if let Some(phase) = warp.hopper.cluster_barrier {
        cluster.hopper.cluster_barrier.ended(phase);
    }
    let block = &cluster.blocks[rank];
    if let (0, Some(signal)) = (block.running, block.hopper.signals.first()) {
        return Err(format!(
            "a block ends while an arrival of block {} of its cluster at its mbarrier at {:#x} may be on its way: wait for the phase, or meet at \
             a barrier of the cluster whose arrival releases",
            signal.rank, signal.mbarrier
        ));
    }
    if block
        .hopper
        .groups
        .get(warp.index / 4)
        .is_some_and(|group| group.busy(warp.index % 4))
    {
        return Err("a warp ends before its products are complete".into());
    }
    warp.hopper.stores.write(u32::MAX, memory)
}
