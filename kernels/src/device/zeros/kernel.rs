//! The contiguous fill and the one with gaps.

use super::{STRIDED_UNROLL, THREADS, TILE, UNROLL, VECTOR, span};
use crate::device::{
    element::{write, write_bytes},
    modes::Modes,
    ptx::{
        memory::Wide,
        thread::{ctaid, nctaid, tid},
    },
};

/// Writes the eight bytes of `pattern` over and over into `bytes` bytes at `dst`.
///
/// The pattern is anchored at addresses that are multiples of eight, so an element of 1, 2, 4 or 8 bytes at its
/// natural alignment gets its own value. Each block stores a tile of 32 KiB in vectors of 16 bytes, then moves on by
/// the whole grid; block 0 also writes the bytes before the first and after the last aligned vector.
///
/// # Safety
/// `dst` must be valid for writes of `bytes` bytes by the whole grid, and nothing else may access them.
#[inline(always)]
pub unsafe fn fill(dst: *mut u8, bytes: u64, pattern: u64) {
    let s = span(dst as u64, bytes);
    let t = tid() as u64;
    let (low, high) = (pattern as u32, (pattern >> 32) as u32);
    let value = Wide([low, high, low, high]);
    // SAFETY: `head` bytes lie inside the buffer and end at a multiple of 16 or at its end.
    let body = unsafe { dst.add(s.head as usize) };
    let step = nctaid() as u64 * (TILE / VECTOR);
    let mut first = ctaid() as u64 * (TILE / VECTOR) + t;
    while first < s.body {
        if first + (UNROLL - 1) * THREADS < s.body {
            for u in 0..UNROLL {
                // SAFETY: `first + u * THREADS < body` vectors, each aligned to 16 bytes by `span`.
                unsafe { write(body.cast::<Wide>(), (first + u * THREADS) as usize, value) };
            }
        } else {
            for u in 0..UNROLL {
                if first + u * THREADS < s.body {
                    // SAFETY: in range by the test, aligned by `span`.
                    unsafe { write(body.cast::<Wide>(), (first + u * THREADS) as usize, value) };
                }
            }
        }
        first += step;
    }
    if ctaid() == 0 {
        let byte = |at: u64| (pattern >> (at % 8 * 8)) as u8;
        if t < s.head {
            // SAFETY: `t < head <= bytes`.
            let place = unsafe { dst.add(t as usize) };
            // SAFETY: a byte of the buffer, which this thread alone writes.
            unsafe { place.write(byte(dst as u64 + t)) };
        }
        if t < s.tail {
            // SAFETY: the last `tail` bytes of the buffer; they start at a multiple of 16.
            let place = unsafe { dst.add((bytes - s.tail + t) as usize) };
            // SAFETY: a byte of the buffer, which this thread alone writes.
            unsafe { place.write(byte(t)) };
        }
    }
}

/// Writes `value` at the offset of each index below `total`.
///
/// # Safety
/// Every such offset must lie inside the buffer, aligned to `T`, and nothing else may access those places.
#[inline(always)]
pub unsafe fn fill_strided<T: Copy>(dst: *mut u8, value: T, modes: &Modes<1>, total: u32) {
    let first = ctaid() * (THREADS as u32 * STRIDED_UNROLL) + tid();
    for u in 0..STRIDED_UNROLL {
        let index = first + u * THREADS as u32;
        if index < total {
            let [at] = modes.offsets(index);
            // SAFETY: an index below `total`: its offset is inside the buffer, aligned, and this thread's alone, by the caller.
            unsafe { write_bytes(dst, at, value) };
        }
    }
}
