//! Division rounded up.

use super::dynamic::Dynamic;
use super::kinds::{for_dynamic, for_dynamic_pairs};
use super::leaf::C;
use super::nat::{Nat, NatCeilDiv};
use typenum::{B1, UInt, UTerm};

/// `ceil(x / y)` of non-negative integers with `y > 0`; a dynamic division by zero gives 0.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be divided (rounding up) by `{R}`",
    note = "both must be integer leaves, the first non-negative and the second positive"
)]
pub trait CeilDiv<R> {
    /// The type of the quotient: static when both are, the dividend itself when `y` is `_1`.
    type Out: Copy;
    /// Computes it.
    fn ceil_div(self, r: R) -> Self::Out;
}
impl<U: NatCeilDiv<V>, V> CeilDiv<C<V>> for C<U> {
    type Out = C<U::Out>;
    #[inline(always)]
    fn ceil_div(self, _: C<V>) -> Self::Out {
        C::NEW
    }
}
/// The quotient of two numbers of one type, whatever they are: next to the type's end, where the sum is beyond it, too.
#[cfg(not(target_arch = "nvptx64"))]
macro_rules! quotient {
    ($a:expr, $d:expr) => {{
        let (a, d) = ($a, $d);
        match a.checked_add(d.wrapping_sub(1)) {
            Some(sum) => sum.checked_div(d).unwrap_or(0),
            None => a
                .wrapping_sub(1)
                .checked_div(d)
                .map_or(0, |floor| floor.wrapping_add(1)),
        }
    }};
}
/// As on the host, of numbers that leave room for the sum, as sizes of what a kernel is given do.
#[cfg(target_arch = "nvptx64")]
macro_rules! quotient {
    ($a:expr, $d:expr) => {{
        let (a, d) = ($a, $d);
        a.wrapping_add(d.wrapping_sub(1))
            .checked_div(d)
            .unwrap_or(0)
    }};
}
macro_rules! mixed {
    ($t:ident) => {
        impl CeilDiv<C<UInt<UTerm, B1>>> for $t {
            type Out = $t;
            #[inline(always)]
            fn ceil_div(self, _: C<UInt<UTerm, B1>>) -> $t {
                self
            }
        }
        impl<U, A, B> CeilDiv<C<UInt<UInt<U, A>, B>>> for $t
        where
            UInt<UInt<U, A>, B>: Nat,
        {
            type Out = $t;
            #[inline(always)]
            fn ceil_div(self, _: C<UInt<UInt<U, A>, B>>) -> $t {
                quotient!(self, <$t>::of::<UInt<UInt<U, A>, B>>())
            }
        }
        impl CeilDiv<$t> for C<UTerm> {
            type Out = $t;
            #[inline(always)]
            fn ceil_div(self, _: $t) -> $t {
                0
            }
        }
        impl<U, B> CeilDiv<$t> for C<UInt<U, B>>
        where
            UInt<U, B>: Nat,
        {
            type Out = $t;
            #[inline(always)]
            fn ceil_div(self, r: $t) -> $t {
                quotient!(<$t>::of::<UInt<U, B>>(), r)
            }
        }
    };
}
for_dynamic!(mixed);
macro_rules! dynamic {
    ($a:ident $b:ident $p:ident) => {
        impl CeilDiv<$b> for $a {
            type Out = $p;
            #[inline(always)]
            fn ceil_div(self, r: $b) -> $p {
                quotient!(self as $p, r as $p)
            }
        }
    };
}
for_dynamic_pairs!(dynamic);
