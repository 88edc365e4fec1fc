//! What a launch hands to the kernel.

#[cfg(target_arch = "nvptx64")]
pub use super::super::args::GeluSilu;
pub use super::super::args::{View, activation};

use super::scheduler::Grid;

/// How results leave the registers: one of the first three, the last with any of the flags behind it.
pub mod route {
    /// Through shared memory and TMA, with `alpha` alone; [`COLUMN_MAJOR`] may be added.
    pub const TILE: u32 = 0;
    /// As partial sums to the workspace, which a second grid adds up.
    pub const SPLIT: u32 = 1;
    /// The whole epilogue, a strip of 16 columns at a time.
    pub const STRIPS: u32 = 2;
    /// Columns of D are contiguous.
    pub const COLUMN_MAJOR: u32 = 4;
    /// TMA cannot take D: threads store words of its lines.
    pub const BY_WORDS: u32 = 8;
    /// C comes through TMA, as D goes.
    pub const C_BY_TMA: u32 = 16;
}

/// A list of products for one launch.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct Grouped {
    /// Device address of the products' [`Args`].
    pub products: u64,
    /// Device address of the first unit of each product, and of the number of all units behind them.
    pub firsts: u64,
    /// All units.
    pub units: u32,
    /// The product that was looked at last: 0 at first.
    pub now: u32,
}

/// An operand's lines in memory.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct Lines {
    /// Device address of the first.
    pub base: u64,
    /// Bytes from one to the next.
    pub step: u64,
    /// Bytes from one batch to the next.
    pub batch: u64,
    /// How many there are in a batch.
    pub count: u32,
    /// Bytes of each.
    pub bytes: u32,
}

/// Arguments of every kernel of this family.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct Args {
    /// Tensor maps of A, B, D and the narrower boxes of D, and these two of C, in device memory.
    pub maps: [u64; 6],
    /// A, as the tensor map has it.
    pub a: Lines,
    /// B, likewise.
    pub b: Lines,
    /// The work.
    pub grid: Grid,
    /// Rows and columns of D.
    pub m: u32,
    /// Columns of D.
    pub n: u32,
    /// One of [`route`].
    pub route: u32,
    /// One of [`activation`].
    pub activation: u32,
    /// D where TMA cannot take it.
    pub d: View,
    /// C, read where `beta` is not 0.
    pub c: View,
    /// One value a row or column: `row` and `column` say which by 1 and 0. Base 0: no bias.
    pub bias: View,
    /// Partial sums of split tiles.
    pub workspace: u64,
    /// Device addresses of factors for `alpha`, or 0: the scales of A and B.
    pub alpha_factors: [u64; 2],
    /// Device addresses of a factor for each row and for each column of the product, or 0.
    pub scales: [u64; 2],
    /// Device address of a factor for D as it is stored, or 0.
    pub out_factor: u64,
    /// Device address of the largest magnitude in D before that factor, which a launch raises, or 0.
    pub amax: u64,
    /// Factor of the product.
    pub alpha: f32,
    /// Factor of C.
    pub beta: f32,
}
