//! `slice`, `dice`: the modes that a coordinate leaves open, and the others.

use crate::layout::{AnyLayout, Coordinate, Layout, LayoutOf, layout_of};
use crate::tree::{Cat, Cons, Lf, Native, Nil, Tree, Underscore};

/// The modes of the tree `Self` that the coordinate node `X` leaves open, and those that it fixes, as lists.
#[diagnostic::on_unimplemented(
    message = "this coordinate does not fit the layout it slices",
    label = "the coordinate `{X}` meets the modes `{Self}`",
    note = "a slicing coordinate has one entry per mode: an integer fixes it, `_` keeps it, a tuple goes into it"
)]
pub trait SliceTree<X>: Copy {
    /// The modes kept.
    type Kept: Copy;
    /// The modes fixed.
    type Fixed: Copy;
    /// The modes kept.
    fn kept(self, coord: X) -> Self::Kept;
    /// The modes fixed.
    fn fixed(self, coord: X) -> Self::Fixed;
}
/// A single node of a coordinate, whatever it meets.
macro_rules! node {
    ({$($g:tt)*} $x:ty, $kept:ty, $fixed:ty, $a:ident => $k:expr, $f:expr) => {
        impl<L: Copy, $($g)*> SliceTree<$x> for L {
            type Kept = $kept;
            type Fixed = $fixed;
            #[inline(always)]
            #[allow(unused_variables)]
            fn kept(self, _: $x) -> $kept {
                let $a = self;
                $k
            }
            #[inline(always)]
            #[allow(unused_variables)]
            fn fixed(self, _: $x) -> $fixed {
                let $a = self;
                $f
            }
        }
    };
}
node!({} Underscore, Cons<L, Nil>, Nil, a => Cons(a, Nil), Nil);
node!({X} Lf<X>, Nil, Cons<L, Nil>, a => Nil, Cons(a, Nil));
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
impl<X, Y, H, T> SliceTree<Cons<X, Y>> for Cons<H, T>
where
    H: SliceTree<X>,
    T: SliceTree<Y>,
    <H as SliceTree<X>>::Kept: Cat<<T as SliceTree<Y>>::Kept>,
    <H as SliceTree<X>>::Fixed: Cat<<T as SliceTree<Y>>::Fixed>,
{
    type Kept = <<H as SliceTree<X>>::Kept as Cat<<T as SliceTree<Y>>::Kept>>::Out;
    type Fixed = <<H as SliceTree<X>>::Fixed as Cat<<T as SliceTree<Y>>::Fixed>>::Out;
    #[inline(always)]
    fn kept(self, coord: Cons<X, Y>) -> Self::Kept {
        self.0.kept(coord.0).cat(self.1.kept(coord.1))
    }
    #[inline(always)]
    fn fixed(self, coord: Cons<X, Y>) -> Self::Fixed {
        self.0.fixed(coord.0).cat(self.1.fixed(coord.1))
    }
}

/// A whole coordinate `X`: a single node keeps or fixes the layout as it is, without wrapping it in a tuple.
#[diagnostic::on_unimplemented(
    message = "this coordinate does not fit the layout it slices",
    label = "the coordinate `{X}` meets the modes `{Self}`",
    note = "a slicing coordinate has one entry per mode: an integer fixes it, `_` keeps it, a tuple goes into it"
)]
pub trait SliceRoot<X>: Copy {
    /// The modes kept.
    type Kept: Copy;
    /// The modes fixed.
    type Fixed: Copy;
    /// The modes kept.
    fn kept_root(self, coord: X) -> Self::Kept;
    /// The modes fixed.
    fn fixed_root(self, coord: X) -> Self::Fixed;
}
impl<L: Copy> SliceRoot<Underscore> for L {
    type Kept = L;
    type Fixed = Nil;
    #[inline(always)]
    fn kept_root(self, _: Underscore) -> L {
        self
    }
    #[inline(always)]
    fn fixed_root(self, _: Underscore) -> Nil {
        Nil
    }
}
impl<L: Copy, X> SliceRoot<Lf<X>> for L {
    type Kept = Nil;
    type Fixed = L;
    #[inline(always)]
    fn kept_root(self, _: Lf<X>) -> Nil {
        Nil
    }
    #[inline(always)]
    fn fixed_root(self, _: Lf<X>) -> L {
        self
    }
}
impl<L, X, Y> SliceRoot<Cons<X, Y>> for L
where
    L: SliceTree<Cons<X, Y>>,
{
    type Kept = <L as SliceTree<Cons<X, Y>>>::Kept;
    type Fixed = <L as SliceTree<Cons<X, Y>>>::Fixed;
    #[inline(always)]
    fn kept_root(self, coord: Cons<X, Y>) -> Self::Kept {
        self.kept(coord)
    }
    #[inline(always)]
    fn fixed_root(self, coord: Cons<X, Y>) -> Self::Fixed {
        self.fixed(coord)
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
    /// The offset at which the modes kept begin.
    type Offset: Copy;
    /// The modes kept.
    fn slice_of(self, a: A) -> Self::Kept;
    /// The modes fixed.
    fn dice_of(self, a: A) -> Self::Fixed;
    /// The offset at which the modes kept begin: that of the modes fixed, but for what a swizzle keeps to itself.
    fn offset_of(self, a: A) -> Self::Offset;
}
#[diagnostic::do_not_recommend]
impl<A, X> Slices<A> for X
where
    A: AnyLayout,
    X: Tree + Coordinate<A>,
    <A as AnyLayout>::L: SliceRoot<<X as Tree>::L>,
    <<A as AnyLayout>::L as SliceRoot<<X as Tree>::L>>::Kept: Native,
    <<A as AnyLayout>::L as SliceRoot<<X as Tree>::L>>::Fixed: Native,
{
    type Kept = LayoutOf<<<A as AnyLayout>::L as SliceRoot<<X as Tree>::L>>::Kept>;
    type Fixed = LayoutOf<<<A as AnyLayout>::L as SliceRoot<<X as Tree>::L>>::Fixed>;
    type Offset = <X as Coordinate<A>>::Out;
    #[inline(always)]
    fn offset_of(self, a: A) -> Self::Offset {
        self.offset(a)
    }
    #[inline(always)]
    fn slice_of(self, a: A) -> Self::Kept {
        layout_of(a.modes().kept_root(self.tree()))
    }
    #[inline(always)]
    fn dice_of(self, a: A) -> Self::Fixed {
        layout_of(a.modes().fixed_root(self.tree()))
    }
}

/// The modes of `layout` paired with `_`, as a tuple; a `_` alone keeps the layout as it is.
///
/// A tuple in the coordinate goes into the mode, and what it keeps joins the others at the same level.
///
/// | | |
/// |---|---|
/// | precondition | the coordinate has one entry per mode, at every level it goes into; a compile error otherwise |
/// | rule | `L(c with _ filled by x) = offset + slice(L, c)(x)`, with the offset of [`slice_and_offset`] |
/// | difference from CuTe | the layout is the first argument |
///
/// ```
/// use azulejo_layout::{coord, layout, slice, slice_and_offset};
/// let l = layout!(((_3, 2), (2, _5, _2)):((4, 1), (_2, 13, 100)));
/// assert_eq!(slice(l, coord!(2, _)).to_string(), "((2,_5,_2)):((_2,13,100))");
/// let (kept, offset) = slice_and_offset(l, coord!((_, 1), (0, _, 1)));
/// assert_eq!((kept.to_string().as_str(), offset), ("(_3,_5):(4,13)", 101));
/// assert_eq!(kept.at((2, 4)) + offset, l.at(((2, 1), (0, 4, 1))));
/// ```
#[inline(always)]
pub fn slice<A, X: Slices<A, Kept = R>, R>(layout: A, coord: X) -> R {
    coord.slice_of(layout)
}

/// The modes of `layout` paired with integers, as a tuple: what [`slice()`] leaves out.
///
/// | | |
/// |---|---|
/// | precondition | that of [`slice()`] |
/// | error | that of [`slice()`]: a coordinate that does not fit the layout does not compile |
/// | rule | the modes that [`slice()`] drops: `size(slice) size(dice) = size(L)` |
/// | difference from CuTe | none |
///
/// ```
/// use azulejo_layout::{coord, dice, layout};
/// assert_eq!(dice(layout!((_2, _3, _5):(_1, _2, _6)), coord!(1, _, 2)).to_string(), "(_2,_5):(_1,_6)");
/// ```
#[inline(always)]
pub fn dice<A, X: Slices<A, Fixed = R>, R>(layout: A, coord: X) -> R {
    coord.dice_of(layout)
}

/// [`slice()`] together with the offset of the fixed modes.
///
/// | | |
/// |---|---|
/// | precondition | that of [`slice()`] |
/// | error | that of [`slice()`] |
/// | rule | `L(c with x at each _) = offset + kept(x)` |
/// | difference from CuTe | none |
///
/// ```
/// use azulejo_layout::{coord, layout, slice_and_offset};
/// let (row, offset) = slice_and_offset(layout!((_4, _8):(_8, _1)), coord!(3, _));
/// assert_eq!((row.to_string().as_str(), offset), ("(_8):(_1)", 24));
/// ```
#[inline(always)]
pub fn slice_and_offset<A: Copy, X: Slices<A, Kept = R, Offset = O>, R, O>(
    layout: A,
    coord: X,
) -> (R, O) {
    (coord.slice_of(layout), coord.offset_of(layout))
}

impl<S: Copy, D: Copy> Layout<S, D> {
    /// See [`slice()`].
    #[inline(always)]
    pub fn slice<X: Slices<Self, Kept = R>, R>(self, coord: X) -> R {
        coord.slice_of(self)
    }
    /// See [`dice`].
    #[inline(always)]
    pub fn dice<X: Slices<Self, Fixed = R>, R>(self, coord: X) -> R {
        coord.dice_of(self)
    }
    /// See [`slice_and_offset`].
    #[inline(always)]
    pub fn slice_and_offset<X: Slices<Self, Kept = R, Offset = O>, R, O>(self, coord: X) -> (R, O) {
        slice_and_offset(self, coord)
    }
}
