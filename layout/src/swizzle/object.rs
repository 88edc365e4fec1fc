//! `Swizzle<B,M,S>`: a permutation of offsets that flips bits by other bits.

use super::bits::{NatAnd, NatOr, NatXor, ShiftDown, ShiftUp};
use crate::int::{Bool, C, Int, N, Nat, Yes, for_dynamic};
use core::fmt;
use core::marker::PhantomData;
use core::ops::Sub;
use typenum::{B1, Diff, IsLessOrEqual, LeEq, Sum, UInt, UTerm, Unsigned};

type U1 = UInt<UTerm, B1>;

/// `x ^ ((x & Y) >> S)`, `Y` being `B` bits from bit `M + max(S, 0)` on: each of these bits flips the one `S` below it.
/// The shift goes left when `S` is negative. The lowest `M` bits never change.
///
/// Read `Swizzle<_3, _4, _3>` with the types of [`ints`](crate::ints), write it [`swizzle(_3, _4, _3)`](swizzle());
/// it prints `Sw<3,4,3>`.
///
/// | | |
/// |---|---|
/// | precondition | `B <= \|S\|` (else a compile error): the bits read and the bits flipped do not meet |
/// | rule | an involution, linear over xor: `f(f(x)) = x`, `f(x ^ y) = f(x) ^ f(y)`; a bijection of `0 .. 2^(M+B+\|S\|)` and of each further block of that length |
/// | difference from CuTe | none; CuTe's message asks for more than `B` but accepts `B` |
///
/// ```text
/// Sw<1,0,2>    x:  0 1 2 3   4 5 6 7   8 …
///           f(x):  0 1 2 3   5 4 7 6   8 …
/// ```
/// ```
/// use azulejo_layout::{ints::{_1, _2, _3, _4, _0}, swizzle};
/// let f = swizzle(_3, _4, _3);
/// assert_eq!(f.to_string(), "Sw<3,4,3>");
/// assert_eq!(f.apply(3612), 3676);
/// assert_eq!(swizzle(_1, _0, -_2).apply(1), 5);
/// # let _ = _2;
/// ```
pub struct Swizzle<B, M, S>(PhantomData<(B, M, S)>);

impl<B, M, S> Clone for Swizzle<B, M, S> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}
impl<B, M, S> Copy for Swizzle<B, M, S> {}
impl<B, M, S> Default for Swizzle<B, M, S> {
    #[inline(always)]
    fn default() -> Self {
        Self::NEW
    }
}
impl<B, M, S> PartialEq for Swizzle<B, M, S> {
    #[inline(always)]
    fn eq(&self, _: &Self) -> bool {
        true
    }
}
impl<B, M, S> Eq for Swizzle<B, M, S> {}
impl<B, M, S> Swizzle<B, M, S> {
    /// The only value of the type; [`swizzle()`] checks its parameters.
    pub(crate) const NEW: Self = Swizzle(PhantomData);
}
impl<B: Int, M: Int, S: Int> fmt::Display for Swizzle<B, M, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let n = |x: Option<i64>| x.unwrap_or_default();
        write!(f, "Sw<{},{},{}>", n(B::STATIC), n(M::STATIC), n(S::STATIC))
    }
}
impl<B: Int, M: Int, S: Int> fmt::Debug for Swizzle<B, M, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The bits read do not meet the bits flipped: `Yes`.
#[diagnostic::on_unimplemented(
    message = "a swizzle needs a shift of at least as many bits as it flips",
    note = "in `Swizzle<B, M, S>`, B bits from bit M on are flipped by the B bits S above: B <= |S|, as in `swizzle(_3, _4, _3)`"
)]
pub trait Apart {}
impl Apart for Yes {}

/// A typenum boolean as ours.
pub trait AsBool {
    /// Ours.
    type Out: Bool;
}
impl AsBool for B1 {
    type Out = Yes;
}
impl AsBool for typenum::B0 {
    type Out = crate::int::No;
}

/// The masks of a swizzle.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a swizzle",
    note = "`Swizzle<B, M, S>` takes static integers: B and M not negative, S of either sign with |S| >= B"
)]
pub trait SwizzleMasks: Copy + Default {
    /// The number of bits flipped.
    type Bits: Nat;
    /// The lowest of all bits concerned.
    type Base: Nat;
    /// The distance between the bits read and the bits flipped.
    type Distance: Nat;
    /// The bits read.
    type Y: Nat;
    /// The bits flipped.
    type Z: Nat;
    /// Both.
    type Yz: Nat;
    /// The bits of `x` moved from where they are read to where they flip.
    fn shift(x: u64) -> u64;
}
/// `B` ones from bit `At` on.
type Ones<B, At> = <At as ShiftUp<Diff<<B as ShiftUp<U1>>::Out, U1>>>::Out;

impl<B, M, S> SwizzleMasks for Swizzle<C<B>, C<M>, C<S>>
where
    B: Nat + IsLessOrEqual<S>,
    M: Nat + core::ops::Add<S>,
    S: Nat,
    LeEq<B, S>: AsBool,
    <LeEq<B, S> as AsBool>::Out: Apart,
    B: ShiftUp<U1>,
    <B as ShiftUp<U1>>::Out: Sub<U1>,
    M: ShiftUp<Diff<<B as ShiftUp<U1>>::Out, U1>>,
    Sum<M, S>: ShiftUp<Diff<<B as ShiftUp<U1>>::Out, U1>>,
    Ones<B, M>: NatOr<Ones<B, Sum<M, S>>>,
{
    type Bits = B;
    type Base = M;
    type Distance = S;
    type Y = Ones<B, Sum<M, S>>;
    type Z = Ones<B, M>;
    type Yz = <Ones<B, M> as NatOr<Ones<B, Sum<M, S>>>>::Out;
    #[inline(always)]
    fn shift(x: u64) -> u64 {
        x >> S::U64
    }
}
impl<B, M, S> SwizzleMasks for Swizzle<C<B>, C<M>, N<S>>
where
    B: Nat + IsLessOrEqual<S>,
    M: Nat + core::ops::Add<S>,
    S: Nat,
    LeEq<B, S>: AsBool,
    <LeEq<B, S> as AsBool>::Out: Apart,
    B: ShiftUp<U1>,
    <B as ShiftUp<U1>>::Out: Sub<U1>,
    M: ShiftUp<Diff<<B as ShiftUp<U1>>::Out, U1>>,
    Sum<M, S>: ShiftUp<Diff<<B as ShiftUp<U1>>::Out, U1>>,
    Ones<B, M>: NatOr<Ones<B, Sum<M, S>>>,
{
    type Bits = B;
    type Base = M;
    type Distance = S;
    type Y = Ones<B, M>;
    type Z = Ones<B, Sum<M, S>>;
    type Yz = <Ones<B, M> as NatOr<Ones<B, Sum<M, S>>>>::Out;
    #[inline(always)]
    fn shift(x: u64) -> u64 {
        x << S::U64
    }
}

/// The shift of a swizzle of `B` bits from bit `M` on.
#[diagnostic::on_unimplemented(
    message = "there is no swizzle of `{B}` bits from bit `{M}` on with the shift `{Self}`",
    note = "`swizzle(b, m, s)` takes static integers: b and m not negative, s of either sign with |s| >= b, as in `swizzle(_3, _4, _3)`"
)]
pub trait ShiftOf<B, M> {}
#[diagnostic::do_not_recommend]
impl<B, M, S> ShiftOf<B, M> for C<S> where Swizzle<B, M, C<S>>: SwizzleMasks {}
#[diagnostic::do_not_recommend]
impl<B, M, S> ShiftOf<B, M> for N<S> where Swizzle<B, M, N<S>>: SwizzleMasks {}

/// The swizzle that flips `bits` bits from bit `base` on by the bits `shift` above them (below, when negative).
///
/// | | |
/// |---|---|
/// | precondition | `bits <= |shift|` |
/// | error | a shift of fewer bits does not compile |
/// | rule | see [`Swizzle`] |
/// | difference from CuTe | the parameters are values, not template arguments |
///
/// A shift of fewer than `bits` is a compile error.
///
/// ```
/// use azulejo_layout::{ints::{_2, _3}, swizzle};
/// assert_eq!(swizzle(_2, _3, _3).apply(64), 64 ^ 8);
/// ```
#[inline(always)]
pub fn swizzle<B, M, S: ShiftOf<B, M>>(_bits: B, _base: M, _shift: S) -> Swizzle<B, M, S> {
    Swizzle::NEW
}

/// What stands to the left of a composed layout: a function of offsets.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be applied to the offset `{X}`",
    note = "a swizzle takes non-negative integers; a layout takes integers"
)]
pub trait Maps<X>: Copy {
    /// The value's type.
    type Out: Copy;
    /// The value at `x`.
    fn map(self, x: X) -> Self::Out;
}
macro_rules! dynamic {
    ($t:ident) => {
        impl<B, M, S> Maps<$t> for Swizzle<B, M, S>
        where
            Swizzle<B, M, S>: SwizzleMasks,
        {
            type Out = $t;
            #[inline(always)]
            fn map(self, x: $t) -> $t {
                let y = <Self as SwizzleMasks>::Y::U64;
                x ^ (<Self as SwizzleMasks>::shift(x as u64 & y) as $t)
            }
        }
    };
}
for_dynamic!(dynamic);
impl<B, M, S, U> Maps<C<U>> for Swizzle<B, M, S>
where
    Swizzle<B, M, S>: SwizzleMasks + ShiftStatic<U>,
    U: NatXor<<Swizzle<B, M, S> as ShiftStatic<U>>::Out>,
{
    type Out = C<<U as NatXor<<Swizzle<B, M, S> as ShiftStatic<U>>::Out>>::Out>;
    #[inline(always)]
    fn map(self, _: C<U>) -> Self::Out {
        C::NEW
    }
}
/// The bits that a static offset `U` flips.
pub trait ShiftStatic<U> {
    /// Those bits.
    type Out: Nat;
}
impl<B, M, S, U> ShiftStatic<U> for Swizzle<B, M, C<S>>
where
    Swizzle<B, M, C<S>>: SwizzleMasks,
    U: NatAnd<<Swizzle<B, M, C<S>> as SwizzleMasks>::Y>,
    S: ShiftDown<<U as NatAnd<<Swizzle<B, M, C<S>> as SwizzleMasks>::Y>>::Out>,
{
    type Out = <S as ShiftDown<<U as NatAnd<<Swizzle<B, M, C<S>> as SwizzleMasks>::Y>>::Out>>::Out;
}
impl<B, M, S, U> ShiftStatic<U> for Swizzle<B, M, N<S>>
where
    Swizzle<B, M, N<S>>: SwizzleMasks,
    U: NatAnd<<Swizzle<B, M, N<S>> as SwizzleMasks>::Y>,
    S: ShiftUp<<U as NatAnd<<Swizzle<B, M, N<S>> as SwizzleMasks>::Y>>::Out>,
{
    type Out = <S as ShiftUp<<U as NatAnd<<Swizzle<B, M, N<S>> as SwizzleMasks>::Y>>::Out>>::Out;
}

impl<B, M, S> Swizzle<B, M, S> {
    /// The image of an offset: static for a static one.
    #[inline(always)]
    pub fn apply<X>(self, x: X) -> <Self as Maps<X>>::Out
    where
        Self: Maps<X>,
    {
        self.map(x)
    }
}
