//! `tiled_divide`: the tile as one mode, then each rest.

use super::zipped_divide::ZipTree;
use crate::layout::{AnyLayout, Layout, LayoutOf, layout_of};
use crate::tree::{Cons, M, Native, Nil, Tree};

type Tile<A, B> = <<B as Tree>::L as ZipTree<<A as AnyLayout>::L>>::Tile;
type Rest<A, B> = <<B as Tree>::L as ZipTree<<A as AnyLayout>::L>>::Rest;

/// A tree as a list of modes to stand side by side.
pub trait Spread {
    /// The list.
    type Out: Copy;
    /// Computes it.
    fn spread(self) -> Self::Out;
}
impl<S: Copy, D: Copy> Spread for M<S, D> {
    type Out = Cons<M<S, D>, Nil>;
    #[inline(always)]
    fn spread(self) -> Self::Out {
        Cons(self, Nil)
    }
}
impl Spread for Nil {
    type Out = Nil;
    #[inline(always)]
    fn spread(self) -> Nil {
        Nil
    }
}
// A list of one stays one mode, as in CuTe.
impl<H: Copy> Spread for Cons<H, Nil> {
    type Out = Cons<Self, Nil>;
    #[inline(always)]
    fn spread(self) -> Self::Out {
        Cons(self, Nil)
    }
}
impl<H: Copy, I: Copy, T: Copy> Spread for Cons<H, Cons<I, T>> {
    type Out = Self;
    #[inline(always)]
    fn spread(self) -> Self {
        self
    }
}

/// What can divide the layout `A` into a tile and its rests.
#[diagnostic::on_unimplemented(
    message = "`{A}` cannot be cut into tiles `{Self}`",
    note = "the tiler needs at most one entry per mode of the layout, e.g. `tile!(_128, _64)` for a matrix"
)]
pub trait TiledDivides<A>: Copy {
    /// The divided layout.
    type Out;
    /// Computes it.
    fn tiled_divide_of(self, a: A) -> Self::Out;
}
#[diagnostic::do_not_recommend]
impl<A, B> TiledDivides<A> for B
where
    A: AnyLayout,
    B: Tree,
    <B as Tree>::L: ZipTree<<A as AnyLayout>::L>,
    Rest<A, B>: Spread,
    Cons<Tile<A, B>, <Rest<A, B> as Spread>::Out>: Native,
{
    type Out = LayoutOf<Cons<Tile<A, B>, <Rest<A, B> as Spread>::Out>>;
    #[inline(always)]
    fn tiled_divide_of(self, a: A) -> Self::Out {
        let (tile, rest) = self.tree().zip_tree(a.modes());
        layout_of(Cons(tile, rest.spread()))
    }
}

/// `zipped_divide` with the rests as modes of their own: `((T0,T1,…),R0,R1,…)`.
#[inline(always)]
pub fn tiled_divide<A, B: TiledDivides<A>>(layout: A, tiler: B) -> B::Out {
    tiler.tiled_divide_of(layout)
}

impl<S, D> Layout<S, D> {
    /// See [`tiled_divide`].
    #[inline(always)]
    pub fn tiled_divide<B: TiledDivides<Self>>(self, tiler: B) -> B::Out {
        tiler.tiled_divide_of(self)
    }
}
