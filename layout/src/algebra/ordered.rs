//! `make_ordered_layout`, `make_layout_like`, `make_fragment_like`: compact strides in a given order.
//!
//! Length: three constructors over one sort of the leaves; apart they would repeat its traits.

use super::filter::FilterZeros;
use super::logical_divide::Sizes;
use super::tiled_divide::Spread;
use super::zipped_product::ZipProductTree;
use crate::int::{Bool, C, IMul, Inc, KeyLess, Leaf, No, OrderKey, Yes};
use crate::layout::{AnyLayout, CompactLeft, LayoutLeft, LayoutOf, LayoutRight, layout_of};
use crate::tree::{Cons, Flatten, Lf, Ly, M, Native, Nil, Size, Tree};
use typenum::{B1, UInt, UTerm};

type One = C<UInt<UTerm, B1>>;

/// Sort keys of a tree of orders: static values in order of size, then of position, dynamic ones after them in order of
/// position. `Pos` counts the leaves before the tree.
pub trait Keys<Pos> {
    /// The tree of keys.
    type Out: Copy;
    /// The number of leaves before and in the tree.
    type Next;
}
impl<X, Pos> Keys<Pos> for Lf<X>
where
    X: OrderKey<Pos>,
    Pos: Inc,
{
    type Out = Lf<<X as OrderKey<Pos>>::Key>;
    type Next = <Pos as Inc>::Out;
}
impl<Pos> Keys<Pos> for Nil {
    type Out = Nil;
    type Next = Pos;
}
impl<H, T, Pos> Keys<Pos> for Cons<H, T>
where
    H: Keys<Pos>,
    T: Keys<<H as Keys<Pos>>::Next>,
{
    type Out = Cons<<H as Keys<Pos>>::Out, <T as Keys<<H as Keys<Pos>>::Next>>::Out>;
    type Next = <T as Keys<<H as Keys<Pos>>::Next>>::Next;
}

/// Pairs each key of the order tree `K` with the size of the subtree of sizes `Self` that it orders: a tree of
/// `M<size, key>`.
#[diagnostic::on_unimplemented(
    message = "this order does not fit the shape",
    label = "the sizes `{Self}` meet the orders `{K}`",
    note = "an order has one entry per mode of the shape: `make_ordered_layout(shape!(_4, _8), shape!(_1, _0))`"
)]
pub trait Ranked<K> {
    /// The tree.
    type Out: Copy;
    /// Computes it.
    fn ranked(self) -> Self::Out;
}
impl<S: Size, K: Copy + Default> Ranked<Lf<K>> for S {
    type Out = M<<S as Size>::Out, K>;
    #[inline(always)]
    fn ranked(self) -> Self::Out {
        M(self.size(), K::default())
    }
}
impl Ranked<Nil> for Nil {
    type Out = Nil;
    #[inline(always)]
    fn ranked(self) -> Nil {
        Nil
    }
}
impl<H, T, K, J> Ranked<Cons<K, J>> for Cons<H, T>
where
    H: Ranked<K>,
    T: Ranked<J>,
{
    type Out = Cons<<H as Ranked<K>>::Out, <T as Ranked<J>>::Out>;
    #[inline(always)]
    fn ranked(self) -> Self::Out {
        Cons(self.0.ranked(), self.1.ranked())
    }
}

/// The product of the sizes in the list `Self` whose key is below `K`.
pub trait Below<K> {
    /// The product.
    type Out: Copy;
    /// Computes it.
    fn below(self) -> Self::Out;
}
impl<K> Below<K> for Nil {
    type Out = One;
    #[inline(always)]
    fn below(self) -> One {
        C::NEW
    }
}
impl<S, Q, T, K> Below<K> for Cons<M<S, Q>, T>
where
    S: Copy,
    Q: KeyLess<K>,
    T: Below<K>,
    <<Q as KeyLess<K>>::Out as Bool>::Pick<S, One>: IMul<<T as Below<K>>::Out>,
{
    type Out = <<<Q as KeyLess<K>>::Out as Bool>::Pick<S, One> as IMul<<T as Below<K>>::Out>>::Out;
    #[inline(always)]
    fn below(self) -> Self::Out {
        <<Q as KeyLess<K>>::Out as Bool>::pick(self.0.0, C::NEW).mul(<T as Below<K>>::below(self.1))
    }
}

/// Strides of the tree of sizes `Self`: each subtree under a key `K` is compact from the product of all sizes of
/// smaller keys in the list `R`.
pub trait OrderedTree<K, R> {
    /// The tree of modes.
    type Out: Copy;
    /// Computes it.
    fn ordered(self, reference: R) -> Self::Out;
}
impl<S, K, R> OrderedTree<Lf<K>, R> for S
where
    R: Below<K>,
    S: CompactLeft<<R as Below<K>>::Out>,
{
    type Out = <S as CompactLeft<<R as Below<K>>::Out>>::Out;
    #[inline(always)]
    fn ordered(self, reference: R) -> Self::Out {
        self.left(<R as Below<K>>::below(reference)).0
    }
}
impl<R> OrderedTree<Nil, R> for Nil {
    type Out = Nil;
    #[inline(always)]
    fn ordered(self, _: R) -> Nil {
        Nil
    }
}
impl<H, T, K, J, R: Copy> OrderedTree<Cons<K, J>, R> for Cons<H, T>
where
    H: OrderedTree<K, R>,
    T: OrderedTree<J, R>,
{
    type Out = Cons<<H as OrderedTree<K, R>>::Out, <T as OrderedTree<J, R>>::Out>;
    #[inline(always)]
    fn ordered(self, reference: R) -> Self::Out {
        Cons(self.0.ordered(reference), self.1.ordered(reference))
    }
}

/// The tree of sizes `Self` with compact strides in the order of the tree `O`.
#[diagnostic::on_unimplemented(
    message = "this order does not fit the shape",
    note = "an order has one entry per mode of the shape: `make_ordered_layout(shape!(_4, _8), shape!(_1, _0))`"
)]
pub trait ByOrder<O> {
    /// The tree of modes.
    type Out: Copy;
    /// Computes it.
    fn by_order(self) -> Self::Out;
}
type KeysOf<O> = <O as Keys<UTerm>>::Out;
type RankedOf<S, O> = <S as Ranked<KeysOf<O>>>::Out;
type Reference<S, O> = <RankedOf<S, O> as Flatten<Nil>>::Out;
#[diagnostic::do_not_recommend]
impl<S, O> ByOrder<O> for S
where
    O: Keys<UTerm>,
    S: Ranked<KeysOf<O>> + OrderedTree<KeysOf<O>, Reference<S, O>> + Copy,
    RankedOf<S, O>: Flatten<Nil>,
{
    type Out = <S as OrderedTree<KeysOf<O>, Reference<S, O>>>::Out;
    #[inline(always)]
    fn by_order(self) -> Self::Out {
        self.ordered(self.ranked().flatten(Nil))
    }
}

/// The order of the modes of a compact layout of the shape `S`: a tree, [`LayoutLeft`] or [`LayoutRight`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not order the modes of the shape `{S}`",
    note = "an order is `LayoutLeft`, `LayoutRight`, or a tree with one entry per mode, smallest first"
)]
pub trait ModeOrder<S> {
    /// The layout's tree of modes.
    type Out: Copy;
    /// Computes it, for a tree of sizes.
    fn order(self, shape: S) -> Self::Out;
}
impl<S: CompactLeft<One>> ModeOrder<S> for LayoutLeft {
    type Out = <S as CompactLeft<One>>::Out;
    #[inline(always)]
    fn order(self, shape: S) -> Self::Out {
        shape.left(C::NEW).0
    }
}
impl<S: crate::layout::CompactRight<One>> ModeOrder<S> for LayoutRight {
    type Out = <S as crate::layout::CompactRight<One>>::Out;
    #[inline(always)]
    fn order(self, shape: S) -> Self::Out {
        shape.right(C::NEW).0
    }
}
impl<S: ByOrder<Lf<X>>, X> ModeOrder<S> for Lf<X> {
    type Out = <S as ByOrder<Lf<X>>>::Out;
    #[inline(always)]
    fn order(self, shape: S) -> Self::Out {
        shape.by_order()
    }
}
impl<S: ByOrder<Cons<X, Y>>, X, Y> ModeOrder<S> for Cons<X, Y> {
    type Out = <S as ByOrder<Cons<X, Y>>>::Out;
    #[inline(always)]
    fn order(self, shape: S) -> Self::Out {
        shape.by_order()
    }
}

/// The compact layout of `shape` whose strides grow in the order of `order`, the mode of the smallest value fastest.
///
/// | | |
/// |---|---|
/// | precondition | the order has one entry per mode (or per nested mode) |
/// | error | an order of another rank does not compile |
/// | law | each mode's stride is the product of the sizes of all modes before it in the order; always compact, so always injective |
/// | difference from CuTe | equal static values are taken from left to right; CuTe gives their modes one stride, so that elements share offsets |
///
/// Dynamic order values sort after all static ones, from left to right too.
///
/// ```
/// use azulejo_layout::{make_ordered_layout, shape};
/// // row-major: the second mode is fastest, table 0 8 16 24 1 9 …
/// assert_eq!(make_ordered_layout(shape!(_4, _8), shape!(_1, _0)).to_string(), "(_4,_8):(_8,_1)");
/// assert_eq!(make_ordered_layout(shape!(_3, _2, 5), shape!(_2, _0, _1)).to_string(), "(_3,_2,5):(10,_1,_2)");
/// // CuTe: (_2,_4,_8):(_1,_1,_8), whose first two modes lie on top of each other
/// assert_eq!(make_ordered_layout(shape!(_2, _4, _8), shape!(_0, _0, _1)).to_string(), "(_2,_4,_8):(_1,_2,_8)");
/// ```
#[inline(always)]
pub fn make_ordered_layout<S, O: Orders<S, Out = R>, R>(shape: S, order: O) -> R {
    order.ordered_layout(shape)
}

/// What orders the modes of a shape `S`: a tree with one entry per mode, [`LayoutLeft`] or [`LayoutRight`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not order the modes of the shape `{S}`",
    note = "an order is `LayoutLeft`, `LayoutRight`, or a tree with one entry per mode, smallest first: `make_ordered_layout(shape!(_4, _8), shape!(_1, _0))`"
)]
pub trait Orders<S> {
    /// The compact layout.
    type Out;
    /// Computes it.
    fn ordered_layout(self, shape: S) -> Self::Out;
}
#[diagnostic::do_not_recommend]
impl<S, O> Orders<S> for O
where
    S: Tree,
    O: OrderSpec,
    <O as OrderSpec>::L: ModeOrder<<S as Tree>::L>,
    <<O as OrderSpec>::L as ModeOrder<<S as Tree>::L>>::Out: Native,
{
    type Out = LayoutOf<<<O as OrderSpec>::L as ModeOrder<<S as Tree>::L>>::Out>;
    #[inline(always)]
    fn ordered_layout(self, shape: S) -> Self::Out {
        layout_of(self.spec().order(shape.tree()))
    }
}

/// A native order: a tree, [`LayoutLeft`] or [`LayoutRight`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no order of modes",
    note = "an order is `LayoutLeft`, `LayoutRight`, or a tree with one entry per mode, smallest first"
)]
pub trait OrderSpec {
    /// The internal order.
    type L: Copy;
    /// Converts.
    fn spec(self) -> Self::L;
}
impl OrderSpec for LayoutLeft {
    type L = LayoutLeft;
    #[inline(always)]
    fn spec(self) -> LayoutLeft {
        self
    }
}
impl OrderSpec for LayoutRight {
    type L = LayoutRight;
    #[inline(always)]
    fn spec(self) -> LayoutRight {
        self
    }
}
macro_rules! leaf {
    ({$($g:tt)*} $t:ty) => {
        impl<$($g)*> OrderSpec for $t {
            type L = Lf<$t>;
            #[inline(always)]
            fn spec(self) -> Lf<$t> {
                Lf(self)
            }
        }
    };
}
crate::int::for_integers!(leaf);
macro_rules! tuple {
    ($($a:ident $b:ident $i:tt),*) => {
        impl<$($a: Tree),*> OrderSpec for ($($a,)*) {
            type L = <Self as Tree>::L;
            #[inline(always)]
            fn spec(self) -> Self::L {
                self.tree()
            }
        }
    };
}
crate::tree::for_tuples!(tuple);

/// The strides of a tree of modes as a tree of leaves.
pub trait StrideTree {
    /// The tree.
    type Out: Copy;
}
impl<S, D: Copy> StrideTree for M<S, D> {
    type Out = Lf<D>;
}
impl StrideTree for Nil {
    type Out = Nil;
}
impl<H: StrideTree, T: StrideTree> StrideTree for Cons<H, T> {
    type Out = Cons<H::Out, T::Out>;
}
/// The tree `Self` with its sizes replaced by those of the congruent tree `R`.
pub trait WithSizes<R> {
    /// The tree.
    type Out: Copy;
    /// Computes it.
    fn with_sizes(self, r: R) -> Self::Out;
}
impl<S, D: Copy, R: Copy, E> WithSizes<M<R, E>> for M<S, D> {
    type Out = M<R, D>;
    #[inline(always)]
    fn with_sizes(self, r: M<R, E>) -> Self::Out {
        M(r.0, self.1)
    }
}
impl WithSizes<Nil> for Nil {
    type Out = Nil;
    #[inline(always)]
    fn with_sizes(self, _: Nil) -> Nil {
        Nil
    }
}
impl<H: WithSizes<I>, T: WithSizes<J>, I, J> WithSizes<Cons<I, J>> for Cons<H, T> {
    type Out = Cons<H::Out, T::Out>;
    #[inline(always)]
    fn with_sizes(self, r: Cons<I, J>) -> Self::Out {
        Cons(self.0.with_sizes(r.0), self.1.with_sizes(r.1))
    }
}

/// A tree of modes with compact strides in the order of its own.
#[diagnostic::on_unimplemented(
    message = "no compact layout like this one can be made in types",
    note = "`make_layout_like` takes a layout of integer strides"
)]
pub trait LikeTree {
    /// The tree of modes.
    type Out: Copy;
    /// Computes it.
    fn like(self) -> Self::Out;
}
type Sized_<L> = <<L as FilterZeros>::Out as Sizes>::Out;
type Again<L> = <Sized_<L> as ByOrder<<L as StrideTree>::Out>>::Out;
#[diagnostic::do_not_recommend]
impl<L> LikeTree for L
where
    L: FilterZeros + StrideTree + Copy,
    <L as FilterZeros>::Out: Sizes,
    Sized_<L>: ByOrder<<L as StrideTree>::Out>,
    Again<L>: WithSizes<L>,
{
    type Out = <Again<L> as WithSizes<L>>::Out;
    #[inline(always)]
    fn like(self) -> Self::Out {
        self.filter_zeros().sizes().by_order().with_sizes(self)
    }
}

/// The compact layout of the same shape whose strides are ordered as the layout's; static zero strides stay.
///
/// | | |
/// |---|---|
/// | precondition | integer strides |
/// | error | basis strides do not compile |
/// | law | congruent to the layout, compact but for its zero strides |
/// | difference from CuTe | equal strides are taken from left to right, where CuTe's modes share offsets |
///
/// ```
/// use azulejo_layout::{layout, make_layout_like};
/// // 0 3 6 … with holes becomes 0 8 16 …
/// assert_eq!(make_layout_like(layout!((_4, _8):(_24, _3))).to_string(), "(_4,_8):(_8,_1)");
/// assert_eq!(make_layout_like(layout!((_4, _8):(_0, _3))).to_string(), "(_4,_8):(_0,_1)");
/// ```
#[inline(always)]
pub fn make_layout_like<L: AnyLayout>(layout: L) -> LayoutOf<<L::L as LikeTree>::Out>
where
    L::L: LikeTree,
    <L::L as LikeTree>::Out: Native,
{
    layout_of(layout.modes().like())
}

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
    /// Computes it.
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
/// | law | compact when the static strides of the other modes are distinct; mode 0 is contiguous |
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
