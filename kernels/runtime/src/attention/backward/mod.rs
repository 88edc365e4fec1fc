//! Backward of attention: a checked problem, ready to be launched again and again.

mod launch;
pub(super) mod passes;
mod plan;
mod problem;
mod tensors;

use launch::push_backward;
pub use passes::{BackwardPasses, Workspace};
pub use plan::BackwardPlan;
pub use problem::BackwardProblem;
pub use tensors::{AttentionBackward, BackwardTensors};
