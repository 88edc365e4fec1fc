//! The matrix product on Hopper's tensor cores (compute capability 9.0): TMA, `mbarrier` pipelines, `wgmma`.
#![allow(non_snake_case)]
#![allow(
    clippy::multiple_unsafe_ops_per_block,
    reason = "barriers, accesses and stores of one pass share the requirements that its comment lists"
)]

pub mod args;
pub mod collectives;
pub mod config;
pub mod fusion;
pub mod operand;
#[cfg(any(feature = "std", feature = "hopper_aux"))]
pub mod repack;
pub mod scheduler;
#[cfg(any(
    all(test, not(sanitized)),
    all(target_arch = "nvptx64", feature = "sm90a")
))]
mod smem_layout_d;
pub mod smem_layouts;
#[cfg(any(feature = "std", feature = "hopper_aux"))]
pub mod split_k_reduce;
#[cfg(any(feature = "std", feature = "hopper"))]
pub mod table;
#[cfg(any(
    all(test, not(sanitized)),
    all(target_arch = "nvptx64", feature = "sm90a")
))]
mod tiled_mma;

#[cfg(all(target_arch = "nvptx64", feature = "sm90a"))]
mod consumer;
#[cfg(all(target_arch = "nvptx64", feature = "sm90a"))]
mod epilogue;
#[cfg(all(target_arch = "nvptx64", feature = "sm90a"))]
pub mod kernel;
#[cfg(all(target_arch = "nvptx64", feature = "sm90a"))]
pub mod mainloop;
#[cfg(all(target_arch = "nvptx64", feature = "sm90a"))]
mod prefetch;
#[cfg(all(target_arch = "nvptx64", feature = "sm90a"))]
mod problem_visitor;
#[cfg(all(target_arch = "nvptx64", feature = "sm90a"))]
mod producer;
#[cfg(all(target_arch = "nvptx64", feature = "sm90a"))]
mod shared_storage;
#[cfg(all(target_arch = "nvptx64", feature = "sm90a"))]
mod tile_scheduler;
#[cfg(all(target_arch = "nvptx64", feature = "sm90a"))]
mod unroll;
