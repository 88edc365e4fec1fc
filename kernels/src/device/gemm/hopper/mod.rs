//! The matrix product on Hopper's tensor cores (compute capability 9.0): TMA, `mbarrier` pipelines, `wgmma`.

pub mod args;
pub mod config;
pub mod fixed;
pub mod operand;
#[cfg(any(
    all(test, not(sanitized)),
    all(target_arch = "nvptx64", feature = "sm90a")
))]
mod outputs;
#[cfg(any(not(feature = "entries"), feature = "hopper_passes"))]
pub mod repack;
pub mod scheduler;
#[cfg(any(not(feature = "entries"), feature = "hopper_passes"))]
pub mod sum;
#[cfg(not(all(target_arch = "nvptx64", feature = "tile")))]
pub mod table;
pub mod tiles;
#[allow(non_snake_case)]
#[cfg(any(
    all(test, not(sanitized)),
    all(target_arch = "nvptx64", feature = "sm90a")
))]
mod tiling;

#[cfg(all(target_arch = "nvptx64", feature = "sm90a"))]
mod ahead;
#[cfg(all(target_arch = "nvptx64", feature = "sm90a"))]
mod combine;
#[cfg(all(target_arch = "nvptx64", feature = "sm90a"))]
mod consume;
#[cfg(all(target_arch = "nvptx64", feature = "sm90a"))]
mod emit;
#[cfg(all(target_arch = "nvptx64", feature = "sm90a"))]
mod epilogue;
#[cfg(all(target_arch = "nvptx64", feature = "sm90a"))]
pub mod kernel;
#[cfg(all(target_arch = "nvptx64", feature = "sm90a"))]
mod lines;
#[cfg(all(target_arch = "nvptx64", feature = "sm90a"))]
pub mod mainloop;
#[cfg(all(target_arch = "nvptx64", feature = "sm90a"))]
mod panel;
#[cfg(all(target_arch = "nvptx64", feature = "sm90a"))]
mod pipeline;
#[cfg(all(target_arch = "nvptx64", feature = "sm90a"))]
mod plain;
#[cfg(all(target_arch = "nvptx64", feature = "sm90a"))]
mod produce;
#[cfg(all(target_arch = "nvptx64", feature = "sm90a"))]
mod ring_c;
#[cfg(all(target_arch = "nvptx64", feature = "sm90a"))]
mod source;
#[cfg(all(target_arch = "nvptx64", feature = "sm90a"))]
mod split;
#[cfg(all(target_arch = "nvptx64", feature = "sm90a"))]
mod straight;
#[cfg(all(target_arch = "nvptx64", feature = "sm90a"))]
mod strips;
#[cfg(all(target_arch = "nvptx64", feature = "sm90a"))]
mod turn;
#[cfg(all(target_arch = "nvptx64", feature = "sm90a"))]
mod unroll;
