//! Matrix products on NVIDIA GPUs: which kernel, how cut, and the launch.

mod model;
mod select;

pub use model::{Estimate, estimate};
pub use select::{Choice, GpuProblem, choices, select};
