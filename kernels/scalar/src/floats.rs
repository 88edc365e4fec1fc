//! [`Compute`] and [`Real`] of floats on the CPU.
//!
//! `f16` and `bf16` compute in `f32`, fused in `f64`, and round each result once.

use azulejo_tensor::{Arithmetic, Element, bf16, f16};

use super::{Compute, Real};

/// Methods by those of [`Arithmetic`].
macro_rules! of_arithmetic {
    ($($name:ident $of:ident),*) => {$(
        #[inline]
        fn $name(self, b: Self) -> Self { Arithmetic::$of(self, b) }
    )*};
}

macro_rules! native_floats {
    ($($ty:ident $gate:ident),*) => {$(
        impl Compute for $ty {
            of_arithmetic! { plus add, minus sub, times mul }
            #[inline]
            fn negated(self) -> Self { -self }
            #[inline]
            fn magnitude(self) -> Self { <$ty>::abs(self) }
            #[inline]
            fn floor(self) -> Self { <$ty>::floor(self) }
            #[inline]
            fn ceil(self) -> Self { <$ty>::ceil(self) }
            #[inline]
            fn relu(self) -> Self { if self < 0.0 { 0.0 } else { self } }
            #[inline]
            fn floor_div(self, b: Self) -> Self {
                let quotient = self / b;
                let whole = <$ty>::floor(quotient);
                if whole != quotient || !whole.is_finite() {
                    return whole;
                }
                // The quotient may have been rounded up to this number: what is left then has the other sign than `b`.
                let rest = if whole == 0.0 { self } else { (-whole).mul_add(b, self) };
                if rest != 0.0 && (rest < 0.0) != (b < 0.0) { whole - 1.0 } else { whole }
            }
            #[inline]
            fn modulo(self, b: Self) -> Self {
                let rest = self % b;
                if rest == 0.0 {
                    rest.copysign(b)
                } else if (rest < 0.0) != (b < 0.0) {
                    rest + b
                } else {
                    rest
                }
            }
            #[inline]
            fn remainder(self, b: Self) -> Self { self % b }
            // Of numbers that are equal the bits are, but for those of zeros: the smaller has the sign, the larger has not.
            #[inline]
            fn least(self, b: Self) -> Self {
                if b.is_nan() || self < b {
                    self
                } else if self == b {
                    <$ty>::from_bits(self.to_bits() | b.to_bits())
                } else {
                    b
                }
            }
            #[inline]
            fn most(self, b: Self) -> Self {
                if b.is_nan() || self > b {
                    self
                } else if self == b {
                    <$ty>::from_bits(self.to_bits() & b.to_bits())
                } else {
                    b
                }
            }
            #[inline]
            fn power(self, b: Self) -> Self { self.powf(b) }
            #[inline]
            fn fused(self, b: Self, c: Self) -> Self { self.mul_add(b, c) }
        }

        impl Real for $ty {
            #[inline]
            fn quotient(self, b: Self) -> Self { self / b }
            #[inline]
            fn exp(self) -> Self { <$ty>::exp(self) }
            #[inline]
            fn exp2(self) -> Self { <$ty>::exp2(self) }
            #[inline]
            fn log(self) -> Self { self.ln() }
            #[inline]
            fn log2(self) -> Self { <$ty>::log2(self) }
            #[inline]
            fn sqrt(self) -> Self { <$ty>::sqrt(self) }
            #[inline]
            fn rsqrt(self) -> Self { 1.0 / <$ty>::sqrt(self) }
            #[inline]
            fn sin(self) -> Self { <$ty>::sin(self) }
            #[inline]
            fn cos(self) -> Self { <$ty>::cos(self) }
            #[inline]
            fn tanh(self) -> Self { <$ty>::tanh(self) }
            #[inline]
            fn sigmoid(self) -> Self { $gate(self, 1.0) }
            #[inline]
            fn silu(self) -> Self { $gate(self, self) }
            #[inline]
            fn gelu(self) -> Self {
                // (1 + tanh u) / 2 = 1 / (1 + e^-2u), with u = sqrt(2/pi) (x + 0.044715 x^3).
                let scale = (2.0 * core::f64::consts::FRAC_2_SQRT_PI * core::f64::consts::FRAC_1_SQRT_2) as $ty;
                $gate(scale * (self + 0.044715 * self * self * self), self)
            }
            #[inline]
            fn is_nan(self) -> bool { <$ty>::is_nan(self) }
        }

        /// `by / (1 + e^-z)`: far below 0 that exponential overflows, and that of `z` is subnormal, where the result is neither.
        #[inline]
        fn $gate(z: $ty, by: $ty) -> $ty {
            let root = (-0.5 * z.abs()).exp();
            (if z < 0.0 { by * root * root } else { by }) / (1.0 + root * root)
        }
    )*};
}

native_floats!(f32 gate_f32, f64 gate_f64);

/// Methods of a 16-bit float by those of f32, each result rounded once.
macro_rules! in_f32 {
    ($ty:ident $trait:ident: $($name:ident($($arg:ident),*))*) => {$(
        #[inline]
        fn $name(self $(, $arg: Self)*) -> Self { <$ty>::from_f32($trait::$name(self.to_f32() $(, $arg.to_f32())*)) }
    )*};
}

macro_rules! half_floats {
    ($($ty:ident),*) => {$(
        impl Compute for $ty {
            of_arithmetic! { plus add, minus sub, times mul }
            #[inline]
            fn negated(self) -> Self { <$ty>::from_bits(self.to_bits() ^ 0x8000) }
            #[inline]
            fn magnitude(self) -> Self { <$ty>::from_bits(self.to_bits() & 0x7FFF) }
            #[inline]
            fn relu(self) -> Self { if self < <$ty>::ZERO { <$ty>::ZERO } else { self } }
            in_f32! { $ty Compute: floor() ceil() least(b) most(b) floor_div(b) modulo(b) remainder(b) power(b) }
            #[inline]
            fn fused(self, b: Self, c: Self) -> Self {
                // The trait's conversion: that of crate `half` may round twice.
                <$ty as Element>::from_f64(odd_sum(self.to_f64() * b.to_f64(), c.to_f64()))
            }
        }

        impl Real for $ty {
            in_f32! { $ty Real: quotient(b) exp() exp2() log() log2() sqrt() rsqrt() sin() cos() tanh() sigmoid() silu() gelu() }
            #[inline]
            fn is_nan(self) -> bool { <$ty>::is_nan(self) }
        }
    )*};
}

half_floats!(f16, bf16);

/// `a + b` rounded to odd: of the two neighbors of a sum that is no `f64`, the one whose last bit is 1.
///
/// Rounded again, to a format of at most 51 bits, it gives what the exact sum rounded once gives.
fn odd_sum(a: f64, b: f64) -> f64 {
    let sum = a + b;
    if !sum.is_finite() {
        return sum;
    }
    // What the sum leaves out (Knuth's two-sum).
    let part = sum - a;
    let rest = (a - (sum - part)) + (b - part);
    let bits = sum.to_bits();
    if rest == 0.0 || bits & 1 == 1 {
        sum
    } else if (rest > 0.0) == (sum > 0.0) {
        f64::from_bits(bits + 1)
    } else {
        f64::from_bits(bits - 1)
    }
}
