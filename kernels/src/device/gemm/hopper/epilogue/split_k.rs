//! Sums of few tiles and many terms: CTAs store partial sums of splits of K in a workspace, and a second
//! grid adds them up.
//!
//! ```text
//!            tile 0      tile 1
//! split 0    partial     partial
//! split 1    partial     partial      an element of D is added by one team of threads, from split 0 on: the result does
//! split 2    partial     partial      not depend on which block was first
//! ```
//!
//! The second grid takes few registers and no shared memory to speak of, so the blocks of the launch after it are there,
//! with their first bytes on the way to L2, while it adds.

use super::*;

/// Threads of a consumer.
const THREADS: u32 = 128;

/// A consumer's partial sums to the workspace, in vectors: a thread's four registers of eight columns.
///
/// # Safety
/// Same requirements as [`Epilogue::store`](super::Epilogue::store).
#[inline(always)]
pub unsafe fn split_k<C: Device>(
    TileShare {
        args, work, thread, ..
    }: TileShare<'_>,
    work_tile: u32,
    acc: &Fragments<C>,
) {
    let vectors = C::ROW_BLOCKS * C::TILE.1 / 8 * THREADS;
    let cta = BlockInCluster::here::<C>();
    let tile =
        args.grid.tile(work_tile) * (C::CLUSTER.0 * C::CLUSTER.1) + cta.m + C::CLUSTER.0 * cta.n;
    let share = (tile * C::CONSUMERS + thread.warp_group) * args.grid.splits + work.split;
    let partial = (args.workspace + share as u64 * vectors as u64 * 16) as *mut Wide;
    // SAFETY: the workspace holds `vectors` vectors, a thread's `THREADS` apart, for each split of each consumer's share of each tile.
    let partial = unsafe { partial.add(thread.thread_idx as usize) };
    unroll!(C::ROW_BLOCKS, |r| {
        unroll!(C::TILE.1 / 8, |i| {
            let register = r as u32 * C::TILE.1 / 8 + i as u32;
            let bits = |v: usize| acc.get(r, 4 * i + v).bits();
            let vector = Wide([bits(0), bits(1), bits(2), bits(3)]);
            // SAFETY: a vector of the workspace, aligned to 16 bytes, which this thread alone writes.
            unsafe {
                let to = partial.add((register * THREADS) as usize);
                <Wide as Global>::store(to.cast(), vector);
            }
        });
    });
}
