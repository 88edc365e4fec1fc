//! `azulejo bench`: ours and every baseline found, checked first, then timed interleaved on the same buffers.

mod args;
mod attention_cpu;
#[path = "../../../benches/baselines/cpu.rs"]
mod baselines;
mod extents;
mod gemm_cpu;
mod gemm_cuda;
mod memory_cpu;
mod memory_cuda;
mod report;
mod run;

pub use args::Args;
pub use run::run;
