//! What sm_90a adds to sm_80: bulk and tensor copies, barriers in memory, clusters, and the warpgroup's products.
//!
//! ```text
//! tensor_map  tma_box  swizzle      where a box's bytes lie in global and in shared memory
//! descriptor  fragment  operand   where a product's elements lie in shared memory and in registers, and what they are
//! product  warpgroup              what a product computes, and when
//! loads  stores  remote           tensor and bulk copies, and when they happen
//! arrivals                        what `cp.async` tells a barrier
//! mbarrier  cluster_barrier  registers  what warps wait for
//! proxy                           who has to fence
//! decode  wgmma  barriers  lanes  the instructions
//! ```

pub mod address;
mod arrivals;
mod barriers;
mod cluster_barrier;
mod decode;
pub mod descriptor;
pub mod fragment;
mod lanes;
mod loads;
mod mbarrier;
pub mod operand;
pub mod product;
mod proxy;
mod registers;
mod remote;
mod state;
mod stores;
pub mod swizzle;
mod tensor;
pub mod tensor_map;
pub mod tma_box;
mod warpgroup;
mod wgmma;

pub use address::{OFFSET, rank};
pub use decode::decode;
pub use descriptor::{Descriptor, Major};
pub use mbarrier::{Mbarrier, described};
pub use operand::Operand;
pub use proxy::Proxies;
pub use state::{BlockState, ClusterState, WarpState, advance, ended, release};
pub use swizzle::Swizzle;
pub use tensor_map::{ElementType, TensorMap};
pub use warpgroup::Warpgroup;
