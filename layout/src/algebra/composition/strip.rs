//! A static mode through static modes whose sizes are powers of two: the walk of composition in a few steps.
//!
//! Most layouts that kernels hold are of this kind. Two powers of two divide one another, so that one recursion over
//! their bits ([`Meets`]) gives what fits, what is passed and what is left at once, and the walk ends where the mode is
//! used up. The result is that of `Walk`.

use super::compose::UnlessZero;
use super::recognize::{ByStep, Sizes};
use crate::int::{Bool, C, IMul, Nat, No, Yes};
use crate::tree::{Cons, M, Nil, Unwrap};
use typenum::{B0, B1, UInt, UTerm};

type One = UInt<UTerm, B1>;

/// Two powers of two.
pub trait Meets<R> {
    /// `Self / R`, at least 1.
    type Over;
    /// `R / Self`, at least 1.
    type Under;
}
impl Meets<One> for One {
    type Over = One;
    type Under = One;
}
impl<V, B> Meets<UInt<UInt<V, B>, B0>> for One {
    type Over = One;
    type Under = UInt<UInt<V, B>, B0>;
}
impl<U, A> Meets<One> for UInt<UInt<U, A>, B0> {
    type Over = UInt<UInt<U, A>, B0>;
    type Under = One;
}
impl<U, A, V, B> Meets<UInt<UInt<V, B>, B0>> for UInt<UInt<U, A>, B0>
where
    UInt<U, A>: Meets<UInt<V, B>>,
{
    type Over = <UInt<U, A> as Meets<UInt<V, B>>>::Over;
    type Under = <UInt<U, A> as Meets<UInt<V, B>>>::Under;
}

/// The mode `Self:V` with a static stride other than 0 through the flat list `A`, by the kind of its size.
#[diagnostic::on_unimplemented(
    message = "the right operand of this composition cannot be divided by the modes of the left one",
    note = "composition needs integers that divide: static ones, `i32`, `u32`, `i64`, `usize`"
)]
pub trait SizeThrough<V, A> {
    /// The mode or modes of the result.
    type Out: Copy;
    fn size_through(self, a: A) -> Self::Out;
}
/// Whether all sizes are static powers of two.
type IsQuick<U, V, A> =
    <<A as Sizes>::IsQuick as Bool>::And<<<U as Nat>::IsPower as Bool>::And<<V as Nat>::IsPower>>;
impl<U, X, Y, V, A> SizeThrough<V, A> for C<UInt<UInt<U, X>, Y>>
where
    UInt<UInt<U, X>, Y>: Nat,
    V: Nat,
    A: Sizes,
    IsQuick<UInt<UInt<U, X>, Y>, V, A>: Quickly<UInt<UInt<U, X>, Y>, V, A>,
{
    type Out = <IsQuick<UInt<UInt<U, X>, Y>, V, A> as Quickly<UInt<UInt<U, X>, Y>, V, A>>::Out;
    #[inline(always)]
    fn size_through(self, a: A) -> Self::Out {
        <IsQuick<UInt<UInt<U, X>, Y>, V, A> as Quickly<UInt<UInt<U, X>, Y>, V, A>>::quickly(a)
    }
}
macro_rules! slow {
    ([$($g:tt)*] $t:ty) => {
        impl<V, A, $($g)*> SizeThrough<V, A> for $t
        where
            No: UnlessZero<$t, C<V>, A>,
        {
            type Out = <No as UnlessZero<$t, C<V>, A>>::Out;
            #[inline(always)]
            fn size_through(self, a: A) -> Self::Out {
                <No as UnlessZero<$t, C<V>, A>>::unless_zero(self, C::NEW, a)
            }
        }
    };
}
slow!([] C<UTerm>);
slow!([] C<One>);
slow!([] i32);
slow!([] u32);
slow!([] i64);
slow!([] usize);
slow!([K, T] crate::int::Dyn<K, T>);

/// The mode `U:V` through the flat list `A`, stripped bit by bit when `Self = Yes`.
pub trait Quickly<U, V, A> {
    /// The mode or modes of the result.
    type Out: Copy;
    fn quickly(a: A) -> Self::Out;
}
impl<U, V, A> Quickly<U, V, A> for No
where
    No: UnlessZero<C<U>, C<V>, A>,
{
    type Out = <No as UnlessZero<C<U>, C<V>, A>>::Out;
    #[inline(always)]
    fn quickly(a: A) -> Self::Out {
        <No as UnlessZero<C<U>, C<V>, A>>::unless_zero(C::NEW, C::NEW, a)
    }
}
impl<U, V, A> Quickly<U, V, A> for Yes
where
    A: Strip<U, V>,
    <A as Strip<U, V>>::Out: Unwrap,
{
    type Out = <<A as Strip<U, V>>::Out as Unwrap>::Out;
    #[inline(always)]
    fn quickly(a: A) -> Self::Out {
        a.strip().unwrap()
    }
}

/// The modes that `U:V` meets in the flat list `Self`.
pub trait Strip<U, V> {
    /// The list of modes.
    type Out: Copy;
    fn strip(self) -> Self::Out;
}
impl<U, V, A: Strip<U, V>> Strip<U, V> for ByStep<A> {
    type Out = A::Out;
    #[inline(always)]
    fn strip(self) -> A::Out {
        self.0.strip()
    }
}
impl<U, V, S, D> Strip<U, V> for Cons<M<S, D>, Nil>
where
    C<V>: IMul<D>,
{
    type Out = Cons<M<C<U>, <C<V> as IMul<D>>::Out>, Nil>;
    #[inline(always)]
    fn strip(self) -> Self::Out {
        Cons(M(C::NEW, C::NEW.mul(self.0.1)), Nil)
    }
}
impl<U, V, L, D, I, T> Strip<U, V> for Cons<M<C<L>, D>, Cons<I, T>>
where
    L: Meets<V>,
    <L as Meets<V>>::Over: Takes<U, V, <L as Meets<V>>::Under, D, Cons<I, T>>,
{
    type Out = <<L as Meets<V>>::Over as Takes<U, V, <L as Meets<V>>::Under, D, Cons<I, T>>>::Out;
    #[inline(always)]
    fn strip(self) -> Self::Out {
        <<L as Meets<V>>::Over as Takes<U, V, <L as Meets<V>>::Under, D, Cons<I, T>>>::takes(
            self.0.1, self.1,
        )
    }
}
/// A mode of which `Self` steps of the stride `V` fit; `P` is the stride past it.
pub trait Takes<U, V, P, D, T> {
    /// The list of modes.
    type Out: Copy;
    fn takes(d: D, t: T) -> Self::Out;
}
impl<U, V, P, D, T: Strip<U, P>> Takes<U, V, P, D, T> for One {
    type Out = T::Out;
    #[inline(always)]
    fn takes(_: D, t: T) -> T::Out {
        t.strip()
    }
}
impl<F, X, Y, U, V, P, D, T> Takes<U, V, P, D, T> for UInt<UInt<F, X>, Y>
where
    UInt<UInt<F, X>, Y>: Meets<U>,
    <UInt<UInt<F, X>, Y> as Meets<U>>::Under: Rests<UInt<UInt<F, X>, Y>, U, P, T>,
    C<V>: IMul<D>,
{
    type Out =
        <<UInt<UInt<F, X>, Y> as Meets<U>>::Under as Rests<UInt<UInt<F, X>, Y>, U, P, T>>::Out<
            <C<V> as IMul<D>>::Out,
        >;
    #[inline(always)]
    fn takes(d: D, t: T) -> Self::Out {
        <<UInt<UInt<F, X>, Y> as Meets<U>>::Under as Rests<UInt<UInt<F, X>, Y>, U, P, T>>::rests(
            C::NEW.mul(d),
            t,
        )
    }
}
/// What is left of the `U` steps after a mode that takes `F` of them: `Self`.
pub trait Rests<F, U, P, T> {
    /// The list of modes, the first with the stride `D`.
    type Out<D: Copy>: Copy;
    fn rests<D: Copy>(d: D, t: T) -> Self::Out<D>;
}
impl<F, U, P, T> Rests<F, U, P, T> for One {
    type Out<D: Copy> = Cons<M<C<U>, D>, Nil>;
    #[inline(always)]
    fn rests<D: Copy>(d: D, _: T) -> Self::Out<D> {
        Cons(M(C::NEW, d), Nil)
    }
}
impl<R, X, Y, F, U, P, T> Rests<F, U, P, T> for UInt<UInt<R, X>, Y>
where
    T: Strip<UInt<UInt<R, X>, Y>, P>,
{
    type Out<D: Copy> = Cons<M<C<F>, D>, <T as Strip<UInt<UInt<R, X>, Y>, P>>::Out>;
    #[inline(always)]
    fn rests<D: Copy>(d: D, t: T) -> Self::Out<D> {
        Cons(M(C::NEW, d), t.strip())
    }
}
