//! The block's dynamic shared memory, by 32-bit addresses: its start, and typed loads and stores.
//!
//! The launcher gives a block as many bytes as its kernel's plan asks for; static arrays are
//! [`smem_array!`](crate::smem_array)'s. The accesses are assembly with a memory clobber, so none moves across a barrier.

use core::arch::{asm, global_asm};

use super::memory::Wide;
use super::smem::Smem;

global_asm!(".extern .shared .align 16 .b8 azulejo_shared[];");

/// The first byte of the block's dynamic shared memory; a multiple of 16.
#[inline(always)]
pub fn base() -> u32 {
    let address;
    // SAFETY: takes the address of the variable declared above and touches no memory (PTX ISA, `mov`).
    unsafe {
        asm!("mov.u32 {}, azulejo_shared;", out(reg32) address, options(pure, nomem, nostack))
    };
    address
}

/// The same address, of which the compiler knows nothing: it then adds offsets to one register, not to each value that a choice may have.
#[inline(always)]
pub fn black_box(address: u32) -> u32 {
    let same;
    // SAFETY: moves a register (PTX ISA, `mov`).
    unsafe {
        asm!("mov.u32 {}, {};", out(reg32) same, in(reg32) address, options(pure, nomem, nostack))
    };
    same
}

/// A value that one instruction moves to and from shared memory.
///
/// # Safety
/// `load` and `store` must move exactly `size_of::<Self>()` bytes at the address.
pub unsafe trait Shared: Copy {
    /// Reads a value.
    ///
    /// # Safety
    /// `address` must be aligned to the value and lie inside the block's shared memory, and the value must have been
    /// written, by this thread or before a barrier.
    unsafe fn load(address: u32) -> Self;

    /// Writes a value.
    ///
    /// # Safety
    /// `address` must be aligned to the value and lie inside the block's shared memory; no other thread may use it
    /// before the next barrier.
    unsafe fn store(address: u32, value: Self);
}

macro_rules! shared {
    ($($t:ty, $register:ident, $carrier:ty, $width:literal);*) => {$(
        // SAFETY: `ld.shared` and `st.shared` of the type's own width (PTX ISA, data movement instructions).
        unsafe impl Shared for $t {
            #[inline(always)]
            unsafe fn load(address: u32) -> Self {
                let value: $carrier;
                // SAFETY: upheld by the caller: `at` is readable shared memory of this block, aligned to the value.
                unsafe { asm!(concat!("ld.shared.", $width, " {}, [{}];"), out($register) value, in(reg32) address, options(nostack)) };
                value as Self
            }
            #[inline(always)]
            unsafe fn store(address: u32, value: Self) {
                // SAFETY: upheld by the caller: `at` is writable shared memory of this block, aligned to the value.
                unsafe { asm!(concat!("st.shared.", $width, " [{}], {};"), in(reg32) address, in($register) value as $carrier, options(nostack)) };
            }
        }
    )*};
}

shared!(u8, reg16, u16, "u8"; u16, reg16, u16, "u16"; u32, reg32, u32, "u32"; i32, reg32, i32, "s32"; u64, reg64, u64, "u64"; i64, reg64, i64, "s64"; f32, reg32, f32, "f32"; f64, reg64, f64, "f64");

// SAFETY: the vector forms move four registers, 16 bytes.
unsafe impl Shared for Wide {
    #[inline(always)]
    unsafe fn load(address: u32) -> Self {
        let (a, b, c, d);
        // SAFETY: upheld by the caller: `at` is readable shared memory of this block, aligned to the value.
        unsafe {
            asm!("ld.shared.v4.u32 {{{}, {}, {}, {}}}, [{}];", out(reg32) a, out(reg32) b, out(reg32) c, out(reg32) d,
                in(reg32) address, options(nostack));
        }
        Wide([a, b, c, d])
    }
    #[inline(always)]
    unsafe fn store(address: u32, value: Self) {
        let Wide([a, b, c, d]) = value;
        // SAFETY: upheld by the caller: `at` is writable shared memory of this block, aligned to the value.
        unsafe {
            asm!("st.shared.v4.u32 [{}], {{{}, {}, {}, {}}};", in(reg32) address, in(reg32) a, in(reg32) b, in(reg32) c,
                in(reg32) d, options(nostack));
        }
    }
}

/// The generic address of a shared one, for code that works on plain pointers.
#[inline(always)]
pub fn generic(address: u32) -> *mut u8 {
    let pointer: u64;
    // SAFETY: address arithmetic (PTX ISA, `cvta.shared`).
    unsafe {
        asm!("{{ .reg .b64 wide; cvt.u64.u32 wide, {}; cvta.shared.u64 {}, wide; }}", in(reg32) address, out(reg64) pointer, options(pure, nomem, nostack))
    };
    pointer as *mut u8
}

/// Stores a 32-bit word.
///
/// # Safety
/// `dst` is 4 writable bytes of this block's shared memory, aligned to 4.
#[inline(always)]
pub unsafe fn st(dst: Smem, word: u32) {
    // SAFETY: upheld by the caller: `dst` is 4 writable bytes of this block's shared memory, aligned to 4.
    unsafe { asm!("st.shared.b32 [{}], {};", in(reg32) dst, in(reg32) word, options(nostack)) };
}

/// Stores four 32-bit words.
///
/// # Safety
/// `dst` is 16 writable bytes of this block's shared memory, aligned to 16.
#[inline(always)]
pub unsafe fn st_v4(dst: Smem, [w0, w1, w2, w3]: [u32; 4]) {
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
pub unsafe fn ld(src: Smem) -> u32 {
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
pub unsafe fn ld_v2(src: Smem) -> [u32; 2] {
    let (w0, w1);
    // SAFETY: upheld by the caller: `src` is 8 readable bytes of this block's shared memory, aligned to 8.
    unsafe {
        asm!("ld.shared.v2.b32 {{{}, {}}}, [{}];", out(reg32) w0, out(reg32) w1, in(reg32) src, options(nostack))
    };
    [w0, w1]
}
