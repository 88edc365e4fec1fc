//! `blocked_product`, `raked_product`: a block repeated mode by mode, whole or interleaved.

use super::logical_product::ProductTree;
use super::zipped_divide::Halves;
use crate::layout::{AnyLayout, Layout, LayoutOf, layout_of};
use crate::tree::{Cons, Lf, Ly, M, Native, Nil, UnitMode, empty};

/// The tree `Self` padded with unit modes to the rank of the tree `R`, if that is larger.
pub trait PadLike<R> {
    /// The padded tree.
    type Out: Copy;
    fn pad_like(self, other: R) -> Self::Out;
}
macro_rules! unpadded {
    ($($r:ty, [$($g:ident)*];)*) => {$(
        impl<S: Copy, D: Copy, $($g),*> PadLike<$r> for M<S, D> {
            type Out = Self;
            #[inline(always)]
            fn pad_like(self, _: $r) -> Self {
                self
            }
        }
    )*};
}
unpadded! {
    M<R, E>, [R E];
    Lf<X>, [X];
    Nil, [];
    Cons<I, Nil>, [I];
}
impl<S: Copy, D: Copy, I, J, R> PadLike<Cons<I, Cons<J, R>>> for M<S, D>
where
    Nil: PadLike<Cons<J, R>>,
{
    type Out = Cons<M<S, D>, <Nil as PadLike<Cons<J, R>>>::Out>;
    #[inline(always)]
    fn pad_like(self, other: Cons<I, Cons<J, R>>) -> Self::Out {
        Cons(self, Nil.pad_like(other.1))
    }
}
impl<H: Copy, T: Copy, S, D> PadLike<M<S, D>> for Cons<H, T> {
    type Out = Self;
    #[inline(always)]
    fn pad_like(self, _: M<S, D>) -> Self {
        self
    }
}
impl<H: Copy, T: Copy, X> PadLike<Lf<X>> for Cons<H, T> {
    type Out = Self;
    #[inline(always)]
    fn pad_like(self, _: Lf<X>) -> Self {
        self
    }
}
empty!(PadLike<Nil>::pad_like(Nil));
impl<I, R: Copy> PadLike<Cons<I, R>> for Nil
where
    Nil: PadLike<R>,
{
    type Out = Cons<UnitMode, <Nil as PadLike<R>>::Out>;
    #[inline(always)]
    fn pad_like(self, other: Cons<I, R>) -> Self::Out {
        Cons(UnitMode::default(), self.pad_like(other.1))
    }
}
impl<H: Copy, T: Copy> PadLike<Nil> for Cons<H, T> {
    type Out = Self;
    #[inline(always)]
    fn pad_like(self, _: Nil) -> Self {
        self
    }
}
impl<H: Copy, T, I, R> PadLike<Cons<I, R>> for Cons<H, T>
where
    T: PadLike<R>,
{
    type Out = Cons<H, <T as PadLike<R>>::Out>;
    #[inline(always)]
    fn pad_like(self, other: Cons<I, R>) -> Self::Out {
        Cons(self.0, self.1.pad_like(other.1))
    }
}

/// Two lists zipped into a list of pairs.
pub trait Pairs<R> {
    /// The pairs `(a, b)`.
    type Out: Copy;
    fn pairs(self, other: R) -> Self::Out;
}
empty!(Pairs<Nil>::pairs(Nil));
impl<H: Copy, T, I: Copy, R> Pairs<Cons<I, R>> for Cons<H, T>
where
    T: Pairs<R>,
{
    type Out = Cons<Cons<H, Cons<I, Nil>>, <T as Pairs<R>>::Out>;
    #[inline(always)]
    fn pairs(self, other: Cons<I, R>) -> Self::Out {
        Cons(Cons(self.0, Cons(other.0, Nil)), self.1.pairs(other.1))
    }
}

impl<H: Copy, S: Copy, D: Copy> Pairs<M<S, D>> for Cons<H, Nil> {
    type Out = Cons<Cons<H, Cons<M<S, D>, Nil>>, Nil>;
    #[inline(always)]
    fn pairs(self, other: M<S, D>) -> Self::Out {
        Cons(Cons(self.0, Cons(other, Nil)), Nil)
    }
}

/// Block and repetition paired mode by mode. Beside a single mode the second stands whole.
pub trait PairModes<R> {
    /// The pairs.
    type Out: Copy;
    fn pair_modes(self, other: R) -> Self::Out;
}
impl<S: Copy, D: Copy, R: Copy> PairModes<R> for M<S, D> {
    type Out = Cons<Cons<M<S, D>, Cons<R, Nil>>, Nil>;
    #[inline(always)]
    fn pair_modes(self, other: R) -> Self::Out {
        Cons(Cons(self, Cons(other, Nil)), Nil)
    }
}
impl<H, T, R> PairModes<R> for Cons<H, T>
where
    Cons<H, T>: Pairs<R>,
{
    type Out = <Cons<H, T> as Pairs<R>>::Out;
    #[inline(always)]
    fn pair_modes(self, other: R) -> Self::Out {
        self.pairs(other)
    }
}

/// The block `A` and the repetition `Self` of the product of their trees, both padded to the same rank, as lists.
#[diagnostic::on_unimplemented(
    message = "this block cannot be repeated by this tiler",
    note = "the block needs static strides once it has more than one mode, and modes that do not overlap"
)]
pub trait PaddedProduct<A> {
    /// The modes of the block.
    type Block: Copy;
    /// The modes of the repetition.
    type Rest: Copy;
    fn padded_product(self, a: A) -> (Self::Block, Self::Rest);
}
type Pad<A, B> = <A as PadLike<B>>::Out;
type Product<A, B> = <Ly<Pad<B, A>> as ProductTree<Pad<A, B>>>::Out;
#[diagnostic::do_not_recommend]
impl<A, B> PaddedProduct<A> for B
where
    A: PadLike<B> + Copy,
    B: PadLike<A> + Copy,
    Ly<Pad<B, A>>: ProductTree<Pad<A, B>>,
    Product<A, B>: Halves,
{
    type Block = <Product<A, B> as Halves>::Tile;
    type Rest = <Product<A, B> as Halves>::Rest;
    #[inline(always)]
    fn padded_product(self, a: A) -> (Self::Block, Self::Rest) {
        Ly(self.pad_like(a)).product_tree(a.pad_like(self)).halves()
    }
}

type BlockOf<A, B> = <<B as AnyLayout>::L as PaddedProduct<<A as AnyLayout>::L>>::Block;
type RestOf<A, B> = <<B as AnyLayout>::L as PaddedProduct<<A as AnyLayout>::L>>::Rest;

macro_rules! product {
    ($tr:ident $f:ident, $first:ident $second:ident, $a:ident $b:ident, $text:literal) => {
        #[doc = $text]
        #[diagnostic::on_unimplemented(
            message = "`{A}` cannot be repeated by `{Self}`",
            note = "the block needs static strides once it has more than one mode, and modes that do not overlap"
        )]
        pub trait $tr<A>: Copy {
            /// The product.
            type Out;
            /// Computes it.
            fn $f(self, a: A) -> Self::Out;
        }
        #[diagnostic::do_not_recommend]
        impl<A, B> $tr<A> for B
        where
            A: AnyLayout,
            B: AnyLayout,
            <B as AnyLayout>::L: PaddedProduct<<A as AnyLayout>::L>,
            $first<A, B>: PairModes<$second<A, B>>,
            <$first<A, B> as PairModes<$second<A, B>>>::Out: Native,
        {
            type Out = LayoutOf<<$first<A, B> as PairModes<$second<A, B>>>::Out>;
            #[inline(always)]
            fn $f(self, a: A) -> Self::Out {
                let (block, rest) = self.modes().padded_product(a.modes());
                let ($a, $b) = (block, rest);
                layout_of(product!(@order $a $b $first))
            }
        }
    };
    (@order $a:ident $b:ident BlockOf) => { $a.pair_modes($b) };
    (@order $a:ident $b:ident RestOf) => { $b.pair_modes($a) };
}

product! { BlockedRepeats blocked_product_of, BlockOf RestOf, block rest,
    "What can repeat the layout `A` mode by mode, copies whole."
}
product! { RakedRepeats raked_product_of, RestOf BlockOf, block rest,
    "What can repeat the layout `A` mode by mode, copies interleaved."
}

/// The block repeated mode by mode, each copy whole: mode `i` is `(block_i, tiler_i)`.
///
/// The operand of lower rank is padded with unit modes.
///
/// | | |
/// |---|---|
/// | precondition | that of [`logical_product`](crate::logical_product) |
/// | error | that of `logical_product`: copies that would share an offset are rejected with two indices that do |
/// | rule | mode by mode the leaves of `logical_product(block, tiler)`; the rank is the larger of the two |
/// | difference from CuTe | two single modes are accepted, as a pair |
///
/// ```
/// use azulejo_layout::{blocked_product, layout};
/// // a 2x2 column-major block, 3 blocks down and 2 across; first column 0 1 4 5 8 9
/// let q = blocked_product(layout!((_2, _2):(_1, _2)), layout!((_3, _2):(_1, _3)));
/// assert_eq!(q.to_string(), "((_2,_3),(_2,_2)):((_1,_4),(_2,_12))");
/// ```
#[inline(always)]
pub fn blocked_product<A, B: BlockedRepeats<A, Out = R>, R>(block: A, tiler: B) -> R {
    tiler.blocked_product_of(block)
}

/// The block repeated mode by mode, copies interleaved: mode `i` is `(tiler_i, block_i)`.
///
/// The operand of lower rank is padded with unit modes.
///
/// | | |
/// |---|---|
/// | precondition | that of [`logical_product`](crate::logical_product) |
/// | error | that of `logical_product`: copies that would share an offset are rejected with two indices that do |
/// | rule | the pairs of `blocked_product` swapped |
/// | difference from CuTe | two single modes are accepted, as a pair |
///
/// ```
/// use azulejo_layout::{layout, raked_product};
/// // first column 0 4 8 1 5 9: neighbours belong to different copies
/// let q = raked_product(layout!((_2, _2):(_1, _2)), layout!((_3, _2):(_1, _3)));
/// assert_eq!(q.to_string(), "((_3,_2),(_2,_2)):((_4,_1),(_12,_2))");
/// ```
#[inline(always)]
pub fn raked_product<A, B: RakedRepeats<A, Out = R>, R>(block: A, tiler: B) -> R {
    tiler.raked_product_of(block)
}

impl<S, D> Layout<S, D> {
    /// See [`blocked_product`].
    #[inline(always)]
    pub fn blocked_product<B: BlockedRepeats<Self, Out = R>, R>(self, tiler: B) -> R {
        tiler.blocked_product_of(self)
    }
    /// See [`raked_product`].
    #[inline(always)]
    pub fn raked_product<B: RakedRepeats<Self, Out = R>, R>(self, tiler: B) -> R {
        tiler.raked_product_of(self)
    }
}
