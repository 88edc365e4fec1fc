//! `float16`: [`f16`](half::f16), 1-5-10, largest 65504; products are summed in `f32`.

use half::f16;

use super::macros::{float_element, operator_arithmetic};
use super::{FloatFormat, Number};

float_element! {
    f16, F16, u16, FloatFormat::ieee(5, 10), Ieee, acc f32, zero f16::ZERO, one f16::ONE,
    #[inline]
    fn to_number(self) -> Number {
        Number::Float(self.to_f64_const())
    }

    #[inline]
    fn to_f32(self) -> f32 {
        widened(self)
    }

    #[inline]
    fn from_f32(x: f32) -> Self {
        rounded(x)
    }
}

/// The value as f32: one instruction where the compiler has the type.
#[inline(always)]
fn widened(x: f16) -> f32 {
    #[cfg(target_arch = "nvptx64")]
    return native::widened(x.to_bits());
    #[cfg(not(target_arch = "nvptx64"))]
    x.to_f32()
}

/// The nearest value, ties to even: one instruction where the compiler has the type.
#[inline(always)]
fn rounded(x: f32) -> f16 {
    #[cfg(target_arch = "nvptx64")]
    return f16::from_bits(native::rounded(x));
    #[cfg(not(target_arch = "nvptx64"))]
    f16::from_f32(x)
}

operator_arithmetic!(f16);

/// Conversions by the compiler's own type, which is not the one above.
#[cfg(target_arch = "nvptx64")]
mod native {
    #[inline(always)]
    pub fn widened(bits: u16) -> f32 {
        f16::from_bits(bits) as f32
    }

    #[inline(always)]
    pub fn rounded(x: f32) -> u16 {
        (x as f16).to_bits()
    }
}
