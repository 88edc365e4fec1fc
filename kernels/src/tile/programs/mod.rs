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
mod spoken;
mod staged;

pub use image::Gray;
pub use jobs::*;
pub use parts::{
    Batches, Beside, Counted, FloatTotals, OddRegions, Orders, Outside, Plane, Sliced, SmallBf16,
    SmallE4m3, SmallE5m2, SmallF16, SmallF16F16, SmallI8, SmallTf32, SmallU8,
};
pub use product::{Attention, GemmBf16, GemmF16, GemmF32, GemmF64, GemmI8};
pub use rows::{BatchNorm, LayerNorm, Softmax};
pub use spoken::Spoken;
pub use staged::{StagedBf16, StagedF16};

/// Their rows of the kernel table, an area each.
pub const TABLES: &[&[crate::table::Kernel]] = &[
    jobs::KERNELS,
    image::KERNELS,
    rows::KERNELS,
    product::KERNELS,
    staged::KERNELS,
    parts::KERNELS,
    spoken::KERNELS,
];
