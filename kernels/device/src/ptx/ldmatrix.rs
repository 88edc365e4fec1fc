//! Four 8 × 8 matrices of 16-bit units from shared memory to a warp's registers (PTX ISA, `ldmatrix`).

use core::arch::asm;

/// Loads matrix `i`, whose rows start at the addresses of lanes `8i` to `8i + 7`, into register `i`; `TRANSPOSE` turns each.
///
/// # Safety
/// All 32 lanes make the same call with addresses of 16 aligned, readable bytes of shared memory.
#[inline(always)]
pub unsafe fn load<const TRANSPOSE: bool>(address: u32) -> [u32; 4] {
    let (a, b, c, d);
    // SAFETY: the caller's contract is the instruction's.
    unsafe {
        if TRANSPOSE {
            asm!("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {{{}, {}, {}, {}}}, [{}];",
                out(reg32) a, out(reg32) b, out(reg32) c, out(reg32) d, in(reg32) address, options(nostack));
        } else {
            asm!("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {{{}, {}, {}, {}}}, [{}];",
                out(reg32) a, out(reg32) b, out(reg32) c, out(reg32) d, in(reg32) address, options(nostack));
        }
    }
    [a, b, c, d]
}
