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
        f16::to_f32(self)
    }

    #[inline]
    fn from_f32(x: f32) -> Self {
        f16::from_f32(x)
    }
}

operator_arithmetic!(f16);
