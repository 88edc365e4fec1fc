//! [`ROWS`]: the kernels as the host chooses among them.

use azulejo_tensor::{DType, Element};

use super::tiles::{self, Tiles, each_kernel};
use crate::device::attention::table::find;
use crate::table::Kernel;

/// A kernel and what it computes.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The entry point.
    pub kernel: &'static Kernel,
    /// Type of all four tensors.
    pub dtype: DType,
    /// Columns of Q and K, at most.
    pub head_dim: u32,
    /// Columns of V and O, at most, and those of a row in the workspace.
    pub head_dim_v: u32,
    /// Rows of a tile.
    pub m: u32,
    /// Keys of a block.
    pub n: u32,
    /// Groups of warps that divide the keys: more than one in a kernel for few rows.
    pub groups: u32,
    /// Bytes of shared memory.
    pub shared: u32,
    /// Bytes of shared memory that O takes, in whose place the maxima and sums of all splits must fit.
    pub o_bytes: u32,
}

macro_rules! rows_of {
    ($t:ident; $($name:ident $row:tt)*) => { &[$({
        type C = tiles::$t::$name::Config;
        Row {
            kernel: find(concat!("attention_sm80_", stringify!($t), "_", stringify!($name)), super::$t::KERNELS),
            dtype: <<C as Tiles>::T as Element>::DTYPE,
            head_dim: C::HEAD_DIM,
            head_dim_v: C::HEAD_DIM_V,
            m: C::M,
            n: C::N,
            groups: C::GROUPS,
            shared: C::SHARED,
            o_bytes: C::O_BYTES,
        }
    }),*] };
}

/// The kernels, smaller ones first.
pub const ROWS: &[&[Row]] = &[each_kernel!(rows_of bf16), each_kernel!(rows_of f16)];
