//! `tfloat32`: [`Tf32`], 1-8-10 in the upper 19 bits of a 32-bit container.

use super::macros::float_element;
use super::{FloatFormat, Number};

/// A tensor float: an `f32` whose lower 13 fraction bits are zero.
///
/// Construction rounds to nearest even; [`crate::cast_with`] takes other modes ([`crate::rounding::RA`] is PTX `cvt.rna.tf32`).
///
/// ```
/// use azulejo_tensor::{Element, Tf32};
/// assert_eq!(Tf32::from_f32(1.0 + 2f32.powi(-11)).to_f32(), 1.0);
/// assert_eq!(Tf32::from_f32(1.0 + 2f32.powi(-10)).to_f32(), 1.0 + 2f32.powi(-10));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
#[repr(transparent)]
pub struct Tf32(f32);

impl Tf32 {
    /// The 32 container bits.
    #[inline]
    pub const fn to_bits(self) -> u32 {
        self.0.to_bits()
    }

    /// The value with these container bits; the lower 13 are cleared, as the hardware ignores them.
    #[inline]
    pub const fn from_bits(bits: u32) -> Self {
        let kept = bits & !0x1fff;
        // A NaN whose payload lies in the cleared bits stays a NaN.
        let is_nan = bits & 0x7fff_ffff > 0x7f80_0000;
        Tf32(f32::from_bits(if is_nan { kept | 1 << 22 } else { kept }))
    }
}

float_element! {
    Tf32, TF32, u32, FloatFormat::ieee(8, 10), Ieee, acc f32, zero Tf32(0.0), one Tf32(1.0),
    #[inline]
    fn to_number(self) -> Number {
        Number::Float(self.0 as f64)
    }

    #[inline]
    fn to_f32(self) -> f32 {
        self.0
    }

    #[inline]
    fn from_f32(x: f32) -> Self {
        let bits = x.to_bits();
        if x.is_finite() {
            // Adding half a unit less one, plus the kept part's last bit, carries exactly where nearest even rounds up.
            Tf32(f32::from_bits((bits + 0x0fff + (bits >> 13 & 1)) & !0x1fff))
        } else {
            Tf32::from_bits(bits)
        }
    }
}
