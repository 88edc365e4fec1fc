//! Fences between memory proxies (PTX ISA, memory consistency model, proxies).

use core::arch::asm;

/// Makes this thread's barrier initialisations visible to the cluster and to copies that will complete on them.
#[inline(always)]
pub fn mbarrier_init() {
    // SAFETY: a fence has no requirement (PTX ISA, `fence.mbarrier_init`).
    unsafe { asm!("fence.mbarrier_init.release.cluster;", options(nostack)) };
}

/// Orders this thread's ordinary shared-memory accesses before later ones by TMA and `wgmma`.
#[inline(always)]
pub fn proxy_async() {
    // SAFETY: a fence has no requirement (PTX ISA, `fence.proxy.async`).
    unsafe { asm!("fence.proxy.async.shared::cta;", options(nostack)) };
}

/// Orders this thread's global-memory accesses before and after, for every thread of the device.
#[inline(always)]
pub fn device() {
    // SAFETY: a fence has no requirement (PTX ISA, `membar`).
    unsafe { asm!("fence.acq_rel.gpu;", options(nostack)) };
}
