//! `bfloat16`: [`bf16`](half::bf16), 1-8-7, the upper half of an `f32`; products are summed in `f32`.

use half::bf16;

use super::macros::{float_element, operator_arithmetic};
use super::{FloatFormat, Number};

float_element! {
    bf16, BF16, u16, FloatFormat::ieee(8, 7), Ieee, acc f32, zero bf16::ZERO, one bf16::ONE,
    #[inline]
    fn to_number(self) -> Number {
        Number::Float(self.to_f64_const())
    }

    #[inline]
    fn to_f32(self) -> f32 {
        f32::from_bits((self.to_bits() as u32) << 16)
    }

    #[inline]
    fn from_f32(x: f32) -> Self {
        bf16::from_f32(x)
    }
}

operator_arithmetic!(bf16);
