//! [`Compute`] and [`Real`]: what is done to one element, on the CPU and on a device.
//!
//! `f16` and `bf16` compute in `f32` and round each result once, also a product and sum.

use azulejo_tensor::{Arithmetic, Float, bf16, f16};

#[cfg(not(target_arch = "nvptx64"))]
use crate::cpu::{Op, Real as HostReal, Scalar};
#[cfg(target_arch = "nvptx64")]
use crate::device::map::num::{Num, Real as DeviceReal, Stored};

/// An element type with arithmetic: the integers, `f16`, `bf16`, `f32`, `f64`. Integers wrap.
#[diagnostic::on_unimplemented(
    message = "tiles of `{Self}` have no arithmetic",
    note = "cast bool to an integer, and tf32 and the 8-bit floats to f32, first"
)]
pub trait Compute: Arithmetic {
    /// `self + b`.
    fn plus(self, b: Self) -> Self;
    /// `self - b`.
    fn minus(self, b: Self) -> Self;
    /// `self b`.
    fn times(self, b: Self) -> Self;
    /// `-self`.
    fn negated(self) -> Self;
    /// The magnitude.
    fn magnitude(self) -> Self;
    /// The smaller, -0 below 0; of a number and a NaN, the number.
    fn least(self, b: Self) -> Self;
    /// The larger, 0 above -0; of a number and a NaN, the number.
    fn most(self, b: Self) -> Self;
    /// The largest integer not above the quotient; 0 for an integer by 0.
    fn floor_div(self, b: Self) -> Self;
    /// What [`Compute::floor_div`] leaves: it has the sign of `b`.
    fn modulo(self, b: Self) -> Self;
    /// What a quotient toward zero leaves: it has the sign of `self`.
    fn remainder(self, b: Self) -> Self;
    /// `self` to the power `b`.
    fn power(self, b: Self) -> Self;
    /// `self b + c`; for floats rounded once.
    fn fused(self, b: Self, c: Self) -> Self;
}

/// A floating-point element type with functions: `f16`, `bf16`, `f32`, `f64`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no such function",
    note = "it is there for f16, bf16, f32 and f64: cast first"
)]
#[allow(missing_docs)] // The methods are the functions of their names.
pub trait Real: Compute + Float {
    fn quotient(self, b: Self) -> Self;
    fn exp(self) -> Self;
    fn exp2(self) -> Self;
    fn log(self) -> Self;
    fn log2(self) -> Self;
    fn sqrt(self) -> Self;
    fn rsqrt(self) -> Self;
    fn sin(self) -> Self;
    fn cos(self) -> Self;
    fn tanh(self) -> Self;
    fn sigmoid(self) -> Self;
    fn silu(self) -> Self;
    fn gelu(self) -> Self;
    fn floor(self) -> Self;
    fn ceil(self) -> Self;
    fn is_nan(self) -> bool;
}

macro_rules! compute {
    ($($t:ident)*) => {$(
        #[cfg(not(target_arch = "nvptx64"))]
        impl Compute for $t {
            #[inline(always)]
            fn plus(self, b: Self) -> Self { <$t as Arithmetic>::add(self, b) }
            #[inline(always)]
            fn minus(self, b: Self) -> Self { <$t as Arithmetic>::sub(self, b) }
            #[inline(always)]
            fn times(self, b: Self) -> Self { <$t as Arithmetic>::mul(self, b) }
            #[inline(always)]
            fn negated(self) -> Self { Scalar::neg(self) }
            #[inline(always)]
            fn magnitude(self) -> Self { Scalar::abs(self) }
            #[inline(always)]
            fn least(self, b: Self) -> Self { Scalar::min(self, b) }
            #[inline(always)]
            fn most(self, b: Self) -> Self { Scalar::max(self, b) }
            #[inline(always)]
            fn floor_div(self, b: Self) -> Self { Scalar::floor_div(self, b) }
            #[inline(always)]
            fn modulo(self, b: Self) -> Self { Scalar::modulo(self, b) }
            #[inline(always)]
            fn remainder(self, b: Self) -> Self { Scalar::rem(self, b) }
            #[inline(always)]
            fn power(self, b: Self) -> Self { Scalar::pow(self, b) }
            #[inline(always)]
            fn fused(self, b: Self, c: Self) -> Self { Scalar::fused(self, b, c) }
        }

        #[cfg(target_arch = "nvptx64")]
        impl Compute for $t {
            #[inline(always)]
            fn plus(self, b: Self) -> Self { Stored::narrow(Num::add(self.widen(), b.widen())) }
            #[inline(always)]
            fn minus(self, b: Self) -> Self { Stored::narrow(Num::sub(self.widen(), b.widen())) }
            #[inline(always)]
            fn times(self, b: Self) -> Self { Stored::narrow(Num::mul(self.widen(), b.widen())) }
            #[inline(always)]
            fn negated(self) -> Self { Stored::narrow(Num::neg(self.widen())) }
            #[inline(always)]
            fn magnitude(self) -> Self { Stored::narrow(Num::abs(self.widen())) }
            #[inline(always)]
            fn least(self, b: Self) -> Self { Stored::narrow(Num::min(self.widen(), b.widen())) }
            #[inline(always)]
            fn most(self, b: Self) -> Self { Stored::narrow(Num::max(self.widen(), b.widen())) }
            #[inline(always)]
            fn floor_div(self, b: Self) -> Self { Stored::narrow(Num::floor_div(self.widen(), b.widen())) }
            #[inline(always)]
            fn modulo(self, b: Self) -> Self { Stored::narrow(Num::modulo(self.widen(), b.widen())) }
            #[inline(always)]
            fn remainder(self, b: Self) -> Self { Stored::narrow(Num::rem(self.widen(), b.widen())) }
            #[inline(always)]
            fn power(self, b: Self) -> Self { Stored::narrow(Num::pow(self.widen(), b.widen())) }
            #[inline(always)]
            fn fused(self, b: Self, c: Self) -> Self { Stored::narrow(<Self as Stored>::fused(self.widen(), b.widen(), c.widen())) }
        }
    )*};
}

compute!(u8 u16 u32 u64 i8 i16 i32 i64 f16 bf16 f32 f64);

macro_rules! real {
    ($($t:ident)*) => {$(
        #[cfg(not(target_arch = "nvptx64"))]
        impl Real for $t {
            #[inline(always)]
            fn quotient(self, b: Self) -> Self { HostReal::div(self, b) }
            real!(@host exp Exp, exp2 Exp2, log Log, log2 Log2, sqrt Sqrt, rsqrt Rsqrt, sin Sin, cos Cos, tanh Tanh,
                sigmoid Sigmoid, silu Silu, gelu Gelu);
            #[inline(always)]
            fn floor(self) -> Self { Scalar::floor(self) }
            #[inline(always)]
            fn ceil(self) -> Self { Scalar::ceil(self) }
            #[inline(always)]
            fn is_nan(self) -> bool { <$t>::is_nan(self) }
        }

        #[cfg(target_arch = "nvptx64")]
        impl Real for $t {
            #[inline(always)]
            fn quotient(self, b: Self) -> Self { Stored::narrow(DeviceReal::div(self.widen(), b.widen())) }
            real!(@device exp exp2 log log2 sqrt rsqrt sin cos tanh sigmoid silu gelu);
            #[inline(always)]
            fn floor(self) -> Self { Stored::narrow(Num::floor(self.widen())) }
            #[inline(always)]
            fn ceil(self) -> Self { Stored::narrow(Num::ceil(self.widen())) }
            #[inline(always)]
            fn is_nan(self) -> bool { Stored::is_nan(self) }
        }
    )*};
    (@host $($name:ident $op:ident),*) => {$(
        #[inline(always)]
        fn $name(self) -> Self { HostReal::function(self, Op::$op) }
    )*};
    (@device $($name:ident)*) => {$(
        #[inline(always)]
        fn $name(self) -> Self { Stored::narrow(DeviceReal::$name(self.widen())) }
    )*};
}

real!(f16 bf16 f32 f64);
