//! `tiled_divide`: the tile as one mode, then each rest.

use super::zipped_divide::{ZipTree, zip_known};
use crate::check::rules::{Describe, Settled, build_from, wholly};
use crate::layout::{AnyLayout, Layout, LayoutOf, layout_of};
use crate::tree::{Cons, M, Native, Nil, Tree, empty};

/// A tree as a list of modes to stand side by side.
pub trait Spread {
    /// The list.
    type Out: Copy;
    fn spread(self) -> Self::Out;
}
impl<S: Copy, D: Copy> Spread for M<S, D> {
    type Out = Cons<M<S, D>, Nil>;
    #[inline(always)]
    fn spread(self) -> Self::Out {
        Cons(self, Nil)
    }
}
empty!(Spread::spread());
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
    /// Computes it; with `WHOLE`, a tile that hangs over or leaves elements out is rejected.
    fn tiled_divide_by<const WHOLE: bool>(self, a: A) -> Self::Out;
    /// Computes it, tiles being whole.
    #[inline(always)]
    fn tiled_divide_of(self, a: A) -> Self::Out {
        self.tiled_divide_by::<true>(a)
    }
    /// Computes it, the last tiles hanging over if they must.
    #[inline(always)]
    fn tiled_divide_ceil_of(self, a: A) -> Self::Out {
        self.tiled_divide_by::<false>(a)
    }
}
#[diagnostic::do_not_recommend]
impl<A, B, T, R, Rests> TiledDivides<A> for B
where
    A: AnyLayout,
    B: Tree,
    <A as AnyLayout>::L: Describe,
    <B as Tree>::L: ZipTree<<A as AnyLayout>::L, Out = (T, R)> + Settled,
    R: Spread<Out = Rests>,
    Cons<T, Rests>: Native,
{
    type Out = LayoutOf<Cons<T, Rests>>;
    #[inline(always)]
    fn tiled_divide_by<const WHOLE: bool>(self, a: A) -> Self::Out {
        let open = const { zip_known::<A::L, B::L>(WHOLE, "tiled_divide") };
        let divided = build_from::<<A as AnyLayout>::L, <B as Tree>::L, Cons<T, Rests>>(
            || (),
            || {
                let (tile, rest) = self.tree().zip_tree(a.modes());
                Cons(tile, rest.spread())
            },
        );
        let operands = (a.modes(), self.tree());
        layout_of(wholly("tiled_divide", open, operands, divided))
    }
}

/// `zipped_divide` with the rests as modes of their own: `((T0,T1,…),R0,R1,…)`.
///
/// | | |
/// |---|---|
/// | precondition | that of [`logical_divide`](crate::logical_divide); a `_` entry needs a mode that is already a pair (tile, rest) |
/// | rule | the function is that of `logical_divide` with tiles and rests rearranged: `zipped((t0,t1),(r0,r1)) = logical((t0,r0),(t1,r1)) = tiled((t0,t1),r0,r1) = flat(t0,t1,r0,r1)` |
/// | difference from CuTe | compositions that would be wrong are rejected, and so are tiles that hang over: [`tiled_divide_ceil`](crate::tiled_divide_ceil) asks for them by name |
///
/// ```
/// use azulejo_layout::{layout, tile, tiled_divide};
/// // an 8x24 column-major matrix in tiles of 4x8: the first tile is 0 1 2 3 8 9 10 11 16 …
/// let d = tiled_divide(layout!((_8, _24):(_1, _8)), tile!(_4, _8));
/// assert_eq!(d.to_string(), "((_4,_8),_2,_3):((_1,_8),_4,_64)");
/// ```
#[inline(always)]
pub fn tiled_divide<A, B: TiledDivides<A, Out = R>, R>(layout: A, tiler: B) -> R {
    tiler.tiled_divide_of(layout)
}

impl<S, D> Layout<S, D> {
    /// See [`tiled_divide`].
    #[inline(always)]
    pub fn tiled_divide<B: TiledDivides<Self, Out = R>, R>(self, tiler: B) -> R {
        tiler.tiled_divide_of(self)
    }
}
