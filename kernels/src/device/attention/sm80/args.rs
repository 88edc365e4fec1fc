//! [`Sm80Args`]: what a launch hands to the kernels by `mma.sync`.

use crate::device::attention::args::Operand;

/// Arguments of every kernel of this family; a device address of 0 is none.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct Sm80Args {
    /// Q, K and V; of K and V with pages the batch is a page, and the positions are those in it.
    pub q: Operand,
    /// K.
    pub k: Operand,
    /// V.
    pub v: Operand,
    /// Keys to append to those of the cache.
    pub new_k: Operand,
    /// Values to append to those of the cache.
    pub new_v: Operand,
    /// O.
    pub o: Operand,
    /// The `i32` at which the sequences of Q and of K start.
    pub cu_seqlens: [u64; 2],
    /// The `i32` keys that the cache holds of each sequence.
    pub lengths: u64,
    /// The `i32` pages of each sequence.
    pub page_table: u64,
    /// Logarithms of the rows' sums.
    pub lse: u64,
    /// Rows of LSE from one batch to the next and from one head to the next.
    pub lse_strides: [u64; 2],
    /// A slope for each head.
    pub slopes: u64,
    /// O of each split, not yet divided, f32: (tile, split, row, column).
    pub partials: u64,
    /// The maximum, in exponents of 2, and the sum of each row of each split: (tile, split, row, 2).
    pub stats: u64,
    /// For each tile the number of splits that are done: 0 before the launch and after it.
    pub done: u64,
    // Pairs start at multiples of 8 bytes: one that straddles two words would be kept in local memory.
    /// Queries and keys of a batch, the most where they differ.
    pub seq: [i32; 2],
    /// Keys to the left and to the right of a query's own that it sees; below 2^29.
    pub window: [i32; 2],
    /// Slopes from one batch to the next.
    pub slopes_batch: u32,
    /// Pages of a sequence in the table.
    pub pages: u32,
    /// Keys of a page; 0 without a page table.
    pub page_size: u32,
    /// Keys to append to each sequence.
    pub appended: u32,
    /// Heads of Q.
    pub heads: u32,
    /// Heads of Q for each head of K and V.
    pub group: u32,
    /// Heads of Q whose queries are rows of one tile: 1 or `group`.
    pub pack: u32,
    /// Tiles of rows, and planes: heads of Q over `pack`.
    pub tiles_m: u32,
    /// Planes of a batch.
    pub planes: u32,
    /// Splits of a tile's keys, at most.
    pub splits: u32,
    /// Blocks of keys of a split.
    pub blocks: u32,
    /// Columns of Q.
    pub head_dim: u32,
    /// Columns of O.
    pub head_dim_v: u32,
    /// Whether scores have a softcap, ALiBi or a factor that is not above 0.
    pub changed: u32,
    /// Factor of the scores.
    pub scale: f32,
    /// Bound of the scores, or 0.
    pub softcap: f32,
}
