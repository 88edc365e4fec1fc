//! [`ROWS`]: the kernels as the host chooses among them.

use azulejo_tensor::{DType, Element};

use super::tiles::{self, Tiles, each_kernel};
use crate::table::Kernel;

/// The kernels of a problem, and what they compute.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// What prepares the workspace.
    pub preprocess: &'static Kernel,
    /// What computes dK and dV and adds up dQ.
    pub kernel: &'static Kernel,
    /// What stores dQ.
    pub postprocess: &'static Kernel,
    /// Type of all tensors.
    pub dtype: DType,
    /// Columns of all tensors, at most.
    pub head_dim: u32,
    /// Keys of a CTA.
    pub keys: u32,
    /// Bytes of shared memory of the main kernel.
    pub shared: u32,
}

const fn row<C: Tiles>(name: &str, last: [&str; 2], kernels: &'static [Kernel]) -> Row {
    Row {
        preprocess: find(last[0], kernels),
        kernel: find(name, kernels),
        postprocess: find(last[1], kernels),
        dtype: <C::T as Element>::DTYPE,
        head_dim: C::HEAD_DIM,
        keys: C::KEYS,
        shared: C::SHARED,
    }
}

/// The row of the kernel of this name.
const fn find(name: &str, kernels: &'static [Kernel]) -> &'static Kernel {
    let mut i = 0;
    while !crate::table::same(kernels[i].name.as_bytes(), name.as_bytes()) {
        i += 1;
    }
    &kernels[i]
}

macro_rules! rows_of {
    (bf16; $($rows:tt)*) => { rows_of! { @ bf16 "attention_sm80_backward_bf16_"; $($rows)* } };
    (f16; $($rows:tt)*) => { rows_of! { @ f16 "attention_sm80_backward_f16_"; $($rows)* } };
    (@ $t:ident $area:literal; $($name:ident: $d:ident columns, $n:ident keys, $m:ident queries, $wk:ident x $wx:ident warps,
        $wq:ident of dQ, $filled:ident filled, $stages:ident stages, $place:ident;)*) => {
        &[$(row::<tiles::$t::$name::Config>(
            concat!($area, stringify!($name)),
            [concat!($area, "preprocess"), concat!($area, "postprocess")],
            super::$t::KERNELS,
        )),*]
    };
}

/// The kernels, smaller ones first.
pub const ROWS: &[&[Row]] = &[each_kernel!(rows_of bf16), each_kernel!(rows_of f16)];
