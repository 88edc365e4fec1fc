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
                let d = <$t>::of::<UInt<UInt<U, A>, B>>();
                self.wrapping_add(d.wrapping_sub(1))
                    .checked_div(d)
                    .unwrap_or(0)
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
                <$t>::of::<UInt<U, B>>()
                    .wrapping_add(r.wrapping_sub(1))
                    .checked_div(r)
                    .unwrap_or(0)
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
                let (a, d) = (self as $p, r as $p);
                a.wrapping_add(d.wrapping_sub(1))
                    .checked_div(d)
                    .unwrap_or(0)
            }
        }
    };
}
for_dynamic_pairs!(dynamic);
