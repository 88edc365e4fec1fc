//! Clusters: their shape, a CTA's coordinate, and barriers among their threads.

use azulejo_layout::Int;
use azulejo_layout::ints::_1;

use crate::engine::SharedPtr;
use crate::immediate;
use crate::ptx::cluster;

/// Keeps [`ClusterShape`] to shapes that have been checked: pipelines reach the CTAs that it counts.
mod sealed {
    pub trait Sealed {}
    impl<M, N, L> Sealed for (M, N, L) {}
}

/// A cluster shape `(M, N, L)` of static integers, at most 16 CTAs. Sealed.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a cluster shape",
    note = "write three static integers: `(_2, _1, _1)`"
)]
pub trait ClusterShape: sealed::Sealed {
    /// CTAs along M: `%cluster_nctaid.x`.
    const M: u32;
    /// CTAs along N: `%cluster_nctaid.y`.
    const N: u32;
    /// CTAs along the batch: `%cluster_nctaid.z`.
    const L: u32;
}

/// No cluster.
pub type Single = (_1, _1, _1);

impl<M: Int, N: Int, L: Int> ClusterShape for (M, N, L) {
    const M: u32 = immediate::cluster([M::STATIC, N::STATIC, L::STATIC])[0];
    const N: u32 = immediate::cluster([M::STATIC, N::STATIC, L::STATIC])[1];
    const L: u32 = immediate::cluster([M::STATIC, N::STATIC, L::STATIC])[2];
}

/// The coordinate `(m, n, l)` of this CTA in its cluster: `%cluster_ctaid`.
///
/// Source: CuTe, `block_id_in_cluster`.
#[inline(always)]
pub fn block_id_in_cluster() -> (u32, u32, u32) {
    (cluster::ctaid_x(), cluster::ctaid_y(), cluster::ctaid_z())
}

/// The rank of this CTA in its cluster, `m + M n + M N l`: `%cluster_ctarank`.
///
/// Source: CuTe, `block_rank_in_cluster`.
#[inline(always)]
pub fn block_rank_in_cluster() -> u32 {
    cluster::block_rank()
}

/// Stores a word at the same place in CTA `rank`, and counts its 4 bytes on the barrier at the same place there.
///
/// `dst` and `bar` are those of this CTA's storage. The barrier's phase ends when all bytes that it expects have come.
///
/// Source: CuTe, `store_shared_remote`.
///
/// # Safety
/// CTA `rank` runs until the bytes are counted; `dst` is a word of shared memory that only this store writes, aligned to 4 bytes; `bar`
/// is an initialized barrier that expects the bytes.
#[inline(always)]
pub unsafe fn store_shared_remote(value: u32, dst: SharedPtr<u32>, bar: SharedPtr<u64>, rank: u32) {
    // SAFETY: the caller has CTA `rank` run until the bytes are counted, a word at `dst` that only this store writes, aligned to 4
    // bytes, and an initialized barrier at `bar` that expects the bytes.
    unsafe { cluster::store_async(dst.shared_address(), rank, value, bar.shared_address()) }
}

/// Waits for all threads of the cluster, and makes their shared-memory writes visible to each other.
///
/// Source: CuTe, `cluster_sync`.
///
/// # Safety
/// All threads of all CTAs of the cluster make the call.
#[inline(always)]
pub unsafe fn cluster_sync() {
    // SAFETY: upheld by the caller: all threads of the cluster are here.
    unsafe { cluster::sync() }
}

/// Arrives at the cluster's barrier without making writes visible; [`cluster_wait`] follows.
///
/// Source: CuTe, `cluster_arrive_relaxed`.
///
/// # Safety
/// All threads of all CTAs of the cluster make the call, then [`cluster_wait`].
#[inline(always)]
pub unsafe fn cluster_arrive_relaxed() {
    // SAFETY: upheld by the caller: all threads of the cluster arrive, and wait after it.
    unsafe { cluster::arrive_relaxed() }
}

/// Waits for the arrivals of all threads of the cluster.
///
/// Source: CuTe, `cluster_wait`.
///
/// # Safety
/// Same requirements as [`cluster_arrive_relaxed`], after it.
#[inline(always)]
pub unsafe fn cluster_wait() {
    // SAFETY: upheld by the caller: all threads of the cluster have arrived or will.
    unsafe { cluster::wait() }
}
