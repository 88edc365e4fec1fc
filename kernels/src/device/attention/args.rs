//! [`ProblemShape`], which the kernels of all families read, and [`Args`]: what a launch hands to the kernel.

use azulejo_device::inlined;
use azulejo_device::scheduler::TileSchedulerParams;

use super::work::{div, sequence};

/// A tensor in global memory: a device address, and elements from one batch, position and head to the next.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct Operand {
    /// Device address of the first element.
    pub address: u64,
    /// Elements from one batch to the next, 0 where sequences are packed.
    pub batch: u64,
    /// Elements from one position to the next.
    pub sequence: u64,
    /// Elements from one head to the next.
    pub head: u64,
}

impl Operand {
    /// Device address of a row, whose elements have 16 bits.
    #[inline(always)]
    pub const fn at(&self, batch: u32, position: i32, head: u32) -> u64 {
        let elements =
            batch as u64 * self.batch + position as u64 * self.sequence + head as u64 * self.head;
        self.address + 2 * elements
    }

    /// Device addresses of rows, from this one on, and columns.
    #[inline(always)]
    pub fn from(&self, batch: u32, position: i32, head: u32) -> impl Fn(i32, i32) -> u64 {
        let (first, sequence) = (self.at(batch, position, head), self.sequence);
        inlined!(move |row: i32, column: i32| first + 2 * (row as u64 * sequence + column as u64))
    }
}

/// A problem, as the kernels of all families know it; a device address of 0 is none.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct ProblemShape {
    /// Device addresses of the `i32` at which the sequences of Q and of K start.
    pub cu_seqlens: [u64; 2],
    /// Device address of the logarithms of the rows' sums.
    pub lse: u64,
    /// Rows of LSE from one batch to the next, 0 where sequences are packed, and from one head to the next.
    pub lse_strides: [u64; 2],
    /// Device address of a slope for each head.
    pub slopes: u64,
    // Pairs start at multiples of 8 bytes: one that straddles two words would be kept in local memory.
    /// Queries and keys of a batch, the most where they differ.
    pub seq: [i32; 2],
    /// Keys to the left and to the right of a query's own that it sees; below 2^29.
    pub window: [i32; 2],
    /// Slopes from one batch to the next.
    pub slopes_batch: u32,
    /// Heads of Q.
    pub heads: u32,
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

impl ProblemShape {
    /// Where the sequences of a batch start in Q and K, and their lengths.
    ///
    /// # Safety
    /// Addresses in `cu_seqlens` other than 0 are of a readable `i32` for each batch and one more.
    #[inline(always)]
    pub unsafe fn sequences(&self, batch: u32) -> ([i32; 2], [i32; 2]) {
        let [at_q, at_k] = self.cu_seqlens;
        // SAFETY: upheld by the caller; the batch is below the number of batches.
        let (q_at, seq_q) = unsafe { sequence(at_q, batch, self.seq[0]) };
        // SAFETY: upheld by the caller, of the starts of K; the batch is below the number of batches.
        let (k_at, seq_k) = unsafe { sequence(at_k, batch, self.seq[1]) };
        ([q_at, k_at], [seq_q, seq_k])
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

    /// The head of K and V that a head of Q reads.
    #[inline(always)]
    pub const fn head_kv(&self, head: u32) -> u32 {
        div(head, self.group)
    }

    /// Device address of the LSE of a row.
    #[inline(always)]
    pub const fn lse(&self, batch: u32, position: i32, head: u32) -> u64 {
        let [of_batch, of_head] = self.lse_strides;
        self.lse + 4 * (batch as u64 * of_batch + head as u64 * of_head + position as u64)
    }
}

/// Arguments of every kernel of the forward on Hopper.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct Args {
    /// The problem.
    pub problem: ProblemShape,
    /// Tensor maps of Q, K and V in device memory.
    pub maps: [u64; 3],
    /// Device address of the number of work tiles that are taken: 0 before the launch and after it.
    pub next: u64,
    /// Device address of three [`Operand`]s: Q, K and V.
    pub operands: u64,
    /// O.
    pub o: Operand,
    /// Blocks of queries, planes of (head, batch) in a section of the order, and sections.
    pub tiles: TileSchedulerParams,
    /// Planes: heads times batches.
    pub planes: u32,
}
