//! Reductions over a block of 256 threads: across lanes, then across warps through shared memory.

use crate::device::ptx::{
    shared::{self, Shared},
    shuffle::Exchange,
    thread::{sync, tid},
};

/// All threads' values combined, in every thread; the order is fixed, so the result has the same bits every time.
///
/// # Safety
/// Every thread of the block must make the call. The first `8 * size_of::<T>()` bytes of shared memory are used, and no
/// thread may use them between this call and the next barrier.
#[inline(always)]
pub unsafe fn combine<T: Exchange + Shared>(value: T, f: impl Fn(T, T) -> T) -> T {
    let mut value = value;
    let mut mask = 16;
    while mask > 0 {
        // SAFETY: the whole block is here, so the whole warp.
        value = f(value, unsafe { value.across(mask) });
        mask /= 2;
    }
    let size = size_of::<T>() as u32;
    let base = shared::base();
    // SAFETY: every thread of the block is here, by the caller.
    unsafe { sync() };
    if tid().is_multiple_of(32) {
        // SAFETY: warp `w` alone writes place `w` of 8; the barriers separate the write from reads before and after.
        unsafe { T::store(base + tid() / 32 * size, value) };
    }
    // SAFETY: every thread of the block is here, by the caller.
    unsafe { sync() };
    let of_warp = |warp: u32| {
        // SAFETY: one of the 8 places, which its warp wrote before the barrier.
        unsafe { T::load(base + warp * size) }
    };
    let mut all = of_warp(0);
    let mut warp = 1;
    while warp < 8 {
        all = f(all, of_warp(warp));
        warp += 1;
    }
    all
}
