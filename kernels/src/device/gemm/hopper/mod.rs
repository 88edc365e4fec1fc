//! The matrix product on Hopper's tensor cores (compute capability 9.0): TMA, `mbarrier` pipelines, `wgmma`.
#![allow(non_snake_case)]
#![allow(
    clippy::multiple_unsafe_ops_per_block,
    reason = "barriers, accesses and stores of one pass share the requirements that its comment lists"
)]

pub mod args;
pub mod collectives;
pub mod config;
pub mod fixed;
pub mod operand;
#[cfg(any(not(feature = "entries"), feature = "hopper_passes"))]
pub mod repack;
pub mod scheduler;
#[cfg(any(
    all(test, not(sanitized)),
    all(target_arch = "nvptx64", feature = "sm90a")
))]
mod smem_layout_d;
#[cfg(any(not(feature = "entries"), feature = "hopper_passes"))]
pub mod sum;
#[cfg(not(all(target_arch = "nvptx64", feature = "tile")))]
pub mod table;
pub mod tiles;
#[cfg(any(
    all(test, not(sanitized)),
    all(target_arch = "nvptx64", feature = "sm90a")
))]
mod tiling;

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
mod producer;
#[cfg(all(target_arch = "nvptx64", feature = "sm90a"))]
mod shared_storage;
#[cfg(all(target_arch = "nvptx64", feature = "sm90a"))]
mod source;
#[cfg(all(target_arch = "nvptx64", feature = "sm90a"))]
mod tile_scheduler;
#[cfg(all(target_arch = "nvptx64", feature = "sm90a"))]
mod unroll;
