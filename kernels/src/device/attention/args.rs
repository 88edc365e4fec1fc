//! [`Args`]: what a launch hands to the kernel.

use azulejo_device::scheduler::TileSchedulerParams;

/// Q, K or V in global memory: a device address, and elements from one batch, position and head to the next.
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
}

/// Arguments of every kernel of this family.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct Args {
    /// Tensor maps of Q, K and V in device memory.
    pub maps: [u64; 3],
    /// Device address of the number of work tiles that are taken: 0 before the launch and after it.
    pub next: u64,
    /// Device address of three [`Operand`]s: Q, K and V.
    pub operands: u64,
    /// Device addresses of the `i32` at which the sequences of Q and of K start, or 0.
    pub cu_seqlens: [u64; 2],
    /// Device address of the logarithms of the rows' sums, or 0.
    pub lse: u64,
    /// Rows of LSE from one batch to the next and from one head to the next.
    pub lse_strides: [u64; 2],
    /// Device address of O.
    pub o: u64,
    /// Elements of O from one batch, position and head to the next.
    pub o_strides: [u64; 3],
    /// Device address of a slope for each head, or 0.
    pub slopes: u64,
    /// Slopes from one batch to the next.
    pub slopes_batch: u32,
    /// Blocks of queries, planes of (head, batch) in a section of the order, and sections.
    pub tiles: TileSchedulerParams,
    /// Heads of Q.
    pub heads: u32,
    /// Heads of Q for each head of K and V.
    pub group: u32,
    /// Planes: heads times batches.
    pub planes: u32,
    /// Queries and keys of a batch, the most where sequences are packed.
    pub seq: [i32; 2],
    /// Keys to the left and to the right of a query's own that it sees; below 2^29.
    pub window: [i32; 2],
    /// Columns of Q.
    pub head_dim: u32,
    /// Columns of O.
    pub head_dim_v: u32,
    /// Factor of the scores.
    pub scale: f32,
    /// Bound of the scores, or 0.
    pub softcap: f32,
}
