//! Tiles between global and shared memory by TMA (PTX ISA, `cp.async.bulk.tensor`).
//!
//! Every map here has three dimensions: contiguous, strided, batch. Out-of-range elements load as zeros and count their
//! bytes; they are not stored, but that a store writes whole chunks of 16 bytes of a line.

use super::smem::Smem;
use core::arch::asm;

/// A tensor map in device memory: 128 bytes, aligned to 64, written by the host before the launch.
pub type TensorMap = u64;

/// Brings the map into the descriptor cache.
///
/// # Safety
/// `map` is a valid tensor map.
#[inline(always)]
pub unsafe fn prefetch_tma_descriptor(map: TensorMap) {
    // SAFETY: upheld by the caller: `map` is a valid tensor map (PTX ISA, `prefetch.tensormap`).
    unsafe { asm!("prefetch.tensormap [{}];", in(reg64) map, options(nostack)) };
}

/// Loads the box at `(c0, c1, c2)` to `dst` and counts its bytes on `bar`.
///
/// # Safety
/// `map` is valid; `dst` is the box's bytes of this block's shared memory, aligned as the map's swizzle asks; `bar` expects them.
#[inline(always)]
pub unsafe fn load(dst: Smem, map: TensorMap, (c0, c1, c2): (u32, u32, u32), bar: Smem) {
    // SAFETY: upheld by the caller: `map` is valid; `dst` is the box's bytes of this block's shared memory, aligned
    // as the map's swizzle asks; `bar` expects them.
    unsafe {
        asm!(
            "cp.async.bulk.tensor.3d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [{}], [{}, {{{}, {}, {}}}], [{}];",
            in(reg32) dst, in(reg64) map, in(reg32) c0, in(reg32) c1, in(reg32) c2, in(reg32) bar, options(nostack)
        )
    };
}

/// As [`load`], into every CTA of the cluster whose bit in `mask` is set, at the same offsets.
///
/// # Safety
/// As [`load`], for each of these blocks.
#[inline(always)]
pub unsafe fn load_multicast(
    dst: Smem,
    map: TensorMap,
    (c0, c1, c2): (u32, u32, u32),
    bar: Smem,
    mask: u16,
) {
    // SAFETY: upheld by the caller: `map` is valid, and in each of the blocks `dst` is the box's bytes and `bar` an
    // initialised barrier that expects them.
    unsafe {
        asm!(
            "cp.async.bulk.tensor.3d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster [{}], [{}, {{{}, {}, {}}}], [{}], {};",
            in(reg32) dst, in(reg64) map, in(reg32) c0, in(reg32) c1, in(reg32) c2, in(reg32) bar, in(reg16) mask, options(nostack)
        )
    };
}

/// Loads the box at `(c0, c1, c2)` to L2.
///
/// # Safety
/// `map` is a valid tensor map.
#[inline(always)]
pub unsafe fn prefetch(map: TensorMap, (c0, c1, c2): (u32, u32, u32)) {
    // SAFETY: upheld by the caller: `map` is a valid tensor map (PTX ISA, `cp.async.bulk.prefetch.tensor`).
    unsafe {
        asm!(
            "cp.async.bulk.prefetch.tensor.3d.L2.global.tile [{}, {{{}, {}, {}}}];",
            in(reg64) map, in(reg32) c0, in(reg32) c1, in(reg32) c2, options(nostack)
        )
    };
}

/// The cache policy that `createpolicy.fractional.L2::evict_first.b64` makes of all of an access.
const EVICT_FIRST: u64 = 0x12f0_0000_0000_0000;

/// Stores the box at `src` to `(c0, c1, c2)`, as part of this thread's current group. L2 is to keep what it holds rather
/// than this.
///
/// # Safety
/// `map` is valid and its memory writable; `src` is the box's bytes of this block's shared memory, fenced by
/// [`proxy_async`](super::fence::proxy_async), and stays unchanged until [`wait_read`].
#[inline(always)]
pub unsafe fn store(map: TensorMap, (c0, c1, c2): (u32, u32, u32), src: Smem) {
    // SAFETY: upheld by the caller: `map` is valid and its memory writable; `src` is the box's bytes of this
    // block's shared memory, fenced by [`proxy_async`](super::fence::proxy_async), and stays unchanged until
    // [`wait_read`].
    unsafe {
        asm!(
            "cp.async.bulk.tensor.3d.global.shared::cta.tile.bulk_group.L2::cache_hint [{}, {{{}, {}, {}}}], [{}], {};",
            in(reg64) map, in(reg32) c0, in(reg32) c1, in(reg32) c2, in(reg32) src, in(reg64) EVICT_FIRST, options(nostack)
        )
    };
}

/// Closes this thread's group of stores.
#[inline(always)]
pub fn commit() {
    // SAFETY: no requirement (PTX ISA, `cp.async.bulk.commit_group`).
    unsafe { asm!("cp.async.bulk.commit_group;", options(nostack)) };
}

/// Waits until at most `N` of this thread's groups have yet to read their shared memory.
#[inline(always)]
pub fn wait_read<const N: u32>() {
    // SAFETY: no requirement (PTX ISA, `cp.async.bulk.wait_group.read`).
    unsafe { asm!("cp.async.bulk.wait_group.read {};", const N, options(nostack)) };
}

/// Waits until at most `N` of this thread's groups have yet to complete: the others are written.
#[inline(always)]
pub fn wait<const N: u32>() {
    // SAFETY: no requirement (PTX ISA, `cp.async.bulk.wait_group`).
    unsafe { asm!("cp.async.bulk.wait_group {};", const N, options(nostack)) };
}
