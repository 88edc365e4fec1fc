//! Reductions: additions to memory that return nothing (PTX ISA, `red`).

use core::arch::asm;

/// Adds four f32 to those at an address of global memory; nothing is ordered by it.
///
/// # Safety
/// Four f32 of global memory are at `address`, a multiple of 16, and are only changed atomically while others may change them.
#[inline(always)]
pub unsafe fn add_f32x4(address: u64, [a, b, c, d]: [f32; 4]) {
    // SAFETY: upheld by the caller: aligned, and only changed atomically (PTX ISA, `red` with `.v4.f32`, of compute capability 9.0).
    unsafe {
        asm!(
            "red.relaxed.gpu.global.add.v4.f32 [{}], {{{}, {}, {}, {}}};",
            in(reg64) address, in(reg32) a, in(reg32) b, in(reg32) c, in(reg32) d, options(nostack)
        )
    };
}
