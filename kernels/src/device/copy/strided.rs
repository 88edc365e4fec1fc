//! Copies whose runs lie in the same mode on both sides.

use super::{THREADS, UNROLL};
use crate::device::{
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
    // SAFETY: `head` bytes lie inside both buffers.
    let (to, from) = unsafe {
        (
            dst.add(s.head as usize).cast::<u128>(),
            src.add(s.head as usize).cast::<u128>(),
        )
    };
    let step = nctaid() as u64 * (STEP * COUNT);
    let mut first = ctaid() as u64 * (STEP * COUNT) + t;
    while first < s.body {
        let at = |u: u64| (first + u * STEP) as usize;
        if first + (COUNT - 1) * STEP < s.body {
            // SAFETY: both vectors are below `body`; both pointers are multiples of 16.
            unsafe {
                let v = [from.add(at(0)).read(), from.add(at(1)).read()];
                to.add(at(0)).write(v[0]);
                to.add(at(1)).write(v[1]);
            }
        } else {
            for u in 0..COUNT {
                if first + u * STEP < s.body {
                    // SAFETY: below `body` by the test.
                    unsafe { to.add(at(u)).write(from.add(at(u)).read()) };
                }
            }
        }
        first += step;
    }
    if ctaid() == 0 {
        // SAFETY: `t < head`, and the last `tail` bytes: inside both buffers.
        unsafe {
            if t < s.head {
                dst.add(t as usize).write(src.add(t as usize).read());
            }
            if t < s.tail {
                let at = (bytes - s.tail + t) as usize;
                dst.add(at).write(src.add(at).read());
            }
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
        // SAFETY: two indices below `total`: their offsets are inside the buffers, aligned, and apart, by the caller.
        unsafe {
            let v = [read::<T>(src, at[0]), read::<T>(src, at[1])];
            write(dst, at[0], v[0]);
            write(dst, at[1], v[1]);
        }
    } else {
        for u in 0..UNROLL {
            if index(u) < total {
                let at = modes.offsets(index(u));
                // SAFETY: an index below `total`: its offsets are inside the buffers and aligned, by the caller.
                unsafe { write(dst, at, read::<T>(src, at)) };
            }
        }
    }
}

/// # Safety
/// As [`copy_strided`], for one value.
#[inline(always)]
unsafe fn read<T: Copy>(src: *const u8, at: [i64; 2]) -> T {
    // SAFETY: the offset is inside the source and aligned, by the caller.
    unsafe { src.offset(at[1] as isize).cast::<T>().read() }
}

/// # Safety
/// As [`copy_strided`], for one value.
#[inline(always)]
unsafe fn write<T: Copy>(dst: *mut u8, at: [i64; 2], value: T) {
    // SAFETY: the offset is inside the destination, aligned and this thread's alone, by the caller.
    unsafe { dst.offset(at[0] as isize).cast::<T>().write(value) };
}
