//! The launchers of the matrix kernels: operands, checks, grid, launch.

mod apart;
mod arguments;
mod arrange;
mod epilogue;
mod epilogue_route;
mod grouped;
mod kept;
pub mod ladder;
mod launch;
mod matrix;
mod prepared;
mod region;
mod space;
mod strided;
mod tensor_map;
mod view;

pub use arguments::{Arguments, Sizes};
pub use arrange::pitch;
pub use epilogue::Epilogue;
#[doc(hidden)]
pub use kept::Kept;
#[cfg(test)]
pub(super) use launch::sum_kernel;
pub use launch::{Schedule, tiles};
pub use matrix::{Matrix, is_whole};
pub use prepared::{Idle, Part, Prepared};
pub use region::Region;
pub use space::Space;
pub use strided::StridedMatrix;
pub(crate) use tensor_map::encode_tiles;
pub use view::{GpuMatMut, GpuMatRef, GpuVecMut, GpuVecRef, MAX_BATCH_RANK};
