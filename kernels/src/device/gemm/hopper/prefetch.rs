//! The first stages' bytes in flight to L2 before the kernel may read them: while the grid before this one ends.
//!
//! A block that starts early waits for the grid before it, whose results may be its operands. What it will read first can
//! come to L2 meanwhile: L2 is where all writes meet, so a line that is brought too early is overwritten there, not stale.
//! The producer's idle warps prefetch it. Blocks of one row of tiles share A's lines, so each asks for its part of the
//! stages; likewise B's. Four tiles across, stages of A's lines:
//!
//! ```text
//! n = 0   0 4        warp 0      prepare barriers ▸ wait for the grid before ▸ copy stage 0, 1, …
//! n = 1   1 5        warps 1-3   ask                                         ↑ from L2, not from device memory
//! n = 2   2 6
//! n = 3   3 7
//! ```

use super::args::{Args, OperandRows};
use super::config::Config;
use super::operand::{Major, Operand};
use super::problem_visitor::{WorkTile, work_tiles};
use super::scheduler::div;
use super::shared_storage::BlockInCluster;
use crate::device::ptx::memory;

/// Bytes that one request loads: a sector.
const SECTOR: u32 = 32;
/// Threads that prefetch.
pub const THREADS: u32 = 96;

/// Prefetches the first stages of the block's first work tile, as thread `thread` of [`THREADS`].
///
/// # Safety
/// The launch's arguments, whose lines are mapped memory.
#[inline(always)]
pub unsafe fn prefetch<C: Config>(args: &Args, thread: u32) {
    let cta = BlockInCluster::here::<C>();
    let first = work_tiles::<C>(args);
    if first.next >= first.end {
        return;
    }
    let work_tile = WorkTile::of::<C>(args, first.next, cta);
    let work = work_tile.work;
    let (a_rows, b_rows) = (C::TILE.0 / C::CLUSTER.1, C::TILE.1 / C::CLUSTER.0);
    let m = work.m * C::TILE.0 + cta.n * a_rows;
    let n = work.n * C::TILE.1 + cta.m * b_rows;
    let a_share = (work.n / C::CLUSTER.1, args.grid.tiles_n);
    let b_share = (work.m / C::CLUSTER.0, args.grid.tiles_m);
    // SAFETY: the caller has the launch's arguments, whose lines of A and of B are mapped memory.
    unsafe {
        part::<C>(&args.a, C::A, (m, a_rows), a_share, work_tile, thread);
        part::<C>(&args.b, C::B, (n, b_rows), b_share, work_tile, thread);
    }
}

/// Prefetches one of several shares of `rows` rows of an operand's tiles, from row `start` of it on.
///
/// # Safety
/// Same requirements as [`prefetch`].
#[inline(always)]
unsafe fn part<C: Config>(
    lines: &OperandRows,
    operand: Operand,
    (start, rows): (u32, u32),
    (share, shares): (u32, u32),
    WorkTile { work, k_split, .. }: WorkTile<'_>,
    thread: u32,
) {
    // Lines of a stage, sectors of each, and where the next stage is.
    let (height, width) = match operand.major {
        Major::K => (rows, C::BLOCK_K * operand.element / SECTOR),
        Major::Mn => (C::BLOCK_K, rows * operand.element / SECTOR),
    };
    let stages = k_split.k_tiles.min(C::STAGES);
    let base = lines.base + work.batch as u64 * lines.batch;
    let mut stage = div(share, stages).1;
    while stage < stages {
        let k = (k_split.first + stage * k_split.step) * C::BLOCK_K;
        let mut i = thread;
        while i < height * width {
            let (sector, line) = (i % width * SECTOR, i / width);
            let (line, byte) = match operand.major {
                Major::K => (start + line, k * operand.element + sector),
                Major::Mn => (k + line, start * operand.element + sector),
            };
            if line < lines.count && byte < lines.bytes {
                // SAFETY: inside a line of the operand.
                unsafe { memory::prefetch_l2(base + line as u64 * lines.step + byte as u64) };
            }
            i += THREADS;
        }
        stage += shares;
    }
}
