//! Counters in global memory by which blocks of a grid wait for each other (PTX ISA, `red`, `ld.acquire`, `atom`).

use core::arch::asm;

/// Adds `value`, after everything this thread has seen is visible to whoever sees the sum.
///
/// # Safety
/// `counter` is a 32-bit word of global memory that only these functions touch.
#[inline(always)]
pub unsafe fn add_release(counter: u64, value: u32) {
    // SAFETY: the caller's contract is the instruction's.
    unsafe {
        asm!("red.release.gpu.global.add.u32 [{}], {};", in(reg64) counter, in(reg32) value, options(nostack))
    };
}

/// Makes the word at least `value`.
///
/// # Safety
/// As [`add_release`].
#[inline(always)]
pub unsafe fn raise(counter: u64, value: u32) {
    // SAFETY: the caller's contract is the instruction's.
    unsafe {
        asm!("red.relaxed.gpu.global.max.u32 [{}], {};", in(reg64) counter, in(reg32) value, options(nostack))
    };
}

/// Adds `value` and returns what was there before.
///
/// # Safety
/// As [`add_release`].
#[inline(always)]
pub unsafe fn fetch_add(counter: u64, value: u32) -> u32 {
    let before: u32;
    // SAFETY: the caller's contract is the instruction's.
    unsafe {
        asm!("atom.relaxed.gpu.global.add.u32 {}, [{}], {};", out(reg32) before, in(reg64) counter, in(reg32) value, options(nostack))
    };
    before
}

/// The count, with everything that its adders had seen.
///
/// # Safety
/// As [`add_release`].
#[inline(always)]
pub unsafe fn load_acquire(counter: u64) -> u32 {
    let count: u32;
    // SAFETY: the caller's contract is the instruction's.
    unsafe {
        asm!("ld.acquire.gpu.global.u32 {}, [{}];", out(reg32) count, in(reg64) counter, options(nostack))
    };
    count
}

/// Stores `value`.
///
/// # Safety
/// As [`add_release`].
#[inline(always)]
pub unsafe fn store(counter: u64, value: u32) {
    // SAFETY: the caller's contract is the instruction's.
    unsafe {
        asm!("st.relaxed.gpu.global.u32 [{}], {};", in(reg64) counter, in(reg32) value, options(nostack))
    };
}

/// Lets the thread rest for some tens of nanoseconds.
#[inline(always)]
pub fn pause() {
    // SAFETY: no requirement (PTX ISA, `nanosleep`).
    unsafe { asm!("nanosleep.u32 40;", options(nostack)) };
}
