//! Shared-memory barriers that count arrivals and bytes (PTX ISA, `mbarrier`).
//!
//! A phase ends when the pending arrivals and the pending bytes are both zero; then the count starts afresh and the
//! parity flips. Waiting names the parity of the phase that must have ended, so a fresh barrier answers at once to a
//! wait for parity 1.

use super::smem::Smem;
use core::arch::asm;

/// Bytes of one barrier.
pub const BYTES: u32 = 8;

/// Makes a barrier that expects `arrivals` arrivals in each phase.
///
/// # Safety
/// `bar` is 8 bytes of this block's shared memory, aligned to 8, that no thread uses yet; other threads may use it only
/// after [`fence_init`](super::fence::mbarrier_init) and a block or cluster barrier.
#[inline(always)]
pub unsafe fn init(bar: Smem, arrivals: u32) {
    // SAFETY: upheld by the caller: `bar` is 8 bytes of this block's shared memory, aligned to 8, that no thread
    // uses yet; other threads may use it only after [`fence_init`](super::fence::mbarrier_init) and a block or
    // cluster barrier (PTX ISA, `mbarrier.init`).
    unsafe {
        asm!("mbarrier.init.shared::cta.b64 [{}], {};", in(reg32) bar, in(reg32) arrivals, options(nostack))
    };
}

/// Ends a barrier: its memory may be used for anything, also for another one.
///
/// # Safety
/// `bar` is an initialized barrier of this block that no thread uses any more.
#[inline(always)]
pub unsafe fn invalidate(bar: Smem) {
    // SAFETY: upheld by the caller: `bar` is an initialized barrier of this block that no thread uses any more (PTX
    // ISA, `mbarrier.inval`).
    unsafe { asm!("mbarrier.inval.shared::cta.b64 [{}];", in(reg32) bar, options(nostack)) };
}

/// Arrives once.
///
/// # Safety
/// `bar` is an initialized barrier of this block with an arrival left in its current phase.
#[inline(always)]
pub unsafe fn arrive(bar: Smem) {
    // SAFETY: upheld by the caller: `bar` is an initialized barrier of this block with an arrival left in its
    // current phase (PTX ISA, `mbarrier.arrive`).
    unsafe { asm!("mbarrier.arrive.shared::cta.b64 _, [{}];", in(reg32) bar, options(nostack)) };
}

/// Arrives once when all earlier `cp.async` copies of this thread are complete; the arrival is one that [`init`] counted.
///
/// # Safety
/// Same requirements as [`arrive`].
#[inline(always)]
pub unsafe fn arrive_after_cp_async(bar: Smem) {
    // SAFETY: the caller has an initialized barrier, which counts this arrival (PTX ISA, `cp.async.mbarrier.arrive.noinc`).
    unsafe {
        asm!("cp.async.mbarrier.arrive.noinc.shared::cta.b64 [{}];", in(reg32) bar, options(nostack))
    };
}

/// Arrives once and adds `bytes` to the transaction bytes that must arrive before the phase may end (`expect_tx`).
///
/// # Safety
/// Same requirements as [`arrive`]; exactly `bytes` bytes must be copied with this barrier as their completion.
#[inline(always)]
pub unsafe fn arrive_and_expect_tx(bar: Smem, bytes: u32) {
    // SAFETY: upheld by the caller: `bar` is an initialized barrier of this block with an arrival left in its
    // phase, and exactly `bytes` bytes are copied with it as their completion (PTX ISA,
    // `mbarrier.arrive.expect_tx`).
    unsafe {
        asm!("mbarrier.arrive.expect_tx.shared::cta.b64 _, [{}], {};", in(reg32) bar, in(reg32) bytes, options(nostack))
    };
}

/// Arrives once at the same barrier of block `rank` of the cluster.
///
/// The instruction keeps its default semantics: written with `.release.cluster`, the same operation costs a fence a
/// stage.
///
/// # Safety
/// Same requirements as [`arrive`], for the barrier at `bar`'s offset in the shared memory of block `rank`, which must still run.
#[inline(always)]
pub unsafe fn arrive_cluster(bar: Smem, rank: u32) {
    // SAFETY: upheld by the caller: at `bar`'s offset in the shared memory of block `rank`, which still runs, is an
    // initialized barrier with an arrival left in its phase (PTX ISA, `mapa` and `mbarrier.arrive` on
    // shared::cluster).
    unsafe {
        asm!(
            "{{ .reg .b32 remote; mapa.shared::cluster.u32 remote, {}, {}; mbarrier.arrive.shared::cluster.b64 _, [remote]; }}",
            in(reg32) bar, in(reg32) rank, options(nostack)
        )
    };
}

/// `true` if the phase of this parity has ended; waits a while for it, as long as the hardware does.
///
/// # Safety
/// `bar` is an initialized barrier of this block, and `parity` (0 or 1) is that of its current or its last phase.
#[inline(always)]
pub unsafe fn try_wait(bar: Smem, parity: u32) -> bool {
    let done: u32;
    // SAFETY: upheld by the caller: `bar` is an initialized barrier of this block, and `parity` (0 or 1) is
    // that of its current or its last phase (PTX ISA, `mbarrier.try_wait`).
    unsafe {
        asm!(
            "{{ .reg .pred done; mbarrier.try_wait.parity.shared::cta.b64 done, [{}], {}; selp.u32 {}, 1, 0, done; }}",
            in(reg32) bar, in(reg32) parity, out(reg32) done, options(nostack)
        )
    };
    done != 0
}

/// Waits until the phase of this parity has ended.
///
/// # Safety
/// Same requirements as [`try_wait`].
#[inline(always)]
pub unsafe fn wait(bar: Smem, parity: u32) {
    // SAFETY: upheld by the caller: an initialized barrier, and the parity of its current or its last phase.
    while !unsafe { try_wait(bar, parity) } {}
}
