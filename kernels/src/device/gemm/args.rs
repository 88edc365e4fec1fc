//! What the arguments of all matrix kernels have in common.

/// A matrix in global memory for element-wise access: where it starts and how far apart its elements are.
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

impl View {
    /// Where element `(row, column)` of a batch is.
    #[inline(always)]
    pub fn address<T>(&self, (row, column, batch): (u32, u32, u32)) -> *mut T {
        let offset =
            row as i64 * self.row + column as i64 * self.column + batch as i64 * self.batch;
        self.base
            .wrapping_add_signed(offset * size_of::<T>() as i64) as *mut T
    }
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
