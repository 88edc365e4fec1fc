//! Tensors, atoms and partitions over azulejo layouts.
#![cfg_attr(not(any(test, feature = "std")), no_std)]
#![cfg_attr(
    target_arch = "nvptx64",
    feature(asm_experimental_arch, f16, link_llvm_intrinsics, stdarch_nvptx)
)]
#![cfg_attr(target_arch = "nvptx64", allow(internal_features))]
#![deny(unsafe_code)]

#[cfg(feature = "alloc")]
extern crate alloc;

#[macro_use]
mod each;

mod algorithm;
pub mod atom;
mod certificate;
pub mod element;
pub mod engine;
mod partition;
mod tensor;
mod tiled_copy;
mod tiled_mma;

pub use algorithm::*;
pub use certificate::{
    Certified, CopyCertificate, MmaCertificate, TvCertificate, certify_copy_op, certify_mma_atom,
    certify_tv,
};
pub use element::rounding;
pub use element::{
    Arithmetic, Bool, Category, DType, Element, ElementError, F8E4M3, F8E5M2, Float, FloatFormat,
    ImplicitCast, Integer, Loose, Number, Numeric, Overflow, Promote, RoundingMode, Tf32, bf16,
    cast, cast_mode, cast_saturating, cast_with, f16, try_cast, try_from_number,
};
pub use engine::{make_gmem_ptr, make_rmem_ptr, make_smem_ptr};
pub use partition::*;
pub use tensor::*;
pub use tiled_copy::*;
pub use tiled_mma::*;

/// The code of README, tested.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
