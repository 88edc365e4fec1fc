//! Divides that may hang over, asked for by name, with the layout that tells which elements are real.

use super::coalesce::CoalesceTree;
use super::flat_divide::FlatDivides;
use super::identity::BasisOf;
use super::logical_divide::{Divides, Sizes};
use super::tiled_divide::TiledDivides;
use super::zipped_divide::ZippedDivides;
use crate::basis::Here;
use crate::int::Int;
use crate::layout::{AnyLayout, Coordinate, Layout, LayoutOf, layout_of};
use crate::tree::{Cons, Lf, Ly, M, Native, Nil, Plain, Tree, Underscore};

/// A divided layout and its predicate.
///
/// `coordinates` has the shape of `layout` and leads from each of its coordinates to a coordinate of `shape`, which is the
/// shape of the undivided layout with the leaves of a divided mode merged where they run on. An element is real when its
/// coordinate is below `shape` in every entry: [`is_real`](Self::is_real).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CeilDivided<L, P, S> {
    /// The divided layout, the last tiles hanging over.
    pub layout: L,
    /// The same divide of the identity layout of `shape`.
    pub coordinates: P,
    /// What coordinates are to be compared with.
    pub shape: S,
}

impl<L, P: Copy, S: Tree> CeilDivided<L, P, S> {
    /// Whether the element at a coordinate of the divided layout is one of the undivided layout.
    #[inline(always)]
    pub fn is_real<X>(&self, coord: X) -> bool
    where
        X: Coordinate<P>,
        X::Out: Tree,
        <X::Out as Tree>::L: Below<S::L>,
    {
        coord
            .offset(self.coordinates)
            .tree()
            .below(self.shape.tree())
    }
}

/// Whether a coordinate lies in the shape `S`, entry by entry.
#[diagnostic::on_unimplemented(
    message = "this coordinate does not nest as the shape does",
    note = "a coordinate has one integer for each leaf of the shape"
)]
pub trait Below<S> {
    /// Decides it.
    fn below(self, shape: S) -> bool;
}
impl<X: Int, Y: Int> Below<Lf<Y>> for Lf<X> {
    #[inline(always)]
    fn below(self, shape: Lf<Y>) -> bool {
        (0..shape.0.value()).contains(&self.0.value())
    }
}
impl Below<Nil> for Nil {
    #[inline(always)]
    fn below(self, _: Nil) -> bool {
        true
    }
}
impl<X: Below<H>, Y: Below<T>, H, T> Below<Cons<H, T>> for Cons<X, Y> {
    #[inline(always)]
    fn below(self, shape: Cons<H, T>) -> bool {
        self.0.below(shape.0) && self.1.below(shape.1)
    }
}

/// The shape in which a tiler node counts the modes `A`: a mode that is divided as a whole, merged where it runs on.
#[diagnostic::on_unimplemented(
    message = "this tiler does not fit the layout it divides",
    label = "the tiler `{Self}` meets the modes `{A}`",
    note = "a tiler is a layout, an integer, `_`, or a tuple of tilers with at most one entry per mode of the layout"
)]
pub trait Counted<A> {
    /// The sizes.
    type Out: Copy;
    fn counted(self, a: A) -> Self::Out;
}
macro_rules! whole {
    ($node:ident) => {
        impl<A, X> Counted<A> for $node<X>
        where
            A: CoalesceTree,
            <A as CoalesceTree>::Out: Sizes,
        {
            type Out = <<A as CoalesceTree>::Out as Sizes>::Out;
            #[inline(always)]
            fn counted(self, a: A) -> Self::Out {
                a.coalesce_tree().sizes()
            }
        }
    };
}
whole!(Lf);
whole!(Ly);
impl<A: Sizes> Counted<A> for Underscore {
    type Out = A::Out;
    #[inline(always)]
    fn counted(self, a: A) -> A::Out {
        a.sizes()
    }
}
impl<A: Sizes> Counted<A> for Nil {
    type Out = A::Out;
    #[inline(always)]
    fn counted(self, a: A) -> A::Out {
        a.sizes()
    }
}
impl<X: Counted<H>, Y: Counted<T>, H, T> Counted<Cons<H, T>> for Cons<X, Y> {
    type Out = Cons<X::Out, Y::Out>;
    #[inline(always)]
    fn counted(self, a: Cons<H, T>) -> Self::Out {
        Cons(self.0.counted(a.0), self.1.counted(a.1))
    }
}
impl<X: Counted<M<S, D>>, S, D> Counted<M<S, D>> for Cons<X, Nil> {
    type Out = Cons<X::Out, Nil>;
    #[inline(always)]
    fn counted(self, a: M<S, D>) -> Self::Out {
        Cons(self.0.counted(a), Nil)
    }
}

/// What has a predicate as a tiler of the layout `A`: whatever divides it.
#[diagnostic::on_unimplemented(
    message = "`{A}` cannot be divided by `{Self}`",
    note = "a tiler is a layout, an integer, `_`, or a tuple of these with at most one entry per mode of the layout"
)]
pub trait Predicated<A>: Copy {
    /// The identity layout that is divided with `A`.
    type Identity;
    /// What its coordinates are compared with.
    type Shape: Copy;
    /// Both.
    fn predicated(self, a: A) -> (Self::Identity, Self::Shape);
}
type Sized<A, B> = <<B as Tree>::L as Counted<<A as AnyLayout>::L>>::Out;
#[diagnostic::do_not_recommend]
impl<A, B> Predicated<A> for B
where
    A: AnyLayout,
    B: Tree,
    <B as Tree>::L: Counted<<A as AnyLayout>::L>,
    Sized<A, B>: BasisOf<Here> + Plain,
    <Sized<A, B> as BasisOf<Here>>::Out: Native,
{
    type Identity = LayoutOf<<Sized<A, B> as BasisOf<Here>>::Out>;
    type Shape = <Sized<A, B> as Plain>::T;
    #[inline(always)]
    fn predicated(self, a: A) -> (Self::Identity, Self::Shape) {
        let sizes = self.tree().counted(a.modes());
        (layout_of(sizes.basis_of()), sizes.plain())
    }
}

/// The identity layout that the tiler `B` divides with the layout `A`.
type Identity<A, B> = <B as Predicated<A>>::Identity;

macro_rules! divide_ceil {
    ($(#[$m:meta])* $name:ident, $method:ident, $tr:ident) => {
        $(#[$m])*
        #[inline(always)]
        pub fn $name<A, B>(
            layout: A,
            tiler: B,
        ) -> CeilDivided<
            <B as $tr<A>>::Out,
            <B as $tr<Identity<A, B>>>::Out,
            <B as Predicated<A>>::Shape,
        >
        where
            A: Copy,
            B: $tr<A> + Predicated<A> + $tr<Identity<A, B>>,
        {
            let (identity, shape) = tiler.predicated(layout);
            CeilDivided {
                layout: <B as $tr<A>>::$method(tiler, layout),
                coordinates: <B as $tr<Identity<A, B>>>::$method(tiler, identity),
                shape,
            }
        }

        impl<S: Copy, D: Copy> Layout<S, D> {
            #[doc = concat!("See [`", stringify!($name), "`].")]
            #[inline(always)]
            #[allow(clippy::type_complexity, reason = "the three parts of one result")]
            pub fn $name<B>(
                self,
                tiler: B,
            ) -> CeilDivided<
                <B as $tr<Self>>::Out,
                <B as $tr<Identity<Self, B>>>::Out,
                <B as Predicated<Self>>::Shape,
            >
            where
                B: $tr<Self> + Predicated<Self> + $tr<Identity<Self, B>>,
            {
                $name(self, tiler)
            }
        }
    };
}

divide_ceil! {
    /// [`logical_divide`](crate::logical_divide) where the tile need not divide, with its predicate.
    ///
    /// | | |
    /// |---|---|
    /// | precondition | the tiler has a complement and composes with the layout, in which the mode where a tile ends may be padded if the tiler has no holes |
    /// | rule | where the tiles are whole, `layout` is `logical_divide(layout, tiler)`; where they hang over, the same divide of the padded layout; `coordinates` has its shape; where an element is real, `layout` has its offset; a tiler that is injective and has no holes gives each element of the undivided layout one real coordinate, one with holes leaves out what is in them |
    /// | difference from CuTe | `layout` is what CuTe's `logical_divide` gives; CuTe divides the identity tensor by hand |
    ///
    /// ```text
    /// _5:_2 by _2:   (_2,_3):(_2,_4)   0 2 | 4 6 | 8 10      coordinates   0 1 | 2 3 | 4 5: 5 is not below 5
    /// ```
    /// ```
    /// use azulejo_layout::{layout, logical_divide_ceil, tile};
    /// let d = logical_divide_ceil(layout!(_5:_2), tile!(_2));
    /// assert_eq!(d.layout.to_string(), "(_2,_3):(_2,_4)");
    /// assert_eq!(d.coordinates.to_string(), "(_2,_3):(_1,_2)");
    /// assert!(d.is_real((0, 2)) && !d.is_real((1, 2)));
    /// ```
    logical_divide_ceil, logical_divide_ceil_of, Divides
}
divide_ceil! {
    /// [`zipped_divide`](crate::zipped_divide) where the tile need not divide, with its predicate. See
    /// [`logical_divide_ceil`] for the rule.
    ///
    /// ```
    /// use azulejo_layout::{layout, tile, zipped_divide_ceil};
    /// let (m, n) = (41, 55);
    /// let d = zipped_divide_ceil(layout!((m, n):(_1, m)), tile!(_4, _8));
    /// assert_eq!(d.layout.to_string(), "((_4,_8),(11,7)):((_1,41),(_4,328))");
    /// assert_eq!(d.coordinates.to_string(), "((_4,_8),(11,7)):((_1@0,_1@1),(_4@0,_8@1))");
    /// assert_eq!(d.shape, (41, 55));
    /// // the last tile of the first column of tiles holds row 40 and three rows that are not there
    /// assert!(d.is_real(((0, 0), (10, 0))) && !d.is_real(((1, 0), (10, 0))));
    /// ```
    zipped_divide_ceil, zipped_divide_ceil_of, ZippedDivides
}
divide_ceil! {
    /// [`tiled_divide`](crate::tiled_divide) where the tile need not divide, with its predicate. See
    /// [`logical_divide_ceil`] for the rule.
    ///
    /// ```
    /// use azulejo_layout::{layout, tile, tiled_divide_ceil};
    /// let d = tiled_divide_ceil(layout!((_5, _6)), tile!(_2, _4));
    /// assert_eq!(d.layout.to_string(), "((_2,_4),_3,_2):((_1,_5),_2,_20)");
    /// assert_eq!(d.coordinates.to_string(), "((_2,_4),_3,_2):((_1@0,_1@1),_2@0,_4@1)");
    /// ```
    tiled_divide_ceil, tiled_divide_ceil_of, TiledDivides
}
divide_ceil! {
    /// [`flat_divide`](crate::flat_divide) where the tile need not divide, with its predicate. See
    /// [`logical_divide_ceil`] for the rule.
    ///
    /// ```
    /// use azulejo_layout::{flat_divide_ceil, layout, tile};
    /// let d = flat_divide_ceil(layout!((_5, _6)), tile!(_2, _4));
    /// assert_eq!(d.layout.to_string(), "(_2,_4,_3,_2):(_1,_5,_2,_20)");
    /// assert_eq!(d.coordinates.to_string(), "(_2,_4,_3,_2):(_1@0,_1@1,_2@0,_4@1)");
    /// ```
    flat_divide_ceil, flat_divide_ceil_of, FlatDivides
}
