//! From a coordinate to an offset.

use super::object::{AnyLayout, Layout};
use crate::basis::IntoOffset;
use crate::int::{C, IAdd, IDiv, IMod, IMul};
use crate::tree::{Cons, Lf, M, Nil, Size, Tree, Underscore};
use typenum::UTerm;

type Zero = C<UTerm>;

/// The offset of the coordinate node `X` in the tree of modes `Self`.
#[diagnostic::on_unimplemented(
    message = "this coordinate does not fit the layout",
    label = "the coordinate `{X}` meets the modes `{Self}`",
    note = "a coordinate is an integer, or a tuple with one entry per mode: 13, (1,3) and ((1,0),(1,1)) all fit ((2,2),(2,4))"
)]
pub trait CrdIdx<X> {
    /// The offset's type.
    type Out: Copy;
    /// Computes it.
    fn idx(self, coord: X) -> Self::Out;
}

impl<X: IMul<D>, S, D> CrdIdx<Lf<X>> for M<S, D> {
    type Out = X::Out;
    #[inline(always)]
    fn idx(self, coord: Lf<X>) -> Self::Out {
        coord.0.mul(self.1)
    }
}
impl<S, D> CrdIdx<Underscore> for M<S, D> {
    type Out = Zero;
    #[inline(always)]
    fn idx(self, _: Underscore) -> Zero {
        C::NEW
    }
}
impl<X> CrdIdx<Lf<X>> for Nil {
    type Out = Zero;
    #[inline(always)]
    fn idx(self, _: Lf<X>) -> Zero {
        C::NEW
    }
}
impl CrdIdx<Underscore> for Nil {
    type Out = Zero;
    #[inline(always)]
    fn idx(self, _: Underscore) -> Zero {
        C::NEW
    }
}
impl CrdIdx<Nil> for Nil {
    type Out = Zero;
    #[inline(always)]
    fn idx(self, _: Nil) -> Zero {
        C::NEW
    }
}
impl<H, T> CrdIdx<Underscore> for Cons<H, T> {
    type Out = Zero;
    #[inline(always)]
    fn idx(self, _: Underscore) -> Zero {
        C::NEW
    }
}
impl<X, H, T> CrdIdx<Lf<X>> for Cons<H, T>
where
    T: IdxTail<H, X>,
{
    type Out = <T as IdxTail<H, X>>::Out;
    #[inline(always)]
    fn idx(self, coord: Lf<X>) -> Self::Out {
        self.1.idx_tail(self.0, coord.0)
    }
}
impl<X, Y, H, T> CrdIdx<Cons<X, Y>> for Cons<H, T>
where
    H: CrdIdx<X>,
    T: CrdIdx<Y>,
    <H as CrdIdx<X>>::Out: IAdd<<T as CrdIdx<Y>>::Out>,
{
    type Out = <<H as CrdIdx<X>>::Out as IAdd<<T as CrdIdx<Y>>::Out>>::Out;
    #[inline(always)]
    fn idx(self, coord: Cons<X, Y>) -> Self::Out {
        self.0.idx(coord.0).add(self.1.idx(coord.1))
    }
}

/// The offset of the integer `X` in the mode `H` in front of the tail `Self`; the last digit is not reduced.
pub trait IdxTail<H, X> {
    /// The offset's type.
    type Out: Copy;
    fn idx_tail(self, head: H, x: X) -> Self::Out;
}
impl<H: CrdIdx<Lf<X>>, X> IdxTail<H, X> for Nil {
    type Out = H::Out;
    #[inline(always)]
    fn idx_tail(self, head: H, x: X) -> Self::Out {
        head.idx(Lf(x))
    }
}
/// The digit of `X` in the mode `H`.
type Digit<X, H> = Lf<<X as IMod<<H as Size>::Out>>::Out>;
/// What is left of `X` past the mode `H`.
type Left<X, H> = Lf<<X as IDiv<<H as Size>::Out>>::Out>;
impl<H, X, I, T> IdxTail<H, X> for Cons<I, T>
where
    X: IMod<<H as Size>::Out> + IDiv<<H as Size>::Out> + Copy,
    H: Size + Copy + CrdIdx<Digit<X, H>>,
    Cons<I, T>: CrdIdx<Left<X, H>>,
    <H as CrdIdx<Digit<X, H>>>::Out: IAdd<<Cons<I, T> as CrdIdx<Left<X, H>>>::Out>,
{
    type Out =
        <<H as CrdIdx<Digit<X, H>>>::Out as IAdd<<Cons<I, T> as CrdIdx<Left<X, H>>>::Out>>::Out;
    #[inline(always)]
    fn idx_tail(self, head: H, x: X) -> Self::Out {
        let s = head.size();
        head.idx(Lf(x.rem(s))).add(self.idx(Lf(x.div(s))))
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
    <L as AnyLayout>::L: CrdIdx<<X as Tree>::L>,
    <<L as AnyLayout>::L as CrdIdx<<X as Tree>::L>>::Out: IntoOffset,
{
    type Out = <<<L as AnyLayout>::L as CrdIdx<<X as Tree>::L>>::Out as IntoOffset>::Out;
    #[inline(always)]
    fn offset(self, layout: L) -> Self::Out {
        layout.modes().idx(self.tree()).into_offset()
    }
}

/// The offset of `coord` in `layout`: the inner product of the natural coordinate with the stride.
///
/// | | |
/// |---|---|
/// | precondition | the coordinate is weakly congruent to the shape |
/// | error | a coordinate that nests deeper, or has more entries, does not compile |
/// | rule | additive in congruent coordinates, linear in the strides; equal for all coordinates of one index |
/// | difference from CuTe | the layout is the first argument |
///
/// An integer coordinate counts colexicographically (first mode fastest) and its last digit is never reduced, so a
/// layout is defined past its size.
///
/// ```
/// use azulejo_layout::{crd2idx, layout};
/// let d = layout!(((_2, _2), (_2, _4)):((_1, _4), (_2, _8)));
/// assert_eq!(crd2idx(d, 13), 11);
/// assert_eq!(crd2idx(d, (1, 3)), 11);
/// assert_eq!(crd2idx(d, ((1, 0), (1, 1))), 11);
/// assert_eq!(crd2idx(layout!((_4, _3):(_3, _1)), 13), 1 * 3 + 3 * 1);
/// ```
#[inline(always)]
pub fn crd2idx<L, X: Coordinate<L, Out = R>, R>(layout: L, coord: X) -> R {
    coord.offset(layout)
}

impl<S, D> Layout<S, D> {
    /// The offset of a coordinate; see [`crd2idx`].
    #[inline(always)]
    pub fn at<X: Coordinate<Self, Out = R>, R>(self, coord: X) -> R {
        coord.offset(self)
    }

    /// The offset of a coordinate; see [`crd2idx`](crate::crd2idx).
    #[inline(always)]
    pub fn crd2idx<X: Coordinate<Self, Out = R>, R>(self, coord: X) -> R {
        coord.offset(self)
    }
}
