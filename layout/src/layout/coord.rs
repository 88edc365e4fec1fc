//! From a coordinate to an offset.

use super::object::{AnyLayout, Layout};
use crate::int::{C, IAdd, IDiv, IMod, IMul};
use crate::tree::{Cons, Lf, M, Nil, Size, Tree, Under};
use typenum::UTerm;

type Zero = C<UTerm>;

/// The offset of a coordinate node in a tree of modes.
#[diagnostic::on_unimplemented(
    message = "this coordinate does not fit the layout",
    label = "the coordinate `{Self}` meets the modes `{L}`",
    note = "a coordinate is an integer, or a tuple with one entry per mode: 13, (1,3) and ((1,0),(1,1)) all fit ((2,2),(2,4))"
)]
pub trait CrdIdx<L> {
    /// The offset's type.
    type Out: Copy;
    /// Computes it.
    fn idx(self, modes: L) -> Self::Out;
}

impl<X: IMul<D>, S, D> CrdIdx<M<S, D>> for Lf<X> {
    type Out = X::Out;
    #[inline(always)]
    fn idx(self, modes: M<S, D>) -> Self::Out {
        self.0.mul(modes.1)
    }
}
impl<X> CrdIdx<Nil> for Lf<X> {
    type Out = Zero;
    #[inline(always)]
    fn idx(self, _: Nil) -> Zero {
        C::NEW
    }
}
impl<X, H> CrdIdx<Cons<H, Nil>> for Lf<X>
where
    Lf<X>: CrdIdx<H>,
{
    type Out = <Lf<X> as CrdIdx<H>>::Out;
    #[inline(always)]
    fn idx(self, modes: Cons<H, Nil>) -> Self::Out {
        self.idx(modes.0)
    }
}
impl<X, H, I, T> CrdIdx<Cons<H, Cons<I, T>>> for Lf<X>
where
    X: IMod<<H as Size>::Out> + IDiv<<H as Size>::Out> + Copy,
    H: Size + Copy,
    Lf<<X as IMod<<H as Size>::Out>>::Out>: CrdIdx<H>,
    Lf<<X as IDiv<<H as Size>::Out>>::Out>: CrdIdx<Cons<I, T>>,
    <Lf<<X as IMod<<H as Size>::Out>>::Out> as CrdIdx<H>>::Out:
        IAdd<<Lf<<X as IDiv<<H as Size>::Out>>::Out> as CrdIdx<Cons<I, T>>>::Out>,
{
    type Out = <<Lf<<X as IMod<<H as Size>::Out>>::Out> as CrdIdx<H>>::Out as IAdd<
        <Lf<<X as IDiv<<H as Size>::Out>>::Out> as CrdIdx<Cons<I, T>>>::Out,
    >>::Out;
    #[inline(always)]
    fn idx(self, modes: Cons<H, Cons<I, T>>) -> Self::Out {
        let s = modes.0.size();
        Lf(self.0.rem(s))
            .idx(modes.0)
            .add(Lf(self.0.div(s)).idx(modes.1))
    }
}
impl CrdIdx<Nil> for Nil {
    type Out = Zero;
    #[inline(always)]
    fn idx(self, _: Nil) -> Zero {
        C::NEW
    }
}
impl<X, Y, H, T> CrdIdx<Cons<H, T>> for Cons<X, Y>
where
    X: CrdIdx<H>,
    Y: CrdIdx<T>,
    <X as CrdIdx<H>>::Out: IAdd<<Y as CrdIdx<T>>::Out>,
{
    type Out = <<X as CrdIdx<H>>::Out as IAdd<<Y as CrdIdx<T>>::Out>>::Out;
    #[inline(always)]
    fn idx(self, modes: Cons<H, T>) -> Self::Out {
        self.0.idx(modes.0).add(self.1.idx(modes.1))
    }
}
impl<L> CrdIdx<L> for Under {
    type Out = Zero;
    #[inline(always)]
    fn idx(self, _: L) -> Zero {
        C::NEW
    }
}

/// A coordinate of the layout `L`: an integer, or a tuple that is weakly congruent to the shape. `_` entries count 0.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a coordinate of `{L}`",
    note = "a coordinate is an integer, or a tuple with one entry per mode of the layout"
)]
pub trait Coordinate<L>: Copy {
    /// The offset's type: static when the coordinate and the strides it meets are.
    type Out: Copy;
    /// The offset.
    fn offset(self, layout: L) -> Self::Out;
}
#[diagnostic::do_not_recommend]
impl<L, X> Coordinate<L> for X
where
    X: Tree,
    L: AnyLayout,
    <X as Tree>::L: CrdIdx<<L as AnyLayout>::L>,
{
    type Out = <<X as Tree>::L as CrdIdx<<L as AnyLayout>::L>>::Out;
    #[inline(always)]
    fn offset(self, layout: L) -> Self::Out {
        self.tree().idx(layout.modes())
    }
}

/// The offset of `coord` in `layout`: the inner product of the natural coordinate with the stride.
///
/// An integer coordinate counts colexicographically (first mode fastest) and its last digit is never reduced, so a
/// layout is defined past its size.
///
/// ```
/// use azulejo_layout::{crd2idx, layout};
/// let d = layout!(((_2, _2), (_2, _4)):((_1, _4), (_2, _8)));
/// assert_eq!(crd2idx(13, d), 11);
/// assert_eq!(crd2idx((1, 3), d), 11);
/// assert_eq!(crd2idx(((1, 0), (1, 1)), d), 11);
/// assert_eq!(crd2idx(13, layout!((_4, _3):(_3, _1))), 1 * 3 + 3 * 1);
/// ```
#[inline(always)]
pub fn crd2idx<X: Coordinate<L>, L>(coord: X, layout: L) -> X::Out {
    coord.offset(layout)
}

impl<S, D> Layout<S, D> {
    /// The offset of a coordinate; see [`crd2idx`].
    #[inline(always)]
    pub fn at<X: Coordinate<Self>>(self, coord: X) -> X::Out {
        coord.offset(self)
    }

    /// The offset of a coordinate; see [`crd2idx`](crate::crd2idx).
    #[inline(always)]
    pub fn crd2idx<X: Coordinate<Self>>(self, coord: X) -> X::Out {
        coord.offset(self)
    }
}
