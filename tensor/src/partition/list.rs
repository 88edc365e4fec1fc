//! Coordinates built from modes: `_` for each, or a given coordinate continued with `_`.

use azulejo_layout::{Cons, Lf, M, Nil, Tree, Underscore};

/// An internal tree used where a native one is expected.
#[derive(Clone, Copy, Debug, Default)]
pub struct Listed<L>(pub L);

impl<L: Copy> Tree for Listed<L> {
    type L = L;
    #[inline(always)]
    fn tree(self) -> L {
        self.0
    }
}

/// `_` for each mode of `Self`: `(_,_)` for two, a bare `_` for one.
pub trait Unders {
    /// The coordinate.
    type Out: Copy + Default;
}

impl<S, D> Unders for M<S, D> {
    type Out = Underscore;
}

impl<H> Unders for Cons<H, Nil> {
    type Out = Underscore;
}

impl<H, I, T> Unders for Cons<H, Cons<I, T>>
where
    Cons<I, T>: PadNil,
{
    type Out = Cons<Underscore, <Cons<I, T> as PadNil>::Out>;
}

/// A list of `_`, one for each entry of the list `Self`.
pub trait PadNil {
    /// The list.
    type Out: Copy + Default;
}

impl PadNil for Nil {
    type Out = Nil;
}

impl<H, T: PadNil> PadNil for Cons<H, T> {
    type Out = Cons<Underscore, T::Out>;
}

/// The coordinate `Self` continued with `_` up to the modes `L`.
#[diagnostic::on_unimplemented(
    message = "this coordinate has more entries than the tensor has modes",
    label = "the coordinate `{Self}` meets the modes `{L}`",
    note = "give at most one entry per mode; missing ones stand for `_`"
)]
pub trait PadTo<L> {
    /// The coordinate.
    type Out: Copy;
    /// Continues it.
    fn pad(self) -> Self::Out;
}

impl<X: Copy, L> PadTo<L> for Lf<X> {
    type Out = Self;
    #[inline(always)]
    fn pad(self) -> Self {
        self
    }
}

impl<L> PadTo<L> for Underscore {
    type Out = Self;
    #[inline(always)]
    fn pad(self) -> Self {
        self
    }
}

impl<L: PadNil> PadTo<L> for Nil {
    type Out = L::Out;
    #[inline(always)]
    fn pad(self) -> L::Out {
        Default::default()
    }
}

impl<X: Copy, Y: PadTo<T>, H, T> PadTo<Cons<H, T>> for Cons<X, Y> {
    type Out = Cons<X, Y::Out>;
    #[inline(always)]
    fn pad(self) -> Self::Out {
        Cons(self.0, self.1.pad())
    }
}

impl<X: Copy, S, D> PadTo<M<S, D>> for Cons<X, Nil> {
    type Out = Self;
    #[inline(always)]
    fn pad(self) -> Self {
        self
    }
}
