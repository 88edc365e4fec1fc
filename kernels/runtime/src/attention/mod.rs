//! Attention on a GPU: a checked problem, ready to be launched again and again.

mod apart;
mod backward;
mod cache;
mod call;
mod forward;
mod grid;
mod launch;
mod maps;
mod plan;
mod problem;
mod sm80;
mod sm80_plan;
mod table;
mod tensor;

pub use backward::{
    AttentionBackward, BackwardPasses, BackwardPlan, BackwardProblem, BackwardTensors, Workspace,
};
pub use cache::{AttentionCache, CacheOptions, CacheTensors};
pub use forward::{AttentionForward, Family, ForwardOptions};
use launch::push_hopper;
pub use maps::Map;
use maps::{backward_maps, maps};
pub use plan::ForwardPlan;
pub use problem::{ForwardProblem, Heads, Varlen};
use sm80::push_sm80;
pub use sm80_plan::{CacheProblem, Sm80Plan, Sm80Problem};
pub use table::{BackwardMaps, BackwardParts, ForwardMaps, KernelEntry};
pub use tensor::{GpuTensorMut, GpuTensorRef};
