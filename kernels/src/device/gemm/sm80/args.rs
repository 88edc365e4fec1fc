//! What a launch hands to a kernel for compute capability 8.0.

pub use super::super::args::{View, activation};
pub use super::split_k::SplitK;

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
    /// `true` if D is f32 where the operands are of 16 bits.
    pub single: u32,
    /// `true` if D can be stored by whole vectors: its columns are contiguous and its rows aligned, to the result of 16 bytes of sums if
    /// this is 1, to 16 bytes if it is 2.
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
    /// Which blocks share a tile, for kernels whose blocks may.
    pub split_k: SplitK,
}

/// The tile of block `(x, y)` of a grid: `2^group` columns of tiles side by side, row after row.
///
/// ```
/// use azulejo_kernels::device::gemm::sm80::args::tile_of;
/// let order: Vec<_> = (0..6).map(|x| tile_of(1, x, 0)).collect();
/// assert_eq!(order, [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1)]);
/// assert_eq!(tile_of(1, 0, 1), (0, 2));
/// ```
#[inline(always)]
pub const fn tile_of(group: u32, x: u32, y: u32) -> (u32, u32) {
    (x >> group, (y << group) + (x & ((1 << group) - 1)))
}
