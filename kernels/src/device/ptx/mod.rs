//! Instruction wrappers, one topic a file: no logic beyond the instruction.

#[cfg(feature = "sm90a")]
pub mod cluster;
#[cfg(feature = "sm90a")]
pub mod counter;
pub mod divide;
#[cfg(feature = "sm90a")]
pub mod fence;
#[cfg(feature = "sm90a")]
pub mod math;
#[cfg(feature = "sm90a")]
pub mod mbarrier;
pub mod memory;
pub mod run;
pub mod shared;
pub mod shuffle;
#[cfg(feature = "sm90a")]
pub mod smem;
#[cfg(feature = "sm90a")]
pub mod stmatrix;
pub mod thread;
#[cfg(feature = "sm90a")]
pub mod tma;
#[cfg(feature = "sm90a")]
pub mod warpgroup;
#[cfg(feature = "sm90a")]
pub mod wgmma;
