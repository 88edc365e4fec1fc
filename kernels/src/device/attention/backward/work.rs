//! [`Work`]: the keys of a CTA, and the blocks of queries that see them.

use azulejo_device::scheduler::WorkTile;

use super::args::{Args, BLOCK, ROUND};
use crate::device::attention::work as forward;
use crate::device::attention::work::{Blocks, at_least_0, div};

/// A block of keys of one head of K.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Work {
    /// The first key in the sequence.
    pub key: i32,
    /// The head of K and V.
    pub head: u32,
    /// The batch.
    pub batch: u32,
    /// Where the sequences of Q and K start in their tensors.
    pub start: [i32; 2],
    /// Queries and keys of the sequence.
    pub seq: [i32; 2],
    /// Where the rows of the sequence start in the workspace.
    pub row: u32,
}

/// A block of [`BLOCK`] queries of one head of Q.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Queries {
    /// The queries.
    pub work: forward::Work,
    /// The first row in the workspace.
    pub row: u64,
}

impl Work {
    /// Queries that see key `key` of the sequence: from, to. None where there is no such key.
    #[inline(always)]
    pub fn queries(&self, key: i32, window: [i32; 2]) -> [i32; 2] {
        let own = key + self.seq[0] - self.seq[1];
        let to = (own + window[0] + 1).min(self.seq[0]);
        [
            own - window[1],
            if key < self.seq[1] { to } else { i32::MIN / 2 },
        ]
    }

    /// The blocks of `m` queries that see one of the `n` keys.
    ///
    /// ```
    /// use azulejo_kernels::device::attention::{backward::work::Work, work::Blocks};
    /// let work = Work { key: 128, head: 0, batch: 0, start: [0, 0], seq: [300, 300], row: 0 };
    /// let causal = work.blocks(64, 128, [1 << 29, 0]);
    /// assert_eq!(causal, Blocks { first: 2, end: 5, plain: [4, 5] }); // queries from 128 on, all keys from 255 on
    /// let last = Work { key: 256, ..work };
    /// assert_eq!(last.blocks(64, 128, [1 << 29, 1 << 29]), Blocks { first: 0, end: 5, plain: [0, 0] }); // keys past the end
    /// ```
    #[inline(always)]
    pub fn blocks(&self, m: i32, n: i32, window: [i32; 2]) -> Blocks {
        let whole = self.key + n <= self.seq[1];
        let last = (self.key + n).min(self.seq[1]) - 1;
        let ([from, all_to], [all_from, to]) =
            (self.queries(self.key, window), self.queries(last, window));
        let up = |queries: i32| div((at_least_0(queries) + m - 1) as u32, m as u32) as i32;
        let down = |queries: i32| div(at_least_0(queries) as u32, m as u32) as i32;
        // Rows past the end add nothing.
        let all_to = if all_to >= self.seq[0] {
            up(all_to)
        } else {
            down(all_to)
        };
        Blocks {
            first: down(from),
            end: up(to),
            plain: if whole {
                [up(all_from), all_to]
            } else {
                [0, 0]
            },
        }
    }

    /// The first block of `n` keys of which a query of block `block` of `m` is in the [`blocks`](Self::blocks).
    #[inline(always)]
    pub fn first_keys(&self, block: i32, m: i32, n: i32, window: [i32; 2]) -> i32 {
        let own = block * m + self.seq[1] - self.seq[0];
        div(at_least_0(own - window[0]) as u32, n as u32) as i32
    }
}

/// Where the rows of a batch start in the workspace: at a multiple of [`ROUND`], which packed sequences come to by a gap of one each.
#[inline(always)]
pub const fn first_row(start: i32, batch: u32, is_packed: bool, seq: i32) -> u32 {
    if is_packed {
        div(start as u32 + batch * ROUND, ROUND) * ROUND
    } else {
        batch * (div(seq as u32 + ROUND - 1, ROUND) * ROUND)
    }
}

/// Rows of the workspace of a head.
pub fn rows(batch: u32, seq: u32, total: Option<u32>) -> Option<u32> {
    match total {
        None => seq
            .checked_next_multiple_of(ROUND)
            .and_then(|rows| rows.checked_mul(batch)),
        Some(total) => batch
            .checked_mul(ROUND)
            .and_then(|gaps| gaps.checked_add(total))
            .and_then(|rows| rows.checked_next_multiple_of(ROUND)),
    }
}

impl Args {
    /// Where the rows of a batch start in the workspace, whose sequence of Q starts at `start` and has `seq` positions.
    #[inline(always)]
    const fn first_row(&self, start: i32, batch: u32, seq: i32) -> u32 {
        first_row(start, batch, self.problem.cu_seqlens[0] != 0, seq)
    }

    /// The keys of the tile that the scheduler names; `None` where the sequence has no such keys.
    ///
    /// Blocks of a section's planes follow each other, from the first, which a causal mask lets the most queries see.
    ///
    /// # Safety
    /// Same requirements as [`ProblemShape::sequences`](crate::device::attention::args::ProblemShape::sequences).
    #[inline(always)]
    pub unsafe fn work(&self, tile: WorkTile, n: u32) -> Option<Work> {
        let plane = tile.batch * self.tiles.tiles_n + tile.n;
        if plane >= self.planes {
            return None;
        }
        let batch = div(plane, self.heads_kv);
        // SAFETY: upheld by the caller.
        let (start, seq) = unsafe { self.problem.sequences(batch) };
        let key = (tile.m * n) as i32;
        (key < seq[1]).then_some(Work {
            key,
            head: plane - batch * self.heads_kv,
            batch,
            start,
            seq,
            row: self.first_row(start[0], batch, seq[0]),
        })
    }

    /// The block of queries of a head of Q that CTA `index` prepares or stores; `None` where the workspace has no such rows.
    ///
    /// # Safety
    /// Same requirements as [`ProblemShape::sequences`](crate::device::attention::args::ProblemShape::sequences).
    #[inline(always)]
    pub unsafe fn queries(&self, index: u32) -> Option<Queries> {
        let plane = div(index, self.query_blocks);
        let query = (index - plane * self.query_blocks) * BLOCK;
        let batch = div(plane, self.problem.heads);
        let head = plane - batch * self.problem.heads;
        // SAFETY: upheld by the caller.
        let (start, seq) = unsafe { self.problem.sequences(batch) };
        let row = self.first_row(start[0], batch, seq[0]) + query;
        let end = div(seq[0] as u32 + ROUND - 1, ROUND) * ROUND;
        (query < end).then_some(Queries {
            work: forward::Work {
                query: query as i32,
                head,
                batch,
                start,
                seq,
            },
            row: head as u64 * self.rows as u64 + row as u64,
        })
    }
}
