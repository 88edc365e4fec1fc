//! Attention on Hopper: a checked problem, ready to be launched again and again.

mod backward;
mod forward;
mod launch;
mod maps;
mod plan;
mod problem;
mod tensor;

pub use backward::{
    AttentionBackward, BackwardPlan, BackwardProblem, BackwardTensors, HopperBackward, Workspace,
};
pub use forward::{AttentionForward, ForwardOptions};
pub use launch::HopperForward;
pub use maps::Map;
pub(crate) use maps::{backward_maps, maps};
pub use plan::ForwardPlan;
pub use problem::{ForwardProblem, Heads, Varlen};
pub use tensor::{GpuTensorMut, GpuTensorRef};
