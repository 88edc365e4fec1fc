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
    macro_rules! read {
        ($words:ty, $class:ident, $text:literal, $at:expr, $($name:ident)*) => {{
            $(let $name: $words;)*
            // SAFETY: the caller has four elements at the address, in global memory, readable and aligned to these words.
            unsafe {
                asm!($text, $(out($class) $name,)* in(reg64) $at, options(readonly, nostack))
            };
            [$($name),*]
        }};
    }
    macro_rules! elements {
        ($words:expr) => {{
            let words = $words;
            // SAFETY: the words are the bytes of four elements.
            unsafe { transmute_copy(&words) }
        }};
    }
    match size_of::<T>() {
        1 => elements!(read!(u32, reg32, "ld.global.u32 {}, [{}];", at, a)),
        2 => elements!(read!(u32, reg32, "ld.global.v2.u32 {{{}, {}}}, [{}];", at, a b)),
        4 => {
            elements!(read!(u32, reg32, "ld.global.v4.u32 {{{}, {}, {}, {}}}, [{}];", at, a b c d))
        }
        _ => {
            let low = read!(u64, reg64, "ld.global.v2.u64 {{{}, {}}}, [{}];", at, a b);
            let high = read!(u64, reg64, "ld.global.v2.u64 {{{}, {}}}, [{}];", at + 16, a b);
            elements!([low, high])
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
    macro_rules! write {
        ($class:ident, $text:literal, $at:expr, $($word:expr),*) => {
            // SAFETY: the caller has room for four elements at the address, in global memory, writable and aligned to these words.
            unsafe { asm!($text, in(reg64) $at, $(in($class) $word,)* options(nostack)) }
        };
    }
    macro_rules! words {
        ($type:ty) => {
            // SAFETY: the bytes of four elements, for which any bits are such words.
            unsafe { transmute_copy::<[T; 4], $type>(&values) }
        };
    }
    match size_of::<T>() {
        1 => {
            let a = words!(u32);
            write!(reg32, "st.global.u32 [{}], {};", at, a);
        }
        2 => {
            let [a, b] = words!([u32; 2]);
            write!(reg32, "st.global.v2.u32 [{}], {{{}, {}}};", at, a, b);
        }
        4 => {
            let [a, b, c, d] = words!([u32; 4]);
            write!(
                reg32,
                "st.global.v4.u32 [{}], {{{}, {}, {}, {}}};",
                at, a, b, c, d
            );
        }
        _ => {
            let [a, b, c, d] = words!([u64; 4]);
            write!(reg64, "st.global.v2.u64 [{}], {{{}, {}}};", at, a, b);
            write!(reg64, "st.global.v2.u64 [{}], {{{}, {}}};", at + 16, c, d);
        }
    }
}

/// `x`, as a number the compiler knows nothing about: a loop to it stays a loop.
#[inline(always)]
pub fn black_box(x: usize) -> usize {
    let mut y = x as u64;
    // SAFETY: an empty template.
    unsafe { asm!("// {}", inout(reg64) y, options(pure, nomem, nostack)) };
    y as usize
}
