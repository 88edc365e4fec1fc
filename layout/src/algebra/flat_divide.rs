//! `flat_divide`: each tile, then each rest.

use super::tiled_divide::Spread;
use super::zipped_divide::{ZipTree, zip_known};
use crate::check::rules::{Describe, Settled, build_from, wholly};
use crate::layout::{AnyLayout, Layout, LayoutOf, layout_of};
use crate::tree::{Cat, Native, Tree};

/// What can divide the layout `A` into tiles and rests side by side.
#[diagnostic::on_unimplemented(
    message = "`{A}` cannot be cut into tiles `{Self}`",
    note = "the tiler needs at most one entry per mode of the layout, and the result at most twelve modes"
)]
pub trait FlatDivides<A>: Copy {
    /// The divided layout.
    type Out;
    /// Computes it; with `WHOLE`, a tile that hangs over or leaves elements out is rejected.
    fn flat_divide_by<const WHOLE: bool>(self, a: A) -> Self::Out;
    /// Computes it, tiles being whole.
    #[inline(always)]
    fn flat_divide_of(self, a: A) -> Self::Out {
        self.flat_divide_by::<true>(a)
    }
    /// Computes it, the last tiles hanging over if they must.
    #[inline(always)]
    fn flat_divide_ceil_of(self, a: A) -> Self::Out {
        self.flat_divide_by::<false>(a)
    }
}
#[diagnostic::do_not_recommend]
impl<A, B, T, R, Tiles, Rests, All> FlatDivides<A> for B
where
    A: AnyLayout,
    B: Tree,
    <A as AnyLayout>::L: Describe,
    <B as Tree>::L: ZipTree<<A as AnyLayout>::L, Out = (T, R)> + Settled,
    T: Spread<Out = Tiles>,
    R: Spread<Out = Rests>,
    Tiles: Cat<Rests, Out = All>,
    All: Native,
{
    type Out = LayoutOf<All>;
    #[inline(always)]
    fn flat_divide_by<const WHOLE: bool>(self, a: A) -> Self::Out {
        let open = const { zip_known::<A::L, B::L>(WHOLE, "flat_divide") };
        let divided = build_from::<<A as AnyLayout>::L, <B as Tree>::L, All>(
            || (),
            || {
                let (tile, rest) = self.tree().zip_tree(a.modes());
                tile.spread().cat(rest.spread())
            },
        );
        let operands = (a.modes(), self.tree());
        layout_of(wholly("flat_divide", open, operands, divided))
    }
}

/// `zipped_divide` with tiles and rests side by side: `(T0,T1,…,R0,R1,…)`.
///
/// | | |
/// |---|---|
/// | precondition | that of [`logical_divide`](crate::logical_divide); a `_` entry needs a mode that is already a pair (tile, rest) |
/// | rule | the function is that of `logical_divide` with tiles and rests rearranged: `zipped((t0,t1),(r0,r1)) = logical((t0,r0),(t1,r1)) = tiled((t0,t1),r0,r1) = flat(t0,t1,r0,r1)` |
/// | difference from CuTe | compositions that would be wrong are rejected, and so are tiles that hang over: [`flat_divide_ceil`](crate::flat_divide_ceil) asks for them by name |
///
/// ```
/// use azulejo_layout::{layout, tile, flat_divide};
/// // an 8x24 column-major matrix in tiles of 4x8: the first tile is 0 1 2 3 8 9 10 11 16 …
/// let d = flat_divide(layout!((_8, _24):(_1, _8)), tile!(_4, _8));
/// assert_eq!(d.to_string(), "(_4,_8,_2,_3):(_1,_8,_4,_64)");
/// ```
#[inline(always)]
pub fn flat_divide<A, B: FlatDivides<A, Out = R>, R>(layout: A, tiler: B) -> R {
    tiler.flat_divide_of(layout)
}

impl<S, D> Layout<S, D> {
    /// See [`flat_divide`].
    #[inline(always)]
    pub fn flat_divide<B: FlatDivides<Self, Out = R>, R>(self, tiler: B) -> R {
        tiler.flat_divide_of(self)
    }
}
