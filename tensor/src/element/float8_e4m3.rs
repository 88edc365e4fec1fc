//! `float8_e4m3fn`: [`F8E4M3`], 1-4-3 with bias 7, no infinity, largest 448, NaN `0x7f` and `0xff`.

use super::macros::float_element;
use super::{FloatFormat, Number};

/// An 8-bit float with 4 exponent and 3 fraction bits and no infinity.
///
/// Conversions saturate to 448 unless [`crate::Overflow::Ieee`] is asked for, which gives NaN (Micikevicius et al., "FP8 formats
/// for deep learning", 2022; PTX ISA, `cvt.rn.satfinite.e4m3x2`).
///
/// ```
/// use azulejo_tensor::{Element, F8E4M3};
/// assert_eq!(F8E4M3::ONE.to_bits(), 0x38);
/// assert_eq!(F8E4M3::from_f64(1e9).to_f64(), 448.0);
/// assert_eq!(F8E4M3::from_bits(0x01).to_f64(), 2f64.powi(-9));
/// assert!(F8E4M3::from_bits(0x7f).to_f64().is_nan());
/// ```
#[derive(Clone, Copy, Default)]
#[repr(transparent)]
pub struct F8E4M3(u8);

float_element! {
    F8E4M3, F8E4M3, u8,
    FloatFormat { exponent_bits: 4, fraction_bits: 3, has_infinity: false },
    Saturate, acc f32, zero F8E4M3(0), one F8E4M3(0x38),
    #[inline]
    fn to_number(self) -> Number {
        Number::Float(self.to_f32() as f64)
    }

    #[inline]
    fn to_f32(self) -> f32 {
        let magnitude = (self.0 & 0x7f) as u32;
        let sign = (self.0 as u32 & 0x80) << 24;
        if magnitude == 0x7f {
            return f32::NAN;
        }
        // As an f32 the shifted bits mean the value times 2^(7 - 127); the product by 2^120 is exact, subnormals included.
        let scaled = f32::from_bits(magnitude << 20) * f32::from_bits((120 + 127) << 23);
        f32::from_bits(scaled.to_bits() | sign)
    }
}

super::macros::float8_common!(F8E4M3);
