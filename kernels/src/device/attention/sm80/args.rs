//! [`Sm80Args`]: what a launch hands to the kernels by `mma.sync`.

use crate::device::attention::args::{Operand, ProblemShape};

/// Arguments of every kernel of this family; a device address of 0 is none.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct Sm80Args {
    /// The problem; `seq[1]` keys at most.
    pub problem: ProblemShape,
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
    /// The `i32` keys that the cache holds of each sequence.
    pub lengths: u64,
    /// The `i32` pages of each sequence.
    pub page_table: u64,
    /// O of each split, not yet divided, f32: (tile, split, row, column).
    pub partials: u64,
    /// The maximum, in exponents of 2, and the sum of each row of each split: (tile, split, row, 2).
    pub stats: u64,
    /// For each tile the number of splits that are done: 0 before the launch and after it.
    pub done: u64,
    /// Pages of a sequence in the table.
    pub pages: u32,
    /// Keys of a page; 0 without a page table.
    pub page_size: u32,
    /// Keys to append to each sequence.
    pub appended: u32,
    /// Heads of Q whose queries are rows of one tile: 1 or all of a head of K.
    pub pack: u32,
    /// Tiles of rows.
    pub tiles_m: u32,
    /// Planes of a batch: heads of Q over `pack`.
    pub planes: u32,
    /// Splits of a tile's keys, at most.
    pub splits: u32,
    /// Blocks of keys of a split.
    pub blocks: u32,
    /// `true` if scores have a softcap, ALiBi or a factor that is not above 0.
    pub changed: u32,
    /// Keys of a split, from its first one on, that come to L2 while the preceding kernel ends; of a cache without pages alone.
    pub early: u32,
    /// Blocks before the end of a split from which on the next grid may start; 0 where it starts after this one.
    pub late: u32,
}
