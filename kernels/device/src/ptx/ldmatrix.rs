//! 8 × 8 matrices of 16-bit units from shared memory to a warp's registers (PTX ISA, `ldmatrix`).

use core::arch::asm;

use crate::immediate;

/// The instruction of a shape into as many registers.
macro_rules! load { ($address:ident, $shape:literal, $braces:literal $($r:ident)*) => {{
    $(let $r: u32;)*
    // SAFETY: upheld by the caller: all 32 lanes make the same call, the first eight for each matrix with addresses of 16 aligned,
    // readable bytes of shared memory.
    unsafe { asm!(concat!("ldmatrix.sync.aligned.m8n8.", $shape, ".shared.b16 ", $braces, ", [{address}];"),
        $($r = out(reg32) $r,)* address = in(reg32) $address, options(nostack)) };
    [$($r),*]
}} }

/// Loads `N` matrices, 1, 2 or 4: matrix `i`, whose rows start at the addresses of lanes `8i` to `8i + 7`, into register `i`.
/// `TRANSPOSE` transposes each.
///
/// # Safety
/// All 32 lanes make the same call; the first `8 * N` with addresses of 16 aligned, readable bytes of shared memory.
#[inline(always)]
pub unsafe fn load<const N: usize, const TRANSPOSE: bool>(address: u32) -> [u32; N] {
    const { immediate::matrices(N) };
    let mut words = [0; N];
    match (N, TRANSPOSE) {
        (1, false) => words.copy_from_slice(&load!(address, "x1", "{{{a}}}" a)),
        (1, true) => words.copy_from_slice(&load!(address, "x1.trans", "{{{a}}}" a)),
        (2, false) => words.copy_from_slice(&load!(address, "x2", "{{{a}, {b}}}" a b)),
        (2, true) => words.copy_from_slice(&load!(address, "x2.trans", "{{{a}, {b}}}" a b)),
        // SAFETY: upheld by the caller: as here.
        _ => words.copy_from_slice(&unsafe { load_x4::<TRANSPOSE>(address) }),
    }
    words
}

/// [`load`] of four matrices, whose registers are never an array in memory: the compiler orders long loops by them better.
///
/// # Safety
/// Same requirements as [`load`].
#[inline(always)]
pub unsafe fn load_x4<const TRANSPOSE: bool>(address: u32) -> [u32; 4] {
    if TRANSPOSE {
        load!(address, "x4.trans", "{{{a}, {b}, {c}, {d}}}" a b c d)
    } else {
        load!(address, "x4", "{{{a}, {b}, {c}, {d}}}" a b c d)
    }
}
