//! Fragments from registers to shared memory (PTX ISA, `stmatrix`).

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
