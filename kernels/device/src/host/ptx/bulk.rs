//! Bulk copies of contiguous bytes, which happen when they are issued.

use super::mbarrier;
use super::smem::Smem;
use super::vector::aligned;
use crate::host::pointer;

/// Copies `bytes` from global memory to `dst`, and counts them on `bar`.
///
/// # Safety
/// The source is readable, and no other thread uses the destination.
pub unsafe fn load(dst: Smem, src: u64, bytes: u32, bar: Smem) {
    aligned::<[u32; 4]>(src | u64::from(dst) | u64::from(bytes));
    let to = pointer(dst, bytes as usize);
    // SAFETY: `pointer` checks that the destination is the block's; the caller has `bytes` readable bytes at the source.
    unsafe { core::ptr::copy_nonoverlapping(src as *const u8, to, bytes as usize) };
    mbarrier::complete(bar, bytes);
}

/// [`load`]; a block here is a cluster of its own.
///
/// # Safety
/// Same requirements as [`load`].
pub unsafe fn load_multicast(dst: Smem, src: u64, bytes: u32, bar: Smem, mask: u16) {
    super::bulk_tensor::alone(Some(mask));
    // SAFETY: the caller has multiples of 16, a readable source and a barrier that expects the bytes; the mask is this block.
    unsafe { load(dst, src, bytes, bar) }
}

/// Copies `bytes` of shared memory to `dst`, and counts them on `bar`; a block here is a cluster of its own.
///
/// # Panics
/// Where `rank` is not 0.
///
/// # Safety
/// No other thread writes the source or uses the destination.
pub unsafe fn copy_to_cta(dst: Smem, src: Smem, bytes: u32, bar: Smem, rank: u32) {
    super::cluster::alone(rank);
    aligned::<[u32; 4]>(u64::from(dst | src | bytes));
    let (from, to) = (pointer(src, bytes as usize), pointer(dst, bytes as usize));
    // SAFETY: `pointer` checks that both are the blocks'; the caller has them apart.
    unsafe { core::ptr::copy_nonoverlapping(from, to, bytes as usize) };
    mbarrier::complete(bar, bytes);
}

/// Copies `bytes` of shared memory to global memory.
///
/// # Safety
/// The destination is writable, and no other thread writes the source.
pub unsafe fn store(dst: u64, src: Smem, bytes: u32) {
    aligned::<[u32; 4]>(dst | u64::from(src) | u64::from(bytes));
    let from = pointer(src, bytes as usize);
    // SAFETY: `pointer` checks that the source is the block's; the caller has `bytes` writable bytes at the destination.
    unsafe { core::ptr::copy_nonoverlapping(from, dst as *mut u8, bytes as usize) };
}

/// Adds f32 of shared memory to those in global memory.
///
/// # Safety
/// Same requirements as [`store`]; the destination is initialized.
pub unsafe fn add_f32(dst: u64, src: Smem, bytes: u32) {
    aligned::<[u32; 4]>(dst | u64::from(src) | u64::from(bytes));
    let from = pointer(src, bytes as usize).cast::<f32>().cast_const();
    for i in 0..bytes as usize / size_of::<f32>() {
        // SAFETY: `pointer` checks the source.
        let from = unsafe { from.add(i) };
        // SAFETY: the place is of the destination's bytes, upheld by the caller.
        let to = unsafe { (dst as *mut f32).add(i) };
        // SAFETY: the source is checked, initialized and aligned.
        let more = unsafe { from.read() };
        // SAFETY: the destination is initialized, aligned and this call's to change.
        let sum = unsafe { to.read() } + more;
        // SAFETY: the destination is writable and aligned.
        unsafe { to.write(sum) };
    }
}
