//! `float8_e5m2`: [`F8E5M2`], 1-5-2, the upper half of an `f16`, largest 57344.

use super::macros::float_element;
use super::{FloatFormat, Number};

/// An 8-bit float with 5 exponent and 2 fraction bits: the upper byte of a half.
///
/// Conversions saturate to 57344 unless [`crate::Overflow::Ieee`] is asked for, which gives infinity (PTX ISA,
/// `cvt.rn.satfinite.e5m2x2`).
///
/// ```
/// use azulejo_tensor::{Element, F8E5M2};
/// assert_eq!(F8E5M2::ONE.to_bits(), 0x3c);
/// assert_eq!(F8E5M2::from_f64(f64::INFINITY).to_f64(), 57344.0);
/// assert_eq!(F8E5M2::from_bits(0x7c).to_f64(), f64::INFINITY);
/// ```
#[derive(Clone, Copy, Default)]
#[repr(transparent)]
pub struct F8E5M2(u8);

float_element! {
    F8E5M2, F8E5M2, u8, FloatFormat::ieee(5, 2), Saturate, acc f32, zero F8E5M2(0), one F8E5M2(0x3c),
    #[inline]
    fn to_number(self) -> Number {
        Number::Float(self.to_f32() as f64)
    }

    #[inline]
    fn to_f32(self) -> f32 {
        half::f16::from_bits((self.0 as u16) << 8).to_f32_const()
    }
}

super::macros::float8_common!(F8E5M2);
