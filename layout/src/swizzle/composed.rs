//! Composed layouts: a function of offsets after an offset after a layout.

use super::object::Maps;
use crate::basis::IntoOffset;
use crate::int::IAdd;
use crate::layout::{
    AnyLayout, Coordinate, Cosize, Domain, IntoDynamic, Layout, ShapeMismatch, TryFromDynamic,
};
use crate::tree::{Depth, Len, Native, Show, Size, Tree};
use core::fmt;

/// `A o O o L`: the coordinate `c` goes to `A(O + L(c))`, `A` being a [`Swizzle`](crate::Swizzle) or a layout.
///
/// The domain is that of `L`: whatever works on the coordinates of a layout (dividing, composing on the right,
/// slicing, coalescing, grouping) works on `L` and keeps `A`.
///
/// ```
/// use azulejo_layout::{ints::{_0, _1, _2}, composition, layout, swizzle};
/// let l = composition(swizzle(_1, _0, _2), layout!((_4, _2):(_1, _4)));
/// assert_eq!(l.to_string(), "Sw<1,0,2> o _0 o (_4,_2):(_1,_4)");
/// //        n=0: 0 1 2 3   n=1: 5 4 7 6
/// assert_eq!([0, 1, 2, 3, 4, 5, 6, 7].map(|i| l.at(i)), [0, 1, 2, 3, 5, 4, 7, 6]);
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct ComposedLayout<A, O, L> {
    map: A,
    offset: O,
    layout: L,
}

impl<A, O, L> ComposedLayout<A, O, L> {
    /// `map o offset o layout`. Unlike [`composition`](crate::composition()), a swizzle of no bits is kept.
    #[inline(always)]
    pub const fn new(map: A, offset: O, layout: L) -> Self {
        ComposedLayout {
            map,
            offset,
            layout,
        }
    }

    /// The function applied last.
    #[inline(always)]
    pub const fn layout_a(self) -> A
    where
        Self: Copy,
    {
        self.map
    }

    /// The offset between the two.
    #[inline(always)]
    pub const fn offset(self) -> O
    where
        Self: Copy,
    {
        self.offset
    }

    /// The layout applied first: the domain.
    #[inline(always)]
    pub const fn layout_b(self) -> L
    where
        Self: Copy,
    {
        self.layout
    }

    /// The value at a coordinate of the domain.
    #[inline(always)]
    pub fn at<X: Coordinate<Self, Out = R>, R>(self, coord: X) -> R {
        coord.offset(self)
    }

    /// The value at a coordinate; see [`crd2idx`](crate::crd2idx).
    #[inline(always)]
    pub fn crd2idx<X: Coordinate<Self, Out = R>, R>(self, coord: X) -> R {
        coord.offset(self)
    }
}

impl<A: fmt::Display, O: Show, L: fmt::Display> fmt::Display for ComposedLayout<A, O, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} o ", self.map)?;
        self.offset.show(f)?;
        write!(f, " o {}", self.layout)
    }
}
impl<A: fmt::Display, O: Show, L: fmt::Display> fmt::Debug for ComposedLayout<A, O, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl<A: Copy, O: Copy, L: Domain> Domain for ComposedLayout<A, O, L> {
    type L = L::L;
    type With<N: Native> = ComposedLayout<A, O, L::With<N>>;
    #[inline(always)]
    fn domain(self) -> Self::L {
        self.layout.domain()
    }
    #[inline(always)]
    fn with<N: Native>(self, modes: N) -> Self::With<N> {
        ComposedLayout::new(self.map, self.offset, self.layout.with(modes))
    }
}

/// Where the layout of a composed layout leads, with the offset.
type Inner<O, L, X> = <O as IAdd<<X as Coordinate<L>>::Out>>::Out;
#[diagnostic::do_not_recommend]
impl<A, O, L, X> Coordinate<ComposedLayout<A, O, L>> for X
where
    // First, so that what is no coordinate at all is rejected before layouts in layouts are tried.
    X: Tree + Coordinate<L>,
    O: IAdd<<X as Coordinate<L>>::Out>,
    A: Maps<Inner<O, L, X>>,
    <A as Maps<Inner<O, L, X>>>::Out: IntoOffset,
{
    type Out = <<A as Maps<Inner<O, L, X>>>::Out as IntoOffset>::Out;
    #[inline(always)]
    fn offset(self, layout: ComposedLayout<A, O, L>) -> Self::Out {
        layout
            .map
            .map(layout.offset.add(self.offset(layout.layout)))
            .into_offset()
    }
}

/// A layout or a composed layout as the last function of another.
macro_rules! maps {
    ([$($g:tt)*] $t:ty) => {
        impl<$($g)*, X: Coordinate<$t>> Maps<X> for $t
        where
            $t: Copy,
        {
            type Out = <X as Coordinate<$t>>::Out;
            #[inline(always)]
            fn map(self, x: X) -> Self::Out {
                x.offset(self)
            }
        }
    };
}
maps!([S, D] Layout<S, D>);
maps!([A, O, L] ComposedLayout<A, O, L>);

impl<A: Copy, O: Copy, L: AnyLayout> ComposedLayout<A, O, L> {
    /// The size of the domain.
    #[inline(always)]
    pub fn size(self) -> <<L as AnyLayout>::L as Size>::Out
    where
        <L as AnyLayout>::L: Size,
    {
        self.layout.modes().size()
    }
    /// The cosize of the layout applied first. A swizzle can lead outside of it, but not outside of its own blocks of
    /// `2^(M+B+|S|)`.
    #[inline(always)]
    pub fn cosize(self) -> <<L as AnyLayout>::L as Cosize>::Out
    where
        <L as AnyLayout>::L: Cosize,
    {
        self.layout.modes().cosize()
    }
    /// The number of modes of the domain.
    #[inline(always)]
    pub fn rank(self) -> usize
    where
        <L as AnyLayout>::L: Len,
    {
        <<L as AnyLayout>::L as Len>::LEN
    }
    /// How deep the domain nests.
    #[inline(always)]
    pub fn depth(self) -> usize
    where
        <L as AnyLayout>::L: Depth,
    {
        <<L as AnyLayout>::L as Depth>::DEPTH
    }
}

impl<A, O, S: Copy, D: Copy> ComposedLayout<A, O, Layout<S, D>> {
    /// The shape of the domain.
    #[inline(always)]
    pub const fn shape(self) -> S
    where
        Self: Copy,
    {
        self.layout.shape()
    }
}
impl<A: Copy, O: Copy, L: IntoDynamic> IntoDynamic for ComposedLayout<A, O, L> {
    type Out = ComposedLayout<A, O, L::Out>;
    #[inline(always)]
    fn into_dynamic(self) -> Self::Out {
        let layout = self.layout_b().into_dynamic();
        ComposedLayout::new(self.layout_a(), self.offset(), layout)
    }
}
impl<A: Copy, O: Copy, L, X: Copy> TryFromDynamic<ComposedLayout<A, O, X>>
    for ComposedLayout<A, O, L>
where
    L: TryFromDynamic<X>,
{
    #[inline]
    fn try_from_dynamic(x: ComposedLayout<A, O, X>) -> Result<Self, ShapeMismatch> {
        let layout = L::try_from_dynamic(x.layout_b())?;
        Ok(ComposedLayout::new(x.layout_a(), x.offset(), layout))
    }
}
