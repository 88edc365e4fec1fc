//! What a row kernel takes.

use crate::device::modes::Modes;

/// Threads in a block: one row a block.
pub const THREADS: u32 = 256;

/// Bytes of a row that a block keeps in shared memory between passes; longer rows are read again.
pub const KEPT: u32 = 72 << 10;

/// Bytes of shared memory that the block-wide reductions use, before the row.
pub const SCRATCH: u32 = 128;

/// Vectors of a row at most: a thread steps past the last by four of each thread, and counts in 32 bits.
pub const MOST_VECTORS: u32 = u32::MAX - 4 * THREADS;

/// Parameters of softmax and layer norm: rows contiguous on both sides.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Rows {
    /// Address of the output.
    pub dst: u64,
    /// Address of the input.
    pub src: u64,
    /// Address of a factor for each element of a row, or 0.
    pub scale: u64,
    /// Address of an addend for each element of a row, or 0.
    pub shift: u64,
    /// Row to byte offsets, destination and source.
    pub rows: Modes<2>,
    /// Vectors in a row.
    pub vectors: u32,
    /// `true` if a row stays in shared memory.
    pub kept: u32,
    /// One over the elements in a row.
    pub inverse: f32,
    /// What is added to the variance.
    pub epsilon: f32,
}

/// Parameters of a reduction: one output a block.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Reduce {
    /// Address of the output.
    pub dst: u64,
    /// Address of the input.
    pub src: u64,
    /// Output to byte offsets, destination and source.
    pub kept: Modes<2>,
    /// Index of a vector that falls to one output, to its byte offset in the source.
    pub reduced: Modes<1>,
    /// Vectors that fall to one output.
    pub count: u32,
    /// Number of the reduction.
    pub code: u32,
}

/// Threads in a block of a reduction down the columns.
pub const COLUMN_THREADS: u32 = 256;

/// Parameters of a reduction down the columns: vectors of neighbouring outputs.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Columns {
    /// Address of the output.
    pub dst: u64,
    /// Address of the input.
    pub src: u64,
    /// Vector of columns to byte offsets, destination and source.
    pub columns: Modes<2>,
    /// Row to byte offset in the source.
    pub rows: Modes<1>,
    /// Vectors of columns.
    pub vectors: u32,
    /// Rows.
    pub count: u32,
    /// Number of the reduction.
    pub code: u32,
    /// Logarithm of the lanes of a block along the columns.
    pub across: u32,
}

impl Columns {
    /// The logarithm of the lanes along the columns for this many vectors: as few as read whole lines, for many blocks,
    /// more where there are blocks enough. It depends on the shape alone, and so does the order of the sums.
    pub const fn lanes(vectors: u32) -> u32 {
        match vectors {
            0..=1 => 0,
            2..=3 => 1,
            4..=7 => 2,
            8..=16383 => 3,
            16384..=65535 => 4,
            _ => 5,
        }
    }

    /// Bytes of shared memory for vectors of `v` columns: an accumulator a thread and column, two where places count.
    pub const fn shared(v: u32, places: bool) -> u32 {
        COLUMN_THREADS * v * if places { 16 } else { 8 }
    }
}
