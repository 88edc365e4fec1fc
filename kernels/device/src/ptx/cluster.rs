//! Blocks that run together: rank and barrier (PTX ISA, `barrier.cluster`).

use super::smem::Smem;
use core::arch::asm;

unsafe extern "C" {
    #[link_name = "llvm.nvvm.barrier.cluster.arrive.aligned"]
    fn barrier_cluster_arrive();
    #[link_name = "llvm.nvvm.barrier.cluster.arrive.relaxed.aligned"]
    fn barrier_cluster_arrive_relaxed();
    #[link_name = "llvm.nvvm.barrier.cluster.wait.aligned"]
    fn barrier_cluster_wait();
}

/// `%cluster_ctarank`: this block's number in its cluster.
#[inline(always)]
pub fn block_rank() -> u32 {
    let rank: u32;
    // SAFETY: reading a special register has no requirement.
    unsafe {
        asm!("mov.u32 {}, %cluster_ctarank;", out(reg32) rank, options(pure, nomem, nostack))
    };
    rank
}

/// `%cluster_ctaid.x`.
#[inline(always)]
pub fn ctaid_x() -> u32 {
    let x: u32;
    // SAFETY: reading a special register has no requirement.
    unsafe { asm!("mov.u32 {}, %cluster_ctaid.x;", out(reg32) x, options(pure, nomem, nostack)) };
    x
}

/// `%cluster_ctaid.y`.
#[inline(always)]
pub fn ctaid_y() -> u32 {
    let y: u32;
    // SAFETY: reading a special register has no requirement.
    unsafe { asm!("mov.u32 {}, %cluster_ctaid.y;", out(reg32) y, options(pure, nomem, nostack)) };
    y
}

/// `%cluster_ctaid.z`.
#[inline(always)]
pub fn ctaid_z() -> u32 {
    let z: u32;
    // SAFETY: reading a special register has no requirement.
    unsafe { asm!("mov.u32 {}, %cluster_ctaid.z;", out(reg32) z, options(pure, nomem, nostack)) };
    z
}

/// Stores a word at the offset of `dst` in CTA `rank` of the cluster, and counts its 4 bytes on that CTA's `bar`.
///
/// # Safety
/// CTA `rank` still runs, `dst` is a word of its shared memory, aligned to 4, and `bar` an initialized barrier that expects the bytes.
#[inline(always)]
pub unsafe fn store_async(dst: Smem, rank: u32, value: u32, bar: Smem) {
    // SAFETY: the caller has a CTA that runs, an aligned word of its shared memory, and a barrier of it that expects the bytes (PTX
    // ISA, `mapa`, `st.async`).
    unsafe {
        asm!(
            "{{ .reg .b32 to, on; mapa.shared::cluster.u32 to, {}, {rank}; mapa.shared::cluster.u32 on, {}, {rank}; st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [to], {}, [on]; }}",
            in(reg32) dst, in(reg32) bar, in(reg32) value, rank = in(reg32) rank, options(nostack)
        )
    };
}

/// Waits for every thread of the cluster and makes their shared-memory writes visible to each other.
///
/// # Safety
/// Every thread of every CTA of the cluster reaches the same call.
#[inline(always)]
pub unsafe fn sync() {
    // SAFETY: the caller has every thread of every CTA of the cluster make the call, in converged warps (`.aligned`), once.
    unsafe { barrier_cluster_arrive() };
    // SAFETY: every thread of the cluster arrived above, and waits here.
    unsafe { barrier_cluster_wait() };
}

/// Waits for every thread of the cluster, without making anyone's writes visible: what [`sync`] spends on memory that is
/// still on its way is saved.
///
/// # Safety
/// Same requirements as [`sync`].
#[inline(always)]
pub unsafe fn sync_relaxed() {
    // SAFETY: the caller has every thread of every CTA of the cluster make the call, in converged warps (`.aligned`), once.
    unsafe { arrive_relaxed() };
    // SAFETY: every thread of the cluster arrived above, and waits here.
    unsafe { wait() };
}

/// The first half of [`sync_relaxed`]: this thread is there, and goes on.
///
/// # Safety
/// Every thread of every CTA of the cluster calls this, then [`wait`], and neither twice in a row.
#[inline(always)]
pub unsafe fn arrive_relaxed() {
    // SAFETY: the caller has every thread of every CTA of the cluster make the call, in converged warps (`.aligned`), and wait
    // before it arrives again.
    unsafe { barrier_cluster_arrive_relaxed() };
}

/// The second half of [`sync_relaxed`].
///
/// # Safety
/// Same requirements as [`arrive_relaxed`].
#[inline(always)]
pub unsafe fn wait() {
    // SAFETY: the caller has every thread of every CTA of the cluster make the call, in converged warps (`.aligned`), after it
    // arrived.
    unsafe { barrier_cluster_wait() };
}

/// Four words of block `rank`'s shared memory, at the offset that `src` has in this block's.
///
/// # Safety
/// Block `rank` of the cluster still runs, and wrote these 16 bytes, aligned to 16, before a [`sync`] of both.
#[inline(always)]
pub unsafe fn ld_shared_v4(src: Smem, rank: u32) -> [u32; 4] {
    let (a, b, c, d);
    // SAFETY: the caller has a CTA of the cluster that runs, and 16 bytes there, aligned to 16, that were written before a barrier of
    // both.
    unsafe {
        asm!(
            "{{ .reg .b32 remote; mapa.shared::cluster.u32 remote, {}, {}; ld.shared::cluster.v4.b32 {{{}, {}, {}, {}}}, [remote]; }}",
            in(reg32) src, in(reg32) rank, out(reg32) a, out(reg32) b, out(reg32) c, out(reg32) d, options(nostack)
        )
    };
    [a, b, c, d]
}
