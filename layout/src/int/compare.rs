//! Comparisons of leaves: what is decided in types, and the minimum.

use super::boolean::{Bool, No};
use super::dynamic::Dynamic;
use super::kinds::{for_dynamic, for_dynamic_pairs};
use super::leaf::{C, N};
use super::nat::{Nat, NatCmp, NatEq, Order};

/// Whether two leaves are known to be equal. Anything dynamic answers `No`.
pub trait StaticEq<R> {
    /// `Yes` when both are static and equal.
    type Out: Bool;
}
impl<U: NatEq<V>, V> StaticEq<C<V>> for C<U> {
    type Out = U::Out;
}
impl<U: NatEq<V>, V> StaticEq<N<V>> for N<U> {
    type Out = U::Out;
}
impl<U, V> StaticEq<N<V>> for C<U> {
    type Out = No;
}
impl<U, V> StaticEq<C<V>> for N<U> {
    type Out = No;
}

/// Whether one static leaf is smaller than another; dynamic leaves have no order that types can see.
#[diagnostic::on_unimplemented(
    message = "the order of `{Self}` and `{R}` is not known at compile time",
    note = "this operation sorts modes by stride, so all strides must be static once there is more than one mode"
)]
pub trait ILess<R> {
    /// `Yes` when `Self < R`.
    type Out: Bool;
}
impl<U: NatCmp<V>, V> ILess<C<V>> for C<U> {
    type Out = <U::Out as Order>::IsLess;
}
impl<U, V: NatCmp<U>> ILess<N<V>> for N<U> {
    type Out = <V::Out as Order>::IsLess;
}
impl<U, V> ILess<N<V>> for C<U> {
    type Out = No;
}
impl<U, V> ILess<C<V>> for N<U> {
    type Out = super::Yes;
}

/// Whether one leaf is known to be smaller than another. Anything dynamic answers `No`.
pub trait KnownLess<R> {
    /// `Yes` when both are static and `Self < R`.
    type Out: Bool;
}
impl<U: NatCmp<V>, V> KnownLess<C<V>> for C<U> {
    type Out = <U::Out as Order>::IsLess;
}

/// The smaller of two non-negative integers.
#[diagnostic::on_unimplemented(
    message = "`{Self}` and `{R}` have no minimum",
    note = "both must be non-negative integer leaves"
)]
pub trait IMin<R> {
    /// The type of the minimum.
    type Out: Copy;
    /// Computes it.
    fn min(self, r: R) -> Self::Out;
}
impl<U, V> IMin<C<V>> for C<U>
where
    U: NatCmp<V>,
    <U as NatCmp<V>>::Out: Order,
{
    type Out = <<<U as NatCmp<V>>::Out as Order>::IsLess as Bool>::Pick<C<U>, C<V>>;
    #[inline(always)]
    fn min(self, r: C<V>) -> Self::Out {
        <<<U as NatCmp<V>>::Out as Order>::IsLess as Bool>::pick(self, r)
    }
}
macro_rules! mixed {
    ($t:ident) => {
        impl<U: Nat> IMin<$t> for C<U> {
            type Out = $t;
            #[inline(always)]
            fn min(self, r: $t) -> $t {
                let l = <$t>::of::<U>();
                if l < r { l } else { r }
            }
        }
        impl<U: Nat> IMin<C<U>> for $t {
            type Out = $t;
            #[inline(always)]
            fn min(self, _: C<U>) -> $t {
                let r = <$t>::of::<U>();
                if self < r { self } else { r }
            }
        }
        impl<X> KnownLess<X> for $t {
            type Out = No;
        }
        impl<U> KnownLess<$t> for C<U> {
            type Out = No;
        }
        impl<X> StaticEq<X> for $t {
            type Out = No;
        }
        impl<U> StaticEq<$t> for C<U> {
            type Out = No;
        }
        impl<U> StaticEq<$t> for N<U> {
            type Out = No;
        }
    };
}
for_dynamic!(mixed);
macro_rules! dynamic {
    ($a:ident $b:ident $p:ident) => {
        impl IMin<$b> for $a {
            type Out = $p;
            #[inline(always)]
            fn min(self, r: $b) -> $p {
                let (l, r) = (self as $p, r as $p);
                if l < r { l } else { r }
            }
        }
    };
}
for_dynamic_pairs!(dynamic);
