//! `zipped_product`: blocks gathered in the first mode, repetitions in the second.

use super::logical_product::ProductTree;
use super::zipped_divide::Halves;
use crate::check::rules::{ByMode, Describe, modes_checked};
use crate::layout::{AnyLayout, Layout, LayoutOf, layout_of};
use crate::tree::{Cons, Lf, Ly, M, Native, Nil, Tree, Underscore};

/// The block `A` repeated by a tiler node, block and repetition apart.
#[diagnostic::on_unimplemented(
    message = "this tiler does not fit the layout it repeats",
    label = "the tiler `{Self}` meets the modes `{A}`",
    note = "a tiler is a layout, an integer or a tuple of tilers with at most one entry per mode of the layout"
)]
pub trait ZipProductTree<A> {
    /// The modes of the block.
    type Block: Copy;
    /// The modes of the repetition.
    type Rest: Copy;
    fn zip_product_tree(self, a: A) -> (Self::Block, Self::Rest);
}
macro_rules! single {
    ($node:ident) => {
        impl<A, X> ZipProductTree<A> for $node<X>
        where
            $node<X>: ProductTree<A>,
            <$node<X> as ProductTree<A>>::Out: Halves,
        {
            type Block = <<$node<X> as ProductTree<A>>::Out as Halves>::Tile;
            type Rest = <<$node<X> as ProductTree<A>>::Out as Halves>::Rest;
            #[inline(always)]
            fn zip_product_tree(self, a: A) -> (Self::Block, Self::Rest) {
                self.product_tree(a).halves()
            }
        }
    };
}
single!(Lf);
single!(Ly);
impl<T: Copy, R: Copy> ZipProductTree<Cons<T, Cons<R, Nil>>> for Underscore {
    type Block = T;
    type Rest = R;
    #[inline(always)]
    fn zip_product_tree(self, a: Cons<T, Cons<R, Nil>>) -> (T, R) {
        (a.0, a.1.0)
    }
}
impl ZipProductTree<Nil> for Nil {
    type Block = Nil;
    type Rest = Nil;
    #[inline(always)]
    fn zip_product_tree(self, _: Nil) -> (Nil, Nil) {
        (Nil, Nil)
    }
}
impl<H: Copy, T: Copy> ZipProductTree<Cons<H, T>> for Nil {
    type Block = Nil;
    type Rest = Cons<H, T>;
    #[inline(always)]
    fn zip_product_tree(self, a: Cons<H, T>) -> (Nil, Cons<H, T>) {
        (Nil, a)
    }
}
impl<H, T, X, Y> ZipProductTree<Cons<H, T>> for Cons<X, Y>
where
    X: ZipProductTree<H>,
    Y: ZipProductTree<T>,
{
    type Block = Cons<<X as ZipProductTree<H>>::Block, <Y as ZipProductTree<T>>::Block>;
    type Rest = Cons<<X as ZipProductTree<H>>::Rest, <Y as ZipProductTree<T>>::Rest>;
    #[inline(always)]
    fn zip_product_tree(self, a: Cons<H, T>) -> (Self::Block, Self::Rest) {
        let (block, rest) = self.0.zip_product_tree(a.0);
        let (blocks, rests) = self.1.zip_product_tree(a.1);
        (Cons(block, blocks), Cons(rest, rests))
    }
}
impl<S, D, X> ZipProductTree<M<S, D>> for Cons<X, Nil>
where
    X: ZipProductTree<M<S, D>>,
{
    type Block = Cons<<X as ZipProductTree<M<S, D>>>::Block, Nil>;
    type Rest = Cons<<X as ZipProductTree<M<S, D>>>::Rest, Nil>;
    #[inline(always)]
    fn zip_product_tree(self, a: M<S, D>) -> (Self::Block, Self::Rest) {
        let (block, rest) = self.0.zip_product_tree(a);
        (Cons(block, Nil), Cons(rest, Nil))
    }
}

/// What can repeat the layout `A`, blocks and repetitions apart.
#[diagnostic::on_unimplemented(
    message = "`{A}` cannot be repeated by `{Self}`",
    note = "the block needs static strides once it has more than one mode; a tuple tiler has at most one entry per mode"
)]
pub trait ZippedRepeats<A>: Copy {
    /// The product.
    type Out;
    /// Computes it.
    fn zipped_product_of(self, a: A) -> Self::Out;
    /// Computes it, by mode without looking whether copies meet.
    fn zipped_product_unchecked_of(self, a: A) -> Self::Out;
}
type Block<A, B> = <<B as Tree>::L as ZipProductTree<<A as AnyLayout>::L>>::Block;
type Rest<A, B> = <<B as Tree>::L as ZipProductTree<<A as AnyLayout>::L>>::Rest;
#[diagnostic::do_not_recommend]
impl<A, B> ZippedRepeats<A> for B
where
    A: AnyLayout,
    B: Tree,
    <A as AnyLayout>::L: Describe,
    <B as Tree>::L: ZipProductTree<<A as AnyLayout>::L> + ByMode,
    Block<A, B>: Native,
    Rest<A, B>: Native,
{
    type Out = LayoutOf<Cons<Block<A, B>, Cons<Rest<A, B>, Nil>>>;
    #[inline(always)]
    fn zipped_product_of(self, a: A) -> Self::Out {
        let modes = a.modes();
        let (block, rest) = self.tree().zip_product_tree(modes);
        let product = Cons(block, Cons(rest, Nil));
        layout_of(modes_checked::<<B as Tree>::L, _, _>(modes, product))
    }
    #[inline(always)]
    fn zipped_product_unchecked_of(self, a: A) -> Self::Out {
        let (block, rest) = self.tree().zip_product_tree(a.modes());
        layout_of(Cons(block, Cons(rest, Nil)))
    }
}

/// [`logical_product`](crate::logical_product) by mode with the blocks gathered: `((A0,A1,…),(T0,T1,…))`.
///
/// | | |
/// |---|---|
/// | precondition | that of `logical_product`, for each mode |
/// | rule | `zipped((i0,i1),(j0,j1)) = logical((i0,j0),(i1,j1))` |
/// | difference from CuTe | by mode, copies that meet are rejected |
///
/// ```
/// use azulejo_layout::{layout, zipped_product};
/// // table 0 4 1 5 | 2 6 3 7 | 8 …
/// let q = zipped_product(layout!((_2, _2):(_4, _1)), layout!(_6:_1));
/// assert_eq!(q.to_string(), "((_2,_2),(_2,_3)):((_4,_1),(_2,_8))");
/// ```
#[inline(always)]
pub fn zipped_product<A, B: ZippedRepeats<A, Out = R>, R>(block: A, tiler: B) -> R {
    tiler.zipped_product_of(block)
}

/// [`zipped_product`] as CuTe has it: by mode, copies may share offsets.
///
/// | | |
/// |---|---|
/// | precondition | that of [`zipped_product`], but copies by mode may meet |
/// | error | that of [`zipped_product`], but for copies by mode that share an offset |
/// | rule | as [`zipped_product`], without the promise that it is injective |
/// | difference from CuTe | none: this is CuTe's answer |
///
/// ```
/// use azulejo_layout::{zipped_product_unchecked, layout, tile};
/// // table 0 1 2 3 2 3 4 5 1 2 3 4 3 4 5 6: copies along both modes meet
/// let q = zipped_product_unchecked(layout!((_2, _2):(_1, _2)), tile!(_2, _2));
/// assert_eq!(q.to_string(), "((_2,_2),(_2,_2)):((_1,_2),(_2,_1))");
/// ```
#[inline(always)]
pub fn zipped_product_unchecked<A, B: ZippedRepeats<A, Out = R>, R>(block: A, tiler: B) -> R {
    tiler.zipped_product_unchecked_of(block)
}

impl<S, D> Layout<S, D> {
    /// See [`zipped_product`].
    #[inline(always)]
    pub fn zipped_product<B: ZippedRepeats<Self, Out = R>, R>(self, tiler: B) -> R {
        tiler.zipped_product_of(self)
    }
}
