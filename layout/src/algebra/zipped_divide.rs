//! `zipped_divide`: tiles gathered in the first mode, rests in the second.

use super::logical_divide::DivideTree;
use crate::check::rules::{Describe, Rule, Settled, build_from, checked, wholly};
use crate::layout::{AnyLayout, Layout, LayoutOf, layout_of};
use crate::tree::{Cons, Lf, Ly, M, Native, Nil, Tree, Underscore};

/// A tiler node divided into the modes `A`, tile and rest apart.
#[diagnostic::on_unimplemented(
    message = "this tiler does not fit the layout it divides",
    label = "the tiler `{Self}` meets the modes `{A}`",
    note = "a tiler is a layout, an integer or a tuple of tilers with at most one entry per mode; a `_` entry needs a mode that is already a pair (tile, rest)"
)]
pub trait ZipTree<A> {
    /// The modes of the tile and those of the rest.
    type Out: Copy;
    /// What is known of static operands.
    const RULE: Rule;
    /// Computes both.
    fn zip_tree(self, a: A) -> Self::Out;
}

/// A pair of modes.
pub trait Halves {
    /// The first.
    type Tile: Copy;
    /// The second.
    type Rest: Copy;
    /// Takes it apart.
    fn halves(self) -> (Self::Tile, Self::Rest);
}
impl<T: Copy, R: Copy> Halves for Cons<T, Cons<R, Nil>> {
    type Tile = T;
    type Rest = R;
    #[inline(always)]
    fn halves(self) -> (T, R) {
        (self.0, self.1.0)
    }
}

macro_rules! single {
    ($node:ident) => {
        impl<A, X, T: Copy, R: Copy> ZipTree<A> for $node<X>
        where
            $node<X>: DivideTree<A, Out = Cons<T, Cons<R, Nil>>>,
        {
            type Out = (T, R);
            const RULE: Rule = <$node<X> as DivideTree<A>>::RULE;
            #[inline(always)]
            fn zip_tree(self, a: A) -> Self::Out {
                let Cons(tile, Cons(rest, Nil)) = self.divide_tree(a);
                (tile, rest)
            }
        }
    };
}
single!(Lf);
single!(Ly);
impl<T: Copy, R: Copy> ZipTree<Cons<T, Cons<R, Nil>>> for Underscore {
    type Out = (T, R);
    const RULE: Rule = Rule::HOLDS;
    #[inline(always)]
    fn zip_tree(self, a: Cons<T, Cons<R, Nil>>) -> (T, R) {
        (a.0, a.1.0)
    }
}
impl ZipTree<Nil> for Nil {
    type Out = (Nil, Nil);
    const RULE: Rule = Rule::HOLDS;
    #[inline(always)]
    fn zip_tree(self, _: Nil) -> (Nil, Nil) {
        (Nil, Nil)
    }
}
impl<H: Copy, T: Copy> ZipTree<Cons<H, T>> for Nil {
    type Out = (Nil, Cons<H, T>);
    const RULE: Rule = Rule::HOLDS;
    #[inline(always)]
    fn zip_tree(self, a: Cons<H, T>) -> (Nil, Cons<H, T>) {
        (Nil, a)
    }
}
impl<H, T, X, Y, Tile, Rest, Tiles, Rests> ZipTree<Cons<H, T>> for Cons<X, Y>
where
    X: ZipTree<H, Out = (Tile, Rest)>,
    Y: ZipTree<T, Out = (Tiles, Rests)>,
    Tile: Copy,
    Rest: Copy,
    Tiles: Copy,
    Rests: Copy,
{
    type Out = (Cons<Tile, Tiles>, Cons<Rest, Rests>);
    const RULE: Rule = <X as ZipTree<H>>::RULE.and(<Y as ZipTree<T>>::RULE);
    #[inline(always)]
    fn zip_tree(self, a: Cons<H, T>) -> Self::Out {
        let (tile, rest) = self.0.zip_tree(a.0);
        let (tiles, rests) = self.1.zip_tree(a.1);
        (Cons(tile, tiles), Cons(rest, rests))
    }
}
impl<S, D, X, Tile: Copy, Rest: Copy> ZipTree<M<S, D>> for Cons<X, Nil>
where
    X: ZipTree<M<S, D>, Out = (Tile, Rest)>,
{
    type Out = (Cons<Tile, Nil>, Cons<Rest, Nil>);
    const RULE: Rule = <X as ZipTree<M<S, D>>>::RULE;
    #[inline(always)]
    fn zip_tree(self, a: M<S, D>) -> Self::Out {
        let (tile, rest) = self.0.zip_tree(a);
        (Cons(tile, Nil), Cons(rest, Nil))
    }
}

/// What types alone say of the divide `call`: whether values are needed to tell that tiles are whole.
#[track_caller]
pub(super) const fn zip_known<A: Describe, B: ZipTree<A> + Settled>(
    whole: bool,
    call: &str,
) -> bool {
    checked::<A, B>(whole, call, B::RULE)
}

/// What can divide the layout `A` into tiles and rests.
#[diagnostic::on_unimplemented(
    message = "`{A}` cannot be cut into tiles `{Self}`",
    note = "the tiler needs at most one entry per mode of the layout, e.g. `tile!(_128, _64)` for a matrix"
)]
pub trait ZippedDivides<A>: Copy {
    /// The divided layout.
    type Out;
    /// The modes of the tile.
    type Tile: Copy;
    /// The modes of the rest.
    type Rest: Copy;
    /// Computes it; with `WHOLE`, a tile that hangs over or leaves elements out is rejected.
    fn zipped_divide_by<const WHOLE: bool>(self, a: A) -> Self::Out;
    /// Computes it, tiles being whole.
    #[inline(always)]
    fn zipped_divide_of(self, a: A) -> Self::Out {
        self.zipped_divide_by::<true>(a)
    }
    /// Computes it, the last tiles hanging over if they must.
    #[inline(always)]
    fn zipped_divide_ceil_of(self, a: A) -> Self::Out {
        self.zipped_divide_by::<false>(a)
    }
}
#[diagnostic::do_not_recommend]
impl<A, B, T, R> ZippedDivides<A> for B
where
    A: AnyLayout,
    B: Tree,
    <A as AnyLayout>::L: Describe,
    <B as Tree>::L: ZipTree<<A as AnyLayout>::L, Out = (T, R)> + Settled,
    T: Native,
    R: Native,
{
    type Out = LayoutOf<Cons<T, Cons<R, Nil>>>;
    type Tile = T;
    type Rest = R;
    #[inline(always)]
    fn zipped_divide_by<const WHOLE: bool>(self, a: A) -> Self::Out {
        let open = const { zip_known::<A::L, B::L>(WHOLE, "zipped_divide") };
        let divided = build_from::<<A as AnyLayout>::L, <B as Tree>::L, Cons<T, Cons<R, Nil>>>(
            || (),
            || {
                let (tile, rest) = self.tree().zip_tree(a.modes());
                Cons(tile, Cons(rest, Nil))
            },
        );
        let operands = (a.modes(), self.tree());
        layout_of(wholly("zipped_divide", open, operands, divided))
    }
}

/// `logical_divide` by mode with the tiles gathered: `((T0,T1,…),(R0,R1,…,uncovered…))`.
///
/// | | |
/// |---|---|
/// | precondition | that of [`logical_divide`](crate::logical_divide); a `_` entry needs a mode that is already a pair (tile, rest) |
/// | rule | the function is that of `logical_divide` with tiles and rests rearranged: `zipped((t0,t1),(r0,r1)) = logical((t0,r0),(t1,r1)) = tiled((t0,t1),r0,r1) = flat(t0,t1,r0,r1)` |
/// | difference from CuTe | compositions that would be wrong are rejected, and so are tiles that hang over: [`zipped_divide_ceil`](crate::zipped_divide_ceil) asks for them by name |
///
/// ```
/// use azulejo_layout::{layout, tile, zipped_divide};
/// // an 8x24 column-major matrix in tiles of 4x8: the first tile is 0 1 2 3 8 9 10 11 16 …
/// let d = zipped_divide(layout!((_8, _24):(_1, _8)), tile!(_4, _8));
/// assert_eq!(d.to_string(), "((_4,_8),(_2,_3)):((_1,_8),(_4,_64))");
/// ```
#[inline(always)]
pub fn zipped_divide<A, B: ZippedDivides<A, Out = R>, R>(layout: A, tiler: B) -> R {
    tiler.zipped_divide_of(layout)
}

impl<S, D> Layout<S, D> {
    /// See [`zipped_divide`].
    #[inline(always)]
    pub fn zipped_divide<B: ZippedDivides<Self, Out = R>, R>(self, tiler: B) -> R {
        tiler.zipped_divide_of(self)
    }
}
