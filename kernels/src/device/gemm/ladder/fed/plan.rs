//! What differs between kinds of operands: the tile of a block, and the stages in which it comes.

/// A block of eight warps, two by four, that multiply operands of one kind.
pub trait Plan {
    /// Extents of a block's tile of C.
    const TILE: (u32, u32);
    /// Elements of a line of 128 bytes, and values of k in a stage.
    const EDGE: u32;
    /// Rows of a box with K contiguous; one with M or N contiguous has [`Plan::EDGE`] values of k.
    const ROWS: u32;
    /// Stages.
    const STAGES: u32;
    /// Whether a block may have a slice of a tile's K ([`super::super::slices`]); sums are f64 then.
    const SLICED: bool;
    /// Whether multiplying warps have fewer registers than there are: else the assembler moves all fragments of a step to its beginning.
    const EVEN: bool = false;

    /// Extents of a warp's part of the tile.
    const PART: (u32, u32) = (Self::TILE.0 / ACROSS.0, Self::TILE.1 / ACROSS.1);
    /// Bytes of a stage: A's lines or panels one behind the other, then B's.
    const STAGE: u32 = (Self::TILE.0 + Self::TILE.1) * LINE;
    /// Bytes of shared memory: stages, two barriers each, sums on their way, and what aligns them to 1,024.
    const SHARED: u32 = Self::STAGES * (Self::STAGE + 16) + WARPS * STORE + 1024;
}

/// Where a warp's sums are in its [`STORE`] on their way to D, 16 rows at a time.
pub trait Passage {
    /// Byte of value `v` of the lane's accumulator `j` of a row of them.
    fn sum(lane: u32, v: usize, j: usize) -> u32;

    /// Byte of vector `vector` of 16 bytes of row `row`; there are 16 of either.
    fn vector(row: u32, vector: u32) -> u32;
}

/// Bytes of a line of a panel: what the copy engine swizzles.
pub const LINE: u32 = 128;
/// Warps that multiply, along M and along N.
pub const ACROSS: (u32, u32) = (2, 4);
/// Warps that multiply.
pub const WARPS: u32 = ACROSS.0 * ACROSS.1;
/// Threads: theirs, and the warpgroup's whose first warp feeds them: registers are handed over by whole warpgroups.
pub const THREADS: u32 = 32 * (WARPS + 4);
/// Bytes through which a warp stores its sums: 16 rows of f32 or f64.
pub const STORE: u32 = 4096;
