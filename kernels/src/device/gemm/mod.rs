//! Matrix products: the tutorial kernel and the Hopper kernels.

pub mod hopper;
pub mod sgemm_1;
