//! `slice`, `dice`: the modes that a coordinate leaves open, and the others.

use crate::layout::{AnyLayout, Coordinate, Layout, LayoutOf, layout_of};
use crate::tree::{Cat, Cons, Lf, Native, Nil, Tree, Under};

/// The modes of `A` that the coordinate node leaves open, and those that it fixes, as lists.
#[diagnostic::on_unimplemented(
    message = "this coordinate does not fit the layout it slices",
    label = "the coordinate `{Self}` meets the modes `{A}`",
    note = "a slicing coordinate has one entry per mode: an integer fixes it, `_` keeps it, a tuple goes into it"
)]
pub trait SliceTree<A> {
    /// The modes kept.
    type Kept: Copy;
    /// The modes fixed.
    type Fixed: Copy;
    /// The modes kept.
    fn kept(self, a: A) -> Self::Kept;
    /// The modes fixed.
    fn fixed(self, a: A) -> Self::Fixed;
}
impl<A: Copy> SliceTree<A> for Under {
    type Kept = Cons<A, Nil>;
    type Fixed = Nil;
    #[inline(always)]
    fn kept(self, a: A) -> Self::Kept {
        Cons(a, Nil)
    }
    #[inline(always)]
    fn fixed(self, _: A) -> Nil {
        Nil
    }
}
impl<A: Copy, X> SliceTree<A> for Lf<X> {
    type Kept = Nil;
    type Fixed = Cons<A, Nil>;
    #[inline(always)]
    fn kept(self, _: A) -> Nil {
        Nil
    }
    #[inline(always)]
    fn fixed(self, a: A) -> Self::Fixed {
        Cons(a, Nil)
    }
}
impl SliceTree<Nil> for Nil {
    type Kept = Nil;
    type Fixed = Nil;
    #[inline(always)]
    fn kept(self, _: Nil) -> Nil {
        Nil
    }
    #[inline(always)]
    fn fixed(self, _: Nil) -> Nil {
        Nil
    }
}
impl<X, Y, H: Copy, T: Copy> SliceTree<Cons<H, T>> for Cons<X, Y>
where
    X: SliceTree<H>,
    Y: SliceTree<T>,
    <X as SliceTree<H>>::Kept: Cat<<Y as SliceTree<T>>::Kept>,
    <X as SliceTree<H>>::Fixed: Cat<<Y as SliceTree<T>>::Fixed>,
{
    type Kept = <<X as SliceTree<H>>::Kept as Cat<<Y as SliceTree<T>>::Kept>>::Out;
    type Fixed = <<X as SliceTree<H>>::Fixed as Cat<<Y as SliceTree<T>>::Fixed>>::Out;
    #[inline(always)]
    fn kept(self, a: Cons<H, T>) -> Self::Kept {
        self.0.kept(a.0).cat(self.1.kept(a.1))
    }
    #[inline(always)]
    fn fixed(self, a: Cons<H, T>) -> Self::Fixed {
        self.0.fixed(a.0).cat(self.1.fixed(a.1))
    }
}

/// A whole slicing coordinate: `_` alone keeps the layout as it is, without wrapping it in a tuple.
#[diagnostic::on_unimplemented(
    message = "this coordinate does not fit the layout it slices",
    label = "the coordinate `{Self}` meets the modes `{A}`",
    note = "a slicing coordinate has one entry per mode: an integer fixes it, `_` keeps it, a tuple goes into it"
)]
pub trait SliceRoot<A> {
    /// The modes kept.
    type Kept: Copy;
    /// The modes fixed.
    type Fixed: Copy;
    /// The modes kept.
    fn kept_root(self, a: A) -> Self::Kept;
    /// The modes fixed.
    fn fixed_root(self, a: A) -> Self::Fixed;
}
impl<A: Copy> SliceRoot<A> for Under {
    type Kept = A;
    type Fixed = Nil;
    #[inline(always)]
    fn kept_root(self, a: A) -> A {
        a
    }
    #[inline(always)]
    fn fixed_root(self, _: A) -> Nil {
        Nil
    }
}
impl<A: Copy, X> SliceRoot<A> for Lf<X> {
    type Kept = Nil;
    type Fixed = A;
    #[inline(always)]
    fn kept_root(self, _: A) -> Nil {
        Nil
    }
    #[inline(always)]
    fn fixed_root(self, a: A) -> A {
        a
    }
}
impl<A, X, Y> SliceRoot<A> for Cons<X, Y>
where
    Cons<X, Y>: SliceTree<A>,
{
    type Kept = <Cons<X, Y> as SliceTree<A>>::Kept;
    type Fixed = <Cons<X, Y> as SliceTree<A>>::Fixed;
    #[inline(always)]
    fn kept_root(self, a: A) -> Self::Kept {
        self.kept(a)
    }
    #[inline(always)]
    fn fixed_root(self, a: A) -> Self::Fixed {
        self.fixed(a)
    }
}

/// A slicing coordinate of the layout `A`: integers fix modes, `_` keeps them.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not slice `{A}`",
    note = "a slicing coordinate has one entry per mode: `coord!(_, 3, (_, 1))`"
)]
pub trait Slices<A>: Coordinate<A> {
    /// The layout of the modes kept.
    type Kept: Copy;
    /// The layout of the modes fixed.
    type Fixed: Copy;
    /// The modes kept.
    fn slice_of(self, a: A) -> Self::Kept;
    /// The modes fixed.
    fn dice_of(self, a: A) -> Self::Fixed;
}
#[diagnostic::do_not_recommend]
impl<A, X> Slices<A> for X
where
    A: AnyLayout,
    X: Tree + Coordinate<A>,
    <X as Tree>::L: SliceRoot<<A as AnyLayout>::L>,
    <<X as Tree>::L as SliceRoot<<A as AnyLayout>::L>>::Kept: Native,
    <<X as Tree>::L as SliceRoot<<A as AnyLayout>::L>>::Fixed: Native,
{
    type Kept = LayoutOf<<<X as Tree>::L as SliceRoot<<A as AnyLayout>::L>>::Kept>;
    type Fixed = LayoutOf<<<X as Tree>::L as SliceRoot<<A as AnyLayout>::L>>::Fixed>;
    #[inline(always)]
    fn slice_of(self, a: A) -> Self::Kept {
        layout_of(self.tree().kept_root(a.modes()))
    }
    #[inline(always)]
    fn dice_of(self, a: A) -> Self::Fixed {
        layout_of(self.tree().fixed_root(a.modes()))
    }
}

/// The modes of `layout` paired with `_`.
#[inline(always)]
pub fn slice<A, X: Slices<A>>(coord: X, layout: A) -> X::Kept {
    coord.slice_of(layout)
}

/// The modes of `layout` paired with integers.
#[inline(always)]
pub fn dice<A, X: Slices<A>>(coord: X, layout: A) -> X::Fixed {
    coord.dice_of(layout)
}

/// [`slice`] together with the offset of the fixed modes.
#[inline(always)]
pub fn slice_and_offset<A: Copy, X: Slices<A>>(
    coord: X,
    layout: A,
) -> (X::Kept, <X as Coordinate<A>>::Out) {
    (coord.slice_of(layout), coord.offset(layout))
}

impl<S: Copy, D: Copy> Layout<S, D> {
    /// See [`slice`].
    #[inline(always)]
    pub fn slice<X: Slices<Self>>(self, coord: X) -> X::Kept {
        coord.slice_of(self)
    }
    /// See [`dice`].
    #[inline(always)]
    pub fn dice<X: Slices<Self>>(self, coord: X) -> X::Fixed {
        coord.dice_of(self)
    }
    /// See [`slice_and_offset`].
    #[inline(always)]
    pub fn slice_and_offset<X: Slices<Self>>(
        self,
        coord: X,
    ) -> (X::Kept, <X as Coordinate<Self>>::Out) {
        slice_and_offset(coord, self)
    }
}
