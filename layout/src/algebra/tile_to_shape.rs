//! `tile_to_shape`: a block repeated until it fills a shape.

use super::blocked_product::{PadLike, PaddedProduct, PairModes};
use super::logical_divide::Sizes;
use super::ordered::{ModeOrder, OrderSpec};
use super::product_each::ProductEach;
use crate::int::{CeilDiv, IMod, Int, No};
use crate::layout::Domain;
use crate::tree::{Cons, Lf, Native, Nil, Tree, empty};

/// A list of sizes divided by a list of block sizes, which must divide them where both are static.
pub trait BlockCount<B> {
    /// The list of counts.
    type Out: Copy;
    fn block_count(self, b: B) -> Self::Out;
}
empty!(BlockCount<Nil>::block_count(Nil));
impl<X, T, Y, R> BlockCount<Cons<Lf<Y>, R>> for Cons<Lf<X>, T>
where
    X: CeilDiv<Y> + IMod<Y> + Copy,
    Y: Copy,
    <X as IMod<Y>>::Out: Int,
    <<X as IMod<Y>>::Out as Int>::IsZero:
        OrDynamic<<<X as IMod<Y>>::Out as crate::int::Leaf>::IsStatic>,
    T: BlockCount<R>,
{
    type Out = Cons<Lf<<X as CeilDiv<Y>>::Out>, <T as BlockCount<R>>::Out>;
    #[inline(always)]
    fn block_count(self, b: Cons<Lf<Y>, R>) -> Self::Out {
        let remainder = self.0.0.rem(b.0.0).value();
        assert!(
            remainder == 0,
            "tile_to_shape: a mode of the block does not divide the target shape: remainder {remainder}"
        );
        Cons(Lf(self.0.0.ceil_div(b.0.0)), self.1.block_count(b.1))
    }
}
/// `Self = Yes`, or a remainder that is not static.
#[diagnostic::on_unimplemented(
    message = "the block does not divide the target shape",
    note = "`tile_to_shape` needs each size of the target to be a multiple of the block's size in that mode"
)]
pub trait OrDynamic<IsStatic> {}
impl<S> OrDynamic<S> for crate::int::Yes {}
impl OrDynamic<No> for No {}

/// The block `Self` repeated to fill the list of sizes `T` in the order `O`.
#[diagnostic::on_unimplemented(
    message = "this block cannot be repeated to fill the target shape",
    note = "the rank of the block must not exceed that of the target, each of its sizes must divide the target's, and the order needs one entry per mode"
)]
pub trait FillShape<T, O> {
    /// The modes of the result.
    type Out: Copy;
    fn fill_shape(self, target: T, order: O) -> Self::Out;
}
type Top<T> = <<T as TopSizes>::Out as ProductEach>::Out;
type Padded<L, T> = <L as PadLike<Top<T>>>::Out;
type BlockShape<L, T> = <<Padded<L, T> as Sizes>::Out as ProductEach>::Out;
type BlockSizes<L, T> = <BlockShape<L, T> as TopSizes>::Out;
type Counts<L, T> = <Top<T> as BlockCount<BlockSizes<L, T>>>::Out;
type Grid<L, T, O> = <O as ModeOrder<Counts<L, T>>>::Out;
type Block<L, T, O> = <Grid<L, T, O> as PaddedProduct<Padded<L, T>>>::Block;
type Rest<L, T, O> = <Grid<L, T, O> as PaddedProduct<Padded<L, T>>>::Rest;
#[diagnostic::do_not_recommend]
impl<L, T, O> FillShape<T, O> for L
where
    T: TopSizes,
    <T as TopSizes>::Out: ProductEach,
    L: PadLike<Top<T>>,
    BlockShape<L, T>: TopSizes,
    Padded<L, T>: Sizes + Copy,
    <Padded<L, T> as Sizes>::Out: ProductEach,
    Top<T>: BlockCount<BlockSizes<L, T>> + Copy,
    O: ModeOrder<Counts<L, T>>,
    Grid<L, T, O>: PaddedProduct<Padded<L, T>>,
    Block<L, T, O>: PairModes<Rest<L, T, O>>,
{
    type Out = <Block<L, T, O> as PairModes<Rest<L, T, O>>>::Out;
    #[inline(always)]
    fn fill_shape(self, target: T, order: O) -> Self::Out {
        let sizes = target.top_sizes().product_each();
        let padded = self.pad_like(sizes);
        let counts = sizes.block_count(padded.sizes().product_each().top_sizes());
        let (block, rest) = order.order(counts).padded_product(padded);
        block.pair_modes(rest)
    }
}
/// A tree of sizes as a list: an integer is a list of one.
pub trait TopSizes {
    /// The list.
    type Out: Copy;
    fn top_sizes(self) -> Self::Out;
}
impl<X: Copy> TopSizes for Lf<X> {
    type Out = Cons<Lf<X>, Nil>;
    #[inline(always)]
    fn top_sizes(self) -> Self::Out {
        Cons(self, Nil)
    }
}
impl<H: Copy, T: Copy> TopSizes for Cons<H, T> {
    type Out = Self;
    #[inline(always)]
    fn top_sizes(self) -> Self {
        self
    }
}

/// The type of [`tile_to_shape`]`(block, target, order)`.
///
/// ```
/// use azulejo_layout::{Layout, LayoutRight, TileToShape, ints::*};
/// type Tile = TileToShape<Layout<(_2, _2), (_1, _2)>, (_4, _6), LayoutRight>;
/// assert_eq!(Tile::default().to_string(), "((_2,_2),(_2,_3)):((_1,_12),(_2,_4))");
/// ```
pub type TileToShape<L, S, O> = <L as Domain>::With<Filled<L, S, O>>;

type Filled<L, S, O> = <<L as Domain>::L as FillShape<<S as Tree>::L, <O as OrderSpec>::L>>::Out;

/// The block repeated to fill `target`: a [`blocked_product`](crate::blocked_product) with the grid of copies in the
/// given order ([`LayoutLeft`](crate::LayoutLeft), [`LayoutRight`](crate::LayoutRight) or a tree of orders).
///
/// | | |
/// |---|---|
/// | precondition | `rank(block) <= rank(target)` and each size of the block divides the target's: compile errors where static, a panic with the remainder where dynamic |
/// | rule | mode `i` has size `target_i`; `compatible(target, shape(result))` |
/// | difference from CuTe | dynamic sizes that do not divide are rejected, too |
///
/// ```
/// use azulejo_layout::{LayoutRight, layout, shape, tile_to_shape};
/// // 2x2 blocks over a 4x6 matrix, blocks row by row
/// let l = tile_to_shape(layout!((_2, _2):(_1, _2)), shape!(_4, _6), LayoutRight);
/// assert_eq!(l.to_string(), "((_2,_2),(_2,_3)):((_1,_12),(_2,_4))");
/// ```
#[inline(always)]
pub fn tile_to_shape<L, S, O>(block: L, target: S, order: O) -> <L as Domain>::With<Filled<L, S, O>>
where
    L: Domain,
    S: Tree,
    O: OrderSpec,
    <L as Domain>::L: FillShape<<S as Tree>::L, <O as OrderSpec>::L>,
    Filled<L, S, O>: Native,
{
    block.with(block.domain().fill_shape(target.tree(), order.spec()))
}
