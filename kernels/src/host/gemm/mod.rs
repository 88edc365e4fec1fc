//! The launchers of the matrix kernels: operands, checks, grid, launch.

mod arrange;
mod checks;
mod epilogue;
mod grouped;
pub mod ladder;
mod launch;
mod region;
mod sgemm_1;
mod tensor_map;
mod view;
mod way_out;

pub use epilogue::Epilogue;
pub use grouped::{GroupedGemm, Member};
pub use launch::{HopperGemm, Schedule, Sizes};
pub use region::{Matrix, Region};
pub use sgemm_1::sgemm_1;
pub(crate) use tensor_map::encode_tiles;
pub use view::{GpuMatMut, GpuMatRef, GpuVecMut, GpuVecRef, MAX_BATCH_RANK};
