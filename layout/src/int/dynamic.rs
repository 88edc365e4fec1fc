//! The dynamic integers.

use super::boolean::{No, Yes};
use super::leaf::{Int, Known, Leaf};
use core::fmt;
use typenum::Unsigned;

/// A dynamic integer: `i32`, `u32`, `i64` or `usize`. Arithmetic wraps.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a dynamic integer",
    note = "dynamic integers are `i32`, `u32`, `i64` and `usize`"
)]
pub trait Dynamic: Int + Default + PartialOrd {
    /// The static number `U` in this type.
    fn of<U: Unsigned>() -> Self;
    /// The value in this type, truncated to its width.
    fn from_i64(x: i64) -> Self;
}

macro_rules! dynamic {
    ($($t:ident $konst:ident),*) => {$(
        impl Leaf for $t {
            type IsStatic = No;
            const KNOWN: Known = Known::Dynamic;
            const MOST: i64 = if $t::MAX as u128 > i64::MAX as u128 { i64::MAX } else { $t::MAX as i64 };
            #[inline(always)]
            fn scalar(self) -> i64 {
                self as i64
            }
            #[inline(always)]
            fn any() -> Self {
                0
            }
            fn show(self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(&self, f)
            }
        }
        impl Int for $t {
            const STATIC: Option<i64> = None;
            type IsOne = No;
            type IsZero = No;
            type IsPower = Yes;
            type IsStaticPower = No;
            #[inline(always)]
            fn value(self) -> i64 {
                self as i64
            }
        }
        impl Dynamic for $t {
            #[inline(always)]
            fn of<U: Unsigned>() -> Self {
                U::$konst as $t
            }
            #[inline(always)]
            fn from_i64(x: i64) -> Self {
                x as $t
            }
        }
    )*};
}
dynamic!(i32 I64, u32 U64, i64 I64, usize U64);
