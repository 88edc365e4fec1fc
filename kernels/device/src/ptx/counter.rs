//! Counters in global memory that many CTAs change (PTX ISA, `red`, `atom`, `ld.acquire`, `st.release`).

use core::arch::asm;

/// Sets the word to the larger of itself and `value`.
///
/// # Safety
/// `word` is a 32-bit word of global memory that only this function touches.
#[inline(always)]
pub unsafe fn red_max(word: u64, value: u32) {
    // SAFETY: upheld by the caller: `word` is a 32-bit word of global memory that only this function touches.
    unsafe {
        asm!("red.relaxed.gpu.global.max.u32 [{}], {};", in(reg64) word, in(reg32) value, options(nostack))
    };
}

/// Adds 1 to the word and returns what it was: what a thread ordered before it (PTX ISA, `fence`) is visible to those that read the sum.
///
/// # Safety
/// `word` is a 32-bit word of global memory that only these functions touch.
#[inline(always)]
pub unsafe fn atomic_add_one(word: u64) -> u32 {
    let before: u32;
    // SAFETY: upheld by the caller: `word` is a 32-bit word of global memory that only these functions touch (PTX
    // ISA, `atom`).
    unsafe {
        asm!("atom.acq_rel.gpu.global.add.u32 {}, [{}], 1;", out(reg32) before, in(reg64) word, options(nostack))
    };
    before
}

/// As [`atomic_add_one`], but nothing is ordered by it: the thread goes on until it uses the number.
///
/// # Safety
/// Same requirements as [`atomic_add_one`].
#[inline(always)]
pub unsafe fn atomic_add_one_relaxed(word: u64) -> u32 {
    let before: u32;
    // SAFETY: the caller has a word of global memory that is only changed atomically (PTX ISA, `atom`).
    unsafe {
        asm!("atom.relaxed.gpu.global.add.u32 {}, [{}], 1;", out(reg32) before, in(reg64) word, options(nostack))
    };
    before
}

/// Adds to an f32; nothing is ordered by it.
///
/// # Safety
/// `word` is an f32 of global memory that is only changed atomically while others may change it.
#[inline(always)]
pub unsafe fn red_add_f32(word: u64, value: f32) {
    // SAFETY: upheld by the caller: an f32 of global memory, which is only changed atomically (PTX ISA, `red`).
    unsafe {
        asm!("red.relaxed.gpu.global.add.f32 [{}], {};", in(reg64) word, in(reg32) value, options(nostack))
    };
}

/// Resets the word to 0.
///
/// # Safety
/// Same requirements as [`atomic_add_one`].
#[inline(always)]
pub unsafe fn reset(word: u64) {
    // SAFETY: upheld by the caller: `word` is a 32-bit word of global memory that only these functions touch (PTX
    // ISA, `st`).
    unsafe { asm!("st.relaxed.gpu.global.u32 [{}], 0;", in(reg64) word, options(nostack)) };
}

/// Waits until the word is `value`: what those ordered before it that made it so is there for this thread.
///
/// # Safety
/// Same requirements as [`atomic_add_one`]; threads that run or have run bring the word to `value`, and none beyond it before this call returns.
#[inline(always)]
pub unsafe fn wait_eq(word: u64, value: u32) {
    let mut now = !value;
    while now != value {
        // SAFETY: upheld by the caller: `word` is a 32-bit word of global memory that only these functions touch (PTX
        // ISA, `ld.acquire`).
        unsafe {
            asm!("ld.acquire.gpu.global.u32 {}, [{}];", out(reg32) now, in(reg64) word, options(nostack))
        };
    }
}
