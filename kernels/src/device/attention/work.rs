//! [`Work`]: the queries of a tile, and the blocks of keys that they see.

use azulejo_device::scheduler::WorkTile;

use super::args::Args;

/// A tile of queries of one head.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Work {
    /// The first query in the sequence.
    pub query: i32,
    /// The head of Q.
    pub head: u32,
    /// The batch.
    pub batch: u32,
    /// Where the sequences of Q and K start in their tensors.
    pub start: [i32; 2],
    /// Queries and keys of the sequence.
    pub seq: [i32; 2],
}

/// Blocks of keys that the queries of a tile see, or of queries that see its keys: those of `plain` need no mask.
///
/// ```text
/// keys      0 ────────────────────────────────────────── seq_k
/// blocks    │ first │       │ plain.0 … plain.1 │       │ end
/// mask        left            none                right
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Blocks {
    /// The first block.
    pub first: i32,
    /// The block after the last one.
    pub end: i32,
    /// The blocks of which all queries see all keys: from, to.
    pub plain: [i32; 2],
}

impl Work {
    /// Keys that query `query` of the sequence sees: from, to.
    #[inline(always)]
    pub fn keys(&self, query: i32, window: [i32; 2]) -> [i32; 2] {
        let own = query + self.seq[1] - self.seq[0];
        [own - window[0], (own + window[1] + 1).min(self.seq[1])]
    }

    /// The blocks of `n` keys that the `m` queries see.
    ///
    /// ```
    /// use azulejo_kernels::device::attention::work::{Blocks, Work};
    /// let work = Work { query: 128, head: 0, batch: 0, start: [0, 0], seq: [256, 300] };
    /// let causal = work.blocks(128, 64, [1 << 29, 0]);
    /// assert_eq!(causal, Blocks { first: 0, end: 5, plain: [0, 2] }); // keys 0 to 172 are seen by all, up to 299 by the last
    /// let all = work.blocks(128, 64, [1 << 29, 1 << 29]);
    /// assert_eq!(all, Blocks { first: 0, end: 5, plain: [0, 4] });
    /// ```
    #[inline(always)]
    pub fn blocks(&self, m: i32, n: i32, window: [i32; 2]) -> Blocks {
        let last = (self.query + m - 1).min(self.seq[0] - 1);
        let ([from, all_to], [all_from, to]) =
            (self.keys(self.query, window), self.keys(last, window));
        let up = |keys: i32| at_least_0(keys + n - 1) / n;
        Blocks {
            first: at_least_0(from) / n,
            end: up(to),
            plain: [up(all_from), at_least_0(all_to) / n],
        }
    }
}

impl Blocks {
    /// How many there are.
    #[inline(always)]
    pub const fn count(&self) -> i32 {
        at_least_0(self.end - self.first)
    }

    /// `true` if there are none.
    #[inline(always)]
    pub const fn is_empty(&self) -> bool {
        self.end <= self.first
    }

    /// `true` if all queries see all keys of all blocks.
    #[inline(always)]
    pub const fn are_plain(&self) -> bool {
        self.plain[0] <= self.first && self.end <= self.plain[1]
    }

    /// `true` if all queries see all keys of a block.
    #[inline(always)]
    pub const fn is_plain(&self, block: i32) -> bool {
        self.plain[0] <= block && block < self.plain[1]
    }
}

#[inline(always)]
pub(super) const fn at_least_0(x: i32) -> i32 {
    if x < 0 { 0 } else { x }
}

/// Division without the check for zero, whose error path has no place on a device.
#[inline(always)]
pub(super) const fn div(a: u32, b: u32) -> u32 {
    match a.checked_div(b) {
        Some(quotient) => quotient,
        None => 0,
    }
}

/// Where the sequence of a batch starts, and its length: all of a tensor of `len` positions where `cu_seqlens` is 0.
///
/// # Safety
/// `cu_seqlens` is 0 or of a readable `i32` for each batch and one more.
#[inline(always)]
pub(super) unsafe fn sequence(cu_seqlens: u64, batch: u32, len: i32) -> (i32, i32) {
    if cu_seqlens == 0 {
        return (0, len);
    }
    let at = (cu_seqlens + 4 * batch as u64) as *const i32;
    // SAFETY: the caller has a readable `i32` for each batch, aligned to 4. Volatile: the compiler would choose between this place
    // and one on the stack.
    let from = unsafe { at.read_volatile() };
    // SAFETY: the caller has one entry more than batches, so the entry after a batch's is in the same allocation.
    let next = unsafe { at.add(1) };
    // SAFETY: the caller has one entry more than batches: this entry is readable and aligned to 4.
    let to = unsafe { next.read_volatile() };
    (from, to - from)
}

impl Args {
    /// What the scheduler's tile is: tile `m` of the queries of head `n` of a batch, and its work; `None` where the sequence has no such
    /// queries.
    ///
    /// Rows of tiles run from the last, which sees the most keys under a causal mask, to the first.
    ///
    /// # Safety
    /// Same requirements as [`ProblemShape::sequences`](super::args::ProblemShape::sequences).
    #[inline(always)]
    pub unsafe fn tile(&self, tile: WorkTile, rows: u32) -> Option<(WorkTile, Work)> {
        let plane = tile.batch * self.tiles.tiles_n + tile.n;
        if plane >= self.planes {
            return None;
        }
        let batch = div(plane, self.problem.heads);
        let tile = WorkTile {
            m: self.tiles.tiles_m - 1 - tile.m,
            n: plane - batch * self.problem.heads,
            batch,
        };
        // SAFETY: upheld by the caller.
        let work = unsafe { self.work(tile, rows) };
        (work.query < work.seq[0]).then_some((tile, work))
    }

    /// The work of a tile of `rows` queries of a head and a batch.
    ///
    /// # Safety
    /// Same requirements as [`ProblemShape::sequences`](super::args::ProblemShape::sequences); there is such a batch.
    #[inline(always)]
    pub unsafe fn work(&self, tile: WorkTile, rows: u32) -> Work {
        // Each by itself: two pairs come back in 64-bit registers, of which a producer has too few.
        let [at_q, at_k] = self.problem.cu_seqlens;
        // SAFETY: upheld by the caller; the batch is below the number of batches.
        let (q_at, seq_q) = unsafe { sequence(at_q, tile.batch, self.problem.seq[0]) };
        // SAFETY: upheld by the caller, of the starts of K; the batch is below the number of batches.
        let (k_at, seq_k) = unsafe { sequence(at_k, tile.batch, self.problem.seq[1]) };
        Work {
            query: (tile.m * rows) as i32,
            head: tile.n,
            batch: tile.batch,
            start: [q_at, k_at],
            seq: [seq_q, seq_k],
        }
    }
}
