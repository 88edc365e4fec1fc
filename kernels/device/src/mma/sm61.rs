//! SM61: `dp4a` and `dp2a`, one thread each.

use azulejo_tensor::atom::{SM61_DP2A, SM61_DP4A};

use super::ExecuteMma;

// SAFETY: four bytes of each operand in a register, in the order of the atom's values.
unsafe impl ExecuteMma for SM61_DP4A {
    type RegA = u32;
    type RegB = u32;
    type RegC = i32;

    #[inline(always)]
    unsafe fn fma(c: &mut i32, a: u32, b: u32) {
        #[cfg(not(target_arch = "nvptx64"))]
        {
            let (a, b) = (a.to_le_bytes(), b.to_le_bytes());
            let products = (0..4).map(|i| i32::from(a[i] as i8) * i32::from(b[i] as i8));
            *c = c.wrapping_add(products.sum());
        }
        // SAFETY: register arithmetic (PTX ISA, `dp4a`).
        #[cfg(target_arch = "nvptx64")]
        unsafe {
            core::arch::asm!("dp4a.s32.s32 {c}, {a}, {b}, {c};", c = inout(reg32) *c, a = in(reg32) a, b = in(reg32) b, options(pure, nomem, nostack))
        }
    }
}

// SAFETY: two 16-bit integers of each operand in a register, in the order of the atom's values.
unsafe impl ExecuteMma for SM61_DP2A {
    type RegA = u32;
    type RegB = u32;
    type RegC = i32;

    /// PTX's `dp2a` multiplies 16-bit values by bytes. The atom has 16-bit values on both sides, so it is two `mad`.
    #[inline(always)]
    unsafe fn fma(c: &mut i32, a: u32, b: u32) {
        let products = [0, 16].map(|shift| {
            let (a, b) = ((a >> shift) as i16 as i32, (b >> shift) as i16 as i32);
            a.wrapping_mul(b)
        });
        *c = c.wrapping_add(products[0]).wrapping_add(products[1]);
    }
}
