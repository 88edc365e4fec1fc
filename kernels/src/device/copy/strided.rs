//! Copies whose runs lie in the same mode on both sides.

use super::{THREADS, UNROLL};
use crate::device::{
    element::{read, read_bytes, write, write_bytes},
    modes::Modes,
    ptx::thread::{ctaid, nctaid, tid},
    zeros::span,
};

/// Copies `bytes` bytes, in 16-byte vectors but for the bytes before the first and after the last aligned one.
///
/// # Safety
/// `src` must be valid for reads and `dst` for writes of `bytes` bytes by the whole grid, without overlap and unused
/// by others; the two addresses must be equal modulo 16.
#[inline(always)]
pub unsafe fn copy_bytes(dst: *mut u8, src: *const u8, bytes: u64) {
    const STEP: u64 = THREADS as u64;
    const COUNT: u64 = UNROLL as u64;
    let s = span(dst as u64, bytes);
    let t = tid() as u64;
    // SAFETY: `head` bytes lie inside the destination.
    let to = unsafe { dst.add(s.head as usize) }.cast::<u128>();
    // SAFETY: `head` bytes lie inside the source.
    let from = unsafe { src.add(s.head as usize) }.cast::<u128>();
    let step = nctaid() as u64 * (STEP * COUNT);
    let mut first = ctaid() as u64 * (STEP * COUNT) + t;
    while first < s.body {
        let at = |u: u64| (first + u * STEP) as usize;
        if first + (COUNT - 1) * STEP < s.body {
            // SAFETY: both vectors are below `body`; the pointer is a multiple of 16.
            let low = unsafe { read(from, at(0)) };
            // SAFETY: both vectors are below `body`; the pointer is a multiple of 16.
            let high = unsafe { read(from, at(1)) };
            // SAFETY: both vectors are below `body` and this thread's alone; the pointer is a multiple of 16.
            unsafe { write(to, at(0), low) };
            // SAFETY: both vectors are below `body` and this thread's alone; the pointer is a multiple of 16.
            unsafe { write(to, at(1), high) };
        } else {
            for u in 0..COUNT {
                if first + u * STEP < s.body {
                    // SAFETY: below `body` by the test.
                    let place = unsafe { to.add(at(u)) };
                    // SAFETY: below `body` by the test; the pointer is a multiple of 16.
                    let vector = unsafe { read(from, at(u)) };
                    // SAFETY: a place of the destination, a multiple of 16, which is this thread's alone.
                    unsafe { place.write(vector) };
                }
            }
        }
        first += step;
    }
    if ctaid() == 0 {
        let copy = |at: u64| {
            // SAFETY: a byte before the first vector or after the last, inside the destination.
            let place = unsafe { dst.add(at as usize) };
            // SAFETY: a byte before the first vector or after the last, inside the source, which nothing writes.
            let byte = unsafe { read(src, at as usize) };
            // SAFETY: a byte of the destination, which is this thread's alone.
            unsafe { place.write(byte) };
        };
        if t < s.head {
            copy(t);
        }
        if t < s.tail {
            copy(bytes - s.tail + t);
        }
    }
}

/// Copies `total` values of `T`, value `i` between the offsets that `modes` gives for index `i`.
///
/// # Safety
/// Every offset of an index below `total` must lie inside the buffers, aligned to `T`; no two indices may share a
/// destination, and the buffers may not overlap.
#[inline(always)]
pub unsafe fn copy_strided<T: Copy>(dst: *mut u8, src: *const u8, modes: &Modes<2>, total: u32) {
    let first = ctaid() * (THREADS * UNROLL) + tid();
    let index = |u: u32| first + u * THREADS;
    if index(UNROLL - 1) < total {
        let at = [modes.offsets(index(0)), modes.offsets(index(1))];
        let load = |u: usize| {
            // SAFETY: an index below `total`: its offset is inside the source and aligned, by the caller.
            unsafe { read_bytes::<T>(src, at[u][1]) }
        };
        let v = [load(0), load(1)];
        let store = |u: usize| {
            // SAFETY: an index below `total`: its offset is inside the destination, aligned and this thread's alone, by the caller.
            unsafe { write_bytes(dst, at[u][0], v[u]) }
        };
        store(0);
        store(1);
    } else {
        for u in 0..UNROLL {
            if index(u) < total {
                let [to, from] = modes.offsets(index(u));
                // SAFETY: an index below `total`: its offset is inside the source and aligned, by the caller.
                let value = unsafe { read_bytes::<T>(src, from) };
                // SAFETY: its offset is inside the destination, aligned and this thread's alone, by the caller.
                unsafe { write_bytes(dst, to, value) };
            }
        }
    }
}
