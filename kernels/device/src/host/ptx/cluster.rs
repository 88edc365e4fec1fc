//! Clusters: a block here is one of its own.

use super::smem::Smem;
use super::{mbarrier, shared::Shared, thread};

/// The block's number in its cluster.
pub fn block_rank() -> u32 {
    0
}

/// The block's number along x.
pub fn ctaid_x() -> u32 {
    0
}

/// The block's number along y.
pub fn ctaid_y() -> u32 {
    0
}

/// The block's number along z.
pub fn ctaid_z() -> u32 {
    0
}

/// Stops a thread that reaches for another block of its cluster.
pub(super) fn alone(rank: u32) {
    assert_eq!(
        rank, 0,
        "a block on the CPU is a cluster of its own: name CTA 0, and give pipelines no cluster"
    );
}

/// Stores a word, and counts its bytes on `bar`.
///
/// # Panics
/// Where `rank` is not 0.
///
/// # Safety
/// `dst` is a word of the block's, aligned to 4, which no other thread uses before the bytes are counted.
pub unsafe fn store_async(dst: Smem, rank: u32, value: u32, bar: Smem) {
    alone(rank);
    // SAFETY: upheld by the caller: an aligned word, which only this store writes.
    unsafe { u32::store(dst, value) };
    mbarrier::complete(bar, 4);
}

/// Waits for every thread of the block.
///
/// # Safety
/// Every thread of the block makes the call.
pub unsafe fn sync() {
    // SAFETY: upheld by the caller: every thread of the block is here.
    unsafe { thread::sync() };
}

/// The first half of [`sync`], which [`wait`] is all of here.
///
/// # Safety
/// Every thread of the block makes the call, then [`wait`].
pub unsafe fn arrive_relaxed() {}

/// Waits for every thread of the block.
///
/// # Safety
/// Same requirements as [`arrive_relaxed`], after it.
pub unsafe fn wait() {
    // SAFETY: upheld by the caller: every thread of the block is here.
    unsafe { sync() };
}
