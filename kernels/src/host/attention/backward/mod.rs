//! Backward of attention on Hopper: a checked problem, ready to be launched again and again.

mod launch;
mod plan;
mod problem;
mod tensors;

pub use launch::HopperBackward;
pub use plan::{BackwardPlan, Workspace};
pub use problem::BackwardProblem;
pub use tensors::{AttentionBackward, BackwardTensors};
