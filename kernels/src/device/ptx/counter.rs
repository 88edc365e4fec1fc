//! Words in global memory that many blocks change (PTX ISA, `red`).

use core::arch::asm;

/// Makes the word at least `value`.
///
/// # Safety
/// `word` is a 32-bit word of global memory that only this function touches.
#[inline(always)]
pub unsafe fn raise(word: u64, value: u32) {
    // SAFETY: the caller's contract is the instruction's.
    unsafe {
        asm!("red.relaxed.gpu.global.max.u32 [{}], {};", in(reg64) word, in(reg32) value, options(nostack))
    };
}
