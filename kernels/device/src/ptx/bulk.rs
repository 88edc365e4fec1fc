//! Contiguous bytes between global and shared memory (PTX ISA, `cp.async.bulk`).

use core::arch::asm;

use super::smem::Smem;

/// Copies `bytes` from global memory to `dst`, and counts them on `bar`.
///
/// # Safety
/// Both addresses and `bytes` are multiples of 16, the source is readable, the destination this CTA's, and `bar` expects the bytes.
#[inline(always)]
pub unsafe fn load(dst: Smem, src: u64, bytes: u32, bar: Smem) {
    // SAFETY: the caller has multiples of 16, a readable source, a destination that is this CTA's, and a barrier that expects the
    // bytes.
    unsafe {
        asm!("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [{}], [{}], {}, [{}];",
            in(reg32) dst, in(reg64) src, in(reg32) bytes, in(reg32) bar, options(nostack))
    };
}

/// Copies `bytes` from global memory to `dst` in every CTA of the cluster whose bit in `mask` is set.
///
/// # Safety
/// Same requirements as [`load`], for each of these CTAs.
#[inline(always)]
pub unsafe fn load_multicast(dst: Smem, src: u64, bytes: u32, bar: Smem, mask: u16) {
    // SAFETY: the caller has multiples of 16 and a readable source, and in each CTA of the mask the destination and a barrier that
    // expects the bytes.
    unsafe {
        asm!("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [{}], [{}], {}, [{}], {};",
            in(reg32) dst, in(reg64) src, in(reg32) bytes, in(reg32) bar, in(reg16) mask, options(nostack))
    };
}

/// Copies `bytes` of this CTA's shared memory to the offset of `dst` in CTA `rank` of the cluster, and counts them on that CTA's `bar`.
///
/// # Safety
/// Addresses and `bytes` are multiples of 16, CTA `rank` still runs, its `bar` expects the bytes, and the source is visible to the
/// asynchronous proxy and unchanged until they are counted.
#[inline(always)]
pub unsafe fn copy_to_cta(dst: Smem, src: Smem, bytes: u32, bar: Smem, rank: u32) {
    // SAFETY: the caller has multiples of 16, a CTA that runs and whose barrier expects the bytes, and a source that the
    // asynchronous proxy sees and nothing changes until then (PTX ISA, `mapa`, `cp.async.bulk` from shared::cta to
    // shared::cluster).
    unsafe {
        asm!("{{ .reg .b32 to, on; mapa.shared::cluster.u32 to, {}, {rank}; mapa.shared::cluster.u32 on, {}, {rank}; cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [to], [{}], {}, [on]; }}",
            in(reg32) dst, in(reg32) bar, in(reg32) src, in(reg32) bytes, rank = in(reg32) rank, options(nostack))
    };
}

/// Copies `bytes` of shared memory to global memory, as part of this thread's current bulk group.
///
/// # Safety
/// Both addresses and `bytes` are multiples of 16, the destination is writable, the source visible to the asynchronous proxy and
/// unchanged until the group was waited for.
#[inline(always)]
pub unsafe fn store(dst: u64, src: Smem, bytes: u32) {
    // SAFETY: the caller has multiples of 16, a writable destination, and a source that the asynchronous proxy sees and nothing
    // changes until the wait.
    unsafe {
        asm!("cp.async.bulk.global.shared::cta.bulk_group [{}], [{}], {};",
            in(reg64) dst, in(reg32) src, in(reg32) bytes, options(nostack))
    };
}

/// Adds `bytes` of f32 in shared memory to those in global memory, as part of this thread's current bulk group.
///
/// Each addition is atomic; their order is not defined (PTX ISA, `cp.reduce.async.bulk`).
///
/// # Safety
/// Same requirements as [`store`]; the destination is changed by atomic additions alone.
#[inline(always)]
pub unsafe fn add_f32(dst: u64, src: Smem, bytes: u32) {
    // SAFETY: the caller has multiples of 16, a writable destination of f32 that only additions change, and a source that the
    // asynchronous proxy sees and nothing changes until the wait.
    unsafe {
        asm!("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f32 [{}], [{}], {};",
            in(reg64) dst, in(reg32) src, in(reg32) bytes, options(nostack))
    };
}
