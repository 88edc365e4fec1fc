//! Multiplication, addition, division and remainder of leaves.
//!
//! A static operand folds where the result does not depend on the other: `_0 x = _0`, `_1 x = x`, `x % _1 = _0`.
//! Division and remainder truncate towards zero as in C++; a dynamic division by zero gives 0.

use super::dynamic::Dynamic;
use super::kinds::{for_dynamic, for_dynamic_pairs};
use super::leaf::{C, N};
use super::nat::{Greater, Less, Nat, NatAdd, NatCmp, NatDiv, NatMod, NatMul, Same};
use core::ops::Sub;
use typenum::{B1, Diff, UInt, UTerm};

/// The product of two leaves.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be multiplied by `{R}`",
    note = "both must be integer leaves: static (`_8`) or `i32`, `u32`, `i64`, `usize`"
)]
pub trait IMul<R> {
    /// The type of the result: static when both are, or when a static operand alone decides it.
    type Out: Copy;
    /// Computes it.
    fn mul(self, r: R) -> Self::Out;
}

/// The sum of two leaves.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be added to `{R}`",
    note = "both must be integer leaves: static (`_8`) or `i32`, `u32`, `i64`, `usize`"
)]
pub trait IAdd<R> {
    /// The type of the result: static when both are, or when a static operand alone decides it.
    type Out: Copy;
    /// Computes it.
    fn add(self, r: R) -> Self::Out;
}

/// The quotient of two integers, truncated towards zero.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be divided by `{R}`",
    note = "both must be integer leaves: static (`_8`) or `i32`, `u32`, `i64`, `usize`"
)]
pub trait IDiv<R> {
    /// The type of the result: static when both are, or when a static operand alone decides it.
    type Out: Copy;
    /// Computes it.
    fn div(self, r: R) -> Self::Out;
}

/// The remainder of [`IDiv`], with the sign of the dividend.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be reduced modulo `{R}`",
    note = "both must be integer leaves: static (`_8`) or `i32`, `u32`, `i64`, `usize`"
)]
pub trait IMod<R> {
    /// The type of the result: static when both are, or when a static operand alone decides it.
    type Out: Copy;
    /// Computes it.
    fn rem(self, r: R) -> Self::Out;
}

/// Implements a binary operation whose result is a zero-sized static number.
macro_rules! fixed {
    ($($t:ident $f:ident [$($g:tt)*] $l:ty, $r:ty => $o:ty $(where {$($w:tt)*})?;)*) => {$(
        impl<$($g)*> $t<$r> for $l $(where $($w)*)? {
            type Out = $o;
            #[inline(always)]
            fn $f(self, _: $r) -> Self::Out {
                <$o>::NEW
            }
        }
    )*};
}

/// `C<Product>` or `N<Product>` of two bit strings.
type P<U, V> = <U as NatMul<V>>::Out;

fixed! {
    IMul mul [U: NatMul<V>, V] C<U>, C<V> => C<P<U, V>>;
    IMul mul [U: NatMul<V>, V] N<U>, N<V> => C<P<U, V>>;
    IMul mul [V: Nat] C<UTerm>, N<V> => C<UTerm>;
    IMul mul [V: Nat] N<V>, C<UTerm> => C<UTerm>;
    IMul mul [U, B, V] C<UInt<U, B>>, N<V> => N<P<UInt<U, B>, V>> where {UInt<U, B>: NatMul<V>};
    IMul mul [U, B, V] N<V>, C<UInt<U, B>> => N<P<V, UInt<U, B>>> where {V: NatMul<UInt<U, B>>};

    IAdd add [U: NatAdd<V>, V] C<U>, C<V> => C<<U as NatAdd<V>>::Out>;
    IAdd add [U: NatAdd<V>, V] N<U>, N<V> => N<<U as NatAdd<V>>::Out>;

    IDiv div [U: NatDiv<V>, V] C<U>, C<V> => C<<U as NatDiv<V>>::Out>;
    IMod rem [U: NatMod<V>, V] C<U>, C<V> => C<<U as NatMod<V>>::Out>;
}

/// `U - V` with its sign, given how the two compare.
pub trait SignedDiff<U, V> {
    /// `C` or `N` of the distance.
    type Out: Copy + Default;
}
impl<U, V> SignedDiff<U, V> for Same {
    type Out = C<UTerm>;
}
impl<U: Sub<V>, V> SignedDiff<U, V> for Greater {
    type Out = C<Diff<U, V>>;
}
impl<U, V: Sub<U>> SignedDiff<U, V> for Less {
    type Out = N<Diff<V, U>>;
}
impl<U, V> IAdd<N<V>> for C<U>
where
    U: NatCmp<V>,
    <U as NatCmp<V>>::Out: SignedDiff<U, V>,
{
    type Out = <<U as NatCmp<V>>::Out as SignedDiff<U, V>>::Out;
    #[inline(always)]
    fn add(self, _: N<V>) -> Self::Out {
        Self::Out::default()
    }
}
impl<U, V> IAdd<C<U>> for N<V>
where
    U: NatCmp<V>,
    <U as NatCmp<V>>::Out: SignedDiff<U, V>,
{
    type Out = <<U as NatCmp<V>>::Out as SignedDiff<U, V>>::Out;
    #[inline(always)]
    fn add(self, _: C<U>) -> Self::Out {
        Self::Out::default()
    }
}

/// Static by dynamic, for one dynamic type.
macro_rules! mixed {
    ($t:ident) => {
        impl IMul<$t> for C<UTerm> {
            type Out = C<UTerm>;
            #[inline(always)]
            fn mul(self, _: $t) -> C<UTerm> {
                self
            }
        }
        impl<U, B> IMul<$t> for C<UInt<U, B>>
        where
            UInt<U, B>: Nat,
        {
            type Out = $t;
            #[inline(always)]
            fn mul(self, r: $t) -> $t {
                <$t>::of::<UInt<U, B>>().wrapping_mul(r)
            }
        }
        impl<U: Nat> IMul<$t> for N<U> {
            type Out = $t;
            #[inline(always)]
            fn mul(self, r: $t) -> $t {
                <$t>::of::<U>().wrapping_mul(r).wrapping_neg()
            }
        }
        impl<U> IMul<C<U>> for $t
        where
            C<U>: IMul<$t>,
        {
            type Out = <C<U> as IMul<$t>>::Out;
            #[inline(always)]
            fn mul(self, r: C<U>) -> Self::Out {
                <C<U> as IMul<$t>>::mul(r, self)
            }
        }
        impl<U: Nat> IMul<N<U>> for $t {
            type Out = $t;
            #[inline(always)]
            fn mul(self, r: N<U>) -> $t {
                <N<U> as IMul<$t>>::mul(r, self)
            }
        }
        impl<U: Nat> IAdd<$t> for C<U> {
            type Out = $t;
            #[inline(always)]
            fn add(self, r: $t) -> $t {
                <$t>::of::<U>().wrapping_add(r)
            }
        }
        impl<U: Nat> IAdd<$t> for N<U> {
            type Out = $t;
            #[inline(always)]
            fn add(self, r: $t) -> $t {
                r.wrapping_sub(<$t>::of::<U>())
            }
        }
        impl<U: Nat> IAdd<C<U>> for $t {
            type Out = $t;
            #[inline(always)]
            fn add(self, _: C<U>) -> $t {
                self.wrapping_add(<$t>::of::<U>())
            }
        }
        impl<U: Nat> IAdd<N<U>> for $t {
            type Out = $t;
            #[inline(always)]
            fn add(self, _: N<U>) -> $t {
                self.wrapping_sub(<$t>::of::<U>())
            }
        }
        impl IDiv<$t> for C<UTerm> {
            type Out = C<UTerm>;
            #[inline(always)]
            fn div(self, _: $t) -> C<UTerm> {
                self
            }
        }
        impl<U, B> IDiv<$t> for C<UInt<U, B>>
        where
            UInt<U, B>: Nat,
        {
            type Out = $t;
            #[inline(always)]
            fn div(self, r: $t) -> $t {
                <$t>::of::<UInt<U, B>>().checked_div(r).unwrap_or(0)
            }
        }
        impl<U, B> IDiv<C<UInt<U, B>>> for $t
        where
            UInt<U, B>: Nat,
        {
            type Out = $t;
            #[inline(always)]
            fn div(self, _: C<UInt<U, B>>) -> $t {
                self.checked_div(<$t>::of::<UInt<U, B>>()).unwrap_or(0)
            }
        }
        impl IMod<$t> for C<UTerm> {
            type Out = C<UTerm>;
            #[inline(always)]
            fn rem(self, _: $t) -> C<UTerm> {
                self
            }
        }
        impl<U, B> IMod<$t> for C<UInt<U, B>>
        where
            UInt<U, B>: Nat,
        {
            type Out = $t;
            #[inline(always)]
            fn rem(self, r: $t) -> $t {
                <$t>::of::<UInt<U, B>>().checked_rem(r).unwrap_or(0)
            }
        }
        impl IMod<C<UInt<UTerm, B1>>> for $t {
            type Out = C<UTerm>;
            #[inline(always)]
            fn rem(self, _: C<UInt<UTerm, B1>>) -> C<UTerm> {
                C::NEW
            }
        }
        impl<U, A, B> IMod<C<UInt<UInt<U, A>, B>>> for $t
        where
            UInt<UInt<U, A>, B>: Nat,
        {
            type Out = $t;
            #[inline(always)]
            fn rem(self, _: C<UInt<UInt<U, A>, B>>) -> $t {
                self.checked_rem(<$t>::of::<UInt<UInt<U, A>, B>>())
                    .unwrap_or(0)
            }
        }
    };
}
for_dynamic!(mixed);

/// Dynamic by dynamic, in the promoted type.
macro_rules! dynamic {
    ($a:ident $b:ident $p:ident) => {
        impl IMul<$b> for $a {
            type Out = $p;
            #[inline(always)]
            fn mul(self, r: $b) -> $p {
                (self as $p).wrapping_mul(r as $p)
            }
        }
        impl IAdd<$b> for $a {
            type Out = $p;
            #[inline(always)]
            fn add(self, r: $b) -> $p {
                (self as $p).wrapping_add(r as $p)
            }
        }
        impl IDiv<$b> for $a {
            type Out = $p;
            #[inline(always)]
            fn div(self, r: $b) -> $p {
                (self as $p).checked_div(r as $p).unwrap_or(0)
            }
        }
        impl IMod<$b> for $a {
            type Out = $p;
            #[inline(always)]
            fn rem(self, r: $b) -> $p {
                (self as $p).checked_rem(r as $p).unwrap_or(0)
            }
        }
    };
}
for_dynamic_pairs!(dynamic);
