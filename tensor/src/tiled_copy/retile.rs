//! `retile`: the values of a fragment in the order in which a copy delivers them.
//!
//! A fragment made for a multiply-accumulate holds `(V, M, N)`; the copy that fills it writes `((FrgV,FrgX), RestM, RestN)`. Both share the
//! elements out over the same threads in the same way, so the second is a view of the first: its layout is computed from the copy's
//! (thread, value) layout alone.

use azulejo_layout::ints::_0;
use azulejo_layout::{
    AnyLayout, Composes, Cons, IMul, Layout, LayoutLeft, Lf, Native, Nil, Repeats, RightInverse,
    RightInverseTree, Size, Strides, Underscore, Upcasts, ZippedDivides,
};

use super::object::CopyTiling;
use crate::partition::{Listed, PadNil};
use crate::tensor::SlicedBy;

/// The compact layout of a static shape.
type Compact<S> = Layout<S, <LayoutLeft as Strides<S>>::D>;
/// (m, n) to (thread, value).
type Inverse<Tiled> = <Compact<<Tiled as CopyTiling>::Tiler> as Composes<
    RightInverse<<Tiled as CopyTiling>::Tv>,
>>::Out;
/// (m, n) to value, `V` values at a time.
type Values<Tiled, V> =
    <<<Tiled as CopyTiling>::Threads as IMul<V>>::Out as Upcasts<Inverse<Tiled>>>::Out;
/// Value to (v, m, n).
type Order<Tiled, V> = <RightInverse<Values<Tiled, V>> as Repeats<Compact<V>>>::Out;
/// (atom value, rest value) to (v, m, n).
type AtomOrder<Tiled, V> =
    <<Tiled as CopyTiling>::AtomValues as ZippedDivides<Order<Tiled, V>>>::Out;

/// The extents (V, M, N) of one round in a fragment with `V` values per instruction.
pub trait RoundOf<Tiled> {
    /// The extents, as a tiler.
    type Tiler: Copy + Default;
    /// (atom value, rest value) to (v, m, n).
    type Order: Copy + Default;
}

/// The sizes of the top-level modes.
pub trait EachSize {
    /// The sizes.
    type Out: Copy + Default;
}

impl EachSize for Nil {
    type Out = Nil;
}

impl<H: Size, T: EachSize> EachSize for Cons<H, T>
where
    Lf<<H as Size>::Out>: Copy + Default,
{
    type Out = Cons<Lf<<H as Size>::Out>, T::Out>;
}

#[diagnostic::do_not_recommend]
impl<Tiled: CopyTiling, V> RoundOf<Tiled> for Lf<V>
where
    V: Copy + Default,
    Tiled::Tv: AnyLayout<L: RightInverseTree<Out: Native>>,
    LayoutLeft: Strides<Tiled::Tiler> + Strides<V>,
    Compact<Tiled::Tiler>: Composes<RightInverse<Tiled::Tv>>,
    Tiled::Threads: IMul<V>,
    <Tiled::Threads as IMul<V>>::Out: Upcasts<Inverse<Tiled>>,
    Values<Tiled, V>: AnyLayout<L: EachSize + RightInverseTree<Out: Native>>,
    RightInverse<Values<Tiled, V>>: Repeats<Compact<V>>,
    Tiled::AtomValues: ZippedDivides<Order<Tiled, V>, Out: Copy + Default>,
{
    type Tiler = Listed<Cons<Lf<V>, <<Values<Tiled, V> as AnyLayout>::L as EachSize>::Out>>;
    type Order = AtomOrder<Tiled, V>;
}

/// A fragment's layout that the tiled copy can see as its own.
#[diagnostic::on_unimplemented(
    message = "a fragment `{Self}` cannot be seen through this tiled copy",
    note = "the fragment must be of static layout `(V, M, N)` and belong to a tiling with the same threads, e.g. `make_tiled_copy_A(atom, mma)` for the mma's fragments"
)]
pub trait Retile<Tiled>: Copy {
    /// `((FrgV,FrgX),RestM,RestN)`.
    type Out: Copy;

    /// The layout.
    fn retile(self) -> Self::Out;
}

type Round<V, Tiled> = <Lf<<V as Size>::Out> as RoundOf<Tiled>>::Tiler;
type RoundOrder<V, Tiled> = <Lf<<V as Size>::Out> as RoundOf<Tiled>>::Order;
type Tiles<L, V, Tiled> = <Round<V, Tiled> as ZippedDivides<L>>::Out;
type Ordered<L, V, Tiled> =
    <(RoundOrder<V, Tiled>, Underscore) as Composes<Tiles<L, V, Tiled>>>::Out;
type Unfold<T> = Listed<Cons<Underscore, Cons<Cons<Lf<_0>, <T as PadNil>::Out>, Nil>>>;

#[diagnostic::do_not_recommend]
impl<S: Copy, D: Copy, Tiled, V, T> Retile<Tiled> for Layout<S, D>
where
    Self: AnyLayout<L = Cons<V, T>>,
    V: Size,
    T: PadNil,
    Lf<<V as Size>::Out>: RoundOf<Tiled>,
    Round<V, Tiled>: ZippedDivides<Self>,
    (RoundOrder<V, Tiled>, Underscore): Composes<Tiles<Self, V, Tiled>>,
    Ordered<Self, V, Tiled>: SlicedBy<Unfold<T>>,
{
    type Out = <Ordered<Self, V, Tiled> as SlicedBy<Unfold<T>>>::Kept;

    #[inline(always)]
    fn retile(self) -> Self::Out {
        let tiles = Round::<V, Tiled>::default().zipped_divide_of(self);
        let ordered = (RoundOrder::<V, Tiled>::default(), Underscore).compose_with(tiles);
        ordered.sliced_by(Listed(Cons(
            Underscore,
            Cons(Cons(Lf(_0::NEW), Default::default()), Nil),
        )))
    }
}
