//! Kernels on the CPU: the threads of a thread block as threads of the operating system.
//!
//! [`run_block`] runs a kernel's body once per thread. Calls that a warp, a warpgroup or the block executes together
//! ([`collective`]) wait until all their threads have arrived; the last one computes what the instruction does, by
//! [`emulate_mma`](azulejo_tensor::atom::emulate_mma) or [`emulate_copy`](azulejo_tensor::atom::emulate_copy), for all of them.
//! Shared memory is an arena of the block, addressed by 32-bit offsets as on a device.
//!
//! ```text
//! run_block(128, 4096, |tid| …)      128 threads, 4096 bytes of shared memory
//!   gemm, copy, sync, …              the calls of a kernel, as on a device
//!     collective(Group::Warp, …)     mailbox of 32 threads; the last to arrive computes
//!     wait_until, update             conditions that other threads bring about, as mbarriers do
//!     pointer(address, bytes)        shared memory
//! ```
//!
//! A thread that would wait for ever ends the block with a message that says who waits where.

mod block;
mod collective;
mod descriptor;
mod mma;
pub mod ptx;
mod shared;
mod tensor_map;
mod wgmma;

pub use block::{run_block, run_grid, update, wait_until};
pub use collective::{Group, collective};
pub use shared::pointer;
pub use tensor_map::TensorMap;

pub(crate) use block::here;
pub(crate) use mma::warp;
pub(crate) use wgmma::warpgroup;
