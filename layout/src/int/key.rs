//! Sort keys for orders of modes: static values by size, equal ones from left to right, then dynamic ones from left to
//! right.

use super::boolean::{Bool, No, Yes};
use super::compare::ILess;
use super::kinds::for_dynamic;
use super::leaf::{C, N};
use super::nat::{NatCmp, Order};
use core::marker::PhantomData;

/// The key of a dynamic value: its position among all values.
pub struct Late<Pos>(PhantomData<Pos>);

impl<Pos> Clone for Late<Pos> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<Pos> Copy for Late<Pos> {}
impl<Pos> Default for Late<Pos> {
    fn default() -> Self {
        Late(PhantomData)
    }
}

/// The key of a static value `X`: the value, then its position.
pub struct Early<X, Pos>(PhantomData<(X, Pos)>);

impl<X, Pos> Clone for Early<X, Pos> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<X, Pos> Copy for Early<X, Pos> {}
impl<X, Pos> Default for Early<X, Pos> {
    fn default() -> Self {
        Early(PhantomData)
    }
}

/// The sort key of an order value at position `Pos`.
pub trait OrderKey<Pos> {
    /// The key.
    type Key: Copy + Default;
}
impl<U, Pos> OrderKey<Pos> for C<U> {
    type Key = Early<Self, Pos>;
}
impl<U, Pos> OrderKey<Pos> for N<U> {
    type Key = Early<Self, Pos>;
}
macro_rules! dynamic {
    ($t:ident) => {
        impl<Pos> OrderKey<Pos> for $t {
            type Key = Late<Pos>;
        }
    };
}
for_dynamic!(dynamic);

/// Whether one key sorts before another.
pub trait KeyLess<R> {
    /// The answer.
    type Out: Bool;
}
impl<X, Y, P, Q> KeyLess<Early<Y, Q>> for Early<X, P>
where
    X: ILess<Y>,
    Y: ILess<X>,
    P: NatCmp<Q>,
{
    type Out = <X::Out as Bool>::Or<
        <<Y::Out as Bool>::Not as Bool>::And<<<P as NatCmp<Q>>::Out as Order>::IsLess>,
    >;
}
impl<X, P, Q> KeyLess<Late<Q>> for Early<X, P> {
    type Out = Yes;
}
impl<X, P, Q> KeyLess<Early<X, P>> for Late<Q> {
    type Out = No;
}
impl<P: NatCmp<Q>, Q> KeyLess<Late<Q>> for Late<P> {
    type Out = <P::Out as Order>::IsLess;
}
