//! Matrix products on NVIDIA GPUs: [`gemm()`], [`Plan`] and [`gemm_grouped`], and below them which kernel, how cut.

mod algorithm;
mod epilogue;
mod grouped;
mod model;
mod multiply;
mod order;
mod problem;
mod select;
mod tuned;
mod types;

pub use azulejo_runtime::HardwareInfo;
pub use azulejo_runtime::gemm::{GpuBias, GpuMatMut, GpuMatRef, GpuVecMut, GpuVecRef, Sums};
pub use epilogue::GpuEpilogue;
pub use grouped::{GpuProduct, gemm_grouped};
pub use model::{Estimate, estimate};
pub use multiply::{Plan, gemm};
pub use problem::{EpilogueKind, GpuProblem};
pub use select::{Choice, choices, select};
pub use tuned::Tuned;
pub use types::output_types;
