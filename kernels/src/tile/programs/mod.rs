//! Programs that come with the crate: each a few lines, on the CPU and on a device.
//!
//! | program | what it does |
//! |---|---|
//! | [`Gray`] | RGB bytes to luminance |
//! | [`BatchNorm`], [`Softmax`], [`LayerNorm`] | normalisations of rows |
//! | [`GemmF32`] and its kin, [`Attention`] | products |
//! | the others | one part of the model each: tests and examples |

mod image;
mod jobs;
mod product;
mod rows;

pub use image::Gray;
pub use jobs::*;
pub use product::{Attention, GemmBf16, GemmF16, GemmF32, GemmF64, GemmI8};
pub use rows::{BatchNorm, LayerNorm, Softmax};

/// Their rows of the kernel table, an area each.
pub const TABLES: &[&[crate::table::Kernel]] = &[
    jobs::KERNELS,
    image::KERNELS,
    rows::KERNELS,
    product::KERNELS,
];
