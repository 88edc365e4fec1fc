//! The kernels for every GPU since compute capability 8.0: operands with any strides, the choice of a kernel, launch.

mod batches;
mod choose;
mod clocks;
mod launch;
mod operands;
mod split_k_parallel;

pub use choose::{Room, choose, is_small, suits};
pub(super) use launch::push_sm80;
#[cfg(test)]
pub(crate) use split_k_parallel::reduce_kernel;
