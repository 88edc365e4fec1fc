//! The launcher of the ladder's kernels: operands with any strides, the choice of a kernel, checks, launch.

mod choose;
mod launch;
mod operands;

pub use choose::{Room, choose, suits};
