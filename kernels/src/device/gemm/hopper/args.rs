//! What a launch hands to the kernel.

#[cfg(target_arch = "nvptx64")]
pub use super::super::args::GeluSilu;
pub use super::super::args::{View, activation};

use super::scheduler::TileSchedulerParams;

/// How results leave the registers: one of the first three, with flags.
pub mod route {
    /// Through shared memory and TMA, with `alpha` alone; [`COLUMN_MAJOR`] and [`IN_REGISTERS`] may be added.
    pub const TMA_STORE: u32 = 0;
    /// As partial sums to the workspace, which a second grid adds up.
    pub const SPLIT_K: u32 = 1;
    /// The whole epilogue, an epilogue fragment of 16 columns at a time; [`COLUMN_MAJOR`], [`UNALIGNED_D`] and [`TMA_LOAD_C`] may be added.
    pub const GENERIC: u32 = 2;
    /// Columns of D are contiguous.
    pub const COLUMN_MAJOR: u32 = 4;
    /// TMA cannot take D: threads store words of its lines.
    pub const UNALIGNED_D: u32 = 8;
    /// C comes through TMA, as D goes.
    pub const TMA_LOAD_C: u32 = 16;
    /// A scale of each row comes to the product before it is stored.
    pub const SCALES_OF_ROWS: u32 = 32;
    /// One of each column does; here and below those of columns are whole aligned pairs of entries.
    pub const SCALES_OF_COLUMNS: u32 = 64;
    /// A bias of each row does.
    pub const BIAS_OF_ROWS: u32 = 128;
    /// One of each column does.
    pub const BIAS_OF_COLUMNS: u32 = 256;
    /// ReLU does.
    pub const RELU: u32 = 512;
    /// GELU or SiLU does.
    pub const GELU_SILU: u32 = 1024;
    /// A scale or a bias of rows or columns.
    pub const VECTORS: u32 = SCALES_OF_ROWS | SCALES_OF_COLUMNS | BIAS_OF_ROWS | BIAS_OF_COLUMNS;
    /// What rows or columns have alike, and ReLU.
    pub const BROADCAST: u32 = VECTORS | RELU;
    /// The same, C, and GELU or SiLU. A kernel that does not do one of them in registers takes such a launch as a [`GENERIC`] one.
    pub const IN_REGISTERS: u32 = BROADCAST | TMA_LOAD_C | GELU_SILU;
}

/// A grouped GEMM for one launch.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct Grouped {
    /// Device address of the products' [`Args`].
    pub problems: u64,
    /// Device address of the first work tile of each product, and of the number of all work tiles after them.
    pub tile_offsets: u64,
    /// All work tiles.
    pub work_tiles: u32,
    /// The product that was looked at last: 0 at first.
    pub current: u32,
}

/// An operand's lines in memory.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct OperandRows {
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
    pub a: OperandRows,
    /// B, likewise.
    pub b: OperandRows,
    /// The work.
    pub grid: TileSchedulerParams,
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
    pub scale_ab: [u64; 2],
    /// Device addresses of a factor for each row and for each column of the product, or 0.
    pub scale_mn: [u64; 2],
    /// Device address of a factor for D as it is stored, or 0.
    pub scale_d: u64,
    /// Device address of the largest magnitude in D before that factor, which a launch raises, or 0.
    pub amax: u64,
    /// Factor of the product.
    pub alpha: f32,
    /// Factor of C.
    pub beta: f32,
}
