//! [`ROWS`]: the kernels as the host chooses among them, and [`Passes`], which the kernels by `mma.sync` have, too.

use azulejo_tensor::{DType, Element};

use super::tiles::{self, Tiles, each_kernel};
use crate::device::attention::table::find;
use crate::host::Error;
use crate::host::attention::{BackwardProblem, Map, backward_maps};
use crate::table::Kernel;

/// The three kernels of a backward, and what they take.
#[derive(Clone, Copy, Debug)]
pub struct Passes {
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

impl Passes {
    /// The passes of an area: the main kernel `names[0]`, then the preprocess and the postprocess.
    pub(in crate::device::attention) const fn new<T: Element>(
        names: [&str; 3],
        kernels: &'static [Kernel],
        [head_dim, keys, shared]: [u32; 3],
    ) -> Self {
        Passes {
            preprocess: find(names[1], kernels),
            kernel: find(names[0], kernels),
            postprocess: find(names[2], kernels),
            dtype: T::DTYPE,
            head_dim,
            keys,
            shared,
        }
    }
}

/// The kernels of a problem on Hopper.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The kernels.
    pub passes: Passes,
    /// Whether they take softcap and ALiBi, and no other problem.
    pub changed: bool,
    /// The tensor maps of Q, K, V and dO for a problem.
    pub maps: fn(&BackwardProblem) -> Result<[Map; 4], Error>,
}

macro_rules! rows_of {
    ($t:ident $area:literal; $($name:ident $split:ident $row:tt)*) => { &[$({
        type C = tiles::$t::$name::Config;
        let names = [concat!($area, stringify!($name)), concat!($area, "preprocess"), concat!($area, "postprocess")];
        let passes = Passes::new::<<C as Tiles>::T>(names, super::$t::KERNELS, [C::HEAD_DIM, C::KEYS, C::SHARED]);
        Row { passes, changed: C::CHANGED, maps: backward_maps::<C> }
    }),*] };
}

/// The kernels, smaller ones first.
pub const ROWS: &[&[Row]] = &[
    each_kernel!(rows_of bf16 "attention_backward_bf16_"),
    each_kernel!(rows_of f16 "attention_backward_f16_"),
];
