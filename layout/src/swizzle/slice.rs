//! Slicing a swizzled layout, and where it decays to a plain one.
//!
//! Length: one chain of decisions, each made of the types of the one before: the strides of the pairs of bits, the swizzle
//! as a layout, and the choice between plain, mixed and swizzled.

use super::bits::{NatAnd, NatOr, NatWithout, ShiftUp, Twice};
use super::composed::ComposedLayout;
use super::mixed::{DynamicBits, MixedBits};
use super::object::{Maps, ShiftStatic, Swizzle, SwizzleMasks};
use super::reach::{Fixed, KeepsAll, OffsetBits, Reach};
use crate::algebra::{LeftOperand, Slices, Through};
use crate::int::{Bool, C, Dec, IAdd, N, Nat, No, Yes};
use crate::layout::{AnyLayout, Coordinate, Layout, LayoutOf, layout_of};
use crate::tree::{Cat, Cons, M, Native, Nil, Tree};
use core::ops::{Add, Sub};
use typenum::{B1, Diff, Sum, U2, UInt, UTerm};

type U1 = UInt<UTerm, B1>;
type Zero = C<UTerm>;

/// The strides of the bits that a swizzle flips and of the bits that it reads, for the offset of known bits `U`, free
/// bits `F` and dynamic value `T`; `Self` counts the bits, the lowest of each kind are `Z` and `Y`.
pub trait PairStrides<Z, Y, U, F, T> {
    /// Modes of the bits flipped.
    type Flipped: Copy;
    /// Modes of the bits read.
    type Read: Copy;
    fn pair_strides(dynamic: T) -> (Self::Flipped, Self::Read);
}
impl<Z, Y, U, F, T> PairStrides<Z, Y, U, F, T> for UTerm {
    type Flipped = Nil;
    type Read = Nil;
    #[inline(always)]
    fn pair_strides(_: T) -> (Nil, Nil) {
        (Nil, Nil)
    }
}
/// Whether the number `U` has not the bit `B`.
pub(super) type Lacks<U, B> = <<U as NatAnd<B>>::Out as Nat>::IsZero;
/// `Plus` where the bit `At` of the offset is known to be 0, `Minus` where it is known to be 1, else a dynamic stride.
type Signed<At, U, F, T, Plus, Minus> = <Lacks<F, At> as Bool>::Pick<
    <Lacks<U, At> as Bool>::Pick<Plus, Minus>,
    <T as DynamicBits>::Signed,
>;
/// The sum of a read bit and the bit it flips, and their difference.
type Both<Z, Y> = C<<Y as NatOr<Z>>::Out>;
type Less<Z, Y> = <C<Y> as IAdd<N<Z>>>::Out;
impl<K, B, Z, Y, U, F, T> PairStrides<Z, Y, U, F, T> for UInt<K, B>
where
    UInt<K, B>: Dec,
    Z: Nat + Twice,
    Y: Nat + Twice + NatOr<Z>,
    C<Y>: IAdd<N<Z>>,
    Less<Z, Y>: Default,
    U: NatAnd<Z> + NatAnd<Y>,
    F: NatAnd<Z> + NatAnd<Y>,
    T: DynamicBits,
    <UInt<K, B> as Dec>::Out: PairStrides<<Z as Twice>::Out, <Y as Twice>::Out, U, F, T>,
{
    type Flipped =
        Cons<
            M<C<U2>, Signed<Y, U, F, T, C<Z>, N<Z>>>,
            <<UInt<K, B> as Dec>::Out as PairStrides<
                <Z as Twice>::Out,
                <Y as Twice>::Out,
                U,
                F,
                T,
            >>::Flipped,
        >;
    type Read =
        Cons<
            M<C<U2>, Signed<Z, U, F, T, Both<Z, Y>, Less<Z, Y>>>,
            <<UInt<K, B> as Dec>::Out as PairStrides<
                <Z as Twice>::Out,
                <Y as Twice>::Out,
                U,
                F,
                T,
            >>::Read,
        >;
    #[inline(always)]
    fn pair_strides(dynamic: T) -> (Self::Flipped, Self::Read) {
        let flipped = <Lacks<F, Y> as Bool>::pick(
            <Lacks<U, Y> as Bool>::pick(C::<Z>::NEW, N::<Z>::NEW),
            dynamic.flip::<Y>(0, Z::I64),
        );
        let read = <Lacks<F, Z> as Bool>::pick(
            <Lacks<U, Z> as Bool>::pick(Both::<Z, Y>::NEW, Less::<Z, Y>::default()),
            dynamic.flip::<Z>(Y::I64, Z::I64),
        );
        let (flips, reads) = <<UInt<K, B> as Dec>::Out as PairStrides<
            <Z as Twice>::Out,
            <Y as Twice>::Out,
            U,
            F,
            T,
        >>::pair_strides(dynamic);
        (
            Cons(M(C::NEW, flipped), flips),
            Cons(M(C::NEW, read), reads),
        )
    }
}

/// The lower and the upper bits of a swizzle, of those flipped and those read: by the sign of the shift `Self`.
pub trait LowHigh {
    /// The lower ones.
    type Low<Flipped: Copy, Read: Copy>: Copy;
    /// The upper ones.
    type High<Flipped: Copy, Read: Copy>: Copy;
    /// Both.
    fn low_high<Flipped: Copy, Read: Copy>(
        flipped: Flipped,
        read: Read,
    ) -> (Self::Low<Flipped, Read>, Self::High<Flipped, Read>);
}
impl<S> LowHigh for C<S> {
    type Low<Flipped: Copy, Read: Copy> = Flipped;
    type High<Flipped: Copy, Read: Copy> = Read;
    #[inline(always)]
    fn low_high<Flipped: Copy, Read: Copy>(flipped: Flipped, read: Read) -> (Flipped, Read) {
        (flipped, read)
    }
}
impl<S> LowHigh for N<S> {
    type Low<Flipped: Copy, Read: Copy> = Read;
    type High<Flipped: Copy, Read: Copy> = Flipped;
    #[inline(always)]
    fn low_high<Flipped: Copy, Read: Copy>(flipped: Flipped, read: Read) -> (Read, Flipped) {
        (read, flipped)
    }
}

/// Two to the power of `K`.
type Pow2<K> = <K as ShiftUp<U1>>::Out;
/// The parts into which a swizzle cuts an offset.
pub trait SwizzleParts: SwizzleMasks {
    /// How many offsets lie below all bits concerned.
    type Below: Nat;
    /// The lowest bit flipped.
    type ZLow: Nat;
    /// The lowest bit read.
    type YLow: Nat;
    /// How many values the bits between the lower and the upper ones have.
    type Between: Nat;
    /// The lowest of those.
    type BetweenLow: Nat;
    /// The lowest bit above all.
    type Above: Nat;
}
macro_rules! parts {
    ($s:ident, $z:ty, $y:ty) => {
        impl<B, M, S> SwizzleParts for Swizzle<C<B>, C<M>, $s<S>>
        where
            Swizzle<C<B>, C<M>, $s<S>>: SwizzleMasks,
            M: ShiftUp<U1> + Add<S> + Add<B>,
            S: Sub<B>,
            Sum<M, S>: ShiftUp<U1>,
            Sum<M, B>: ShiftUp<U1> + Add<S>,
            Diff<S, B>: ShiftUp<U1>,
            Sum<Sum<M, B>, S>: ShiftUp<U1>,
        {
            type Below = Pow2<M>;
            type ZLow = Pow2<$z>;
            type YLow = Pow2<$y>;
            type Between = Pow2<Diff<S, B>>;
            type BetweenLow = Pow2<Sum<M, B>>;
            type Above = Pow2<Sum<Sum<M, B>, S>>;
        }
    };
}
parts!(C, M, Sum<M, S>);
parts!(N, Sum<M, S>, M);

type Flips<W, U, F, T> = <<W as SwizzleMasks>::Bits as PairStrides<
    <W as SwizzleParts>::ZLow,
    <W as SwizzleParts>::YLow,
    U,
    F,
    T,
>>::Flipped;
type Reads<W, U, F, T> = <<W as SwizzleMasks>::Bits as PairStrides<
    <W as SwizzleParts>::ZLow,
    <W as SwizzleParts>::YLow,
    U,
    F,
    T,
>>::Read;

/// A swizzle as a layout, as it acts on offsets that have the known bits `U` and the free bits `F` of value `T`, and
/// that touch at most one bit of each pair.
pub trait AsModes<U, F, T> {
    /// The modes.
    type Out: Copy;
    fn modes_for(self, dynamic: T) -> Self::Out;
}
type Top<W> = Cons<M<C<U1>, C<<W as SwizzleParts>::Above>>, Nil>;
type Upper<W, High> = <High as Cat<Top<W>>>::Out;
type Middle<W, High> =
    Cons<M<C<<W as SwizzleParts>::Between>, C<<W as SwizzleParts>::BetweenLow>>, Upper<W, High>>;
type LowOf<S, W, U, F, T> = <S as LowHigh>::Low<Flips<W, U, F, T>, Reads<W, U, F, T>>;
type HighOf<S, W, U, F, T> = <S as LowHigh>::High<Flips<W, U, F, T>, Reads<W, U, F, T>>;
impl<B, M_, S, U, F, T> AsModes<U, F, T> for Swizzle<B, M_, S>
where
    Self: SwizzleParts,
    S: LowHigh,
    <Self as SwizzleMasks>::Bits:
        PairStrides<<Self as SwizzleParts>::ZLow, <Self as SwizzleParts>::YLow, U, F, T>,
    HighOf<S, Self, U, F, T>: Cat<Top<Self>>,
    LowOf<S, Self, U, F, T>: Cat<Middle<Self, HighOf<S, Self, U, F, T>>>,
{
    type Out = Cons<
        M<C<<Self as SwizzleParts>::Below>, C<U1>>,
        <LowOf<S, Self, U, F, T> as Cat<Middle<Self, HighOf<S, Self, U, F, T>>>>::Out,
    >;
    #[inline(always)]
    fn modes_for(self, dynamic: T) -> Self::Out {
        let (flipped, read) = <<Self as SwizzleMasks>::Bits as PairStrides<
            <Self as SwizzleParts>::ZLow,
            <Self as SwizzleParts>::YLow,
            U,
            F,
            T,
        >>::pair_strides(dynamic);
        let (low, high) = S::low_high(flipped, read);
        let upper = high.cat(Cons(M(C::NEW, C::NEW), Nil));
        Cons(M(C::NEW, C::NEW), low.cat(Cons(M(C::NEW, C::NEW), upper)))
    }
}

impl<B, M_, S, U, F, T> Maps<MixedBits<U, F, T>> for Swizzle<B, M_, S>
where
    T: IAdd<C<U>> + Copy,
    Self: Maps<<T as IAdd<C<U>>>::Out>,
{
    type Out = <Self as Maps<<T as IAdd<C<U>>>::Out>>::Out;
    #[inline(always)]
    fn map(self, x: MixedBits<U, F, T>) -> Self::Out {
        self.map(x.dynamic().add(C::NEW))
    }
}

/// Slices a swizzled layout: `Self` says whether the coordinate keeps everything. `L` are the modes, `X` is the
/// coordinate, `K` the layout of the modes kept, `P` the offset of the others.
pub trait SliceHow<W, O, L, X, K, P> {
    /// The layout of the modes kept.
    type Kept: Copy;
    /// The offset outside of it.
    type Offset: Copy;
    fn slice_how(w: W, o: O, l: L, x: X, k: K, p: P) -> (Self::Kept, Self::Offset);
}
impl<W: Copy, O: Copy, L, X, K: Copy, P> SliceHow<W, O, L, X, K, P> for Yes {
    type Kept = ComposedLayout<W, O, K>;
    type Offset = Zero;
    #[inline(always)]
    fn slice_how(w: W, o: O, _: L, _: X, k: K, _: P) -> (Self::Kept, Zero) {
        (ComposedLayout::new(w, o, k), C::NEW)
    }
}
/// Whether the layout and the offset are made of bits, none of them touched twice.
type AreBits<O, L, X> =
    <<<<<L as Reach<UTerm>>::IsBits as Bool>::And<<L as Fixed<X>>::InReach> as Bool>::And<
        <O as OffsetBits>::IsBits,
    > as Bool>::And<Lacks<<L as Reach<UTerm>>::Bits, <O as OffsetBits>::Known>> as Bool>::And<
        Lacks<<L as Reach<UTerm>>::Bits, <O as OffsetBits>::Free>,
    >;
impl<W, O, L, X, K, P> SliceHow<W, O, L, X, K, P> for No
where
    O: OffsetBits,
    L: Reach<UTerm> + Fixed<X>,
    <L as Reach<UTerm>>::Bits: NatAnd<<O as OffsetBits>::Known> + NatAnd<<O as OffsetBits>::Free>,
    AreBits<O, L, X>: SliceBits<W, O, L, X, K, P>,
{
    type Kept = <AreBits<O, L, X> as SliceBits<W, O, L, X, K, P>>::Kept;
    type Offset = <AreBits<O, L, X> as SliceBits<W, O, L, X, K, P>>::Offset;
    #[inline(always)]
    fn slice_how(w: W, o: O, l: L, x: X, k: K, p: P) -> (Self::Kept, Self::Offset) {
        <AreBits<O, L, X> as SliceBits<W, O, L, X, K, P>>::slice_bits(w, o, l, x, k, p)
    }
}
/// Slices a swizzled layout made of bits (`Self = Yes`), or any other.
pub trait SliceBits<W, O, L, X, K, P> {
    /// The layout of the modes kept.
    type Kept: Copy;
    /// The offset outside of it.
    type Offset: Copy;
    fn slice_bits(w: W, o: O, l: L, x: X, k: K, p: P) -> (Self::Kept, Self::Offset);
}
// Anything else keeps its swizzle, with the offset inside.
impl<W: Copy, O: IAdd<P>, L, X, K: Copy, P> SliceBits<W, O, L, X, K, P> for No {
    type Kept = ComposedLayout<W, O::Out, K>;
    type Offset = Zero;
    #[inline(always)]
    fn slice_bits(w: W, o: O, _: L, _: X, k: K, p: P) -> (Self::Kept, Zero) {
        (ComposedLayout::new(w, o.add(p), k), C::NEW)
    }
}
type Yz<W> = <W as SwizzleMasks>::Yz;
/// Known and free bits of the offset that the swizzle acts on, and their value.
type Known<W, O, L, X> =
    <<<L as Fixed<X>>::Known as NatAnd<Yz<W>>>::Out as NatOr<<O as OffsetBits>::Known>>::Out;
type Free<W, O, L, X> =
    <<<L as Fixed<X>>::Free as NatAnd<Yz<W>>>::Out as NatOr<<O as OffsetBits>::Free>>::Out;
type Dynamic<O, L, X> = <<O as OffsetBits>::Dynamic as IAdd<<L as Fixed<X>>::Dynamic>>::Out;
/// The offset between swizzle and layout.
type Inside<W, O, L, X> = <<Free<W, O, L, X> as Nat>::IsZero as Bool>::Pick<
    C<Known<W, O, L, X>>,
    MixedBits<Known<W, O, L, X>, Free<W, O, L, X>, Dynamic<O, L, X>>,
>;
/// Known and free bits of the offset that passes the swizzle.
type PassKnown<W, L, X> = <<L as Fixed<X>>::Known as NatWithout<Yz<W>>>::Out;
type PassFree<W, L, X> = <<L as Fixed<X>>::Free as NatWithout<Yz<W>>>::Out;
/// The offset outside of the swizzle.
type Outside<W, L, X> = <<PassFree<W, L, X> as Nat>::IsZero as Bool>::Pick<
    C<PassKnown<W, L, X>>,
    <<L as Fixed<X>>::Dynamic as IAdd<C<PassKnown<W, L, X>>>>::Out,
>;
/// The bits of the modes kept.
type KeptBits<K> = <<K as AnyLayout>::L as Reach<UTerm>>::Bits;
/// Whether the modes kept touch no bit that is flipped together with the one that flips it.
type OneOfPair<W, K> = Lacks<<W as ShiftStatic<KeptBits<K>>>::Out, KeptBits<K>>;
impl<W, O, L, X, K, P> SliceBits<W, O, L, X, K, P> for Yes
where
    W: SwizzleMasks + ShiftStatic<KeptBits<K>>,
    O: OffsetBits,
    L: Fixed<X>,
    K: AnyLayout,
    <K as AnyLayout>::L: Reach<UTerm>,
    <L as Fixed<X>>::Known: NatAnd<Yz<W>> + NatWithout<Yz<W>>,
    <L as Fixed<X>>::Free: NatAnd<Yz<W>> + NatWithout<Yz<W>>,
    <<L as Fixed<X>>::Known as NatAnd<Yz<W>>>::Out: NatOr<<O as OffsetBits>::Known>,
    <<L as Fixed<X>>::Free as NatAnd<Yz<W>>>::Out: NatOr<<O as OffsetBits>::Free>,
    <L as Fixed<X>>::Dynamic: DynamicBits + IAdd<C<PassKnown<W, L, X>>>,
    <O as OffsetBits>::Dynamic: IAdd<<L as Fixed<X>>::Dynamic>,
    <W as ShiftStatic<KeptBits<K>>>::Out: NatAnd<KeptBits<K>>,
    OneOfPair<W, K>: Decay<
            W,
            Inside<W, O, L, X>,
            Outside<W, L, X>,
            Known<W, O, L, X>,
            Free<W, O, L, X>,
            Dynamic<O, L, X>,
            K,
        >,
{
    type Kept = <OneOfPair<W, K> as Decay<
        W,
        Inside<W, O, L, X>,
        Outside<W, L, X>,
        Known<W, O, L, X>,
        Free<W, O, L, X>,
        Dynamic<O, L, X>,
        K,
    >>::Kept;
    type Offset = <OneOfPair<W, K> as Decay<
        W,
        Inside<W, O, L, X>,
        Outside<W, L, X>,
        Known<W, O, L, X>,
        Free<W, O, L, X>,
        Dynamic<O, L, X>,
        K,
    >>::Offset;
    #[inline(always)]
    fn slice_bits(w: W, o: O, l: L, x: X, k: K, _: P) -> (Self::Kept, Self::Offset) {
        let fixed = l.fixed(x);
        let dynamic = o.dynamic_bits().add(fixed.masked::<Yz<W>>());
        let inside =
            <<Free<W, O, L, X> as Nat>::IsZero as Bool>::pick(C::NEW, MixedBits::new(dynamic));
        let outside = <<PassFree<W, L, X> as Nat>::IsZero as Bool>::pick(
            C::NEW,
            fixed.masked::<PassFree<W, L, X>>().add(C::NEW),
        );
        <OneOfPair<W, K> as Decay<
            W,
            Inside<W, O, L, X>,
            Outside<W, L, X>,
            Known<W, O, L, X>,
            Free<W, O, L, X>,
            Dynamic<O, L, X>,
            K,
        >>::decay(w, inside, outside, dynamic, k)
    }
}
/// Makes a plain layout of the modes kept (`Self = Yes`), or keeps the swizzle in front of them.
pub trait Decay<W, Inside, Outside, U, F, T, K> {
    /// The layout of the modes kept.
    type Kept: Copy;
    /// The offset outside of it.
    type Offset: Copy;
    fn decay(
        w: W,
        inside: Inside,
        outside: Outside,
        dynamic: T,
        k: K,
    ) -> (Self::Kept, Self::Offset);
}
impl<W: Copy, Inside: Copy, Outside: Copy, U, F, T, K: Copy> Decay<W, Inside, Outside, U, F, T, K>
    for No
{
    type Kept = ComposedLayout<W, Inside, K>;
    type Offset = Outside;
    #[inline(always)]
    fn decay(w: W, inside: Inside, outside: Outside, _: T, k: K) -> (Self::Kept, Outside) {
        (ComposedLayout::new(w, inside, k), outside)
    }
}
type Left<W, U, F, T> = <<W as AsModes<U, F, T>>::Out as LeftOperand>::Out;
impl<W, Inside, Outside, U, F, T, K> Decay<W, Inside, Outside, U, F, T, K> for Yes
where
    W: AsModes<U, F, T> + Maps<Inside>,
    <W as AsModes<U, F, T>>::Out: LeftOperand,
    K: AnyLayout,
    <K as AnyLayout>::L: Through<Left<W, U, F, T>>,
    <<K as AnyLayout>::L as Through<Left<W, U, F, T>>>::Out: Native,
    <W as Maps<Inside>>::Out: IAdd<Outside>,
{
    type Kept = LayoutOf<<<K as AnyLayout>::L as Through<Left<W, U, F, T>>>::Out>;
    type Offset = <<W as Maps<Inside>>::Out as IAdd<Outside>>::Out;
    #[inline(always)]
    fn decay(
        w: W,
        inside: Inside,
        outside: Outside,
        dynamic: T,
        k: K,
    ) -> (Self::Kept, Self::Offset) {
        let left = w.modes_for(dynamic).left_operand();
        (
            layout_of(k.modes().through(left)),
            w.map(inside).add(outside),
        )
    }
}

type Modes<S, D> = <Layout<S, D> as AnyLayout>::L;
type Keeps<X> = <<X as Tree>::L as KeepsAll>::Out;
#[diagnostic::do_not_recommend]
impl<B, M_, S, O, Sh, D, X> Slices<ComposedLayout<Swizzle<B, M_, S>, O, Layout<Sh, D>>> for X
where
    O: Copy,
    Layout<Sh, D>: AnyLayout,
    X: Tree
        + Slices<Layout<Sh, D>>
        + Coordinate<ComposedLayout<Swizzle<B, M_, S>, O, Layout<Sh, D>>>,
    <X as Tree>::L: KeepsAll,
    Keeps<X>: SliceHow<
            Swizzle<B, M_, S>,
            O,
            Modes<Sh, D>,
            <X as Tree>::L,
            <X as Slices<Layout<Sh, D>>>::Kept,
            <X as Slices<Layout<Sh, D>>>::Offset,
        >,
{
    type Kept = <Keeps<X> as SliceHow<
        Swizzle<B, M_, S>,
        O,
        Modes<Sh, D>,
        <X as Tree>::L,
        <X as Slices<Layout<Sh, D>>>::Kept,
        <X as Slices<Layout<Sh, D>>>::Offset,
    >>::Kept;
    type Fixed = <X as Slices<Layout<Sh, D>>>::Fixed;
    type Offset = <Keeps<X> as SliceHow<
        Swizzle<B, M_, S>,
        O,
        Modes<Sh, D>,
        <X as Tree>::L,
        <X as Slices<Layout<Sh, D>>>::Kept,
        <X as Slices<Layout<Sh, D>>>::Offset,
    >>::Offset;
    #[inline(always)]
    fn slice_of(self, a: ComposedLayout<Swizzle<B, M_, S>, O, Layout<Sh, D>>) -> Self::Kept {
        let l = a.layout_b();
        <Keeps<X> as SliceHow<_, _, _, _, _, _>>::slice_how(
            a.layout_a(),
            a.offset(),
            l.modes(),
            self.tree(),
            self.slice_of(l),
            self.offset_of(l),
        )
        .0
    }
    #[inline(always)]
    fn dice_of(self, a: ComposedLayout<Swizzle<B, M_, S>, O, Layout<Sh, D>>) -> Self::Fixed {
        self.dice_of(a.layout_b())
    }
    #[inline(always)]
    fn offset_of(self, a: ComposedLayout<Swizzle<B, M_, S>, O, Layout<Sh, D>>) -> Self::Offset {
        let l = a.layout_b();
        <Keeps<X> as SliceHow<_, _, _, _, _, _>>::slice_how(
            a.layout_a(),
            a.offset(),
            l.modes(),
            self.tree(),
            self.slice_of(l),
            self.offset_of(l),
        )
        .1
    }
}

impl<A: Copy, O: Copy, L: Copy> ComposedLayout<A, O, L> {
    /// The modes that a coordinate keeps, without the offset of the others; see [`slice_and_offset`](Self::slice_and_offset).
    #[inline(always)]
    pub fn slice<X: Slices<Self, Kept = R>, R>(self, coord: X) -> R {
        coord.slice_of(self)
    }
    /// The modes that a coordinate fixes.
    #[inline(always)]
    pub fn dice<X: Slices<Self, Fixed = R>, R>(self, coord: X) -> R {
        coord.dice_of(self)
    }
    /// The modes that a coordinate keeps, and the offset at which they begin.
    ///
    /// | | |
    /// |---|---|
    /// | precondition | dynamic coordinates lie in their modes |
    /// | rule | `l.at(c with x in its open places) = offset + kept.at(x)` |
    /// | difference from CuTe | a layout that is not made of powers of two keeps its swizzle and takes the offset inside, where CuTe rejects it |
    ///
    /// The offset of the bits that the swizzle does not touch moves outside, the rest stays between swizzle and layout
    /// (a [`MixedBits`] if coordinates are dynamic). Where the modes kept touch at most one of each pair of bits (the
    /// one read, the one flipped), the result is a plain layout; its strides can be negative.
    ///
    /// ```
    /// use azulejo_layout::{composition, coord, layout, swizzle};
    /// use azulejo_layout::ints::{_0, _3};
    /// // Sw<3,0,3> of an 8x8 row-major matrix: row 1 is 9 8 11 10 13 12 15 14
    /// let l = composition(swizzle(_3, _0, _3), layout!((_8, _8):(_8, _1)));
    /// let (row, at) = l.slice_and_offset(coord!(_1, _));
    /// assert_eq!((row.to_string(), at.to_string()), ("((_2,_4)):((_-1,_2))".into(), "_9".into()));
    /// let (row, at) = l.slice_and_offset(coord!(5i32, _));
    /// assert_eq!((row.to_string(), at), ("((_2,_2,_2)):((-1,2,-4))".into(), 45));
    /// // all 64: both bits of a pair are touched, the swizzle stays
    /// assert_eq!(l.slice(coord!(_, _)).to_string(), "Sw<3,0,3> o _0 o (_8,_8):(_8,_1)");
    /// ```
    #[inline(always)]
    pub fn slice_and_offset<X: Slices<Self, Kept = R, Offset = Off>, R, Off>(
        self,
        coord: X,
    ) -> (R, Off) {
        (coord.slice_of(self), coord.offset_of(self))
    }
}
