//! What a launch hands to a kernel of the ladder.

/// A matrix in global memory: where it starts and how far apart its elements are.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct View {
    /// Device address of element (0, 0) of batch 0.
    pub base: u64,
    /// Elements from one row to the next; of an operand, along M or N.
    pub row: i64,
    /// Elements from one column to the next; of an operand, along K.
    pub column: i64,
    /// Elements from one batch to the next.
    pub batch: i64,
}

/// Activations of the epilogue.
pub mod activation {
    /// `x`.
    pub const NONE: u32 = 0;
    /// `max(x, 0)`.
    pub const RELU: u32 = 1;
    /// `x / 2 · (1 + tanh(√(2/π) (x + 0.044715 x³)))`.
    pub const GELU: u32 = 2;
    /// `x / (1 + e^-x)`.
    pub const SILU: u32 = 3;
}

/// `D = activation(alpha · A · Bᵀ + beta · C + bias)`: A is M × K, B is N × K, C and D are M × N.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct Args {
    /// Rows of D.
    pub m: u32,
    /// Columns of D.
    pub n: u32,
    /// Terms of each sum.
    pub k: u32,
    /// Binary logarithm of the columns of tiles that are visited together.
    pub group: u32,
    /// Whether D is f32 where the operands are of 16 bits.
    pub single: u32,
    /// Whether D can be stored by whole vectors: its columns are contiguous and its rows aligned.
    pub wide: u32,
    /// One of [`activation`].
    pub activation: u32,
    /// The left operand.
    pub a: View,
    /// The right operand.
    pub b: View,
    /// Read where `beta` is not 0.
    pub c: View,
    /// Written.
    pub d: View,
    /// One value a row or column: the other stride is 0. Base 0: no bias.
    pub bias: View,
    /// Factor of the product.
    pub alpha: f64,
    /// Factor of C.
    pub beta: f64,
}

/// The tile of block `(x, y)` of a grid: `2^group` columns of tiles side by side, row after row.
///
/// ```
/// use azulejo_kernels::device::gemm::ladder::args::tile_of;
/// let order: Vec<_> = (0..6).map(|x| tile_of(1, x, 0)).collect();
/// assert_eq!(order, [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1)]);
/// assert_eq!(tile_of(1, 0, 1), (0, 2));
/// ```
#[inline(always)]
pub const fn tile_of(group: u32, x: u32, y: u32) -> (u32, u32) {
    (x >> group, (y << group) + (x & ((1 << group) - 1)))
}
