//! `make_ordered_layout`: compact strides in a given order.

use crate::int::{Bool, C, IMul, Inc, KeyLess, OrderKey};
use crate::layout::{CompactLeft, LayoutLeft, LayoutOf, LayoutRight, layout_of};
use crate::tree::{Cons, Flatten, Lf, M, Native, Nil, Size, Tree, empty};
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
    fn ranked(self) -> Self::Out;
}
impl<S: Size, K: Copy + Default> Ranked<Lf<K>> for S {
    type Out = M<<S as Size>::Out, K>;
    #[inline(always)]
    fn ranked(self) -> Self::Out {
        M(self.size(), K::default())
    }
}
empty!(Ranked<Nil>::ranked());
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
empty!([R] OrderedTree<Nil, R>::ordered(R));
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
/// | rule | each mode's stride is the product of the sizes of all modes before it in the order; always compact, so always injective |
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
    message = "`{Self}` is not an order of modes",
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
