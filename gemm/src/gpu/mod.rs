//! Matrix products on NVIDIA GPUs: which kernel, how cut, and the launch.

mod finish;
mod model;
mod order;
mod select;
mod tuned;

pub use finish::Finish;
pub use model::{Estimate, estimate};
pub use select::{Choice, GpuProblem, choices, choices_among, select};
pub use tuned::Tuned;
