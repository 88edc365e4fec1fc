//! The matrix product on Hopper's tensor cores (compute capability 9.0): TMA, `mbarrier` pipelines, `wgmma`.

pub mod args;
pub mod config;
pub mod operand;
pub mod scheduler;
pub mod table;

#[cfg(all(target_arch = "nvptx64", feature = "sm90a"))]
mod emit;
#[cfg(all(target_arch = "nvptx64", feature = "sm90a"))]
mod epilogue;
#[cfg(all(target_arch = "nvptx64", feature = "sm90a"))]
pub mod kernel;
#[cfg(all(target_arch = "nvptx64", feature = "sm90a"))]
mod unroll;
