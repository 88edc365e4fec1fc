//! The modes of each operation, on the CPU and on a device, with the same bits.
//!
//! A device rounds `f32` and `f64` in the instruction. For `f16` and `bf16` it rounds the `f32` result once more in the
//! same direction: two roundings down are one, since every 16-bit float is an `f32`. The CPU computes exactly and rounds
//! once.

use azulejo_tensor::{bf16, f16, rounding};

#[cfg(not(target_arch = "nvptx64"))]
use super::exact;
use crate::{Compute, Real};
#[cfg(target_arch = "nvptx64")]
use azulejo_kernels::device::ptx::{divide, rounded};

/// A mode of sums, differences and products of `T`: RN, RZ, RM or RP.
#[diagnostic::on_unimplemented(
    message = "rounding mode `{Self}` is not supported for add, sub, mul and fma of `{T}`",
    note = "use RN, RZ, RM or RP with f16, bf16, f32 or f64"
)]
pub trait SumMode<T> {
    /// `a + b`.
    fn add(a: T, b: T) -> T;
    /// `a - b`.
    fn subtract(a: T, b: T) -> T;
    /// `a b`.
    fn multiply(a: T, b: T) -> T;
    /// `a b + c`, rounded once.
    fn fused(a: T, b: T, c: T) -> T;
}

/// A mode of division: RN, RZ, RM or RP; for `f32` also Full and Approx.
///
/// `Full` and `Approx` are a device's fast forms, within 2 units in the last place for divisors of a usual size; on the
/// CPU they are RN.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a rounding mode of a division of `{T}`",
    note = "use RN, RZ, RM or RP with f16, bf16, f32 or f64; Full and Approx only with f32"
)]
pub trait DivisionMode<T> {
    /// The quotient.
    fn divide(a: T, b: T) -> T;
}

/// A mode of square roots: RN, RZ, RM or RP; for `f32` also Approx, which on the CPU is RN.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a rounding mode of a square root of `{T}`",
    note = "use RN, RZ, RM or RP with f16, bf16, f32 or f64; Approx only with f32"
)]
pub trait RootMode<T> {
    /// The square root.
    fn sqrt(x: T) -> T;
}

/// A mode of functions of `f32`: Full, or a device's fast form Approx, which on the CPU is Full.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a mode of functions of `{T}`",
    note = "use Full or Approx, only with f32"
)]
pub trait FunctionMode<T> {
    /// The hyperbolic tangent.
    fn tanh(x: T) -> T;
    /// `2^x`.
    fn exp2(x: T) -> T;
}

macro_rules! nearest {
    ($($t:ident)*) => {$(
        impl SumMode<$t> for rounding::RN {
            #[inline(always)]
            fn add(a: $t, b: $t) -> $t { a.plus(b) }
            #[inline(always)]
            fn subtract(a: $t, b: $t) -> $t { a.minus(b) }
            #[inline(always)]
            fn multiply(a: $t, b: $t) -> $t { a.times(b) }
            #[inline(always)]
            fn fused(a: $t, b: $t, c: $t) -> $t { Compute::fused(a, b, c) }
        }
        impl DivisionMode<$t> for rounding::RN {
            #[inline(always)]
            fn divide(a: $t, b: $t) -> $t { a.quotient(b) }
        }
        impl RootMode<$t> for rounding::RN {
            #[inline(always)]
            fn sqrt(x: $t) -> $t { Real::sqrt(x) }
        }
    )*};
}

nearest!(f16 bf16 f32 f64);

/// The operations of a directed mode by name: from the exact ones on the CPU, from the instructions on a device.
macro_rules! directed {
    ($($mode:ident $to:literal: $($t:ident)*;)*) => {$($(
        impl SumMode<$t> for rounding::$mode {
            #[inline(always)]
            fn add(a: $t, b: $t) -> $t { directed!(@op $t $mode $to add, a, b) }
            #[inline(always)]
            fn subtract(a: $t, b: $t) -> $t { directed!(@op $t $mode $to sub, a, b) }
            #[inline(always)]
            fn multiply(a: $t, b: $t) -> $t { directed!(@op $t $mode $to mul, a, b) }
            #[inline(always)]
            fn fused(a: $t, b: $t, c: $t) -> $t { directed!(@op $t $mode $to fma, a, b, c) }
        }
        impl DivisionMode<$t> for rounding::$mode {
            #[inline(always)]
            fn divide(a: $t, b: $t) -> $t { directed!(@op $t $mode $to div, a, b) }
        }
        impl RootMode<$t> for rounding::$mode {
            #[inline(always)]
            fn sqrt(x: $t) -> $t { directed!(@op $t $mode $to sqrt, x) }
        }
    )*)*};
    (@op $t:ident $mode:ident $to:literal $op:ident, $($x:ident),*) => {{
        #[cfg(not(target_arch = "nvptx64"))]
        {
            exact::$op::<$t, rounding::$mode>($($x),*)
        }
        #[cfg(target_arch = "nvptx64")]
        {
            directed!(@device $t $mode $to $op, $($x),*)
        }
    }};
    (@device f16 $mode:ident $to:literal $op:ident, $($x:ident),*) => {
        azulejo_tensor::cast_with::<f32, f16, rounding::$mode>(directed!(@wide $to $op, $($x),*))
    };
    (@device bf16 $mode:ident $to:literal $op:ident, $($x:ident),*) => {
        azulejo_tensor::cast_with::<f32, bf16, rounding::$mode>(directed!(@wide $to $op, $($x),*))
    };
    (@device $t:ident $mode:ident $to:literal $op:ident, $x:ident $(, $more:ident)*) => {
        rounded::Directed::$op::<$to>($x $(, $more)*)
    };
    (@wide $to:literal $op:ident, $x:ident $(, $more:ident)*) => {
        rounded::Directed::$op::<$to>($x.to_f32() $(, $more.to_f32())*)
    };
}

directed! {
    RZ 0: f16 bf16 f32 f64;
    RM 1: f16 bf16 f32 f64;
    RP 2: f16 bf16 f32 f64;
}

/// A device's form of an operation, and the CPU's.
macro_rules! fast {
    ($($trait:ident $mode:ident { $($name:ident ($($x:ident),*) = $device:expr, $host:expr;)* })*) => {$(
        impl $trait<f32> for rounding::$mode {$(
            #[inline(always)]
            fn $name($($x: f32),*) -> f32 {
                #[cfg(target_arch = "nvptx64")]
                {
                    $device($($x),*)
                }
                #[cfg(not(target_arch = "nvptx64"))]
                {
                    $host($($x),*)
                }
            }
        )*}
    )*};
}

fast! {
    DivisionMode Full { divide (a, b) = divide::full, Real::quotient; }
    DivisionMode Approx { divide (a, b) = divide::approximate, Real::quotient; }
    RootMode Approx { sqrt (x) = rounded::sqrt, Real::sqrt; }
    FunctionMode Full {
        tanh (x) = Real::tanh, Real::tanh;
        exp2 (x) = Real::exp2, Real::exp2;
    }
    FunctionMode Approx {
        tanh (x) = rounded::tanh, Real::tanh;
        exp2 (x) = rounded::exp2, Real::exp2;
    }
}
