//! Fragments from registers to shared memory (PTX ISA, `stmatrix`, `st.shared`).

use super::smem::Smem;
use crate::immediate;
use core::arch::asm;

/// Stores `N` matrices, 1, 2 or 4, of a register each; the first `8 * N` lanes give the addresses of rows, and `TRANSPOSE`
/// transposes each. Registers past the `N`-th are ignored.
///
/// # Safety
/// All 32 lanes make the same call; the first `8 * N` with addresses of 16 aligned, writable bytes of this block's shared memory.
#[inline(always)]
pub unsafe fn store<const N: usize, const TRANSPOSE: bool>(row: Smem, [a, b, c, d]: [u32; 4]) {
    const { immediate::matrices(N) };
    macro_rules! store { ($shape:literal, $braces:literal $($r:ident)*) => {
        // SAFETY: upheld by the caller: all 32 lanes make the same call, the first `8 * N` with addresses of 16 aligned, writable
        // bytes of this block's shared memory.
        unsafe { asm!(concat!("stmatrix.sync.aligned.m8n8.", $shape, ".shared::cta.b16 [{row}], ", $braces, ";"),
            $($r = in(reg32) $r,)* row = in(reg32) row, options(nostack)) }
    } }
    match (N, TRANSPOSE) {
        (1, false) => store!("x1", "{{{a}}}" a),
        (1, true) => store!("x1.trans", "{{{a}}}" a),
        (2, false) => store!("x2", "{{{a}, {b}}}" a b),
        (2, true) => store!("x2.trans", "{{{a}, {b}}}" a b),
        (4, false) => store!("x4", "{{{a}, {b}, {c}, {d}}}" a b c d),
        _ => store!("x4.trans", "{{{a}, {b}, {c}, {d}}}" a b c d),
    }
}

/// Stores a 32-bit word.
///
/// # Safety
/// `dst` is 4 writable bytes of this block's shared memory, aligned to 4.
#[inline(always)]
pub unsafe fn store_word(dst: Smem, word: u32) {
    // SAFETY: upheld by the caller: `dst` is 4 writable bytes of this block's shared memory, aligned to 4.
    unsafe { asm!("st.shared.b32 [{}], {};", in(reg32) dst, in(reg32) word, options(nostack)) };
}

/// Stores two 32-bit words.
///
/// # Safety
/// `dst` is 8 writable bytes of this block's shared memory, aligned to 8.
#[inline(always)]
pub unsafe fn words(dst: Smem, [w0, w1]: [u32; 2]) {
    // SAFETY: upheld by the caller: `dst` is 8 writable bytes of this block's shared memory, aligned to 8.
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
    // SAFETY: upheld by the caller: `dst` is 16 writable bytes of this block's shared memory, aligned to 16.
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
    // SAFETY: upheld by the caller: `src` is 4 readable bytes of this block's shared memory, aligned to 4.
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
    // SAFETY: upheld by the caller: `src` is 8 readable bytes of this block's shared memory, aligned to 8.
    unsafe {
        asm!("ld.shared.v2.b32 {{{}, {}}}, [{}];", out(reg32) w0, out(reg32) w1, in(reg32) src, options(nostack))
    };
    [w0, w1]
}
