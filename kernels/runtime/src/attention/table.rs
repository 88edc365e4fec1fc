//! The kernels as the host chooses among them, of each family smaller ones first.

use azulejo_tensor::{DType, Element};

use super::{BackwardProblem, ForwardProblem, Map, backward_maps, maps};
use crate::Error;
use azulejo_kernels::device::attention::sm80::backward as sm80_backward;
use azulejo_kernels::device::attention::tiles::{Tiles, each_kernel};
use azulejo_kernels::device::attention::{self, backward, sm80};
use azulejo_kernels::table::{Kernel, same};

/// A kernel, and the numbers of its [`Tiles`].
#[derive(Clone, Copy, Debug)]
pub struct KernelEntry<Parts = ()> {
    /// The entry point.
    pub kernel: &'static Kernel,
    /// What the family has beside it: tensor maps for a problem, other passes.
    pub parts: Parts,
    /// Type of all tensors.
    pub dtype: DType,
    /// [`Tiles::M`].
    pub m: u32,
    /// [`Tiles::N`].
    pub n: u32,
    /// [`Tiles::HEAD_DIM`].
    pub head_dim: u32,
    /// [`Tiles::HEAD_DIM_V`].
    pub head_dim_v: u32,
    /// [`Tiles::SHARED`].
    pub shared: u32,
    /// [`Tiles::GROUPS`].
    pub groups: u32,
    /// [`Tiles::CLUSTER`].
    pub cluster: u32,
    /// [`Tiles::WINDOWED`].
    pub windowed: bool,
    /// [`Tiles::CHANGED`].
    pub changed: bool,
    /// [`Tiles::SPEED`].
    pub speed: u32,
    /// [`Tiles::O_BYTES`].
    pub o_bytes: u32,
}

/// The maps of Q, K and V.
pub type ForwardMaps = fn(&ForwardProblem) -> Result<[Map; 3], Error>;

/// The maps of Q, K, V and dO, where a kernel has any.
pub type BackwardMaps = Option<fn(&BackwardProblem) -> Result<[Map; 4], Error>>;

/// What a backward has beside its main kernel.
#[derive(Clone, Copy, Debug)]
pub struct BackwardParts {
    /// Tensor maps, of a kernel by TMA.
    pub maps: BackwardMaps,
    /// Prepares the workspace.
    pub preprocess: &'static Kernel,
    /// Stores dQ.
    pub postprocess: &'static Kernel,
    /// Computes rows that hold NaN again.
    pub redo: &'static Kernel,
}

/// The kernel of a PTX file with this name after the PTX file's.
///
/// # Panics
/// Where there is none, as a failed build in a `const`.
const fn find(file: &'static [Kernel], name: &str) -> &'static Kernel {
    let (name, mut i) = (name.as_bytes(), 0);
    while i < file.len() {
        let of = file[i].name.as_bytes();
        let (_, end) = of.split_at(file[i].file.len() + 1);
        if same(end, name) {
            return &file[i];
        }
        i += 1;
    }
    panic!("no kernel of the file has this name")
}

impl BackwardParts {
    const fn of(file: &'static [Kernel], maps: BackwardMaps) -> Self {
        BackwardParts {
            maps,
            preprocess: find(file, "preprocess"),
            postprocess: find(file, "postprocess"),
            redo: find(file, "redo"),
        }
    }
}

impl<Parts: Copy> KernelEntry<Parts> {
    const fn of<C: Tiles>(kernel: &'static Kernel, parts: Parts) -> Self {
        KernelEntry {
            kernel,
            parts,
            dtype: C::T::DTYPE,
            m: C::M,
            n: C::N,
            head_dim: C::HEAD_DIM,
            head_dim_v: C::HEAD_DIM_V,
            shared: C::SHARED,
            groups: C::GROUPS,
            cluster: C::CLUSTER,
            windowed: C::WINDOWED,
            changed: C::CHANGED,
            speed: C::SPEED,
            o_bytes: C::O_BYTES,
        }
    }
}

/// The row of the least `key` that computes a problem, of those of its type.
pub(super) fn least<Parts, Key: Ord>(
    what: &str,
    rows: &'static [&'static [KernelEntry<Parts>]],
    problem: &ForwardProblem,
    computes: impl Fn(&KernelEntry<Parts>) -> bool,
    key: impl Fn(&KernelEntry<Parts>) -> Key,
) -> Result<&'static KernelEntry<Parts>, Error> {
    let rows = rows.iter().copied().flatten();
    rows.filter(|row| row.dtype == problem.dtype && computes(row))
        .min_by_key(|row| key(row))
        .ok_or_else(|| {
            Error::not_implemented(format!(
                "{what} with a head dimension above 256 ({} and {})",
                problem.head_dim, problem.head_dim_v
            ))
        })
}

impl<Parts> KernelEntry<Parts> {
    /// Returns `true` if it has the columns of a problem.
    pub(super) fn fits(&self, problem: &ForwardProblem) -> bool {
        problem.head_dim <= self.head_dim && problem.head_dim_v <= self.head_dim_v
    }
}

macro_rules! rows_of {
    ($family:ident $t:ident |$c:ident| $parts:expr; $($name:ident $($split:ident)? { $($row:tt)* })*) => { &[$({
        type $c = $family::tiles::$name::Config<azulejo_tensor::$t>;
        KernelEntry::of::<$c>(find($family::$t::KERNELS, stringify!($name)), $parts)
    }),*] };
}

/// The forward on Hopper.
pub const FORWARD: &[&[KernelEntry<ForwardMaps>]] = &[
    each_kernel!(rows_of attention bf16 |C| maps::<C, { C::CLUSTER }>),
    each_kernel!(rows_of attention f16 |C| maps::<C, { C::CLUSTER }>),
];
/// The forward by `mma.sync`.
pub const SM80_FORWARD: &[&[KernelEntry]] = &[
    sm80::tiles::each_kernel!(rows_of sm80 bf16 |C| ()),
    sm80::tiles::each_kernel!(rows_of sm80 f16 |C| ()),
];
/// The backward on Hopper.
pub const BACKWARD: &[&[KernelEntry<BackwardParts>]] = &[
    backward::tiles::each_kernel!(rows_of backward bf16 |C| BackwardParts::of(backward::bf16::KERNELS, Some(backward_maps::<C>))),
    backward::tiles::each_kernel!(rows_of backward f16 |C| BackwardParts::of(backward::f16::KERNELS, Some(backward_maps::<C>))),
];
/// The backward by `mma.sync`.
pub const SM80_BACKWARD: &[&[KernelEntry<BackwardParts>]] = &[
    sm80_backward::tiles::each_kernel!(rows_of sm80_backward bf16 |C| BackwardParts::of(sm80_backward::bf16::KERNELS, None)),
    sm80_backward::tiles::each_kernel!(rows_of sm80_backward f16 |C| BackwardParts::of(sm80_backward::f16::KERNELS, None)),
];
