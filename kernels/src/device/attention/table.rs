//! [`ROWS`]: the kernels as the host chooses among them.

use super::tiles::{self, Tiles, each_kernel};
use crate::host::Error;
use crate::host::attention::{ForwardProblem, Map, maps};
use crate::table::Kernel;

/// A kernel and what it computes.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The entry point.
    pub kernel: &'static Kernel,
    /// Its numbers.
    pub tiles: Tiles,
    /// Its tensor maps for a problem.
    pub maps: fn(&ForwardProblem) -> Result<[Map; 3], Error>,
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
    ($t:ident; $($name:ident $row:tt)*) => {
        &[$(Row {
            kernel: find(concat!("attention_", stringify!($t), "_", stringify!($name)), super::$t::KERNELS),
            tiles: tiles::$t::$name::TILES,
            maps: maps::<tiles::$t::$name::Config, { tiles::$t::$name::CLUSTER }>,
        }),*]
    };
}

/// The kernels, smaller ones first.
pub const ROWS: &[&[Row]] = &[each_kernel!(rows_of bf16), each_kernel!(rows_of f16)];
