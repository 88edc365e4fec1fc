//! What the operators do to one value of each arithmetic type.
//!
//! `f16` and `bf16` compute in `f32`, fused in `f64`, and round each result once.

use azulejo_tensor::{Arithmetic, Element, bf16, f16};

use super::Op;

/// An arithmetic element with the operators that both integers and floats have.
pub(crate) trait Scalar: Arithmetic {
    fn neg(self) -> Self;
    fn abs(self) -> Self;
    fn floor(self) -> Self;
    fn ceil(self) -> Self;
    fn relu(self) -> Self;
    fn floor_div(self, by: Self) -> Self;
    fn modulo(self, by: Self) -> Self;
    fn rem(self, by: Self) -> Self;
    fn min(self, other: Self) -> Self;
    fn max(self, other: Self) -> Self;
    fn pow(self, exponent: Self) -> Self;
    fn fused(self, factor: Self, addend: Self) -> Self;
}

/// A floating-point element with the functions that integers have not.
pub(crate) trait Real: Scalar {
    fn div(self, by: Self) -> Self;
    /// The value of the unary function `op`; `self` for an operator that is none.
    fn function(self, op: Op) -> Self;
}

macro_rules! integers {
    ($($ty:ident $abs:ident),*) => {$(
        impl Scalar for $ty {
            fn neg(self) -> Self { self.wrapping_neg() }
            fn abs(self) -> Self { $abs!(self) }
            fn floor(self) -> Self { self }
            fn ceil(self) -> Self { self }
            fn relu(self) -> Self { Ord::max(self, 0) }
            fn floor_div(self, by: Self) -> Self {
                let Some(rest) = self.checked_rem(by) else { return if by == 0 { 0 } else { self.wrapping_neg() } };
                let quotient = self / by;
                #[allow(unused_comparisons)]
                let down = rest != 0 && (rest < 0) != (by < 0);
                if down { quotient - 1 } else { quotient }
            }
            fn modulo(self, by: Self) -> Self {
                let rest = self.checked_rem(by).unwrap_or(0);
                #[allow(unused_comparisons)]
                let down = rest != 0 && (rest < 0) != (by < 0);
                if down { rest + by } else { rest }
            }
            fn rem(self, by: Self) -> Self { self.checked_rem(by).unwrap_or(0) }
            fn min(self, other: Self) -> Self { Ord::min(self, other) }
            fn max(self, other: Self) -> Self { Ord::max(self, other) }
            fn pow(self, exponent: Self) -> Self {
                #[allow(unused_comparisons)]
                if exponent < 0 {
                    let odd = exponent & 1 == 1;
                    return match self { 1 => 1, _ if self.wrapping_add(1) == 0 => if odd { self } else { 1 }, _ => 0 };
                }
                let (mut base, mut left, mut power) = (self, exponent, 1 as $ty);
                while left > 0 {
                    if left & 1 == 1 { power = power.wrapping_mul(base); }
                    base = base.wrapping_mul(base);
                    left >>= 1;
                }
                power
            }
            fn fused(self, factor: Self, addend: Self) -> Self { self.wrapping_mul(factor).wrapping_add(addend) }
        }
    )*};
}

macro_rules! wrapping {
    ($x:expr) => {
        $x.wrapping_abs()
    };
}

macro_rules! same {
    ($x:expr) => {
        $x
    };
}

integers!(u8 same, u16 same, u32 same, u64 same, i8 wrapping, i16 wrapping, i32 wrapping, i64 wrapping);

macro_rules! native_floats {
    ($($ty:ident),*) => {$(
        impl Scalar for $ty {
            fn neg(self) -> Self { -self }
            fn abs(self) -> Self { <$ty>::abs(self) }
            fn floor(self) -> Self { <$ty>::floor(self) }
            fn ceil(self) -> Self { <$ty>::ceil(self) }
            fn relu(self) -> Self { if self < 0.0 { 0.0 } else { self } }
            fn floor_div(self, by: Self) -> Self {
                let quotient = self / by;
                let whole = <$ty>::floor(quotient);
                if whole != quotient || !whole.is_finite() {
                    return whole;
                }
                // The quotient may have been rounded up to this number: what is left then has the other sign than `by`.
                let rest = if whole == 0.0 { self } else { (-whole).mul_add(by, self) };
                if rest != 0.0 && (rest < 0.0) != (by < 0.0) { whole - 1.0 } else { whole }
            }
            fn modulo(self, by: Self) -> Self {
                let rest = self % by;
                if rest == 0.0 {
                    rest.copysign(by)
                } else if (rest < 0.0) != (by < 0.0) {
                    rest + by
                } else {
                    rest
                }
            }
            fn rem(self, by: Self) -> Self { self % by }
            // Of numbers that are equal the bits are, but for those of zeros: the smaller has the sign, the larger has not.
            fn min(self, other: Self) -> Self {
                if other.is_nan() || self < other {
                    self
                } else if self == other {
                    <$ty>::from_bits(self.to_bits() | other.to_bits())
                } else {
                    other
                }
            }
            fn max(self, other: Self) -> Self {
                if other.is_nan() || self > other {
                    self
                } else if self == other {
                    <$ty>::from_bits(self.to_bits() & other.to_bits())
                } else {
                    other
                }
            }
            fn pow(self, exponent: Self) -> Self { self.powf(exponent) }
            fn fused(self, factor: Self, addend: Self) -> Self { self.mul_add(factor, addend) }
        }

        impl Real for $ty {
            fn div(self, by: Self) -> Self { self / by }
            fn function(self, op: Op) -> Self {
                // `by / (1 + e^-z)`: far below 0 that exponential overflows, and that of `z` is subnormal, where the result is neither.
                let gate = |z: Self, by: Self| {
                    let root = (-0.5 * z.abs()).exp();
                    (if z < 0.0 { by * root * root } else { by }) / (1.0 + root * root)
                };
                match op {
                    Op::Exp => self.exp(),
                    Op::Exp2 => self.exp2(),
                    Op::Log => self.ln(),
                    Op::Log2 => self.log2(),
                    Op::Sqrt => self.sqrt(),
                    Op::Rsqrt => 1.0 / self.sqrt(),
                    Op::Sin => self.sin(),
                    Op::Cos => self.cos(),
                    Op::Tanh => self.tanh(),
                    Op::Sigmoid => gate(self, 1.0),
                    Op::Silu => gate(self, self),
                    Op::Gelu => {
                        // (1 + tanh u) / 2 = 1 / (1 + e^-2u), with u = sqrt(2/pi) (x + 0.044715 x^3).
                        let scale = (2.0 * core::f64::consts::FRAC_2_SQRT_PI * core::f64::consts::FRAC_1_SQRT_2) as $ty;
                        gate(scale * (self + 0.044715 * self * self * self), self)
                    }
                    _ => self,
                }
            }
        }
    )*};
}

native_floats!(f32, f64);

macro_rules! half_floats {
    ($($ty:ident),*) => {$(
        impl Scalar for $ty {
            fn neg(self) -> Self { <$ty>::from_bits(self.to_bits() ^ 0x8000) }
            fn abs(self) -> Self { <$ty>::from_bits(self.to_bits() & 0x7FFF) }
            fn floor(self) -> Self { <$ty>::from_f32(self.to_f32().floor()) }
            fn ceil(self) -> Self { <$ty>::from_f32(self.to_f32().ceil()) }
            fn relu(self) -> Self { if self < <$ty>::ZERO { <$ty>::ZERO } else { self } }
            fn floor_div(self, by: Self) -> Self { <$ty>::from_f32(self.to_f32().floor_div(by.to_f32())) }
            fn modulo(self, by: Self) -> Self { <$ty>::from_f32(self.to_f32().modulo(by.to_f32())) }
            fn rem(self, by: Self) -> Self { <$ty>::from_f32(self.to_f32() % by.to_f32()) }
            fn min(self, other: Self) -> Self { <$ty>::from_f32(Scalar::min(self.to_f32(), other.to_f32())) }
            fn max(self, other: Self) -> Self { <$ty>::from_f32(Scalar::max(self.to_f32(), other.to_f32())) }
            fn pow(self, exponent: Self) -> Self { <$ty>::from_f32(self.to_f32().powf(exponent.to_f32())) }
            fn fused(self, factor: Self, addend: Self) -> Self {
                // The trait's conversion: that of crate `half` may round twice.
                <$ty as Element>::from_f64(odd_sum(self.to_f64() * factor.to_f64(), addend.to_f64()))
            }
        }

        impl Real for $ty {
            fn div(self, by: Self) -> Self { <$ty>::from_f32(self.to_f32() / by.to_f32()) }
            fn function(self, op: Op) -> Self { <$ty>::from_f32(self.to_f32().function(op)) }
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
