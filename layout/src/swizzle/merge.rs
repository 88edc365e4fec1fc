//! Two swizzles as one.

use super::bits::{NatAnd, NatXor};
use super::composed::ComposedLayout;
use super::object::{Swizzle, SwizzleMasks};
use crate::int::{Bool, C, Inc, N, Nat, No, StaticEq, Yes};
use typenum::{B0, B1, UInt, UTerm};

/// A mask: whether its ones are adjacent, how many they are, and how many zeros lie below them.
pub trait MaskBits {
    /// Whether the ones are adjacent.
    type IsRun: Bool;
    /// The zeros below.
    type At: Nat;
    /// The ones, where they are adjacent.
    type Count: Nat;
}
impl MaskBits for UTerm {
    type IsRun = Yes;
    type At = UTerm;
    type Count = UTerm;
}
impl<U> MaskBits for UInt<U, B0>
where
    U: MaskBits,
    <U as MaskBits>::At: Inc,
{
    type IsRun = <U as MaskBits>::IsRun;
    type At = <<U as MaskBits>::At as Inc>::Out;
    type Count = <U as MaskBits>::Count;
}
impl<U: OnesAlone> MaskBits for UInt<U, B1> {
    type IsRun = <U as OnesAlone>::Holds;
    type At = UTerm;
    type Count = <U as OnesAlone>::Count;
}
/// A number below a one: whether it is made of ones alone, and their count with that one.
pub trait OnesAlone {
    /// Whether it is.
    type Holds: Bool;
    /// The count, where it is.
    type Count: Nat;
}
impl OnesAlone for UTerm {
    type Holds = Yes;
    type Count = UInt<UTerm, B1>;
}
impl<U> OnesAlone for UInt<U, B1>
where
    U: OnesAlone,
    <U as OnesAlone>::Count: Inc,
{
    type Holds = <U as OnesAlone>::Holds;
    type Count = <<U as OnesAlone>::Count as Inc>::Out;
}
impl<U> OnesAlone for UInt<U, B0> {
    type Holds = No;
    type Count = UTerm;
}

/// The lower one of the masks of a swizzle, by the sign of its shift.
pub trait LowerMask<W> {
    /// The mask.
    type Out: Nat;
}
impl<W: SwizzleMasks, S> LowerMask<W> for C<S> {
    type Out = W::Z;
}
impl<W: SwizzleMasks, S> LowerMask<W> for N<S> {
    type Out = W::Y;
}

/// Whether a swizzle is the identity.
pub trait NoBits: SwizzleMasks {
    /// The answer.
    type Out: Bool;
}
impl<W: SwizzleMasks> NoBits for W {
    type Out = <<W as SwizzleMasks>::Bits as Nat>::IsZero;
}

/// One swizzle after another: whether both together are one, and which.
pub trait Merges<V>: SwizzleMasks {
    /// Whether there is one.
    type Exists: Bool;
    /// The swizzle, where there is one.
    type Out: Copy;
    /// The swizzle, where there is one.
    fn merged() -> Self::Out;
}
type Lower<W, S> = <S as LowerMask<W>>::Out;
type Together<V, S, W, T> = <Lower<V, S> as NatXor<Lower<W, T>>>::Out;
type Unread<Y, Z> = <<Y as NatAnd<Z>>::Out as Nat>::IsZero;
type IsZero<B> = <B as Nat>::IsZero;
impl<B, M, S, B2, M2, S2> Merges<Swizzle<C<B2>, C<M2>, S2>> for Swizzle<C<B>, C<M>, S>
where
    B: Nat,
    B2: Nat,
    Self: SwizzleMasks,
    Swizzle<C<B2>, C<M2>, S2>: SwizzleMasks,
    S: LowerMask<Self> + StaticEq<S2>,
    S2: LowerMask<Swizzle<C<B2>, C<M2>, S2>>,
    <Self as SwizzleMasks>::Y: NatAnd<<Swizzle<C<B2>, C<M2>, S2> as SwizzleMasks>::Z>,
    <Self as SwizzleMasks>::Z: NatAnd<<Swizzle<C<B2>, C<M2>, S2> as SwizzleMasks>::Y>,
    Lower<Self, S>: NatXor<Lower<Swizzle<C<B2>, C<M2>, S2>, S2>>,
    Together<Self, S, Swizzle<C<B2>, C<M2>, S2>, S2>: MaskBits,
{
    type Exists = <<IsZero<B> as Bool>::Or<IsZero<B2>> as Bool>::Or<
        <<<S as StaticEq<S2>>::Out as Bool>::And<
            <Together<Self, S, Swizzle<C<B2>, C<M2>, S2>, S2> as MaskBits>::IsRun,
        > as Bool>::And<
            <Unread<
                <Self as SwizzleMasks>::Y,
                <Swizzle<C<B2>, C<M2>, S2> as SwizzleMasks>::Z,
            > as Bool>::And<
                Unread<
                    <Self as SwizzleMasks>::Z,
                    <Swizzle<C<B2>, C<M2>, S2> as SwizzleMasks>::Y,
                >,
            >,
        >,
    >;
    type Out = <IsZero<B> as Bool>::Pick<
        Swizzle<C<B2>, C<M2>, S2>,
        <IsZero<B2> as Bool>::Pick<
            Self,
            Swizzle<
                C<<Together<Self, S, Swizzle<C<B2>, C<M2>, S2>, S2> as MaskBits>::Count>,
                C<<Together<Self, S, Swizzle<C<B2>, C<M2>, S2>, S2> as MaskBits>::At>,
                S,
            >,
        >,
    >;
    #[inline(always)]
    fn merged() -> Self::Out {
        <IsZero<B> as Bool>::pick(
            Swizzle::NEW,
            <IsZero<B2> as Bool>::pick(Swizzle::NEW, Swizzle::NEW),
        )
    }
}

/// Both swizzles are one: `Yes`.
pub trait IsMerged {}
impl IsMerged for Yes {}

/// A swizzle in front of an offset and a layout; the layout alone where swizzle and offset change nothing.
pub trait Fuses<O, L>: Copy {
    /// The layout.
    type Out: Copy;
    fn fuse(self, offset: O, layout: L) -> Self::Out;
}
impl<B, M, S, O, L> Fuses<O, L> for Swizzle<C<B>, M, S>
where
    B: Nat,
    O: Copy + StaticEq<C<UTerm>>,
    L: Copy,
{
    type Out = <<IsZero<B> as Bool>::And<<O as StaticEq<C<UTerm>>>::Out> as Bool>::Pick<
        L,
        ComposedLayout<Self, O, L>,
    >;
    #[inline(always)]
    fn fuse(self, offset: O, layout: L) -> Self::Out {
        <<IsZero<B> as Bool>::And<<O as StaticEq<C<UTerm>>>::Out> as Bool>::pick(
            layout,
            ComposedLayout::new(self, offset, layout),
        )
    }
}
