//! [`ROWS`]: the kernels as the host chooses among them.

use super::tiles::{self, Tiles, each_kernel};
use crate::device::attention::backward::table::Passes;
use crate::table::Kernel;

const fn passes<C: Tiles>(names: [&str; 3], kernels: &'static [Kernel]) -> Passes {
    Passes::new::<C::T>(names, kernels, [C::HEAD_DIM, C::KEYS, C::SHARED])
}

macro_rules! rows_of {
    (bf16; $($rows:tt)*) => { rows_of! { @ bf16 "attention_sm80_backward_bf16_"; $($rows)* } };
    (f16; $($rows:tt)*) => { rows_of! { @ f16 "attention_sm80_backward_f16_"; $($rows)* } };
    (@ $t:ident $area:literal; $($name:ident: $d:ident columns, $n:ident keys, $m:ident queries, $wk:ident x $wx:ident warps,
        $wq:ident of dQ, $filled:ident filled, $stages:ident stages, $place:ident;)*) => {
        &[$(passes::<tiles::$t::$name::Config>(
            [concat!($area, stringify!($name)), concat!($area, "preprocess"), concat!($area, "postprocess")],
            super::$t::KERNELS,
        )),*]
    };
}

/// The kernels, smaller ones first.
pub const ROWS: &[&[Passes]] = &[each_kernel!(rows_of bf16), each_kernel!(rows_of f16)];
