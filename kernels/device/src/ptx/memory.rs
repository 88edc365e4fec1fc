//! Global-memory accesses of up to 16 bytes, as one instruction each (PTX ISA, `ld.global`, `st.global`).

use core::arch::asm;

/// Sixteen bytes in four registers: the widest access a thread can make on compute capability 8 and 9.
#[derive(Clone, Copy)]
#[repr(C, align(16))]
pub struct Wide(pub [u32; 4]);

/// The same address, of which the compiler knows nothing: it then adds to one register what lies beyond it.
#[inline(always)]
pub fn black_box(address: u64) -> u64 {
    let same;
    // SAFETY: moves a register (PTX ISA, `mov`).
    unsafe {
        asm!("mov.u64 {}, {};", out(reg64) same, in(reg64) address, options(pure, nomem, nostack))
    };
    same
}

/// A value that one instruction moves to and from global memory.
///
/// An address that comes out of a kernel's parameter struct is a number to the compiler, which would reach through it
/// generically; these instructions say which memory it is.
///
/// # Safety
/// `load` and `store` must move exactly `size_of::<Self>()` bytes at the address.
pub unsafe trait Global: Copy {
    /// Reads a value.
    ///
    /// # Safety
    /// `at` must be valid for reads in global memory and aligned to the value.
    unsafe fn load(at: *const u8) -> Self;

    /// Writes a value.
    ///
    /// # Safety
    /// `at` must be valid for writes in global memory and aligned to the value.
    unsafe fn store(at: *mut u8, value: Self);
}

macro_rules! globals {
    ($($t:ty, $register:ident, $carrier:ty, $width:literal);*) => {$(
        // SAFETY: `ld.global` and `st.global` of the type's own width.
        unsafe impl Global for $t {
            #[inline(always)]
            unsafe fn load(at: *const u8) -> Self {
                let value: $carrier;
                // SAFETY: upheld by the caller: `at` is readable global memory, aligned to the value.
                unsafe { asm!(concat!("ld.global.", $width, " {}, [{}];"), out($register) value, in(reg64) at, options(pure, readonly, nostack)) };
                value as Self
            }
            #[inline(always)]
            unsafe fn store(at: *mut u8, value: Self) {
                // SAFETY: upheld by the caller: `at` is writable global memory, aligned to the value.
                unsafe { asm!(concat!("st.global.", $width, " [{}], {};"), in(reg64) at, in($register) value as $carrier, options(nostack)) };
            }
        }
    )*};
}

/// Prefetches the line of `at` into L2. Only time can tell, so this may precede the stores that make the bytes final (PTX ISA,
/// `prefetch.global.L2`).
///
/// # Safety
/// `at` is an address of mapped global memory.
#[inline(always)]
pub unsafe fn prefetch_l2(at: u64) {
    // SAFETY: upheld by the caller: `at` is an address of mapped global memory.
    unsafe { asm!("prefetch.global.L2 [{}];", in(reg64) at, options(nostack)) };
}

globals!(u8, reg16, u16, "u8"; u16, reg16, u16, "u16"; u32, reg32, u32, "u32"; u64, reg64, u64, "u64");

// SAFETY: the vector forms move four registers, 16 bytes.
unsafe impl Global for Wide {
    #[inline(always)]
    unsafe fn load(at: *const u8) -> Self {
        let (a, b, c, d);
        // SAFETY: upheld by the caller: `at` is 16 readable bytes of global memory, aligned to 16.
        unsafe {
            asm!("ld.global.v4.u32 {{{}, {}, {}, {}}}, [{}];", out(reg32) a, out(reg32) b, out(reg32) c, out(reg32) d,
                in(reg64) at, options(pure, readonly, nostack));
        }
        Wide([a, b, c, d])
    }
    #[inline(always)]
    unsafe fn store(at: *mut u8, value: Self) {
        let Wide([a, b, c, d]) = value;
        // SAFETY: upheld by the caller: `at` is 16 writable bytes of global memory, aligned to 16.
        unsafe {
            asm!("st.global.v4.u32 [{}], {{{}, {}, {}, {}}};", in(reg64) at, in(reg32) a, in(reg32) b, in(reg32) c,
                in(reg32) d, options(nostack));
        }
    }
}

/// Loads a word of global memory at this place in the program: `asm volatile`, not `ld.volatile`.
///
/// # Safety
/// `at` is 4 readable bytes of global memory, aligned to 4.
#[inline(always)]
pub unsafe fn load_volatile_u32(at: u64) -> u32 {
    let word;
    // SAFETY: upheld by the caller: `at` is 4 readable bytes of global memory, aligned to 4.
    unsafe { asm!("ld.global.u32 {}, [{}];", out(reg32) word, in(reg64) at, options(nostack)) };
    word
}

/// Loads 16 bytes of global memory at this place in the program: `asm volatile`, not `ld.volatile`. A load of [`Global`] may move
/// down to its first use.
///
/// # Safety
/// Same requirements as [`Global::load`].
#[inline(always)]
pub unsafe fn load_volatile(at: *const u8) -> Wide {
    let (a, b, c, d);
    // SAFETY: upheld by the caller: `at` is 16 readable bytes of global memory, aligned to 16.
    unsafe {
        asm!("ld.global.v4.u32 {{{}, {}, {}, {}}}, [{}];", out(reg32) a, out(reg32) b, out(reg32) c, out(reg32) d,
            in(reg64) at, options(nostack));
    }
    Wide([a, b, c, d])
}
