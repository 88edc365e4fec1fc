//! Four elements of global memory in one access, or two for elements of 8 bytes (PTX ISA, `ld` and `st`, vectors).
//!
//! The compiler takes a 16-byte access apart where another path of the program makes the same accesses one by one; an
//! instruction it does not.

use core::arch::asm;
use core::mem::transmute_copy;

/// Four elements from an address that is aligned to all of them, or to 16 bytes.
///
/// # Safety
/// The elements must be readable, in global memory, and have 1, 2, 4 or 8 bytes.
#[inline(always)]
pub unsafe fn load<T: Copy>(at: *const T) -> [T; 4] {
    let at = at as u64;
    // SAFETY: upheld by the caller: the elements must be readable, in global memory, and have 1, 2, 4 or 8 bytes;
    // and the words read are the bytes of the four elements.
    unsafe {
        match size_of::<T>() {
            1 => {
                let a: u32;
                asm!("ld.global.u32 {}, [{}];", out(reg32) a, in(reg64) at, options(readonly, nostack));
                transmute_copy(&a)
            }
            2 => {
                let (a, b): (u32, u32);
                asm!("ld.global.v2.u32 {{{}, {}}}, [{}];", out(reg32) a, out(reg32) b, in(reg64) at, options(readonly, nostack));
                transmute_copy(&[a, b])
            }
            4 => {
                let (a, b, c, d): (u32, u32, u32, u32);
                asm!("ld.global.v4.u32 {{{}, {}, {}, {}}}, [{}];", out(reg32) a, out(reg32) b, out(reg32) c, out(reg32) d,
                    in(reg64) at, options(readonly, nostack));
                transmute_copy(&[a, b, c, d])
            }
            _ => {
                let (a, b, c, d): (u64, u64, u64, u64);
                asm!("ld.global.v2.u64 {{{}, {}}}, [{}];", out(reg64) a, out(reg64) b, in(reg64) at, options(readonly, nostack));
                asm!("ld.global.v2.u64 {{{}, {}}}, [{}];", out(reg64) c, out(reg64) d, in(reg64) at + 16, options(readonly, nostack));
                transmute_copy(&[a, b, c, d])
            }
        }
    }
}

/// Four elements to an address that is aligned to all of them, or to 16 bytes.
///
/// # Safety
/// The elements must be writable, in global memory, and have 1, 2, 4 or 8 bytes.
#[inline(always)]
pub unsafe fn store<T: Copy>(at: *mut T, values: [T; 4]) {
    let at = at as u64;
    // SAFETY: upheld by the caller: the elements must be writable, in global memory, and have 1, 2, 4 or 8 bytes;
    // and the words written are the bytes of the four elements.
    unsafe {
        match size_of::<T>() {
            1 => {
                let a: u32 = transmute_copy(&values);
                asm!("st.global.u32 [{}], {};", in(reg64) at, in(reg32) a, options(nostack));
            }
            2 => {
                let [a, b]: [u32; 2] = transmute_copy(&values);
                asm!("st.global.v2.u32 [{}], {{{}, {}}};", in(reg64) at, in(reg32) a, in(reg32) b, options(nostack));
            }
            4 => {
                let [a, b, c, d]: [u32; 4] = transmute_copy(&values);
                asm!("st.global.v4.u32 [{}], {{{}, {}, {}, {}}};", in(reg64) at, in(reg32) a, in(reg32) b, in(reg32) c,
                    in(reg32) d, options(nostack));
            }
            _ => {
                let [a, b, c, d]: [u64; 4] = transmute_copy(&values);
                asm!("st.global.v2.u64 [{}], {{{}, {}}};", in(reg64) at, in(reg64) a, in(reg64) b, options(nostack));
                asm!("st.global.v2.u64 [{}], {{{}, {}}};", in(reg64) at + 16, in(reg64) c, in(reg64) d, options(nostack));
            }
        }
    }
}

/// `x`, as a number the compiler knows nothing about: a loop to it stays a loop.
#[inline(always)]
pub fn opaque(x: usize) -> usize {
    let mut y = x as u64;
    // SAFETY: an empty template.
    unsafe { asm!("// {}", inout(reg64) y, options(pure, nomem, nostack)) };
    y as usize
}
