//! `tiled_product`: the block as one mode, then each repetition.

use super::tiled_divide::Spread;
use super::zipped_product::ZipProductTree;
use crate::check::rules::{ByMode, Describe, modes_checked};
use crate::layout::{AnyLayout, Layout, LayoutOf, layout_of};
use crate::tree::{Cons, Native, Tree};

type Block<A, B> = <<B as Tree>::L as ZipProductTree<<A as AnyLayout>::L>>::Block;
type Rest<A, B> = <<B as Tree>::L as ZipProductTree<<A as AnyLayout>::L>>::Rest;

/// What can repeat the layout `A`, the block as one mode, then each repetition.
#[diagnostic::on_unimplemented(
    message = "`{A}` cannot be repeated by `{Self}`",
    note = "the block needs static strides once it has more than one mode; a tuple tiler has at most one entry per mode"
)]
pub trait TiledRepeats<A>: Copy {
    /// The product.
    type Out;
    /// Computes it.
    fn tiled_product_of(self, a: A) -> Self::Out;
    /// Computes it, by mode without looking whether copies meet.
    fn tiled_product_unchecked_of(self, a: A) -> Self::Out;
}
#[diagnostic::do_not_recommend]
impl<A, B> TiledRepeats<A> for B
where
    A: AnyLayout,
    B: Tree,
    <A as AnyLayout>::L: Describe,
    <B as Tree>::L: ZipProductTree<<A as AnyLayout>::L> + ByMode,
    Rest<A, B>: Spread,
    Cons<Block<A, B>, <Rest<A, B> as Spread>::Out>: Native,
{
    type Out = LayoutOf<Cons<Block<A, B>, <Rest<A, B> as Spread>::Out>>;
    #[inline(always)]
    fn tiled_product_of(self, a: A) -> Self::Out {
        let modes = a.modes();
        let (block, rest) = self.tree().zip_product_tree(modes);
        let product = Cons(block, rest.spread());
        layout_of(modes_checked::<<B as Tree>::L, _, _>(modes, product))
    }
    #[inline(always)]
    fn tiled_product_unchecked_of(self, a: A) -> Self::Out {
        let (block, rest) = self.tree().zip_product_tree(a.modes());
        layout_of(Cons(block, rest.spread()))
    }
}

/// [`zipped_product`](crate::zipped_product) with the block as one mode, then each repetition: `((A0,A1,…),T0,T1,…)`.
///
/// | | |
/// |---|---|
/// | precondition | that of `zipped_product` |
/// | rule | the function is that of `zipped_product`, with the modes side by side |
/// | difference from CuTe | by mode, copies that meet are rejected |
///
/// ```
/// use azulejo_layout::{layout, tiled_product};
/// // table 0 4 1 5 2 6 3 7 8 …
/// let q = tiled_product(layout!((_2, _2):(_4, _1)), layout!(_6:_1));
/// assert_eq!(q.to_string(), "((_2,_2),_2,_3):((_4,_1),_2,_8)");
/// ```
#[inline(always)]
pub fn tiled_product<A, B: TiledRepeats<A, Out = R>, R>(block: A, tiler: B) -> R {
    tiler.tiled_product_of(block)
}

/// [`tiled_product`] as CuTe has it: by mode, copies may share offsets.
///
/// | | |
/// |---|---|
/// | precondition | that of [`tiled_product`], but copies by mode may meet |
/// | error | that of [`tiled_product`], but for copies by mode that share an offset |
/// | rule | as [`tiled_product`], without the promise that it is injective |
/// | difference from CuTe | none: this is CuTe's answer |
///
/// ```
/// use azulejo_layout::{tiled_product_unchecked, layout, tile};
/// // table 0 1 2 3 2 3 4 5 1 2 3 4 3 4 5 6: copies along both modes meet
/// let q = tiled_product_unchecked(layout!((_2, _2):(_1, _2)), tile!(_2, _2));
/// assert_eq!(q.to_string(), "((_2,_2),_2,_2):((_1,_2),_2,_1)");
/// ```
#[inline(always)]
pub fn tiled_product_unchecked<A, B: TiledRepeats<A, Out = R>, R>(block: A, tiler: B) -> R {
    tiler.tiled_product_unchecked_of(block)
}

impl<S, D> Layout<S, D> {
    /// See [`tiled_product`].
    #[inline(always)]
    pub fn tiled_product<B: TiledRepeats<Self, Out = R>, R>(self, tiler: B) -> R {
        tiler.tiled_product_of(self)
    }
}
