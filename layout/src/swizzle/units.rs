//! `upcast`, `downcast` of swizzles and composed layouts.

use super::composed::ComposedLayout;
use super::object::{Swizzle, SwizzleMasks};
use crate::int::{Bool, C, IMul, N, Nat, No, Yes};
use crate::units::{Downcasts, Upcasts};
use core::ops::{Add, Sub};
use typenum::{B1, Diff, GrEq, IsGreaterOrEqual, Sum, UInt, UTerm};

/// The binary logarithm of a power of two.
#[diagnostic::on_unimplemented(
    message = "a swizzle cannot be measured in units of this many elements",
    note = "the unit of a swizzled layout must be a power of two: `_2`, `_4`, `_8`, …"
)]
pub trait Log2 {
    /// The logarithm.
    type Out: Nat;
}
impl Log2 for UInt<UTerm, B1> {
    type Out = UTerm;
}
impl<U, A> Log2 for UInt<UInt<U, A>, typenum::B0>
where
    UInt<U, A>: Log2,
    <UInt<U, A> as Log2>::Out: Add<B1>,
    Sum<<UInt<U, A> as Log2>::Out, B1>: Nat,
{
    type Out = Sum<<UInt<U, A> as Log2>::Out, B1>;
}

/// `Self - K`, stopping at 0, and what of `K` was left.
pub trait Drain<K> {
    /// The difference.
    type Out: Nat;
    /// The rest of `K`.
    type Over: Nat;
}
impl<U, K> Drain<K> for U
where
    U: IsGreaterOrEqual<K>,
    GrEq<U, K>: super::object::AsBool,
    <GrEq<U, K> as super::object::AsBool>::Out: DrainStep<U, K>,
{
    type Out = <<GrEq<U, K> as super::object::AsBool>::Out as DrainStep<U, K>>::Out;
    type Over = <<GrEq<U, K> as super::object::AsBool>::Out as DrainStep<U, K>>::Over;
}
/// [`Drain`], `Self` saying whether there is enough.
pub trait DrainStep<U, K>: Bool {
    /// The difference.
    type Out: Nat;
    /// The rest of `K`.
    type Over: Nat;
}
impl<U: Sub<K>, K> DrainStep<U, K> for Yes
where
    Diff<U, K>: Nat,
{
    type Out = Diff<U, K>;
    type Over = UTerm;
}
impl<U, K: Sub<U>> DrainStep<U, K> for No
where
    Diff<K, U>: Nat,
{
    type Out = UTerm;
    type Over = Diff<K, U>;
}

/// A unit inside of which a swizzle with a negative shift stays, or which lies below it: `B1`.
#[diagnostic::on_unimplemented(
    message = "a swizzle with a negative shift would scatter the elements of this unit",
    note = "take a unit of at most `2^M` elements, or a swizzle with a positive shift"
)]
pub trait UnitStays {}
impl UnitStays for B1 {}

/// What is left of the `B` bits of a swizzle whose shift is `-T`, where `Self` of its bits are inside a unit: the low ones move
/// up, so that all of them are inside, or none.
pub trait Inside<B, T> {
    /// The bits that are left.
    type Out: Nat;
}
impl<B: Nat, T> Inside<B, T> for UTerm {
    type Out = B;
}
impl<U, A, T> Inside<UTerm, T> for UInt<U, A> {
    type Out = UTerm;
}
impl<U, A, V, W, T> Inside<UInt<V, W>, T> for UInt<U, A>
where
    UInt<V, W>: Add<T>,
    Self: IsGreaterOrEqual<Sum<UInt<V, W>, T>>,
    GrEq<Self, Sum<UInt<V, W>, T>>: UnitStays,
{
    type Out = UTerm;
}

/// The base of a swizzle less `K`; what is too much comes off its bits.
type Base<M, K> = <M as Drain<K>>::Out;
type Bits<B, M, K> = <B as Drain<<M as Drain<K>>::Over>>::Out;
type BitsAbove<B, M, T, K> = <<M as Drain<K>>::Over as Inside<B, T>>::Out;
// By the sign of the shift: the compiler names an impl that stands alone for its head, even if told not to.
macro_rules! units {
    ($t:ident $s:ty, $bits:ty: $($left:tt)*) => {
        #[diagnostic::do_not_recommend]
        impl<B, M, $t, U> Upcasts<Swizzle<C<B>, C<M>, $s>> for C<U>
        where
            U: Log2,
            M: Drain<<U as Log2>::Out>,
            $($left)*,
            Swizzle<C<$bits>, C<Base<M, <U as Log2>::Out>>, $s>: SwizzleMasks,
        {
            type Out = Swizzle<C<$bits>, C<Base<M, <U as Log2>::Out>>, $s>;
            #[inline(always)]
            fn upcast_of(self, _: Swizzle<C<B>, C<M>, $s>) -> Self::Out {
                Swizzle::NEW
            }
        }
        #[diagnostic::do_not_recommend]
        impl<B, M, $t, U> Downcasts<Swizzle<C<B>, C<M>, $s>> for C<U>
        where
            U: Log2,
            M: Add<<U as Log2>::Out>,
            Swizzle<C<B>, C<Sum<M, <U as Log2>::Out>>, $s>: SwizzleMasks,
        {
            type Out = Swizzle<C<B>, C<Sum<M, <U as Log2>::Out>>, $s>;
            #[inline(always)]
            fn downcast_of(self, _: Swizzle<C<B>, C<M>, $s>) -> Self::Out {
                Swizzle::NEW
            }
        }
    };
}
units!(T C<T>, Bits<B, M, <U as Log2>::Out>: B: Drain<<M as Drain<<U as Log2>::Out>>::Over>);
units!(T N<T>, BitsAbove<B, M, T, <U as Log2>::Out>: <M as Drain<<U as Log2>::Out>>::Over: Inside<B, T>);

// The offset between the two stays 0, or is divided or multiplied with the rest.
#[diagnostic::do_not_recommend]
impl<A, L, U> Upcasts<ComposedLayout<A, C<UTerm>, L>> for U
where
    A: Copy,
    L: Copy,
    U: Upcasts<A> + Upcasts<L>,
{
    type Out = ComposedLayout<<U as Upcasts<A>>::Out, C<UTerm>, <U as Upcasts<L>>::Out>;
    #[inline(always)]
    fn upcast_of(self, l: ComposedLayout<A, C<UTerm>, L>) -> Self::Out {
        ComposedLayout::new(
            self.upcast_of(l.layout_a()),
            C::NEW,
            self.upcast_of(l.layout_b()),
        )
    }
}
#[diagnostic::do_not_recommend]
impl<A, O, L, U> Downcasts<ComposedLayout<A, O, L>> for U
where
    A: Copy,
    O: IMul<U> + Copy,
    L: Copy,
    U: Downcasts<A> + Downcasts<L>,
{
    type Out =
        ComposedLayout<<U as Downcasts<A>>::Out, <O as IMul<U>>::Out, <U as Downcasts<L>>::Out>;
    #[inline(always)]
    fn downcast_of(self, l: ComposedLayout<A, O, L>) -> Self::Out {
        ComposedLayout::new(
            self.downcast_of(l.layout_a()),
            l.offset().mul(self),
            self.downcast_of(l.layout_b()),
        )
    }
}
