//! What a row kernel takes.

use crate::device::modes::Modes;

/// Threads in a block: one row a block.
pub const THREADS: u32 = 256;

/// Bytes of a row that a block keeps in shared memory between passes; longer rows are read again.
pub const KEPT: u32 = 72 << 10;

/// Bytes of shared memory that the block-wide reductions use, before the row.
pub const SCRATCH: u32 = 128;

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
    /// Whether a row stays in shared memory.
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
