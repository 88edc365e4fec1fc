//! Which bits of an offset a layout can touch.

use super::bits::{NatAnd, NatOr, NatWithout};
use crate::int::{Bool, C, Dec, Dyn, N, Nat, NatMul, No, Yes, for_dynamic};
use crate::layout::CrdIdx;
use crate::tree::{Cons, Lf, M, Nil, Underscore};
use typenum::{B0, B1, UInt, UTerm};

/// A size or a stride as bits.
pub trait BitLeaf {
    /// Whether it is a static power of two, or 0.
    type IsBit: Bool;
    /// The number, if it is static and not negative; else 0.
    type Number: Nat;
    /// The number less one, but 0 for 0.
    type Less: Nat;
}
/// Whether a number is a power of two.
pub trait IsBit {
    /// The answer.
    type Out: Bool;
}
impl IsBit for UTerm {
    type Out = No;
}
impl<U: Nat> IsBit for UInt<U, B1> {
    type Out = U::IsZero;
}
impl<U: IsBit> IsBit for UInt<U, B0> {
    type Out = U::Out;
}
impl BitLeaf for C<UTerm> {
    type IsBit = Yes;
    type Number = UTerm;
    type Less = UTerm;
}
impl<U, B> BitLeaf for C<UInt<U, B>>
where
    UInt<U, B>: Nat + IsBit + Dec,
{
    type IsBit = <UInt<U, B> as IsBit>::Out;
    type Number = UInt<U, B>;
    type Less = <UInt<U, B> as Dec>::Out;
}
impl<U> BitLeaf for N<U> {
    type IsBit = No;
    type Number = UTerm;
    type Less = UTerm;
}
macro_rules! dynamic {
    ($t:ident) => {
        impl BitLeaf for $t {
            type IsBit = No;
            type Number = UTerm;
            type Less = UTerm;
        }
    };
}
for_dynamic!(dynamic);
impl<K, T> BitLeaf for Dyn<K, T> {
    type IsBit = No;
    type Number = UTerm;
    type Less = UTerm;
}

/// The bits of the offsets of a tree of modes, next to the bits `Taken` by others.
pub trait Reach<Taken> {
    /// Whether all sizes and strides are static powers of two, and no bit is touched by two modes or taken already.
    type IsBits: Bool;
    /// The bits, the ones taken included.
    type Bits: Nat;
}
impl<Taken: Nat> Reach<Taken> for Nil {
    type IsBits = Yes;
    type Bits = Taken;
}
type ModeBits<S, D> = <<S as BitLeaf>::Less as NatMul<<D as BitLeaf>::Number>>::Out;
impl<S, D, Taken> Reach<Taken> for M<S, D>
where
    S: BitLeaf,
    D: BitLeaf,
    <S as BitLeaf>::Less: NatMul<<D as BitLeaf>::Number>,
    ModeBits<S, D>: NatAnd<Taken> + NatOr<Taken>,
{
    type IsBits = <<<S as BitLeaf>::IsBit as Bool>::And<<D as BitLeaf>::IsBit> as Bool>::And<
        <<ModeBits<S, D> as NatAnd<Taken>>::Out as Nat>::IsZero,
    >;
    type Bits = <ModeBits<S, D> as NatOr<Taken>>::Out;
}
impl<H, T, Taken> Reach<Taken> for Cons<H, T>
where
    H: Reach<Taken>,
    T: Reach<<H as Reach<Taken>>::Bits>,
{
    type IsBits =
        <<H as Reach<Taken>>::IsBits as Bool>::And<<T as Reach<<H as Reach<Taken>>::Bits>>::IsBits>;
    type Bits = <T as Reach<<H as Reach<Taken>>::Bits>>::Bits;
}

/// An offset as bits.
pub trait OffsetBits: Copy {
    /// Whether its dynamic bits are bounded.
    type IsBits: Bool;
    /// The bits known to be set.
    type Known: Nat;
    /// The bits that are not known.
    type Free: Nat;
    /// The value of those.
    type Dynamic: Copy;
    /// The value of those.
    fn dynamic_bits(self) -> Self::Dynamic;
}
impl<U: Nat> OffsetBits for C<U> {
    type IsBits = Yes;
    type Known = U;
    type Free = UTerm;
    type Dynamic = C<UTerm>;
    #[inline(always)]
    fn dynamic_bits(self) -> C<UTerm> {
        C::NEW
    }
}
impl<U: Nat, F: Nat, T: Copy> OffsetBits for super::MixedBits<U, F, T> {
    type IsBits = Yes;
    type Known = U;
    type Free = F;
    type Dynamic = T;
    #[inline(always)]
    fn dynamic_bits(self) -> T {
        self.dynamic()
    }
}
macro_rules! plain {
    ({$($g:tt)*} $t:ty) => {
        impl<$($g)*> OffsetBits for $t {
            type IsBits = No;
            type Known = UTerm;
            type Free = UTerm;
            type Dynamic = C<UTerm>;
            #[inline(always)]
            fn dynamic_bits(self) -> C<UTerm> {
                C::NEW
            }
        }
    };
}
macro_rules! dynamic_offset {
    ($t:ident) => { plain!({} $t); };
}
for_dynamic!(dynamic_offset);
plain!({U: Nat} N<U>);
plain!({K: Copy, T: Copy} Dyn<K, T>);

/// The part of an offset that the coordinate node `X` fixes in the tree of modes `Self`.
pub trait Fixed<X> {
    /// Whether static coordinates stay inside of the bits of their modes.
    type InReach: Bool;
    /// The bits of the static coordinates.
    type Known: Nat;
    /// The bits that the dynamic coordinates can set.
    type Free: Nat;
    /// The offset of the dynamic coordinates.
    type Dynamic: Copy;
    /// The offset of the dynamic coordinates.
    fn fixed(self, x: X) -> Self::Dynamic;
}
impl<L> Fixed<Underscore> for L {
    type InReach = Yes;
    type Known = UTerm;
    type Free = UTerm;
    type Dynamic = C<UTerm>;
    #[inline(always)]
    fn fixed(self, _: Underscore) -> C<UTerm> {
        C::NEW
    }
}
impl Fixed<Nil> for Nil {
    type InReach = Yes;
    type Known = UTerm;
    type Free = UTerm;
    type Dynamic = C<UTerm>;
    #[inline(always)]
    fn fixed(self, _: Nil) -> C<UTerm> {
        C::NEW
    }
}
/// The offset of a static coordinate, if it is known.
pub trait KnownOffset {
    /// The bits.
    type Bits: Nat;
}
impl<U: Nat> KnownOffset for C<U> {
    type Bits = U;
}
macro_rules! unknown {
    ({$($g:tt)*} $t:ty) => {
        impl<$($g)*> KnownOffset for $t {
            type Bits = UTerm;
        }
    };
}
macro_rules! dynamic_unknown {
    ($t:ident) => { unknown!({} $t); };
}
for_dynamic!(dynamic_unknown);
unknown!({U: Nat} N<U>);
unknown!({K, T} Dyn<K, T>);
type KnownAt<L, X> = <<L as CrdIdx<Lf<X>>>::Out as KnownOffset>::Bits;
impl<L, U> Fixed<Lf<C<U>>> for L
where
    L: CrdIdx<Lf<C<U>>> + Reach<UTerm>,
    <L as CrdIdx<Lf<C<U>>>>::Out: KnownOffset,
    KnownAt<L, C<U>>: NatWithout<<L as Reach<UTerm>>::Bits>,
{
    type InReach =
        <<KnownAt<L, C<U>> as NatWithout<<L as Reach<UTerm>>::Bits>>::Out as Nat>::IsZero;
    type Known = KnownAt<L, C<U>>;
    type Free = UTerm;
    type Dynamic = C<UTerm>;
    #[inline(always)]
    fn fixed(self, _: Lf<C<U>>) -> C<UTerm> {
        C::NEW
    }
}
macro_rules! dynamic_coordinate {
    ($t:ident) => {
        impl<L> Fixed<Lf<$t>> for L
        where
            L: CrdIdx<Lf<$t>> + Reach<UTerm>,
        {
            type InReach = Yes;
            type Known = UTerm;
            type Free = <L as Reach<UTerm>>::Bits;
            type Dynamic = <L as CrdIdx<Lf<$t>>>::Out;
            #[inline(always)]
            fn fixed(self, x: Lf<$t>) -> Self::Dynamic {
                self.idx(x)
            }
        }
    };
}
for_dynamic!(dynamic_coordinate);
impl<H, T, X, Y> Fixed<Cons<X, Y>> for Cons<H, T>
where
    H: Fixed<X>,
    T: Fixed<Y>,
    <H as Fixed<X>>::Known: NatOr<<T as Fixed<Y>>::Known>,
    <H as Fixed<X>>::Free: NatOr<<T as Fixed<Y>>::Free>,
    <H as Fixed<X>>::Dynamic: crate::int::IAdd<<T as Fixed<Y>>::Dynamic>,
{
    type InReach = <<H as Fixed<X>>::InReach as Bool>::And<<T as Fixed<Y>>::InReach>;
    type Known = <<H as Fixed<X>>::Known as NatOr<<T as Fixed<Y>>::Known>>::Out;
    type Free = <<H as Fixed<X>>::Free as NatOr<<T as Fixed<Y>>::Free>>::Out;
    type Dynamic = <<H as Fixed<X>>::Dynamic as crate::int::IAdd<<T as Fixed<Y>>::Dynamic>>::Out;
    #[inline(always)]
    fn fixed(self, x: Cons<X, Y>) -> Self::Dynamic {
        crate::int::IAdd::add(self.0.fixed(x.0), self.1.fixed(x.1))
    }
}

/// Whether a coordinate fixes nothing.
pub trait KeepsAll {
    /// The answer.
    type Out: Bool;
}
impl KeepsAll for Underscore {
    type Out = Yes;
}
impl KeepsAll for Nil {
    type Out = Yes;
}
impl<X> KeepsAll for Lf<X> {
    type Out = No;
}
impl<X: KeepsAll, Y: KeepsAll> KeepsAll for Cons<X, Y> {
    type Out = <X::Out as Bool>::And<Y::Out>;
}
