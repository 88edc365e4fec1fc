//! Element types: what may be multiplied, what it is summed in and what a result may be stored as.

use bytemuck::{Pod, Zeroable};
use half::{bf16, f16};

use crate::cpu::{self, Kernels, from_f16, to_f16};
use crate::{Activation, Config, Epilogue, GemmError, MatMut, MatRef};

/// A type that products are summed in: f32, f64 or i32 (which wraps).
pub trait Accumulator:
    Pod + PartialEq + PartialOrd + Default + std::fmt::Debug + Send + Sync
{
    /// The neutral element of addition.
    const ZERO: Self;
    /// The neutral element of multiplication.
    const ONE: Self;
    /// The type's name in messages.
    const NAME: &'static str;
    /// `true` if the type has fractions, so that every activation is defined on it.
    const REAL: bool;
    /// `self * factor + addend`, rounded after each step.
    fn times_plus(self, factor: Self, addend: Self) -> Self;
    /// The activation's value at `self`.
    fn activate(self, activation: Activation) -> Self;
}

/// A type that A and B may have.
pub trait Operand: Pod + Send + Sync + Kernels<Acc = <Self as Operand>::Sum> {
    /// The type that its products are summed in.
    type Sum: Accumulator;
}

/// An f32 that is multiplied as tf32: rounded to 10 bits of fraction, to nearest even, as it is packed.
///
/// [`MatRef::rounded_to_tf32`](crate::MatRef::rounded_to_tf32) views f32 data so.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Pod, Zeroable)]
#[repr(transparent)]
pub struct AsTf32(pub f32);

/// A type that C may have where products are summed in `S`.
pub trait Output<S>: Pod + Send + Sync {
    /// Rounds a sum to this type: to nearest, ties to even.
    fn from_sum(sum: S) -> Self;
    /// Converts a value to the sum's type: exactly, but that f64 is rounded to f32, and f32 loses its fraction where sums are i32.
    fn to_sum(self) -> S;
    /// Computes a checked product with results of this type, as `config` says.
    #[doc(hidden)]
    fn execute<T: Operand<Sum = S>>(
        a: MatRef<'_, T>,
        b: MatRef<'_, T>,
        c: MatMut<'_, Self>,
        epilogue: &Epilogue<'_, S>,
        config: &Config,
    ) -> Result<(), GemmError>
    where
        S: Accumulator,
    {
        cpu::execute(a, b, c, epilogue, config)
    }
}

macro_rules! real {
    ($t:ident) => {
        impl Accumulator for $t {
            const ZERO: Self = 0.0;
            const ONE: Self = 1.0;
            const NAME: &'static str = stringify!($t);
            const REAL: bool = true;
            #[inline(always)]
            fn times_plus(self, factor: Self, addend: Self) -> Self {
                self * factor + addend
            }
            #[inline]
            fn activate(self, activation: Activation) -> Self {
                // `self / (1 + e^-z)`: far below 0 that exponential overflows, and that of `z` is subnormal, where the result is neither.
                let gate = |z: Self| {
                    let root = (-0.5 * z.abs()).exp();
                    (if z < 0.0 { self * root * root } else { self }) / (1.0 + root * root)
                };
                match activation {
                    Activation::None => self,
                    Activation::Relu => {
                        if self < 0.0 {
                            0.0
                        } else {
                            self
                        }
                    }
                    Activation::Gelu => {
                        // (1 + tanh u) / 2 = 1 / (1 + e^-2u), with u = sqrt(2/pi) (x + 0.044715 x^3).
                        let scale = (8.0 / std::$t::consts::PI).sqrt();
                        gate(scale * (self + 0.044715 * self * self * self))
                    }
                    Activation::Silu => gate(self),
                }
            }
        }
    };
}
real!(f32);
real!(f64);

impl Accumulator for i32 {
    const ZERO: Self = 0;
    const ONE: Self = 1;
    const NAME: &'static str = "i32";
    const REAL: bool = false;
    #[inline(always)]
    fn times_plus(self, factor: Self, addend: Self) -> Self {
        self.wrapping_mul(factor).wrapping_add(addend)
    }
    #[inline]
    fn activate(self, activation: Activation) -> Self {
        match activation {
            Activation::Relu => self.max(0),
            _ => self,
        }
    }
}

macro_rules! operand {
    ($($t:ty => $sum:ty),*) => { $(impl Operand for $t { type Sum = $sum; })* };
}
operand!(f32 => f32, f64 => f64, f16 => f32, bf16 => f32, AsTf32 => f32, i8 => i32);

macro_rules! output {
    ($t:ty, $sum:ty, $from:expr, $to:expr) => {
        impl Output<$sum> for $t {
            #[inline(always)]
            fn from_sum(sum: $sum) -> Self {
                let from: fn($sum) -> $t = $from;
                from(sum)
            }
            #[inline(always)]
            fn to_sum(self) -> $sum {
                let to: fn($t) -> $sum = $to;
                to(self)
            }
        }
    };
}

/// A type that sums are stored in as they are.
macro_rules! sums {
    ($($t:ty),*) => { $(
        impl Output<$t> for $t {
            #[inline(always)]
            fn from_sum(sum: $t) -> Self {
                sum
            }
            #[inline(always)]
            fn to_sum(self) -> $t {
                self
            }
            fn execute<T: Operand<Sum = $t>>(
                a: MatRef<'_, T>,
                b: MatRef<'_, T>,
                c: MatMut<'_, $t>,
                epilogue: &Epilogue<'_, $t>,
                config: &Config,
            ) -> Result<(), GemmError> {
                <T as Kernels>::execute(a, b, c, epilogue, config)
            }
        }
    )* };
}
sums!(f32, f64, i32);
output!(f16, f32, to_f16, from_f16);
output!(bf16, f32, bf16::from_f32, bf16::to_f32);
output!(f64, f32, f64::from, |x| x as f32);
output!(f32, f64, |x| x as f32, f64::from);
output!(f32, i32, |x| x as f32, |x| x as i32);
