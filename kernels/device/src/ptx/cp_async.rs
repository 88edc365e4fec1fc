//! Asynchronous copies of 4 to 16 bytes from global to shared memory (PTX ISA, `cp.async`).

use core::arch::asm;

/// Starts a copy of `WIDTH` bytes: 4, 8 or 16.
///
/// # Safety
/// Both addresses are multiples of `WIDTH`, the source is readable, and nothing else touches the destination, in this
/// block's shared memory, before the copy was waited for.
#[inline(always)]
pub unsafe fn copy<const WIDTH: u32>(to: u32, from: u64) {
    // SAFETY: the caller's contract is the instruction's.
    unsafe {
        match WIDTH {
            16 => {
                asm!("cp.async.cg.shared.global [{}], [{}], 16;", in(reg32) to, in(reg64) from, options(nostack))
            }
            8 => {
                asm!("cp.async.ca.shared.global [{}], [{}], 8;", in(reg32) to, in(reg64) from, options(nostack))
            }
            _ => {
                asm!("cp.async.ca.shared.global [{}], [{}], 4;", in(reg32) to, in(reg64) from, options(nostack))
            }
        }
    }
}

/// As [`copy`], of which only the first `bytes` are read and the others become 0; with `bytes` 0 nothing is read.
///
/// # Safety
/// As [`copy`], for the bytes that are read; `bytes <= WIDTH`.
#[inline(always)]
pub unsafe fn copy_part<const WIDTH: u32>(to: u32, from: u64, bytes: u32) {
    // SAFETY: the caller's contract is the instruction's.
    unsafe {
        match WIDTH {
            16 => {
                asm!("cp.async.cg.shared.global [{}], [{}], 16, {};", in(reg32) to, in(reg64) from, in(reg32) bytes, options(nostack))
            }
            8 => {
                asm!("cp.async.ca.shared.global [{}], [{}], 8, {};", in(reg32) to, in(reg64) from, in(reg32) bytes, options(nostack))
            }
            _ => {
                asm!("cp.async.ca.shared.global [{}], [{}], 4, {};", in(reg32) to, in(reg64) from, in(reg32) bytes, options(nostack))
            }
        }
    }
}

/// Closes this thread's group of copies.
#[inline(always)]
pub fn commit() {
    // SAFETY: no requirement (PTX ISA, `cp.async.commit_group`).
    unsafe { asm!("cp.async.commit_group;", options(nostack)) };
}

/// Waits until at most `PENDING` of this thread's newest groups are still under way.
#[inline(always)]
pub fn wait<const PENDING: u32>() {
    // SAFETY: no requirement (PTX ISA, `cp.async.wait_group`).
    unsafe { asm!("cp.async.wait_group {};", const PENDING, options(nostack)) };
}
