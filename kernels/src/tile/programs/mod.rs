//! Programs that come with the crate: each a few lines, on the CPU and on a device.
//!
//! | program | what it does |
//! |---|---|
//! | [`Gray`] | RGB bytes to luminance |
//! | [`BatchNorm`], [`Softmax`], [`LayerNorm`] | normalisations of rows |
//! | [`GemmF32`] and its kin, [`Attention`] | products |
//! | [`StagedBf16`], [`StagedF16`] | long products at the tensor cores' speed |
//! | the others | one part of the model each: tests and examples |

mod image;
mod jobs;
mod parts;
mod product;
mod rows;
mod shapes;
mod spoken;
mod staged;
mod zeros;

pub use image::Gray;
pub use jobs::*;
pub use parts::{
    Batches, Beside, Counted, FloatTotals, OddRegions, Orders, Outside, Plane, Sliced, SmallBf16,
    SmallE4m3, SmallE5m2, SmallF16, SmallF16F16, SmallI8, SmallTf32, SmallU8,
};
pub use product::{Attention, GemmBf16, GemmF16, GemmF32, GemmF64, GemmI8};
pub use rows::{BatchNorm, LayerNorm, Softmax};
pub use shapes::{
    AnyExtents, AnyProduct, Approximate, CopiedX3, CopiedX4, MappedStores, Moved, Named, Point,
    RoundedBf16, RoundedF16, RoundedF32, RoundedF64, Signs, Turned4,
};
pub use spoken::{Layouts, Spoken};
pub use staged::{
    StagedBf16, StagedF16, StagedF64, StagedI8, StagedSmall, StagedTall, StagedTf32, StagedWide,
};
pub use zeros::{
    LeftOverF32, LeftOverU8, ZeroCubeBf16, ZeroCubeBool, ZeroCubeE4m3, ZeroCubeE5m2, ZeroCubeF16,
    ZeroCubeF32, ZeroCubeF64, ZeroCubeI8, ZeroCubeI16, ZeroCubeI32, ZeroCubeI64, ZeroCubeTf32,
    ZeroCubeU8, ZeroCubeU16, ZeroCubeU32, ZeroCubeU64, ZeroLineF32, ZeroLineU8, ZeroMatrixBf16,
    ZeroMatrixBool, ZeroMatrixE4m3, ZeroMatrixE5m2, ZeroMatrixF16, ZeroMatrixF32, ZeroMatrixF64,
    ZeroMatrixI8, ZeroMatrixI16, ZeroMatrixI32, ZeroMatrixI64, ZeroMatrixTf32, ZeroMatrixU8,
    ZeroMatrixU16, ZeroMatrixU32, ZeroMatrixU64,
};

/// Their rows of the kernel table, an area each.
pub const TABLES: &[&[crate::table::Kernel]] = &[
    jobs::KERNELS,
    image::KERNELS,
    rows::KERNELS,
    product::KERNELS,
    staged::KERNELS,
    parts::KERNELS,
    spoken::KERNELS,
    shapes::KERNELS,
    zeros::KERNELS,
];
