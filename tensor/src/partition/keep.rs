//! The modes that a partition keeps: those of a tile that a coordinate leaves open, or all of them.

use azulejo_layout::{Cat, Cons, Lf, M, Nil, Underscore};

/// The modes `Self` that the coordinate `X` leaves open, followed by the list `Acc`.
#[diagnostic::on_unimplemented(
    message = "this coordinate does not fit the modes it slices",
    label = "the coordinate `{X}` meets the modes `{Self}`",
    note = "a slicing coordinate has one entry per mode: an integer fixes it, `_` keeps it, a tuple goes into it"
)]
pub trait KeptAt<X, Acc> {
    /// The list.
    type Out: Copy;
    /// Computes it.
    fn kept_at(self, coord: X, acc: Acc) -> Self::Out;
}

impl<L: Copy, Acc: Copy> KeptAt<Underscore, Acc> for L {
    type Out = Cons<L, Acc>;
    #[inline(always)]
    fn kept_at(self, _: Underscore, acc: Acc) -> Self::Out {
        Cons(self, acc)
    }
}

impl<L, X, Acc: Copy> KeptAt<Lf<X>, Acc> for L {
    type Out = Acc;
    #[inline(always)]
    fn kept_at(self, _: Lf<X>, acc: Acc) -> Acc {
        acc
    }
}

impl<Acc: Copy> KeptAt<Nil, Acc> for Nil {
    type Out = Acc;
    #[inline(always)]
    fn kept_at(self, _: Nil, acc: Acc) -> Acc {
        acc
    }
}

impl<X, Y, H, T, Acc> KeptAt<Cons<X, Y>, Acc> for Cons<H, T>
where
    T: KeptAt<Y, Acc>,
    H: KeptAt<X, <T as KeptAt<Y, Acc>>::Out>,
{
    type Out = <H as KeptAt<X, <T as KeptAt<Y, Acc>>::Out>>::Out;
    #[inline(always)]
    fn kept_at(self, coord: Cons<X, Y>, acc: Acc) -> Self::Out {
        self.0.kept_at(coord.0, self.1.kept_at(coord.1, acc))
    }
}

/// The modes `Self` as a list of at least two or as one mode, followed by the list `Acc`.
pub trait AllThen<Acc> {
    /// The list.
    type Out: Copy;
    /// Computes it.
    fn all_then(self, acc: Acc) -> Self::Out;
}

impl<S: Copy, D: Copy, Acc: Copy> AllThen<Acc> for M<S, D> {
    type Out = Cons<Self, Acc>;
    #[inline(always)]
    fn all_then(self, acc: Acc) -> Self::Out {
        Cons(self, acc)
    }
}

impl<H: Copy, Acc: Copy> AllThen<Acc> for Cons<H, Nil> {
    type Out = Cons<Self, Acc>;
    #[inline(always)]
    fn all_then(self, acc: Acc) -> Self::Out {
        Cons(self, acc)
    }
}

impl<H: Copy, I: Copy, T: Copy> AllThen<Nil> for Cons<H, Cons<I, T>> {
    type Out = Self;
    #[inline(always)]
    fn all_then(self, _: Nil) -> Self {
        self
    }
}

impl<H: Copy, I, T, A, B> AllThen<Cons<A, B>> for Cons<H, Cons<I, T>>
where
    Cons<I, T>: Cat<Cons<A, B>>,
{
    type Out = Cons<H, <Cons<I, T> as Cat<Cons<A, B>>>::Out>;
    #[inline(always)]
    fn all_then(self, acc: Cons<A, B>) -> Self::Out {
        Cons(self.0, self.1.cat(acc))
    }
}
