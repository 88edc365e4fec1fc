//! [`ROWS`]: the kernels as the host chooses among them.

use super::tiles::{self, Tiles, each_kernel};
use crate::device::attention::backward::table::Passes;

macro_rules! rows_of {
    ($t:ident $area:literal; $($name:ident $row:tt)*) => { &[$({
        type C = tiles::$t::$name::Config;
        let names = [concat!($area, stringify!($name)), concat!($area, "preprocess"), concat!($area, "postprocess")];
        Passes::new::<<C as Tiles>::T>(names, super::$t::KERNELS, [C::HEAD_DIM, C::KEYS, C::SHARED])
    }),*] };
}

/// The kernels, smaller ones first.
pub const ROWS: &[&[Passes]] = &[
    each_kernel!(rows_of bf16 "attention_sm80_backward_bf16_"),
    each_kernel!(rows_of f16 "attention_sm80_backward_f16_"),
];
