//! `make_fragment_like`: the compact layout of a register fragment.

use super::filter::FilterZeros;
use super::layout_like::{StrideTree, WithSizes};
use super::logical_divide::Sizes;
use super::ordered::ByOrder;
use super::tiled_divide::Spread;
use super::zipped_product::ZipProductTree;
use crate::int::{Bool, C, Leaf, No, Yes};
use crate::layout::{AnyLayout, CompactLeft, LayoutOf, layout_of};
use crate::tree::{Cons, Lf, Ly, M, Native, Nil};
use typenum::{B1, UInt, UTerm};

type One = C<UInt<UTerm, B1>>;

/// A tree of modes as a register fragment: the first mode column-major, the others in the order of their strides.
#[diagnostic::on_unimplemented(
    message = "no register fragment like this layout can be made in types",
    note = "`make_fragment_like` takes a layout of integer strides"
)]
pub trait FragmentTree {
    /// The tree of modes.
    type Out: Copy;
    /// Computes it.
    fn fragment(self) -> Self::Out;
}
impl<S, D> FragmentTree for M<S, D>
where
    Lf<S>: CompactLeft<One>,
    S: Copy,
{
    type Out = <Lf<S> as CompactLeft<One>>::Out;
    #[inline(always)]
    fn fragment(self) -> Self::Out {
        Lf(self.0).left(C::NEW).0
    }
}
impl<H, T> FragmentTree for Cons<H, T>
where
    Cons<H, T>: Sizes + Copy,
    <Cons<H, T> as Sizes>::Out: ShapeStatic,
    T: FragmentTail<H, <<Cons<H, T> as Sizes>::Out as ShapeStatic>::Out>,
    H: Copy,
{
    type Out = <T as FragmentTail<H, <<Cons<H, T> as Sizes>::Out as ShapeStatic>::Out>>::Out;
    #[inline(always)]
    fn fragment(self) -> Self::Out {
        self.1.fragment_tail(self.0)
    }
}
/// Whether all sizes of a tree are static.
pub trait ShapeStatic {
    /// The answer.
    type Out: Bool;
}
impl<X: Leaf> ShapeStatic for Lf<X> {
    type Out = X::IsStatic;
}
impl ShapeStatic for Nil {
    type Out = Yes;
}
impl<H: ShapeStatic, T: ShapeStatic> ShapeStatic for Cons<H, T> {
    type Out = <H::Out as Bool>::And<T::Out>;
}
/// The fragment of the mode `H` in front of the tail `Self`; `Fixed` says whether the shape is static.
pub trait FragmentTail<H, Fixed> {
    /// The tree of modes.
    type Out: Copy;
    fn fragment_tail(self, h: H) -> Self::Out;
}
impl<H, Fixed> FragmentTail<H, Fixed> for Nil
where
    Cons<H, Nil>: Sizes,
    <Cons<H, Nil> as Sizes>::Out: CompactLeft<One>,
{
    type Out = <<Cons<H, Nil> as Sizes>::Out as CompactLeft<One>>::Out;
    #[inline(always)]
    fn fragment_tail(self, h: H) -> Self::Out {
        Cons(h, Nil).sizes().left(C::NEW).0
    }
}
impl<H, I, T> FragmentTail<H, No> for Cons<I, T>
where
    Cons<H, Cons<I, T>>: Sizes,
    <Cons<H, Cons<I, T>> as Sizes>::Out: CompactLeft<One>,
{
    type Out = <<Cons<H, Cons<I, T>> as Sizes>::Out as CompactLeft<One>>::Out;
    #[inline(always)]
    fn fragment_tail(self, h: H) -> Self::Out {
        Cons(h, self).sizes().left(C::NEW).0
    }
}
type HeadSizes<H> = <<H as FilterZeros>::Out as Sizes>::Out;
type HeadCompact<H> = <HeadSizes<H> as CompactLeft<One>>::Out;
type HeadLeft<H> = <HeadCompact<H> as WithSizes<H>>::Out;
type TailOrdered<I, T> =
    <<Cons<I, T> as Sizes>::Out as ByOrder<<Cons<I, T> as StrideTree>::Out>>::Out;
type HeadTimesTail<I, T> = Ly<TailOrdered<I, T>>;
type FragmentRest<H, I, T> = <HeadTimesTail<I, T> as ZipProductTree<HeadLeft<H>>>::Rest;
impl<H, I, T> FragmentTail<H, Yes> for Cons<I, T>
where
    H: FilterZeros + Copy,
    <H as FilterZeros>::Out: Sizes,
    HeadSizes<H>: CompactLeft<One>,
    HeadCompact<H>: WithSizes<H>,
    Cons<I, T>: Sizes + StrideTree + Copy,
    <Cons<I, T> as Sizes>::Out: ByOrder<<Cons<I, T> as StrideTree>::Out>,
    HeadTimesTail<I, T>: ZipProductTree<HeadLeft<H>>,
    FragmentRest<H, I, T>: Spread,
{
    type Out = Cons<
        <HeadTimesTail<I, T> as ZipProductTree<HeadLeft<H>>>::Block,
        <FragmentRest<H, I, T> as Spread>::Out,
    >;
    #[inline(always)]
    fn fragment_tail(self, h: H) -> Self::Out {
        let head = h.filter_zeros().sizes().left(C::NEW).0.with_sizes(h);
        let (block, rest) = Ly(self.sizes().by_order()).zip_product_tree(head);
        Cons(block, rest.spread())
    }
}

/// The compact layout of a register fragment for `layout`: mode 0 (what one instruction takes) column-major, the
/// other modes after it in the order of their strides.
///
/// | | |
/// |---|---|
/// | precondition | integer strides; a dynamic shape gives plain column-major strides |
/// | error | basis strides do not compile |
/// | rule | compact when the static strides of the other modes are distinct; mode 0 is contiguous |
/// | difference from CuTe | none |
///
/// ```
/// use azulejo_layout::{layout, make_fragment_like};
/// assert_eq!(
///     make_fragment_like(layout!(((_5, _2), _3, _5):((_30, 15), _5, _1))).to_string(),
///     "((_5,_2),_3,_5):((_1,_5),_50,_10)"
/// );
/// ```
#[inline(always)]
pub fn make_fragment_like<L: AnyLayout>(layout: L) -> LayoutOf<<L::L as FragmentTree>::Out>
where
    L::L: FragmentTree,
    <L::L as FragmentTree>::Out: Native,
{
    layout_of(layout.modes().fragment())
}
