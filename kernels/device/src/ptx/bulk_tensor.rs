//! Boxes of tensors of 1 to 5 modes between global and shared memory (PTX ISA, `cp.async.bulk.tensor`).
//!
//! Coordinates come contiguous first; those past the rank are ignored.

use core::arch::asm;

use crate::immediate;

use super::smem::Smem;

/// Expands `$mac!(rank holes registers)` for the rank.
macro_rules! by_rank {
    ($rank:expr, $mac:ident, [$c0:ident $c1:ident $c2:ident $c3:ident $c4:ident] $($op:literal)?) => {
        match $rank {
            1 => $mac!($($op)? "1d" "{{{c0}}}" $c0),
            2 => $mac!($($op)? "2d" "{{{c0}, {c1}}}" $c0 $c1),
            3 => $mac!($($op)? "3d" "{{{c0}, {c1}, {c2}}}" $c0 $c1 $c2),
            4 => $mac!($($op)? "4d" "{{{c0}, {c1}, {c2}, {c3}}}" $c0 $c1 $c2 $c3),
            _ => $mac!($($op)? "5d" "{{{c0}, {c1}, {c2}, {c3}, {c4}}}" $c0 $c1 $c2 $c3 $c4),
        }
    };
}

/// Loads the box at `coord` to `dst`, and counts its bytes on `bar`; with a mask into every CTA of the cluster whose bit is set.
///
/// # Safety
/// `map` is a tensor map of `RANK` modes; `dst` is the box's bytes of shared memory, aligned as the map's swizzle asks; `bar`, of each
/// CTA that receives, expects them. `policy` is made by `createpolicy`.
#[inline(always)]
pub unsafe fn load<const RANK: usize>(
    dst: Smem,
    map: u64,
    [c0, c1, c2, c3, c4]: [i32; 5],
    bar: Smem,
    mask: Option<u16>,
    policy: Option<u64>,
) {
    const { immediate::rank(RANK) };
    macro_rules! issue { ($d:literal $holes:literal $($c:ident)*) => {
        // SAFETY: upheld by the caller: a valid map, a box of shared memory, a barrier that expects its bytes.
        unsafe { match (mask, policy) {
            (None, None) => asm!(concat!("cp.async.bulk.tensor.", $d, ".shared::cluster.global.tile.mbarrier::complete_tx::bytes [{dst}], [{map}, ", $holes, "], [{bar}];"),
                dst = in(reg32) dst, map = in(reg64) map, bar = in(reg32) bar, $($c = in(reg32) $c,)* options(nostack)),
            (None, Some(policy)) => asm!(concat!("cp.async.bulk.tensor.", $d, ".shared::cluster.global.tile.mbarrier::complete_tx::bytes.L2::cache_hint [{dst}], [{map}, ", $holes, "], [{bar}], {policy};"),
                dst = in(reg32) dst, map = in(reg64) map, bar = in(reg32) bar, policy = in(reg64) policy, $($c = in(reg32) $c,)* options(nostack)),
            (Some(mask), None) => asm!(concat!("cp.async.bulk.tensor.", $d, ".shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster [{dst}], [{map}, ", $holes, "], [{bar}], {mask};"),
                dst = in(reg32) dst, map = in(reg64) map, bar = in(reg32) bar, mask = in(reg16) mask, $($c = in(reg32) $c,)* options(nostack)),
            (Some(mask), Some(policy)) => asm!(concat!("cp.async.bulk.tensor.", $d, ".shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster.L2::cache_hint [{dst}], [{map}, ", $holes, "], [{bar}], {mask}, {policy};"),
                dst = in(reg32) dst, map = in(reg64) map, bar = in(reg32) bar, mask = in(reg16) mask, policy = in(reg64) policy, $($c = in(reg32) $c,)* options(nostack)),
        } }
    } }
    by_rank!(RANK, issue, [c0 c1 c2 c3 c4])
}

/// Stores the box at `src` to `coord`, as part of this thread's current bulk group.
///
/// # Safety
/// `map` is a tensor map of `RANK` modes whose memory is writable; `src` is the box's bytes of this CTA's shared memory, visible to the
/// asynchronous proxy, and unchanged until the group was waited for. `policy` is made by `createpolicy`.
#[inline(always)]
pub unsafe fn store<const RANK: usize>(
    map: u64,
    [c0, c1, c2, c3, c4]: [i32; 5],
    src: Smem,
    policy: Option<u64>,
) {
    const { immediate::rank(RANK) };
    macro_rules! issue { ($d:literal $holes:literal $($c:ident)*) => {
        // SAFETY: upheld by the caller: a valid map and a box of shared memory.
        unsafe { match policy {
            None => asm!(concat!("cp.async.bulk.tensor.", $d, ".global.shared::cta.tile.bulk_group [{map}, ", $holes, "], [{src}];"),
                map = in(reg64) map, src = in(reg32) src, $($c = in(reg32) $c,)* options(nostack)),
            Some(policy) => asm!(concat!("cp.async.bulk.tensor.", $d, ".global.shared::cta.tile.bulk_group.L2::cache_hint [{map}, ", $holes, "], [{src}], {policy};"),
                map = in(reg64) map, src = in(reg32) src, policy = in(reg64) policy, $($c = in(reg32) $c,)* options(nostack)),
        } }
    } }
    by_rank!(RANK, issue, [c0 c1 c2 c3 c4])
}

/// How `cp.reduce.async.bulk` combines an element in global memory with one in shared memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reduction {
    /// Sum: of integers of 32 bits, of `u64`, and of floats of 16 and 32 bits.
    Add,
    /// Lesser: of integers of 32 and 64 bits, and of floats of 16 bits.
    Min,
    /// Greater: of the same.
    Max,
    /// Bitwise and: of integers of 32 and 64 bits.
    And,
    /// Bitwise or: of the same.
    Or,
    /// Bitwise XOR: of the same.
    Xor,
}

/// [`store`] that combines with what is in global memory, element by element and each atomically.
///
/// # Safety
/// Same requirements as [`store`]; the map's element type has the reduction.
#[inline(always)]
pub unsafe fn reduce<const RANK: usize>(
    op: Reduction,
    map: u64,
    [c0, c1, c2, c3, c4]: [i32; 5],
    src: Smem,
    policy: Option<u64>,
) {
    const { immediate::rank(RANK) };
    macro_rules! issue { ($op:literal $d:literal $holes:literal $($c:ident)*) => {
        // SAFETY: upheld by the caller: a valid map and a box of shared memory.
        unsafe { match policy {
            None => asm!(concat!("cp.reduce.async.bulk.tensor.", $d, ".global.shared::cta.", $op, ".tile.bulk_group [{map}, ", $holes, "], [{src}];"),
                map = in(reg64) map, src = in(reg32) src, $($c = in(reg32) $c,)* options(nostack)),
            Some(policy) => asm!(concat!("cp.reduce.async.bulk.tensor.", $d, ".global.shared::cta.", $op, ".tile.bulk_group.L2::cache_hint [{map}, ", $holes, "], [{src}], {policy};"),
                map = in(reg64) map, src = in(reg32) src, policy = in(reg64) policy, $($c = in(reg32) $c,)* options(nostack)),
        } }
    } }
    match op {
        Reduction::Add => by_rank!(RANK, issue, [c0 c1 c2 c3 c4] "add"),
        Reduction::Min => by_rank!(RANK, issue, [c0 c1 c2 c3 c4] "min"),
        Reduction::Max => by_rank!(RANK, issue, [c0 c1 c2 c3 c4] "max"),
        Reduction::And => by_rank!(RANK, issue, [c0 c1 c2 c3 c4] "and"),
        Reduction::Or => by_rank!(RANK, issue, [c0 c1 c2 c3 c4] "or"),
        Reduction::Xor => by_rank!(RANK, issue, [c0 c1 c2 c3 c4] "xor"),
    }
}

/// Loads the box at `coord` to L2.
///
/// # Safety
/// `map` is a tensor map of `RANK` modes. `policy` is made by `createpolicy`.
#[inline(always)]
pub unsafe fn prefetch<const RANK: usize>(
    map: u64,
    [c0, c1, c2, c3, c4]: [i32; 5],
    policy: Option<u64>,
) {
    const { immediate::rank(RANK) };
    macro_rules! issue { ($d:literal $holes:literal $($c:ident)*) => {
        // SAFETY: upheld by the caller: a valid map.
        unsafe { match policy {
            None => asm!(concat!("cp.async.bulk.prefetch.tensor.", $d, ".L2.global.tile [{map}, ", $holes, "];"),
                map = in(reg64) map, $($c = in(reg32) $c,)* options(nostack)),
            Some(policy) => asm!(concat!("cp.async.bulk.prefetch.tensor.", $d, ".L2.global.tile.L2::cache_hint [{map}, ", $holes, "], {policy};"),
                map = in(reg64) map, policy = in(reg64) policy, $($c = in(reg32) $c,)* options(nostack)),
        } }
    } }
    by_rank!(RANK, issue, [c0 c1 c2 c3 c4])
}

/// Waits until at most `N` of this thread's bulk groups have yet to complete: their results are then in global memory.
#[inline(always)]
pub fn wait<const N: u32>() {
    // SAFETY: no requirement (PTX ISA, `cp.async.bulk.wait_group`).
    unsafe { asm!("cp.async.bulk.wait_group {};", const N, options(nostack)) };
}
