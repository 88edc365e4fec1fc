//! [`Work`]: the keys of a CTA, and the blocks of queries that see them.

use azulejo_device::scheduler::WorkTile;

use super::args::{Args, BLOCK, ROUND};
use crate::device::attention::work::{at_least_0, div, sequence};

/// A block of keys of one head of K.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Work {
    /// Its first key in the sequence.
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
    /// Its first query in the sequence.
    pub query: u32,
    /// The head of Q.
    pub head: u32,
    /// The batch in the tensors.
    pub batch: u32,
    /// Where the LSE of the batch and head starts.
    pub lse: u64,
    /// Where the sequence of Q starts in its tensor.
    pub start: u32,
    /// Queries of the sequence.
    pub seq: u32,
    /// Where the sequence of K starts in its tensor.
    pub start_k: i32,
    /// Keys of the sequence.
    pub seq_k: i32,
    /// Its first row in the workspace.
    pub row: u64,
}

/// Blocks of queries, from the first to the last: those of `plain` need no mask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blocks {
    /// The first block that sees a key.
    pub first: i32,
    /// The block after the last one.
    pub end: i32,
    /// The blocks whose queries all see all keys: from, to.
    pub plain: [i32; 2],
}

impl Work {
    /// Queries that see key `key` of the sequence: from, to. None where there is no such key.
    #[inline(always)]
    pub fn queries(&self, key: i32, window: [i32; 2]) -> [i32; 2] {
        let own = key + self.seq[0] - self.seq[1];
        let to = own + window[0] + 1;
        let to = if to < self.seq[0] { to } else { self.seq[0] };
        [
            own - window[1],
            if key < self.seq[1] { to } else { i32::MIN / 2 },
        ]
    }

    /// The blocks of `m` queries that see one of the `n` keys.
    ///
    /// ```
    /// use azulejo_kernels::device::attention::backward::work::{Blocks, Work};
    /// let work = Work { key: 128, head: 0, batch: 0, start: [0, 0], seq: [300, 300], row: 0 };
    /// let causal = work.blocks(64, 128, [1 << 29, 0]);
    /// assert_eq!(causal, Blocks { first: 2, end: 5, plain: [4, 5] }); // queries from 128 on, all keys from 255 on
    /// let last = Work { key: 256, ..work };
    /// assert_eq!(last.blocks(64, 128, [1 << 29, 1 << 29]), Blocks { first: 0, end: 5, plain: [0, 0] }); // keys past the end
    /// ```
    #[inline(always)]
    pub fn blocks(&self, m: i32, n: i32, window: [i32; 2]) -> Blocks {
        let whole = self.key + n <= self.seq[1];
        let last = if whole {
            self.key + n - 1
        } else {
            self.seq[1] - 1
        };
        let ([from, all_to], [all_from, to]) =
            (self.queries(self.key, window), self.queries(last, window));
        let up = |queries: i32| div((at_least_0(queries) + m - 1) as u32, m as u32) as i32;
        let down = |queries: i32| div(at_least_0(queries) as u32, m as u32) as i32;
        let (first, end) = (down(from), up(to));
        // Rows past the end add nothing.
        let all_to = if all_to >= self.seq[0] {
            up(all_to)
        } else {
            down(all_to)
        };
        Blocks {
            first,
            end,
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

impl Queries {
    /// Keys that query `query` of the sequence sees: from, to.
    #[inline(always)]
    pub fn keys(&self, query: i32, window: [i32; 2]) -> [i32; 2] {
        let own = query + self.seq_k - self.seq as i32;
        let to = own + window[1] + 1;
        [
            own - window[0],
            if to < self.seq_k { to } else { self.seq_k },
        ]
    }

    /// The head of K and V that its head of Q reads.
    #[inline(always)]
    pub fn head_kv(&self, args: &Args) -> u32 {
        div(self.head, args.group)
    }
}

impl Blocks {
    /// Blocks of queries.
    #[inline(always)]
    pub const fn count(&self) -> i32 {
        at_least_0(self.end - self.first)
    }

    /// Whether all queries of the block see all keys.
    #[inline(always)]
    pub const fn is_plain(&self, block: i32) -> bool {
        self.plain[0] <= block && block < self.plain[1]
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
    /// The sequences of a batch: where those of Q and K start, their lengths, and where the rows start in the workspace.
    ///
    /// # Safety
    /// Addresses in `cu_seqlens` other than 0 are of a readable `i32` for each batch and one more.
    #[inline(always)]
    pub unsafe fn sequences(&self, batch: u32) -> ([i32; 2], [i32; 2], u32) {
        let [at_q, at_k] = self.cu_seqlens;
        // SAFETY: upheld by the caller; the batch is below the number of batches.
        let (q_at, seq_q) = unsafe { sequence(at_q, batch, self.seq[0]) };
        // SAFETY: the caller has a readable `i32` for each batch and one more; the batch is below the number of batches.
        let (k_at, seq_k) = unsafe { sequence(at_k, batch, self.seq[1]) };
        let row = first_row(q_at, batch, at_q != 0, seq_q);
        ([q_at, k_at], [seq_q, seq_k], row)
    }

    /// The keys of the tile that the scheduler names; `None` where the sequence has no such keys.
    ///
    /// Blocks of a section's planes follow each other, from the first, which a causal mask lets the most queries see.
    ///
    /// # Safety
    /// As [`sequences`](Self::sequences).
    #[inline(always)]
    pub unsafe fn work(&self, tile: WorkTile, n: u32) -> Option<Work> {
        let plane = tile.batch * self.tiles.tiles_n + tile.n;
        if plane >= self.planes {
            return None;
        }
        let batch = div(plane, self.heads_kv);
        // SAFETY: the caller has a readable `i32` for each batch and one more at addresses other than 0.
        let (start, seq, row) = unsafe { self.sequences(batch) };
        let key = (tile.m * n) as i32;
        (key < seq[1]).then_some(Work {
            key,
            head: plane - batch * self.heads_kv,
            batch,
            start,
            seq,
            row,
        })
    }

    /// The block of queries of a head of Q that CTA `index` prepares or stores; `None` where the workspace has no such rows.
    ///
    /// # Safety
    /// As [`sequences`](Self::sequences).
    #[inline(always)]
    pub unsafe fn queries(&self, index: u32) -> Option<Queries> {
        let plane = div(index, self.query_blocks);
        let query = (index - plane * self.query_blocks) * BLOCK;
        let batch = div(plane, self.heads);
        let head = plane - batch * self.heads;
        // SAFETY: the caller has a readable `i32` for each batch and one more at addresses other than 0.
        let (start, seq, row) = unsafe { self.sequences(batch) };
        let end = div(seq[0] as u32 + ROUND - 1, ROUND) * ROUND;
        (query < end).then_some(Queries {
            query,
            head,
            batch: self.batch(batch) as u32,
            lse: batch as u64 * self.lse_strides[0] + head as u64 * self.lse_strides[1],
            start: start[0] as u32,
            seq: seq[0] as u32,
            start_k: start[1],
            seq_k: seq[1],
            row: head as u64 * self.rows as u64 + (row + query) as u64,
        })
    }

    /// The batch as a coordinate of the tensor maps: packed sequences are one batch.
    #[inline(always)]
    pub const fn batch(&self, batch: u32) -> i32 {
        if self.cu_seqlens[0] == 0 {
            batch as i32
        } else {
            0
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_those_that_see_a_key_and_turns_count_them() {
        const MOST: i32 = 1 << 29;
        for (q, k) in [(1, 1), (65, 129), (300, 70), (70, 300), (128, 256)] {
            for window in [
                [MOST, MOST],
                [MOST, 0],
                [20, 3],
                [0, 0],
                [0, MOST],
                [100, 50],
            ] {
                let work = |block: i32, n: i32| Work {
                    key: block * n,
                    head: 0,
                    batch: 0,
                    start: [0; 2],
                    seq: [q, k],
                    row: 0,
                };
                for (m, n) in [(64, 128), (128, 128), (16, 32)] {
                    let sees = |i: i32, j: i32| {
                        let own = i + k - q;
                        own - window[0] <= j && j <= own + window[1]
                    };
                    for block in 0..(k + n - 1) / n {
                        let here = work(block, n);
                        let blocks = here.blocks(m, n, window);
                        let keys = here.key..(here.key + n).min(k);
                        for i in 0..q {
                            let any = keys.clone().any(|j| sees(i, j));
                            let all = keys.clone().all(|j| sees(i, j)) && keys.len() as i32 == n;
                            assert!(!any || (blocks.first..blocks.end).contains(&(i / m)));
                            assert!(!blocks.is_plain(i / m) || all, "{here:?} {blocks:?} {i}");
                        }
                        for of_q in blocks.first..blocks.first + blocks.count() {
                            let before = (0..block)
                                .filter(|n2| {
                                    let other = work(*n2, n).blocks(m, n, window);
                                    (other.first..other.end).contains(&of_q)
                                })
                                .count() as i32;
                            assert_eq!(block - here.first_keys(of_q, m, n, window), before);
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn rows_of_packed_sequences_are_apart() {
        for lengths in [&[1u32, 0, 128, 129, 5][..], &[300, 0, 0, 7], &[0]] {
            let (mut start, mut end) = (0, 0);
            for (batch, length) in lengths.iter().enumerate() {
                let first = first_row(start, batch as u32, true, *length as i32);
                assert!(first >= end && first.is_multiple_of(ROUND));
                end = first + length.next_multiple_of(ROUND);
                start += *length as i32;
            }
            assert!(Some(end) <= rows(lengths.len() as u32, 0, Some(start as u32)));
        }
    }
}
