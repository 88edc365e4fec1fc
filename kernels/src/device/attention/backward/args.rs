//! [`Args`]: what a launch hands to the kernels of the backward, by `wgmma` or by `mma.sync`.

use azulejo_device::scheduler::TileSchedulerParams;

use crate::device::attention::args::{Operand, ProblemShape};

/// Queries at a multiple of which the rows of a sequence start in the workspace.
pub const ROUND: u32 = 128;
/// Queries whose sums of dQ are contiguous.
pub const BLOCK: u32 = 64;

/// Arguments of every kernel of both families; a device address of 0 is none.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct Args {
    /// The problem, with LSE of the forward.
    pub problem: ProblemShape,
    /// Tensor maps of Q, K, V and dO in device memory, for the kernels by TMA.
    pub maps: [u64; 4],
    /// O, dO, Q, K and V, as threads read them.
    pub read: [Operand; 5],
    /// dQ, dK and dV.
    pub written: [Operand; 3],
    /// Device address of `log2 e` times LSE for each row of the workspace; infinite for rows without keys and past a sequence's end.
    pub lse2: u64,
    /// Device address of `rowsum(O dO)` for each row of the workspace.
    pub delta: u64,
    /// Device address of the f32 sums of dQ, (head, row, `columns`), in the order of the kernel `postprocess`.
    pub sums: u64,
    /// Device address of a counter for each head and half of a block of queries, or 0 where the order of additions is free.
    pub turns: u64,
    /// Device address of the number of blocks of keys that are taken, for persistent CTAs: 0 before the launch and after it.
    pub next: u64,
    /// Device address of a word for each block of keys, not 0 where dK or dV hold NaN, then of one for each block of queries, of dQ.
    pub nan: u64,
    /// Rows of the workspace of a head.
    pub rows: u32,
    /// Columns of a row of sums: those of the tile.
    pub columns: u32,
    /// Blocks of [`BLOCK`] rows of the longest sequence of queries, rounded up to [`ROUND`].
    pub query_blocks: u32,
    /// Blocks of keys of a plane, planes (head of K, batch) of a section of the order, and sections.
    pub tiles: TileSchedulerParams,
    /// Planes: heads of K times batches.
    pub planes: u32,
    /// Heads of K and V.
    pub heads_kv: u32,
    /// Keys of a block.
    pub keys: u32,
}
