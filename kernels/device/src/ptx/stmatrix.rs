//! Fragments from registers to shared memory (PTX ISA, `stmatrix`, `st.shared`).

use super::smem::Smem;
use core::arch::asm;

/// Stores four 8×8 matrices of 16-bit elements; lane `8i + r` gives the address of row `r` of matrix `i`.
///
/// # Safety
/// All 32 lanes reach the call together, each with 16 writable bytes of this block's shared memory, aligned to 16.
#[inline(always)]
pub unsafe fn x4(row: Smem, [r0, r1, r2, r3]: [u32; 4]) {
    // SAFETY: the caller's contract is the instruction's.
    unsafe {
        asm!(
            "stmatrix.sync.aligned.m8n8.x4.shared::cta.b16 [{}], {{{}, {}, {}, {}}};",
            in(reg32) row, in(reg32) r0, in(reg32) r1, in(reg32) r2, in(reg32) r3, options(nostack)
        )
    };
}

/// As [`x4`], each matrix transposed.
///
/// # Safety
/// As [`x4`].
#[inline(always)]
pub unsafe fn x4_transposed(row: Smem, [r0, r1, r2, r3]: [u32; 4]) {
    // SAFETY: the caller's contract is the instruction's.
    unsafe {
        asm!(
            "stmatrix.sync.aligned.m8n8.x4.trans.shared::cta.b16 [{}], {{{}, {}, {}, {}}};",
            in(reg32) row, in(reg32) r0, in(reg32) r1, in(reg32) r2, in(reg32) r3, options(nostack)
        )
    };
}

/// Stores a 32-bit word.
///
/// # Safety
/// `dst` is 4 writable bytes of this block's shared memory, aligned to 4.
#[inline(always)]
pub unsafe fn store_word(dst: Smem, word: u32) {
    // SAFETY: the caller's contract is the instruction's.
    unsafe { asm!("st.shared.b32 [{}], {};", in(reg32) dst, in(reg32) word, options(nostack)) };
}

/// Stores two 32-bit words.
///
/// # Safety
/// `dst` is 8 writable bytes of this block's shared memory, aligned to 8.
#[inline(always)]
pub unsafe fn words(dst: Smem, [w0, w1]: [u32; 2]) {
    // SAFETY: the caller's contract is the instruction's.
    unsafe {
        asm!("st.shared.v2.b32 [{}], {{{}, {}}};", in(reg32) dst, in(reg32) w0, in(reg32) w1, options(nostack))
    };
}

/// Stores four 32-bit words.
///
/// # Safety
/// `dst` is 16 writable bytes of this block's shared memory, aligned to 16.
#[inline(always)]
pub unsafe fn four(dst: Smem, [w0, w1, w2, w3]: [u32; 4]) {
    // SAFETY: the caller's contract is the instruction's.
    unsafe {
        asm!(
            "st.shared.v4.b32 [{}], {{{}, {}, {}, {}}};",
            in(reg32) dst, in(reg32) w0, in(reg32) w1, in(reg32) w2, in(reg32) w3, options(nostack)
        )
    };
}

/// Loads a 32-bit word.
///
/// # Safety
/// `src` is 4 readable bytes of this block's shared memory, aligned to 4.
#[inline(always)]
pub unsafe fn word(src: Smem) -> u32 {
    let word: u32;
    // SAFETY: the caller's contract is the instruction's.
    unsafe { asm!("ld.shared.b32 {}, [{}];", out(reg32) word, in(reg32) src, options(nostack)) };
    word
}

/// Loads two 32-bit words.
///
/// # Safety
/// `src` is 8 readable bytes of this block's shared memory, aligned to 8.
#[inline(always)]
pub unsafe fn two_words(src: Smem) -> [u32; 2] {
    let (w0, w1);
    // SAFETY: the caller's contract is the instruction's.
    unsafe {
        asm!("ld.shared.v2.b32 {{{}, {}}}, [{}];", out(reg32) w0, out(reg32) w1, in(reg32) src, options(nostack))
    };
    [w0, w1]
}
