//! Products of matrices: [`Product`] checks the arguments of a call, [`Prepared`] launches it by a given kernel.
//!
//! ```text
//! GpuMatRef … ── Product ── Arguments, one a launch ──┬─ Tiles (Hopper) ─┬─ Prepared, run
//!                                    Algorithm ───────┴─ Sm80 ───────────┘
//! ```

mod batch;
mod copies;
mod epilogue;
mod grouped;
mod hopper;
mod kept;
mod matrix;
mod output;
mod placed;
mod prepared;
mod product;
pub mod sm80;
mod view;

pub use super::region::Region;
pub use batch::MAX_BATCH_RANK;
pub use copies::pitch;
pub use epilogue::{Epilogue, GpuBias, Sums};
#[cfg(test)]
pub(super) use hopper::reduce_kernel;
pub use hopper::{Schedule, hopper_families, tiles};
pub(super) use kept::Kept;
pub use matrix::{Matrix, is_whole};
pub use output::{Lines, is_unaligned_d};
pub use prepared::{Algorithm, Prepared, run};
pub use product::{Arguments, ProblemShape, Product};
pub use view::{GpuMatMut, GpuMatRef, GpuVecMut, GpuVecRef};
