//! Matrix products on NVIDIA GPUs: [`gemm()`], [`Plan`] and [`gemm_grouped`], and below them which kernel, how cut.

mod batch;
mod epilogue;
mod finish;
mod grouped;
mod model;
mod multiply;
mod operand;
mod order;
mod problem;
mod product;
mod select;
mod tuned;
mod types;

pub use azulejo_kernels::host::HardwareInfo;
pub use azulejo_kernels::host::gemm::{GpuMatMut, GpuMatRef, GpuVecMut, GpuVecRef};
pub use epilogue::{GpuBias, GpuEpilogue, Sums};
pub use finish::Finish;
pub use grouped::{GpuProduct, GroupedPlan, gemm_grouped};
pub use model::{Estimate, estimate};
pub use multiply::{Plan, gemm};
pub use problem::GpuProblem;
pub use select::{Choice, choices, choices_among, select};
pub use tuned::Tuned;
pub use types::output_types;
