//! Instructions of [`run_block`](super::run_block)'s threads, by the names that they have on a device.

pub mod fence;
pub mod shared;
pub mod smem;
pub mod thread;
