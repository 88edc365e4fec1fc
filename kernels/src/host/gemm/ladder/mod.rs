//! The launcher of the ladder's kernels: operands with any strides, the choice of a kernel, checks, launch.

mod choose;
mod launch;
mod panels;
mod product;
mod repack;
mod shared;
mod strides;

pub use choose::{Room, choose, suits};
pub use launch::{LadderEpilogue, LadderGemm, LadderProblem};
pub use strides::StridedMatrix;
