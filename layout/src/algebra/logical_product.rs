//! `logical_product`: one layout repeated as another one says.

use super::complement::ComplementTree;
use super::composition::{CoalescedOperand, Through};
use crate::check::rules::{ByMode, Describe, build, copies_checked, copies_forward, modes_checked};
use crate::int::{Bool, C, IMul, Int};
use crate::layout::{AnyLayout, Cosize, Layout, LayoutOf, layout_of};
use crate::tree::{Cons, Lf, Ly, M, Native, Nil, Size, Tree, Underscore, entrywise};
use typenum::{B1, UInt, UTerm};

type One = C<UInt<UTerm, B1>>;
type Zero = C<UTerm>;

/// The block `A` repeated as the tiler node `Self` says.
#[diagnostic::on_unimplemented(
    message = "this tiler does not fit the layout it repeats",
    label = "the tiler `{Self}` meets the modes `{A}`",
    note = "a tiler is a layout, an integer, or a tuple of tilers with at most one entry per mode of the layout"
)]
pub trait ProductTree<A> {
    /// The modes of the result.
    type Out: Copy;
    fn product_tree(self, a: A) -> Self::Out;
}
/// The number of offsets that block `A` and repetition `B` need together.
type Reach<A, B> = <<B as Cosize>::Out as IMul<<A as Size>::Out>>::Out;
/// Where copies of the block `A` go.
type Places<A, B> = <A as ComplementTree<Lf<Reach<A, B>>>>::Out;
type Open<A, B> = <Places<A, B> as CoalescedOperand>::Out;
impl<A, B> ProductTree<A> for Ly<B>
where
    A: Size + ComplementTree<Lf<Reach<A, B>>> + Describe,
    B: Cosize + Through<Open<A, B>> + Describe,
    <B as Cosize>::Out: IMul<<A as Size>::Out>,
    Places<A, B>: CoalescedOperand + Describe,
    <B as Through<Open<A, B>>>::Out: Describe,
{
    type Out = Cons<A, Cons<<B as Through<Open<A, B>>>::Out, Nil>>;
    #[inline(always)]
    fn product_tree(self, a: A) -> Self::Out {
        let places = build(|| a.complement_tree(Lf(self.0.cosize().mul(a.size()))));
        copies_forward(a, self.0);
        let copies = build(|| self.0.through(places.coalesced_operand()));
        Cons(a, Cons(copies_checked(a, places, self.0, copies), Nil))
    }
}
type Unit<X> = <<X as Int>::IsOne as Bool>::Pick<Zero, One>;
impl<A, X> ProductTree<A> for Lf<X>
where
    X: Int,
    Ly<M<X, Unit<X>>>: ProductTree<A>,
{
    type Out = <Ly<M<X, Unit<X>>> as ProductTree<A>>::Out;
    #[inline(always)]
    fn product_tree(self, a: A) -> Self::Out {
        Ly(M(self.0, <<X as Int>::IsOne as Bool>::pick(C::NEW, C::NEW))).product_tree(a)
    }
}
impl<A: Copy> ProductTree<A> for Underscore {
    type Out = A;
    #[inline(always)]
    fn product_tree(self, a: A) -> A {
        a
    }
}
entrywise!(ProductTree::product_tree entry by entry);
impl<H: Copy, T: Copy> ProductTree<Cons<H, T>> for Nil {
    type Out = Cons<H, T>;
    #[inline(always)]
    fn product_tree(self, a: Cons<H, T>) -> Self::Out {
        a
    }
}
impl<S, D, X> ProductTree<M<S, D>> for Cons<X, Nil>
where
    X: ProductTree<M<S, D>>,
{
    type Out = Cons<<X as ProductTree<M<S, D>>>::Out, Nil>;
    #[inline(always)]
    fn product_tree(self, a: M<S, D>) -> Self::Out {
        Cons(self.0.product_tree(a), Nil)
    }
}

/// What can repeat the layout `A`: a layout, an integer, or a tuple of these.
#[diagnostic::on_unimplemented(
    message = "`{A}` cannot be repeated by `{Self}`",
    note = "the block needs static strides once it has more than one mode; a tuple tiler has at most one entry per mode"
)]
pub trait Repeats<A>: Copy {
    /// The product.
    type Out;
    /// Computes it.
    fn logical_product_of(self, a: A) -> Self::Out;
    /// Computes it, by mode without looking whether copies meet.
    fn logical_product_unchecked_of(self, a: A) -> Self::Out;
}
#[diagnostic::do_not_recommend]
impl<A, B> Repeats<A> for B
where
    A: AnyLayout,
    B: Tree,
    <A as AnyLayout>::L: Describe,
    <B as Tree>::L: ProductTree<<A as AnyLayout>::L> + ByMode,
    <<B as Tree>::L as ProductTree<<A as AnyLayout>::L>>::Out: Native,
{
    type Out = LayoutOf<<<B as Tree>::L as ProductTree<<A as AnyLayout>::L>>::Out>;
    #[inline(always)]
    fn logical_product_of(self, a: A) -> Self::Out {
        let modes = a.modes();
        let product = self.tree().product_tree(modes);
        layout_of(modes_checked::<<B as Tree>::L, _, _>(modes, product))
    }
    #[inline(always)]
    fn logical_product_unchecked_of(self, a: A) -> Self::Out {
        layout_of(self.tree().product_tree(a.modes()))
    }
}

/// The layout `(block, repetition)`: `block` in its first mode, its copies in the second, ordered and placed as `tiler`
/// says; by mode when the tiler is a tuple.
///
/// | | |
/// |---|---|
/// | precondition | the block has a complement in `size(block) * cosize(tiler)` (see [`complement`](crate::complement)), and the composition of that complement with the tiler exists (see [`composition`](crate::composition())) |
/// | rule | `Q(i, j) = block(i) + block*(tiler(j))`; for a compact block the second mode is the tiler with its strides multiplied by `size(block)`; elements share an offset only where `block` or `tiler` repeats itself |
/// | rejected | a static block whose holes leave fewer places within its extent than copies need: CuTe's copies alias there, those of `value::logical_product` start past the extent |
/// | difference from CuTe | none in structure; the composition inside is checked, and a product by mode whose copies meet is rejected |
///
/// By mode, each mode is multiplied by itself and knows nothing of the others, so that copies made along one mode may meet
/// those along another. Such a product does not compile (for dynamic leaves: panics), with two indices of one offset.
/// [`blocked_product`](crate::blocked_product) keeps the modes and places all copies together;
/// [`logical_product_unchecked`] gives CuTe's.
///
/// ```
/// use azulejo_layout::{layout, logical_product};
/// // block table 0 4 1 5, tiler table 0 1 2 3 4 5
/// let q = logical_product(layout!((_2, _2):(_4, _1)), layout!(_6:_1));
/// assert_eq!(q.to_string(), "((_2,_2),(_2,_3)):((_4,_1),(_2,_8))");
/// assert_eq!((0..8).map(|i| q.at(i)).collect::<Vec<_>>(), [0, 4, 1, 5, 2, 6, 3, 7]);
/// ```
#[inline(always)]
pub fn logical_product<A, B: Repeats<A, Out = R>, R>(block: A, tiler: B) -> R {
    tiler.logical_product_of(block)
}

/// [`logical_product`] as CuTe has it: by mode, copies may share offsets.
///
/// | | |
/// |---|---|
/// | precondition | that of [`logical_product`], but copies by mode may meet |
/// | error | that of [`logical_product`], but for copies by mode that share an offset |
/// | rule | as [`logical_product`], without the promise that it is injective |
/// | difference from CuTe | none: this is CuTe's answer |
///
/// ```
/// use azulejo_layout::{layout, logical_product_unchecked, tile};
/// let q = logical_product_unchecked(layout!((_2, _2):(_1, _2)), tile!(_2, _2));
/// assert_eq!(q.to_string(), "((_2,_2),(_2,_2)):((_1,_2),(_2,_1))"); // 2 twice
/// ```
#[inline(always)]
pub fn logical_product_unchecked<A, B: Repeats<A, Out = R>, R>(block: A, tiler: B) -> R {
    tiler.logical_product_unchecked_of(block)
}

impl<S, D> Layout<S, D> {
    /// See [`logical_product`].
    #[inline(always)]
    pub fn logical_product<B: Repeats<Self, Out = R>, R>(self, tiler: B) -> R {
        tiler.logical_product_of(self)
    }
}
