//! The launchers of the matrix kernels: operands, checks, grid, launch.

mod arrange;
mod checks;
mod epilogue;
mod epilogue_route;
mod grouped;
mod hopper;
mod kept;
pub mod ladder;
mod launch;
mod prepared;
mod region;
mod space;
mod tensor_map;
mod view;

pub use arrange::pitch;
pub use epilogue::Epilogue;
pub use grouped::{GroupedGemm, Member};
pub use hopper::{HopperGemm, Schedule, Sizes};
#[doc(hidden)]
pub use kept::Kept;
#[cfg(test)]
pub(super) use launch::sum_kernel;
pub use launch::tiles;
pub use prepared::{Idle, Part, Prepared};
pub use region::{Matrix, Region};
pub use space::Space;
pub(crate) use tensor_map::encode_tiles;
pub use view::{GpuMatMut, GpuMatRef, GpuVecMut, GpuVecRef, MAX_BATCH_RANK};
