//! [`TiledCopy`]: a copy atom repeated over threads and values.
//!
//! `TiledCopy<Op, T, Tv, Tiler>` is a type without values: `Tv` sends (thread, value) to a flat coordinate of the tile `Tiler`. It is
//! made by [`make_tiled_copy`] from a layout of threads and a layout of each thread's values, or by [`make_tiled_copy_A`] and related functions to
//! feed a [`crate::TiledMma`].
//!
//! ```text
//! UniversalCopy<_128> of f32, threads (_32,_8):(_1,_32), values (_4,_1):(_1,_0)
//!
//!           n=0            n=1
//!  m=0..4   T0  V0..V4     T32 V0..V4   …      one round: 128 x 8 elements by 256 threads,
//!  m=4..8   T1  V0..V4     T33 V0..V4          one 128-bit load and store each
//! ```
//!
//! [`TiledCopy::get_slice`] picks a thread; `partition_S` and `partition_D` give `((FrgV, FrgX), RestM, RestN, …)`: the values of one
//! instruction, further instructions of one round, then the rounds.

mod certified;
mod make;
mod object;
mod retile;
mod slice;
mod tidfrg;
mod tma;

pub use make::{
    MadeFrom, make_tiled_copy, make_tiled_copy_A, make_tiled_copy_B, make_tiled_copy_C,
    make_tiled_copy_D, make_tiled_copy_S,
};
pub use object::{CopyTiling, TileExtents, TiledCopy};
pub use retile::Retile;
pub use slice::ThrCopy;
pub use tidfrg::{CopyDst, CopySrc, PartitionCopy, SideTiling, SideTv, Tidfrg, ZipPairs};
pub use tma::{
    ModeValues, TensorMapParams, TmaCoordTree, TmaMode, TmaPlan, make_tma_copy, tma_plan,
    tma_plan_of_partition,
};
