//! From accumulators to D: what [`collectives`](super::collectives) names as a kernel's epilogue.
//!
//! ```text
//! ClusterReduce            cluster_reduce   Generic after the sum of a cluster's splits
//! Generic                  routes           broadcast: in registers, by TMA; elementwise: C there; generic: all else; split-K
//! FusedInStages            fused_in_stages  one epilogue at compile time, C in stages of the mainloop
//! FusedInPlace             fused_in_place   the same, C in the subtiles of D
//! StoreOnly                store_only       64 rows leave while the others are multiplied
//! ```

mod broadcast;
mod cluster_reduce;
mod collective;
mod direct;
mod elementwise;
mod epi_tile;
mod fused_in_place;
mod fused_in_stages;
mod generic;
pub mod output_op;
mod routes;
mod smem_d;
mod split_k;
mod store_only;
mod unaligned;

pub use cluster_reduce::ClusterReduce;
pub(super) use collective::{Acc, Fragments};
pub use collective::{ConsumerThread, Epilogue, TileShare};
pub use smem_d::EpilogueCopy;

// What every epilogue uses.
use super::args::{Args, GeluSilu, activation, route};
use super::collectives::{FusedInPlace, FusedInStages, Generic, StoreOnly};
use super::config::Config;
use super::consumer::{Consumer, Tile};
use super::fusion::Fusion;
use super::kernel::{Device, Pipeline};
use super::mainloop::{Accumulators, Mainloop};
use super::problem_visitor::{ProblemVisitor, WorkTile, work_tile, work_tiles};
use super::scheduler::{WorkTileInfo, div};
use super::shared_storage::{BlockInCluster, EpilogueTiles, SharedStorage};
use super::tiled_mma::{self, Rows as _, half, register};
use super::unroll::unroll;
use crate::device::ptx::{
    cluster, counter, fence, math, mbarrier, memory, memory::Global, memory::Wide, named_barrier,
    shared, shared::Shared, smem::Smem, stmatrix, thread, tma, warpgroup,
};
use azulejo_device::cute::{PipelineState, warpgroup_wait};
use azulejo_device::inlined;
use azulejo_tensor::Element;
use collective::*;
use core::marker::PhantomData;
use output_op::{Accumulator as _, MOST, OutputOp, entry, factor};
