//! Fused multiply-adds: `a b + c` with one rounding, on the host and on a device.

#![allow(unsafe_code)]

use half::{bf16, f16};

/// `a + c` rounded to odd: what `f64` cannot hold leaves its trace in the last bit, so that rounding once more, to a type of
/// at most 51 bits, rounds the exact sum.
///
/// Source: Boldo and Melquiond, "Emulation of FMA and correctly rounded sums: proved algorithms using rounding to odd".
#[cfg(not(target_arch = "nvptx64"))]
fn sum_to_odd(a: f64, c: f64) -> f64 {
    let sum = a + c;
    if !sum.is_finite() {
        return sum;
    }
    // The rounding error of the sum, exactly (Knuth's two-sum).
    let shifted = sum - a;
    let error = (a - (sum - shifted)) + (c - shifted);
    if error == 0.0 || sum.to_bits() & 1 == 1 {
        return sum;
    }
    // The neighbor on the error's side has an odd last bit.
    let away = (error > 0.0) == (sum > 0.0);
    f64::from_bits(if away {
        sum.to_bits() + 1
    } else {
        sum.to_bits() - 1
    })
}

/// A float with a fused multiply-add.
pub(super) trait Fused {
    /// `a b + c`, rounded once to nearest even.
    fn fused(a: Self, b: Self, c: Self) -> Self;
}

// The product of two of these is exact in `f64`.
#[cfg(not(target_arch = "nvptx64"))]
mod host {
    use super::*;

    macro_rules! narrow {
        ($($ty:ident: $wide:expr, $round:expr;)*) => {$(
            impl Fused for $ty {
                #[inline]
                fn fused(a: Self, b: Self, c: Self) -> Self {
                    let (wide, round): (fn($ty) -> f64, fn(f64) -> $ty) = ($wide, $round);
                    round(sum_to_odd(wide(a) * wide(b), wide(c)))
                }
            }
        )*};
    }

    narrow! {
        f32: f64::from, |x| x as f32;
        f16: f64::from, |x| crate::element::Element::from_number(crate::element::Number::Float(x), crate::element::RoundingMode::NearestEven, crate::element::Overflow::Ieee);
        bf16: f64::from, |x| crate::element::Element::from_number(crate::element::Number::Float(x), crate::element::RoundingMode::NearestEven, crate::element::Overflow::Ieee);
    }

    impl Fused for f64 {
        #[inline]
        fn fused(a: Self, b: Self, c: Self) -> Self {
            libm::fma(a, b, c)
        }
    }
}

#[cfg(target_arch = "nvptx64")]
mod device {
    use super::*;
    use core::arch::asm;

    macro_rules! instruction {
        ($($ty:ident $text:literal $register:ident: $bits:expr, $value:expr;)*) => {$(
            impl Fused for $ty {
                #[inline(always)]
                fn fused(a: Self, b: Self, c: Self) -> Self {
                    let [a, b, c] = [a, b, c].map($bits);
                    let sum: u16;
                    // SAFETY: register arithmetic (PTX ISA, `fma`): no memory, no stack, no other state.
                    unsafe {
                        asm!($text, out($register) sum, in($register) a, in($register) b, in($register) c, options(pure, nomem, nostack))
                    };
                    $value(sum)
                }
            }
        )*};
    }

    instruction! {
        f16 "fma.rn.f16 {}, {}, {}, {};" reg16: f16::to_bits, f16::from_bits;
        bf16 "fma.rn.bf16 {}, {}, {}, {};" reg16: bf16::to_bits, bf16::from_bits;
    }

    unsafe extern "C" {
        // An intrinsic and no instruction in text: the compiler folds constants and schedules it.
        #[link_name = "llvm.fma.f32"]
        safe fn fma_f32(a: f32, b: f32, c: f32) -> f32;
        #[link_name = "llvm.fma.f64"]
        safe fn fma_f64(a: f64, b: f64, c: f64) -> f64;
    }

    impl Fused for f32 {
        #[inline(always)]
        fn fused(a: Self, b: Self, c: Self) -> Self {
            fma_f32(a, b, c)
        }
    }

    impl Fused for f64 {
        #[inline(always)]
        fn fused(a: Self, b: Self, c: Self) -> Self {
            fma_f64(a, b, c)
        }
    }
}
