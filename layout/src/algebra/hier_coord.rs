//! `get_hier_coord`, `get_flat_coord`, `get_1d_coord`: from an offset of a compact layout back to its coordinate.

use super::idx2crd::CrdCrd;
use super::logical_divide::Sizes;
use super::product_each::ProductEach;
use crate::int::{C, IDiv, IMod, Int, No, Yes};
use crate::layout::{AnyLayout, CompactLeft, CrdIdx, Layout};
use crate::tree::{Cons, Lf, M, Nil, Plain, Size, entrywise};
use typenum::{B1, UInt, UTerm};

type One = C<UInt<UTerm, B1>>;

/// The digits of an offset `X` in a tree of modes: `(x / d) mod s` each.
pub trait HierCoord<X> {
    /// The coordinate.
    type Out: Copy;
    fn hier(self, x: X) -> Self::Out;
}
entrywise!(HierCoord::hier with one argument);
impl<S, D: Int, X> HierCoord<X> for M<S, D>
where
    D::IsZero: LeafCoord<S, D, X>,
{
    type Out = Lf<<D::IsZero as LeafCoord<S, D, X>>::Out>;
    #[inline(always)]
    fn hier(self, x: X) -> Self::Out {
        Lf(<D::IsZero as LeafCoord<S, D, X>>::leaf(self.0, self.1, x))
    }
}
/// The digit of one mode; a stride of static 0 (`Self = Yes`) has none.
pub trait LeafCoord<S, D, X> {
    /// The digit.
    type Out: Copy;
    fn leaf(s: S, d: D, x: X) -> Self::Out;
}
impl<S, D, X> LeafCoord<S, D, X> for Yes {
    type Out = C<UTerm>;
    #[inline(always)]
    fn leaf(_: S, _: D, _: X) -> C<UTerm> {
        C::NEW
    }
}
impl<S, D, X> LeafCoord<S, D, X> for No
where
    X: IDiv<D>,
    <X as IDiv<D>>::Out: IMod<S>,
{
    type Out = <<X as IDiv<D>>::Out as IMod<S>>::Out;
    #[inline(always)]
    fn leaf(s: S, d: D, x: X) -> Self::Out {
        x.div(d).rem(s)
    }
}

/// The sizes of the top-level modes; a single mode is an integer, also within a 1-tuple.
pub trait FlatShape {
    /// The sizes.
    type Out: Copy;
    fn flat_shape(self) -> Self::Out;
}
impl<X: Copy> FlatShape for Lf<X> {
    type Out = Lf<X>;
    #[inline(always)]
    fn flat_shape(self) -> Self {
        self
    }
}
impl<H: Size> FlatShape for Cons<H, Nil> {
    type Out = Lf<H::Out>;
    #[inline(always)]
    fn flat_shape(self) -> Self::Out {
        Lf(self.0.size())
    }
}
impl<H, I, T> FlatShape for Cons<H, Cons<I, T>>
where
    Cons<H, Cons<I, T>>: ProductEach,
{
    type Out = <Cons<H, Cons<I, T>> as ProductEach>::Out;
    #[inline(always)]
    fn flat_shape(self) -> Self::Out {
        self.product_each()
    }
}

type Hier<L, X> = <<L as AnyLayout>::L as HierCoord<X>>::Out;
type Shape<L> = <<L as AnyLayout>::L as Sizes>::Out;
type Flat<L> = <Shape<L> as FlatShape>::Out;

type FlatCoord<L, X> = <Shape<L> as CrdCrd<Flat<L>, Hier<L, X>>>::Out;

impl<S, D> Layout<S, D>
where
    Self: AnyLayout,
{
    /// The natural coordinate whose offset is `offset`, in a compact layout.
    ///
    /// Precondition: the layout is compact (a bijection onto `0..size`); otherwise the digits belong to no coordinate.
    /// Rule: `l.get_hier_coord(l.at(c)) = c`.
    ///
    /// ```
    /// use azulejo_layout::layout;
    /// let l = layout!(((_2, _2), _3):((_6, _3), _1));
    /// assert_eq!(l.get_hier_coord(10), ((1, 1), 1));
    /// assert_eq!(l.at(((1, 1), 1)), 10);
    /// ```
    #[inline(always)]
    pub fn get_hier_coord<X>(self, offset: X) -> <Hier<Self, X> as Plain>::T
    where
        <Self as AnyLayout>::L: HierCoord<X>,
        Hier<Self, X>: Plain,
    {
        self.modes().hier(offset).plain()
    }

    /// As [`get_hier_coord`](Self::get_hier_coord), with one index per top-level mode.
    ///
    /// ```
    /// use azulejo_layout::layout;
    /// assert_eq!(layout!(((_2, _2), _3):((_6, _3), _1)).get_flat_coord(10), (3, 1));
    /// ```
    #[inline(always)]
    pub fn get_flat_coord<X>(self, offset: X) -> <FlatCoord<Self, X> as Plain>::T
    where
        <Self as AnyLayout>::L: HierCoord<X> + Sizes + Copy,
        Shape<Self>: FlatShape + CrdCrd<Flat<Self>, Hier<Self, X>> + Copy,
        FlatCoord<Self, X>: Plain,
    {
        let shape = self.modes().sizes();
        shape
            .crd2crd_tree(shape.flat_shape(), self.modes().hier(offset))
            .plain()
    }

    /// As [`get_hier_coord`](Self::get_hier_coord), as one colexicographic index.
    ///
    /// ```
    /// use azulejo_layout::layout;
    /// assert_eq!(layout!(((_2, _2), _3):((_6, _3), _1)).get_1d_coord(10), 7);
    /// ```
    #[inline(always)]
    pub fn get_1d_coord<X>(
        self,
        offset: X,
    ) -> <<Shape<Self> as CompactLeft<One>>::Out as CrdIdx<Hier<Self, X>>>::Out
    where
        <Self as AnyLayout>::L: HierCoord<X> + Sizes + Copy,
        Shape<Self>: CompactLeft<One>,
        <Shape<Self> as CompactLeft<One>>::Out: CrdIdx<Hier<Self, X>>,
    {
        self.modes()
            .sizes()
            .left(C::NEW)
            .0
            .idx(self.modes().hier(offset))
    }
}
