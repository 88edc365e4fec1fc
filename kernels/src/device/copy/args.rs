//! What a copying kernel takes.

use crate::device::modes::Modes;

/// Threads in a block of every kernel of this PTX file.
pub const THREADS: u32 = 256;
/// Vectors that each thread copies: with two in flight and every thread resident the memory is busy.
pub const UNROLL: u32 = 2;

/// Parameters of a transposing copy: modes of tiles, the first along the destination's run, the second along the
/// source's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Transpose {
    /// Tile index to byte offsets, destination and source.
    pub tiles: Modes<2>,
    /// Elements along the destination's run.
    pub rows: u32,
    /// Elements along the source's run.
    pub columns: u32,
    /// Bytes from one element of the source's run to the next in the destination.
    pub dst_stride: i64,
    /// Bytes from one element of the destination's run to the next in the source.
    pub src_stride: i64,
}
