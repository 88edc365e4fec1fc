//! Matrix products: the tutorial kernel and the Hopper kernels.

#[cfg(any(not(feature = "entries"), feature = "hopper"))]
pub mod hopper;
#[cfg(any(not(feature = "entries"), feature = "ladder"))]
pub mod sgemm_1;
