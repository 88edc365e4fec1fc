//! [`BackwardArgs`]: what a launch hands to the kernels of the backward, and the work of a CTA.

use crate::device::attention::args::Operand;
use crate::device::attention::backward::args::{BLOCK, ROUND};
use crate::device::attention::backward::work::{Work, first_row};
use crate::device::attention::work::{div, sequence};

/// Arguments of every kernel of this family; a device address of 0 is none.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct BackwardArgs {
    /// Q, K, V, O and dO.
    pub read: [Operand; 5],
    /// dQ, dK and dV.
    pub written: [Operand; 3],
    /// LSE, of the forward.
    pub lse: u64,
    /// Rows of LSE from one batch to the next and from one head to the next.
    pub lse_strides: [u64; 2],
    /// `log2 e` times LSE for each row of the workspace; infinite for rows without keys and past a sequence's end.
    pub lse2: u64,
    /// `rowsum(O dO)` for each row of the workspace.
    pub delta: u64,
    /// The f32 sums of dQ, (head, row, `columns`), in the order of the kernel `postprocess`.
    pub sums: u64,
    /// A counter for each 64 columns of each [`BLOCK`] of rows, where additions have an order.
    pub turns: u64,
    /// The `i32` at which the sequences of Q and of K start.
    pub cu_seqlens: [u64; 2],
    /// A slope for each head.
    pub slopes: u64,
    /// Queries and keys of a batch, the most where sequences are packed.
    pub seq: [i32; 2],
    /// Keys to the left and to the right of a query's own that it sees; below 2^29.
    pub window: [i32; 2],
    /// Rows of the workspace of a head.
    pub rows: u32,
    /// Columns of a row of sums: those of the tile.
    pub columns: u32,
    /// Blocks of [`BLOCK`] rows of the longest sequence of queries, rounded up to [`ROUND`].
    pub query_blocks: u32,
    /// Blocks of keys of a plane, a head of K of a batch.
    pub key_blocks: u32,
    /// Planes of a section: all blocks of a section come before the next section.
    pub section: u32,
    /// Planes: heads of K times batches.
    pub planes: u32,
    /// Heads of Q.
    pub heads: u32,
    /// Heads of K and V.
    pub heads_kv: u32,
    /// Heads of Q for each head of K and V.
    pub group: u32,
    /// Columns of Q and K.
    pub head_dim: u32,
    /// Columns of V and O.
    pub head_dim_v: u32,
    /// Factor of the scores.
    pub scale: f32,
    /// Bound of the scores, or 0.
    pub softcap: f32,
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
    /// Its first row in the workspace.
    pub row: u64,
}

impl BackwardArgs {
    /// The sequences of a batch: where those of Q and K start, their lengths, and where the rows start in the workspace.
    ///
    /// # Safety
    /// Addresses in `cu_seqlens` other than 0 are of a readable `i32` for each batch and one more.
    #[inline(always)]
    unsafe fn sequences(&self, batch: u32) -> ([i32; 2], [i32; 2], u32) {
        let [at_q, at_k] = self.cu_seqlens;
        // SAFETY: upheld by the caller; the batch is below the number of batches.
        let (q_at, seq_q) = unsafe { sequence(at_q, batch, self.seq[0]) };
        // SAFETY: the caller has a readable `i32` for each batch and one more; the batch is below the number of batches.
        let (k_at, seq_k) = unsafe { sequence(at_k, batch, self.seq[1]) };
        let row = first_row(q_at, batch, at_q != 0, seq_q);
        ([q_at, k_at], [seq_q, seq_k], row)
    }

    /// The keys of CTA `index`; `None` where the sequence has no such keys.
    ///
    /// Blocks of a section's planes follow each other, from the first, which a causal mask lets the most queries see.
    ///
    /// # Safety
    /// Addresses in `cu_seqlens` other than 0 are of a readable `i32` for each batch and one more.
    #[inline(always)]
    pub unsafe fn work(&self, index: u32, n: u32) -> Option<Work> {
        let section = div(index, self.key_blocks * self.section);
        let rest = index - section * self.key_blocks * self.section;
        let block = div(rest, self.section);
        let plane = section * self.section + rest - block * self.section;
        if plane >= self.planes {
            return None;
        }
        let batch = div(plane, self.heads_kv);
        // SAFETY: upheld by the caller; the plane is one of the problem's, so the batch is below the number of batches.
        let (start, seq, row) = unsafe { self.sequences(batch) };
        let key = (block * n) as i32;
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
    /// Addresses in `cu_seqlens` other than 0 are of a readable `i32` for each batch and one more.
    #[inline(always)]
    pub unsafe fn queries(&self, index: u32) -> Option<Queries> {
        let plane = div(index, self.query_blocks);
        let query = (index - plane * self.query_blocks) * BLOCK;
        let batch = div(plane, self.heads);
        let head = plane - batch * self.heads;
        // SAFETY: upheld by the caller; the grid has no more CTAs than batches have heads and blocks.
        let (start, seq, row) = unsafe { self.sequences(batch) };
        // Rows past the last block are in no workspace.
        let end = div(seq[0] as u32 + ROUND - 1, ROUND) * ROUND;
        (query < end).then_some(Queries {
            query,
            head,
            batch: self.batch(batch),
            lse: batch as u64 * self.lse_strides[0] + head as u64 * self.lse_strides[1],
            start: start[0] as u32,
            seq: seq[0] as u32,
            row: head as u64 * self.rows as u64 + (row + query) as u64,
        })
    }

    /// The batch in the tensors: packed sequences are one batch.
    #[inline(always)]
    pub const fn batch(&self, batch: u32) -> u32 {
        if self.cu_seqlens[0] == 0 { batch } else { 0 }
    }
}
