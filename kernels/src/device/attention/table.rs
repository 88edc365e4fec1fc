//! [`ROWS`]: the kernels as the host chooses among them.

use azulejo_tensor::{DType, Element};

use super::tiles::{self, Tiles, each_kernel};
use crate::host::Error;
use crate::host::attention::{ForwardProblem, Map, maps};
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
    /// Columns of V and O, at most.
    pub head_dim_v: u32,
    /// Whether it takes windows.
    pub windowed: bool,
    /// Whether it takes softcap, ALiBi and any scale, and no other problem.
    pub changed: bool,
    /// Groups of warpgroups in a CTA, each with tiles of its own.
    pub groups: u32,
    /// Queries of a tile.
    pub m: u32,
    /// Keys of a block.
    pub n: u32,
    /// TFLOP/s over long sequences on an H200.
    pub speed: u32,
    /// Bytes of shared memory.
    pub shared: u32,
    /// Its tensor maps for a problem.
    pub maps: fn(&ForwardProblem) -> Result<[Map; 3], Error>,
}

const fn row<C: Tiles>(kernel: &'static Kernel) -> Row {
    Row {
        kernel,
        dtype: <C::T as Element>::DTYPE,
        head_dim: C::HEAD_DIM,
        head_dim_v: C::HEAD_DIM_V,
        windowed: C::WINDOWED,
        changed: C::CHANGED,
        groups: C::GROUPS,
        m: 64 * C::WARPGROUPS,
        n: C::N,
        speed: C::SPEED,
        shared: C::SHARED,
        maps: maps::<C>,
    }
}

/// The kernel of this name, for the tables of attention.
pub(super) const fn find(name: &str, kernels: &'static [Kernel]) -> &'static Kernel {
    let mut i = 0;
    while !crate::table::same(kernels[i].name.as_bytes(), name.as_bytes()) {
        i += 1;
    }
    &kernels[i]
}

macro_rules! rows_of {
    ($t:ident; $($name:ident: $d:ident x $dv:ident, $n:ident, $warpgroups:ident $count:literal $groups:literal, $k_atom:ident $mn_atom:ident, $stages:ident of Q,
        [$($what:tt)*];)*) => {
        &[$(row::<tiles::$t::$name::Config>(find(
            concat!("attention_", stringify!($t), "_", stringify!($name)),
            super::$t::KERNELS,
        ))),*]
    };
}

/// The kernels, smaller ones first.
pub const ROWS: &[&[Row]] = &[each_kernel!(rows_of bf16), each_kernel!(rows_of f16)];
