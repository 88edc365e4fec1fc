//! Instructions of [`run_block`](super::run_block)'s threads, by the names that they have on a device.

pub mod bulk;
pub mod bulk_tensor;
pub mod cluster;
pub mod counter;
pub mod cp_async;
pub mod fence;
pub mod ldmatrix;
pub mod mbarrier;
pub mod red;
pub mod shared;
pub mod shuffle;
pub mod smem;
pub mod stmatrix;
pub mod thread;
pub mod tma;
pub mod vector;
pub mod warpgroup;
