//! 8 × 8 matrices of 16-bit units from shared memory to a warp's registers (PTX ISA, `ldmatrix`).

use core::arch::asm;

/// Loads `N` matrices, 1, 2 or 4: matrix `i`, whose rows start at the addresses of lanes `8i` to `8i + 7`, into register `i`.
/// `TRANSPOSE` transposes each.
///
/// # Safety
/// All 32 lanes make the same call; the first `8 * N` with addresses of 16 aligned, readable bytes of shared memory.
#[inline(always)]
pub unsafe fn load<const N: usize, const TRANSPOSE: bool>(address: u32) -> [u32; N] {
    let mut words = [0; N];
    macro_rules! load { ($shape:literal, $braces:literal $($r:ident)*) => {{
        $(let $r: u32;)*
        // SAFETY: upheld by the caller: all 32 lanes make the same call, the first `8 * N` with addresses of 16 aligned, readable
        // bytes of shared memory.
        unsafe { asm!(concat!("ldmatrix.sync.aligned.m8n8.", $shape, ".shared.b16 ", $braces, ", [{address}];"),
            $($r = out(reg32) $r,)* address = in(reg32) address, options(nostack)) };
        [$($r),*]
    }} }
    match (N, TRANSPOSE) {
        (1, false) => words.copy_from_slice(&load!("x1", "{{{a}}}" a)),
        (1, true) => words.copy_from_slice(&load!("x1.trans", "{{{a}}}" a)),
        (2, false) => words.copy_from_slice(&load!("x2", "{{{a}, {b}}}" a b)),
        (2, true) => words.copy_from_slice(&load!("x2.trans", "{{{a}, {b}}}" a b)),
        (4, false) => words.copy_from_slice(&load!("x4", "{{{a}, {b}, {c}, {d}}}" a b c d)),
        _ => words.copy_from_slice(&load!("x4.trans", "{{{a}, {b}, {c}, {d}}}" a b c d)),
    }
    words
}
