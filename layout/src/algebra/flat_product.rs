//! `flat_product`: each block mode, then each repetition.

use super::tiled_divide::Spread;
use super::zipped_product::ZipProductTree;
use crate::check::rules::{ByMode, Describe, modes_checked};
use crate::layout::{AnyLayout, Layout, LayoutOf, layout_of};
use crate::tree::{Cat, Native, Tree};

type Block<A, B> = <<B as Tree>::L as ZipProductTree<<A as AnyLayout>::L>>::Block;
type Rest<A, B> = <<B as Tree>::L as ZipProductTree<<A as AnyLayout>::L>>::Rest;

/// What can repeat the layout `A`, each block mode, then each repetition.
#[diagnostic::on_unimplemented(
    message = "`{A}` cannot be repeated by `{Self}`",
    note = "the block needs static strides once it has more than one mode; a tuple tiler has at most one entry per mode"
)]
pub trait FlatRepeats<A>: Copy {
    /// The product.
    type Out;
    /// Computes it.
    fn flat_product_of(self, a: A) -> Self::Out;
    /// Computes it, by mode without looking whether copies meet.
    fn flat_product_unchecked_of(self, a: A) -> Self::Out;
}
#[diagnostic::do_not_recommend]
impl<A, B> FlatRepeats<A> for B
where
    A: AnyLayout,
    B: Tree,
    <A as AnyLayout>::L: Describe,
    <B as Tree>::L: ZipProductTree<<A as AnyLayout>::L> + ByMode,
    Block<A, B>: Spread,
    Rest<A, B>: Spread,
    <Block<A, B> as Spread>::Out: Cat<<Rest<A, B> as Spread>::Out>,
    <<Block<A, B> as Spread>::Out as Cat<<Rest<A, B> as Spread>::Out>>::Out: Native,
{
    type Out = LayoutOf<<<Block<A, B> as Spread>::Out as Cat<<Rest<A, B> as Spread>::Out>>::Out>;
    #[inline(always)]
    fn flat_product_of(self, a: A) -> Self::Out {
        let modes = a.modes();
        let (block, rest) = self.tree().zip_product_tree(modes);
        let product = block.spread().cat(rest.spread());
        layout_of(modes_checked::<<B as Tree>::L, _, _>(modes, product))
    }
    #[inline(always)]
    fn flat_product_unchecked_of(self, a: A) -> Self::Out {
        let (block, rest) = self.tree().zip_product_tree(a.modes());
        layout_of(block.spread().cat(rest.spread()))
    }
}

/// [`zipped_product`](crate::zipped_product) with each block mode, then each repetition: `(A0,A1,…,T0,T1,…)`.
///
/// | | |
/// |---|---|
/// | precondition | that of `zipped_product` |
/// | rule | the function is that of `zipped_product`, with the modes side by side |
/// | difference from CuTe | by mode, copies that meet are rejected |
///
/// ```
/// use azulejo_layout::{layout, flat_product};
/// // table 0 4 1 5 2 6 3 7 8 …
/// let q = flat_product(layout!((_2, _2):(_4, _1)), layout!(_6:_1));
/// assert_eq!(q.to_string(), "(_2,_2,_2,_3):(_4,_1,_2,_8)");
/// ```
#[inline(always)]
pub fn flat_product<A, B: FlatRepeats<A, Out = R>, R>(block: A, tiler: B) -> R {
    tiler.flat_product_of(block)
}

/// [`flat_product`] as CuTe has it: by mode, copies may share offsets.
///
/// | | |
/// |---|---|
/// | precondition | that of [`flat_product`], but copies by mode may meet |
/// | error | that of [`flat_product`], but for copies by mode that share an offset |
/// | rule | as [`flat_product`], without the promise that it is injective |
/// | difference from CuTe | none: this is CuTe's answer |
///
/// ```
/// use azulejo_layout::{flat_product_unchecked, layout, tile};
/// // table 0 1 2 3 2 3 4 5 1 2 3 4 3 4 5 6: copies along both modes meet
/// let q = flat_product_unchecked(layout!((_2, _2):(_1, _2)), tile!(_2, _2));
/// assert_eq!(q.to_string(), "(_2,_2,_2,_2):(_1,_2,_2,_1)");
/// ```
#[inline(always)]
pub fn flat_product_unchecked<A, B: FlatRepeats<A, Out = R>, R>(block: A, tiler: B) -> R {
    tiler.flat_product_unchecked_of(block)
}

impl<S, D> Layout<S, D> {
    /// See [`flat_product`].
    #[inline(always)]
    pub fn flat_product<B: FlatRepeats<Self, Out = R>, R>(self, tiler: B) -> R {
        tiler.flat_product_of(self)
    }
}
