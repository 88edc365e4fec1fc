//! Division of `f32` in every rounding mode (PTX ISA, `div`).

use core::arch::asm;

macro_rules! division {
    ($($(#[$doc:meta])* $name:ident $op:literal;)*) => {$(
        $(#[$doc])*
        #[inline(always)]
        pub fn $name(a: f32, b: f32) -> f32 {
            let y;
            // SAFETY: register arithmetic.
            unsafe { asm!(concat!($op, " {}, {}, {};"), out(reg32) y, in(reg32) a, in(reg32) b, options(pure, nomem, nostack)) };
            y
        }
    )*};
}

division! {
    /// Nearest, ties to even.
    nearest "div.rn.f32";
    /// Toward zero.
    zero "div.rz.f32";
    /// Toward minus infinity.
    down "div.rm.f32";
    /// Toward plus infinity.
    up "div.rp.f32";
    /// Within 2 units in the last place, over the full range.
    full "div.full.f32";
    /// Within 2 units in the last place, for divisors from `2^-126` to `2^126`.
    approximate "div.approx.f32";
}
