//! Programs that come with the crate: each a few lines, on the CPU and on a device.
//!
//! | program | what it does |
//! |---|---|
//! | [`Gray`] | RGB bytes to luminance |
//! | [`BatchNorm`], [`Softmax`], [`LayerNorm`] | normalisations of rows |
//! | [`GemmF32`] and the others, [`Attention`] | products |
//! | [`StagedBf16`], [`StagedF16`] | long products at the tensor cores' speed |
//!
//! Feature `test_programs` adds those of the tests: one part of the model each.

mod image;
#[cfg(feature = "test_programs")]
mod jobs;
#[cfg(feature = "test_programs")]
mod parts;
#[cfg(feature = "test_programs")]
mod print;
mod product;
#[cfg(feature = "test_programs")]
mod ranks;
mod rows;
#[cfg(feature = "test_programs")]
mod shapes;
mod staged;
#[cfg(feature = "test_programs")]
mod zeros;

pub use image::Gray;
#[cfg(feature = "test_programs")]
pub use jobs::*;
#[cfg(feature = "test_programs")]
pub use parts::{
    Batches, Beside, Counted, FloatTotals, OddRegions, Orders, Outside, Plane, Sliced, SmallBf16,
    SmallE4m3, SmallE5m2, SmallF16, SmallF16F16, SmallI8, SmallTf32, SmallU8,
};
#[cfg(feature = "test_programs")]
pub use print::{Layouts, Printed};
pub use product::{Attention, GemmBf16, GemmF16, GemmF32, GemmF64, GemmI8};
#[cfg(feature = "test_programs")]
pub use ranks::{Folds6, Mapped8, Spread8, Totals5, Turned5};
pub use rows::{BatchNorm, LayerNorm, Softmax};
#[cfg(feature = "test_programs")]
pub use shapes::{
    AnyExtents, AnyProduct, Approximate, CopiedX3, CopiedX4, MappedStores, Moved, Named, Point,
    RoundedBf16, RoundedF16, RoundedF32, RoundedF64, Signs, Turned4,
};
pub use staged::{
    StagedBf16, StagedF16, StagedF64, StagedI8, StagedSmall, StagedTall, StagedTf32, StagedWide,
};
#[cfg(feature = "test_programs")]
pub use zeros::{
    LeftOverF32, LeftOverU8, ZeroCubeBf16, ZeroCubeBool, ZeroCubeE4m3, ZeroCubeE5m2, ZeroCubeF16,
    ZeroCubeF32, ZeroCubeF64, ZeroCubeI8, ZeroCubeI16, ZeroCubeI32, ZeroCubeI64, ZeroCubeTf32,
    ZeroCubeU8, ZeroCubeU16, ZeroCubeU32, ZeroCubeU64, ZeroLineF32, ZeroLineU8, ZeroMatrixBf16,
    ZeroMatrixBool, ZeroMatrixE4m3, ZeroMatrixE5m2, ZeroMatrixF16, ZeroMatrixF32, ZeroMatrixF64,
    ZeroMatrixI8, ZeroMatrixI16, ZeroMatrixI32, ZeroMatrixI64, ZeroMatrixTf32, ZeroMatrixU8,
    ZeroMatrixU16, ZeroMatrixU32, ZeroMatrixU64,
};

/// Their rows of the kernel table, a PTX file each.
pub const TABLES: &[&[azulejo_kernels::table::Kernel]] = &[
    #[cfg(feature = "test_programs")]
    jobs::KERNELS,
    image::KERNELS,
    rows::KERNELS,
    product::KERNELS,
    staged::KERNELS,
    #[cfg(feature = "test_programs")]
    parts::KERNELS,
    #[cfg(feature = "test_programs")]
    print::KERNELS,
    #[cfg(feature = "test_programs")]
    shapes::KERNELS,
    #[cfg(feature = "test_programs")]
    ranks::KERNELS,
    #[cfg(feature = "test_programs")]
    zeros::KERNELS,
];
