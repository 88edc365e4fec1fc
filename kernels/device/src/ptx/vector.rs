//! Loads and stores of 1 to 16 bytes as one instruction (PTX ISA, `ld`, `st`).

use core::arch::asm;

/// Registers that one load or store moves.
///
/// Loads stay where they are written: the compiler neither repeats them nor moves them past a barrier, so a load may be
/// issued long before its value is used.
///
/// # Safety
/// Each function moves exactly `size_of::<Self>()` bytes at the address.
pub unsafe trait Vector: Copy {
    /// Loads from global memory.
    ///
    /// # Safety
    /// `address` is readable global memory, aligned to `size_of::<Self>()`.
    unsafe fn load_global(address: u64) -> Self;

    /// Stores to global memory.
    ///
    /// # Safety
    /// `address` is writable global memory, aligned to `size_of::<Self>()`.
    unsafe fn store_global(address: u64, value: Self);

    /// Stores to global memory where `condition` holds, without a branch.
    ///
    /// # Safety
    /// Where `condition` holds, `address` is writable global memory, aligned to `size_of::<Self>()`.
    unsafe fn store_global_if(condition: bool, address: u64, value: Self);

    /// Loads from shared memory.
    ///
    /// # Safety
    /// `address` is readable shared memory of this block, aligned to `size_of::<Self>()`.
    unsafe fn load_shared(address: u32) -> Self;

    /// Stores to shared memory.
    ///
    /// # Safety
    /// `address` is writable shared memory of this block, aligned to `size_of::<Self>()`.
    unsafe fn store_shared(address: u32, value: Self);
}

macro_rules! vector {
    ($($ty:ty, $class:ident, $carrier:ty, $kind:literal, $braces:literal, ($($r:ident)*), $value:ident => $take:expr, $make:expr;)*) => {$(
        // SAFETY: each instruction moves the registers of the type, which are its size.
        unsafe impl Vector for $ty {
            #[inline(always)]
            unsafe fn load_global(address: u64) -> Self {
                $(let $r: $carrier;)*
                // SAFETY: upheld by the caller: readable and aligned.
                unsafe { asm!(concat!("ld.global.", $kind, " ", $braces, ", [{address}];"), $($r = out($class) $r,)* address = in(reg64) address, options(readonly, nostack)) };
                $make
            }
            #[inline(always)]
            unsafe fn store_global(address: u64, $value: Self) {
                let ($($r,)*): ($(vector!(@ $r $carrier),)*) = $take;
                // SAFETY: upheld by the caller: writable and aligned.
                unsafe { asm!(concat!("st.global.", $kind, " [{address}], ", $braces, ";"), $($r = in($class) $r,)* address = in(reg64) address, options(nostack)) };
            }
            #[inline(always)]
            unsafe fn store_global_if(condition: bool, address: u64, $value: Self) {
                let ($($r,)*): ($(vector!(@ $r $carrier),)*) = $take;
                // SAFETY: upheld by the caller: writable and aligned where the condition holds.
                unsafe { asm!("{{", ".reg .pred p;", "setp.ne.u32 p, {condition}, 0;", concat!("@p st.global.", $kind, " [{address}], ", $braces, ";"), "}}", $($r = in($class) $r,)* condition = in(reg32) condition as u32, address = in(reg64) address, options(nostack)) };
            }
            #[inline(always)]
            unsafe fn load_shared(address: u32) -> Self {
                $(let $r: $carrier;)*
                // SAFETY: upheld by the caller: readable and aligned.
                unsafe { asm!(concat!("ld.shared.", $kind, " ", $braces, ", [{address}];"), $($r = out($class) $r,)* address = in(reg32) address, options(readonly, nostack)) };
                $make
            }
            #[inline(always)]
            unsafe fn store_shared(address: u32, $value: Self) {
                let ($($r,)*): ($(vector!(@ $r $carrier),)*) = $take;
                // SAFETY: upheld by the caller: writable and aligned.
                unsafe { asm!(concat!("st.shared.", $kind, " [{address}], ", $braces, ";"), $($r = in($class) $r,)* address = in(reg32) address, options(nostack)) };
            }
        }
    )*};
    (@ $r:ident $carrier:ty) => { $carrier };
}

vector! {
    u8, reg16, u16, "u8", "{a}", (a), value => (value as u16,), a as u8;
    u16, reg16, u16, "u16", "{a}", (a), value => (value,), a;
    u32, reg32, u32, "u32", "{a}", (a), value => (value,), a;
    u64, reg64, u64, "u64", "{a}", (a), value => (value,), a;
    [u32; 2], reg32, u32, "v2.u32", "{{{a}, {b}}}", (a b), value => (value[0], value[1]), [a, b];
    [u32; 4], reg32, u32, "v4.u32", "{{{a}, {b}, {c}, {d}}}", (a b c d), value => (value[0], value[1], value[2], value[3]), [a, b, c, d];
    [u64; 2], reg64, u64, "v2.u64", "{{{a}, {b}}}", (a b), value => (value[0], value[1]), [a, b];
}
