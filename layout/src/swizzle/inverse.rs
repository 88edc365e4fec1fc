//! Inverses of swizzled layouts.

use super::bits::Twice;
use super::composed::ComposedLayout;
use super::object::{AsBool, Swizzle, SwizzleMasks};
use super::reach::{IsBit, KnownOffset, Reach};
use super::slice::SwizzleParts;
use super::units::Log2;
use crate::algebra::{LeftInvertible, RightInvertible};
use crate::int::{Bool, C, Dec, INeg, No, StaticEq, Yes};
use crate::layout::{AnyLayout, CrdIdx, Layout};
use crate::tree::{Lf, Size};
use core::ops::Sub;
use typenum::{B1, Diff, GrEq, IsGreaterOrEqual, UInt, UTerm};

/// Where the modes `L` send the bit `X`.
pub(super) type Image<L, X> = <<L as CrdIdx<Lf<C<X>>>>::Out as KnownOffset>::Bits;

/// Whether the modes `L` send each pair of bits of a swizzle, from `Z` and `Y` on, to the next pair of neighbours;
/// `Self` counts the pairs.
pub trait PairsKept<L, Z, Y> {
    /// The answer.
    type Out: Bool;
}
/// One pair: both images are bits.
type BothBits<L, Z, Y> = <<Image<L, Z> as IsBit>::Out as Bool>::And<<Image<L, Y> as IsBit>::Out>;
impl<L, Z, Y> PairsKept<L, Z, Y> for UInt<UTerm, B1>
where
    L: CrdIdx<Lf<C<Z>>> + CrdIdx<Lf<C<Y>>>,
    <L as CrdIdx<Lf<C<Z>>>>::Out: KnownOffset,
    <L as CrdIdx<Lf<C<Y>>>>::Out: KnownOffset,
    Image<L, Z>: IsBit,
    Image<L, Y>: IsBit,
{
    type Out = BothBits<L, Z, Y>;
}
/// Whether the image of twice a bit is twice its image.
type Doubles<L, X> =
    <C<<Image<L, X> as Twice>::Out> as StaticEq<C<Image<L, <X as Twice>::Out>>>>::Out;
impl<L, Z, Y, K, A, B> PairsKept<L, Z, Y> for UInt<UInt<K, A>, B>
where
    Self: Dec,
    Z: Twice,
    Y: Twice,
    L: CrdIdx<Lf<C<Z>>> + CrdIdx<Lf<C<Y>>>,
    L: CrdIdx<Lf<C<<Z as Twice>::Out>>> + CrdIdx<Lf<C<<Y as Twice>::Out>>>,
    <L as CrdIdx<Lf<C<Z>>>>::Out: KnownOffset,
    <L as CrdIdx<Lf<C<Y>>>>::Out: KnownOffset,
    <L as CrdIdx<Lf<C<<Z as Twice>::Out>>>>::Out: KnownOffset,
    <L as CrdIdx<Lf<C<<Y as Twice>::Out>>>>::Out: KnownOffset,
    Image<L, Z>: IsBit + Twice,
    Image<L, Y>: IsBit + Twice,
    C<<Image<L, Z> as Twice>::Out>: StaticEq<C<Image<L, <Z as Twice>::Out>>>,
    C<<Image<L, Y> as Twice>::Out>: StaticEq<C<Image<L, <Y as Twice>::Out>>>,
    <Self as Dec>::Out: PairsKept<L, <Z as Twice>::Out, <Y as Twice>::Out>,
{
    type Out = <<BothBits<L, Z, Y> as Bool>::And<
        <Doubles<L, Z> as Bool>::And<Doubles<L, Y>>,
    > as Bool>::And<<<Self as Dec>::Out as PairsKept<L, <Z as Twice>::Out, <Y as Twice>::Out>>::Out>;
}

/// The swizzle after the modes `L` that is the swizzle `Self` before them.
pub trait Transfer<L>: SwizzleMasks {
    /// Whether there is one.
    type Exists: Bool;
}
impl<B, M, S, L> Transfer<L> for Swizzle<B, M, S>
where
    Self: SwizzleParts,
    <Self as SwizzleMasks>::Bits:
        PairsKept<L, <Self as SwizzleParts>::ZLow, <Self as SwizzleParts>::YLow>,
{
    type Exists = <<Self as SwizzleMasks>::Bits as PairsKept<
        L,
        <Self as SwizzleParts>::ZLow,
        <Self as SwizzleParts>::YLow,
    >>::Out;
}

/// `M` and `S` of a swizzle whose lowest bits are `Z` and `Y`, by their logarithms; `Self` says whether `Y` is not
/// below `Z`.
pub trait Placed<Z, Y> {
    /// The base.
    type Base;
    /// The shift.
    type Shift;
}
impl<Z, Y: Sub<Z>> Placed<Z, Y> for Yes {
    type Base = C<Z>;
    type Shift = C<Diff<Y, Z>>;
}
impl<Z: Sub<Y>, Y> Placed<Z, Y> for No
where
    C<Diff<Z, Y>>: INeg,
{
    type Base = C<Y>;
    type Shift = <C<Diff<Z, Y>> as INeg>::Out;
}

/// The layout `R` after the swizzle `W`: with the swizzle brought to the front (`Self = Yes`), or in two stages.
pub trait AfterSwizzle<W, R> {
    /// The inverse.
    type Out: Copy;
    fn after_swizzle(w: W, r: R) -> Self::Out;
}
type ZLog<W, R> = <Image<<R as AnyLayout>::L, <W as SwizzleParts>::ZLow> as Log2>::Out;
type YLog<W, R> = <Image<<R as AnyLayout>::L, <W as SwizzleParts>::YLow> as Log2>::Out;
type NotBelow<W, R> = <GrEq<YLog<W, R>, ZLog<W, R>> as AsBool>::Out;
type Moved<W, R> = Swizzle<
    C<<W as SwizzleMasks>::Bits>,
    <NotBelow<W, R> as Placed<ZLog<W, R>, YLog<W, R>>>::Base,
    <NotBelow<W, R> as Placed<ZLog<W, R>, YLog<W, R>>>::Shift,
>;
/// A swizzle whose bits the layout `R` carries to those of another.
pub trait MovesTo<R>: SwizzleParts {
    /// The other: `R` after `Self` is this after `R`.
    type Moved: SwizzleMasks;
}
impl<W, R> MovesTo<R> for W
where
    W: SwizzleParts,
    R: AnyLayout,
    <R as AnyLayout>::L:
        CrdIdx<Lf<C<<W as SwizzleParts>::ZLow>>> + CrdIdx<Lf<C<<W as SwizzleParts>::YLow>>>,
    <<R as AnyLayout>::L as CrdIdx<Lf<C<<W as SwizzleParts>::ZLow>>>>::Out: KnownOffset,
    <<R as AnyLayout>::L as CrdIdx<Lf<C<<W as SwizzleParts>::YLow>>>>::Out: KnownOffset,
    Image<<R as AnyLayout>::L, <W as SwizzleParts>::ZLow>: Log2,
    Image<<R as AnyLayout>::L, <W as SwizzleParts>::YLow>: Log2,
    YLog<W, R>: IsGreaterOrEqual<ZLog<W, R>>,
    GrEq<YLog<W, R>, ZLog<W, R>>: AsBool,
    NotBelow<W, R>: Placed<ZLog<W, R>, YLog<W, R>>,
    Moved<W, R>: SwizzleMasks,
{
    type Moved = Moved<W, R>;
}
impl<W, R> AfterSwizzle<W, R> for Yes
where
    R: AnyLayout,
    W: MovesTo<R>,
{
    type Out = ComposedLayout<<W as MovesTo<R>>::Moved, C<UTerm>, R>;
    #[inline(always)]
    fn after_swizzle(_: W, r: R) -> Self::Out {
        ComposedLayout::new(Default::default(), C::NEW, r)
    }
}
/// The indices `0, 1, 2, …` of a layout, as a layout.
type Line<R> = Layout<<<R as AnyLayout>::L as Size>::Out, C<UInt<UTerm, B1>>>;
impl<W: Copy, R> AfterSwizzle<W, R> for No
where
    R: AnyLayout,
    <R as AnyLayout>::L: Size,
    Line<R>: Copy,
{
    type Out = ComposedLayout<R, C<UTerm>, ComposedLayout<W, C<UTerm>, Line<R>>>;
    #[inline(always)]
    fn after_swizzle(w: W, r: R) -> Self::Out {
        let line = Layout::from_parts(r.modes().size(), C::NEW);
        ComposedLayout::new(r, C::NEW, ComposedLayout::new(w, C::NEW, line))
    }
}

/// The offsets of a layout are made of bits, all those of the swizzle among them: `Yes`.
#[diagnostic::on_unimplemented(
    message = "this swizzled layout has no inverse",
    note = "the layout inside must be static, made of powers of two, and its offsets must cover the bits that the swizzle reads and flips"
)]
pub trait CoversSwizzle {}
impl CoversSwizzle for Yes {}
/// Whether the modes of `L` are bits, the masks of `W` among them.
type Covers<W, L> = <<<L as AnyLayout>::L as Reach<UTerm>>::IsBits as Bool>::And<
    super::slice::Lacks<
        <Yz<W> as super::bits::NatWithout<<<L as AnyLayout>::L as Reach<UTerm>>::Bits>>::Out,
        Yz<W>,
    >,
>;
type Yz<W> = <W as SwizzleMasks>::Yz;

macro_rules! inverse {
    ($tr:ident $f:ident) => {
        #[diagnostic::do_not_recommend]
        impl<B, M, S, Sh, D> $tr for ComposedLayout<Swizzle<B, M, S>, C<UTerm>, Layout<Sh, D>>
        where
            Self: Copy,
            Swizzle<B, M, S>:
                SwizzleMasks + Transfer<<<Layout<Sh, D> as $tr>::Out as AnyLayout>::L>,
            Layout<Sh, D>: AnyLayout + $tr,
            <Layout<Sh, D> as AnyLayout>::L: Reach<UTerm>,
            Yz<Swizzle<B, M, S>>:
                super::bits::NatWithout<<<Layout<Sh, D> as AnyLayout>::L as Reach<UTerm>>::Bits>,
            <Yz<Swizzle<B, M, S>> as super::bits::NatWithout<
                <<Layout<Sh, D> as AnyLayout>::L as Reach<UTerm>>::Bits,
            >>::Out: super::bits::NatAnd<Yz<Swizzle<B, M, S>>>,
            Covers<Swizzle<B, M, S>, Layout<Sh, D>>: CoversSwizzle,
            <Layout<Sh, D> as $tr>::Out: AnyLayout,
            <Swizzle<B, M, S> as Transfer<<<Layout<Sh, D> as $tr>::Out as AnyLayout>::L>>::Exists:
                AfterSwizzle<Swizzle<B, M, S>, <Layout<Sh, D> as $tr>::Out>,
        {
            type Out = <<Swizzle<B, M, S> as Transfer<
                <<Layout<Sh, D> as $tr>::Out as AnyLayout>::L,
            >>::Exists as AfterSwizzle<Swizzle<B, M, S>, <Layout<Sh, D> as $tr>::Out>>::Out;
            #[inline(always)]
            fn $f(self) -> Self::Out {
                type Exists<W, R> = <W as Transfer<<R as AnyLayout>::L>>::Exists;
                let (w, r) = (self.layout_a(), self.layout_b().$f());
                <Exists<Swizzle<B, M, S>, <Layout<Sh, D> as $tr>::Out>>::after_swizzle(w, r)
            }
        }
    };
}
inverse!(RightInvertible right_inverse_of);
inverse!(LeftInvertible left_inverse_of);

impl<A, O, L> ComposedLayout<A, O, L> {
    /// The right inverse of a swizzled layout: the inverse of the layout inside after the swizzle, which is its own.
    ///
    /// | | |
    /// |---|---|
    /// | precondition | the offset inside is the static 0; the layout is static, made of powers of two, and covers the bits of the swizzle: compile errors |
    /// | rule | `L(R(i)) = i` for `0 <= i < size(R)` |
    /// | difference from CuTe | where the inverse spreads the bits so that no swizzle stands for them, the result has two stages; CuTe rejects it |
    ///
    /// ```
    /// use azulejo_layout::{composition, layout, swizzle};
    /// use azulejo_layout::ints::{_0, _3};
    /// let l = composition(swizzle(_3, _0, _3), layout!((_8, _8):(_8, _1)));
    /// let r = l.left_inverse();
    /// assert_eq!(r.to_string(), "Sw<3,0,-3> o _0 o (_8,_8):(_8,_1)");
    /// assert!((0..64).all(|i| l.at(r.at(i)) == i && r.at(l.at(i)) == i));
    /// ```
    #[inline(always)]
    pub fn right_inverse(self) -> <Self as RightInvertible>::Out
    where
        Self: RightInvertible,
    {
        self.right_inverse_of()
    }

    /// The left inverse of a swizzled layout; see [`right_inverse`](Self::right_inverse).
    #[inline(always)]
    pub fn left_inverse(self) -> <Self as LeftInvertible>::Out
    where
        Self: LeftInvertible,
    {
        self.left_inverse_of()
    }
}
