//! The 16-bit and 8-bit floats by `cvt`, one instruction a value where the architecture has it.

use core::arch::asm;

use azulejo_tensor::{F8E4M3, F8E5M2};

use azulejo_device::ptx::math;

/// The value of an f16, exactly.
#[inline(always)]
pub fn from_f16(bits: u16) -> f32 {
    math::f16_to_f32(bits)
}

/// The nearest f16, ties to even.
#[inline(always)]
pub fn to_f16(x: f32) -> u16 {
    let y;
    // SAFETY: register arithmetic (PTX ISA, `cvt`).
    unsafe {
        asm!("cvt.rn.f16.f32 {}, {};", out(reg16) y, in(reg32) x, options(pure, nomem, nostack))
    };
    y
}

/// The value of a bf16, exactly.
#[inline(always)]
pub fn from_bf16(bits: u16) -> f32 {
    math::bf16_to_f32(bits)
}

/// The nearest bf16, ties to even.
#[inline(always)]
pub fn to_bf16(x: f32) -> u16 {
    let y;
    // SAFETY: register arithmetic (PTX ISA, `cvt`).
    unsafe {
        asm!("cvt.rn.bf16.f32 {}, {};", out(reg16) y, in(reg32) x, options(pure, nomem, nostack))
    };
    y
}

macro_rules! pairs {
    ($($name:ident $op:literal;)*) => {$(
        /// Two values rounded to nearest even, `low` in the low half.
        #[inline(always)]
        pub fn $name(low: f32, high: f32) -> u32 {
            let y;
            // SAFETY: register arithmetic (PTX ISA, `cvt` of two values).
            unsafe {
                asm!(concat!($op, " {}, {}, {};"), out(reg32) y, in(reg32) high, in(reg32) low, options(pure, nomem, nostack))
            };
            y
        }
    )*};
}

pairs! {
    pair_f16 "cvt.rn.f16x2.f32";
    pair_bf16 "cvt.rn.bf16x2.f32";
}

macro_rules! eighths {
    ($($t:ident $to:ident $from:ident $store:literal $load:literal;)*) => {$(
        /// The nearest 8-bit float, ties to even, the largest finite one beyond it.
        #[inline(always)]
        pub fn $to(x: f32) -> $t {
            #[cfg(feature = "sm90a")]
            {
                let y: u16;
                // SAFETY: register arithmetic (PTX ISA, `cvt` to two 8-bit floats; the second is not used).
                unsafe { asm!(concat!($store, " {}, {}, {};"), out(reg16) y, in(reg32) 0f32, in(reg32) x, options(pure, nomem, nostack)) };
                $t::from_bits(y as u8)
            }
            #[cfg(not(feature = "sm90a"))]
            <$t as azulejo_tensor::Element>::from_f32(x)
        }

        /// The value of an 8-bit float, exactly.
        #[inline(always)]
        pub fn $from(x: $t) -> f32 {
            #[cfg(feature = "sm90a")]
            {
                let y: u32;
                // SAFETY: register arithmetic (PTX ISA, `cvt` of two 8-bit floats to f16; the second is not used).
                unsafe { asm!(concat!($load, " {}, {};"), out(reg32) y, in(reg16) x.to_bits() as u16, options(pure, nomem, nostack)) };
                from_f16(y as u16)
            }
            #[cfg(not(feature = "sm90a"))]
            <$t as azulejo_tensor::Element>::to_f32(x)
        }
    )*};
}

eighths! {
    F8E4M3 to_e4m3 from_e4m3 "cvt.rn.satfinite.e4m3x2.f32" "cvt.rn.f16x2.e4m3x2";
    F8E5M2 to_e5m2 from_e5m2 "cvt.rn.satfinite.e5m2x2.f32" "cvt.rn.f16x2.e5m2x2";
}
