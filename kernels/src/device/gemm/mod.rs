//! Matrix products: the tutorial kernel, the ladder for every GPU, and the Hopper kernels.

#[cfg(any(not(feature = "entries"), feature = "hopper", feature = "ladder"))]
pub mod args;
#[cfg(any(not(feature = "entries"), feature = "hopper"))]
pub mod hopper;
#[cfg(any(not(feature = "entries"), feature = "ladder"))]
pub mod ladder;
#[cfg(any(not(feature = "entries"), feature = "ladder"))]
pub mod sgemm_1;
