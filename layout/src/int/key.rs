//! Sort keys for orders of modes, where dynamic values sort last, from left to right.

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

/// The sort key of an order value at position `Pos`.
pub trait OrderKey<Pos> {
    /// The key.
    type Key: Copy + Default;
}
impl<U, Pos> OrderKey<Pos> for C<U> {
    type Key = C<U>;
}
impl<U, Pos> OrderKey<Pos> for N<U> {
    type Key = N<U>;
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
macro_rules! by_value {
    ($($a:ident $b:ident)*) => {$(
        impl<U, V> KeyLess<$b<V>> for $a<U>
        where
            $a<U>: ILess<$b<V>>,
        {
            type Out = <$a<U> as ILess<$b<V>>>::Out;
        }
    )*};
}
by_value!(C C C N N C N N);
impl<U, Pos> KeyLess<Late<Pos>> for C<U> {
    type Out = Yes;
}
impl<U, Pos> KeyLess<Late<Pos>> for N<U> {
    type Out = Yes;
}
impl<U, Pos> KeyLess<C<U>> for Late<Pos> {
    type Out = No;
}
impl<U, Pos> KeyLess<N<U>> for Late<Pos> {
    type Out = No;
}
impl<P: NatCmp<Q>, Q> KeyLess<Late<Q>> for Late<P> {
    type Out = <P::Out as Order>::IsLess;
}
