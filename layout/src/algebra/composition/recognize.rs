//! One mode of the right operand of a composition, seen through the left one: by steps, or recognised.
//!
//! CuTe's steps divide the stride by each size of the left operand and split the size where it ends. Where everything
//! divides they are right, and they are the only way when sizes are dynamic. Where a static division leaves a remainder
//! the steps go astray, and the layout of the mode is found as `check::compose_leaf` finds it: how far does the mode run
//! straight, and which layout do the starts of these runs have?

use super::compose::Walk;
use crate::int::{
    Bool, C, IAbs, IAdd, IMin, IMul, Int, Leaf, Nat, NatCeilDiv, NatCmp, NatDiv, NatMod, NatMul,
    No, Order, SignLike, StaticEq, Yes,
};
use crate::tree::{Cons, M, Nil, StrideKind};
use typenum::{UInt, UTerm};

/// A flat list that is to be walked by steps alone: in a divide, which pads a mode in which the tile hangs over.
#[derive(Clone, Copy)]
pub struct ByStep<A>(pub A);

/// Whether the steps of the mode `S:D` through the list `Self` need no closer look.
pub trait Steps<S, D> {
    /// `Yes` when all numbers that are known are powers of two.
    type IsEven: Bool;
}
impl<S, D, H, T> Steps<S, D> for Cons<H, T>
where
    S: Int,
    D: Int,
    Cons<H, T>: Sizes,
{
    type IsEven = <<<Cons<H, T> as Sizes>::IsPower as Bool>::And<<S as Int>::IsPower> as Bool>::And<
        <D as Int>::IsPower,
    >;
}
impl<S, D, A> Steps<S, D> for ByStep<A> {
    type IsEven = Yes;
}
impl<S, D, A: Walk<S, D, Yes>> Walk<S, D, Yes> for ByStep<A> {
    type Out = A::Out;
    #[inline(always)]
    fn walk(self, s: S, d: D) -> A::Out {
        self.0.walk(s, d)
    }
}

/// What the sizes of a flat list allow.
pub trait Sizes {
    /// No size but the last is a static number other than a power of two.
    type IsPower: Bool;
    /// All sizes but the last are static, and no stride is a basis element.
    type IsSettled: Bool;
    /// All sizes but the last are static powers of two.
    type IsQuick: Bool;
}
impl<A: Sizes> Sizes for ByStep<A> {
    type IsPower = A::IsPower;
    type IsSettled = A::IsSettled;
    type IsQuick = A::IsQuick;
}
impl<S, D> Sizes for Cons<M<S, D>, Nil>
where
    M<S, D>: StrideKind,
{
    type IsPower = Yes;
    type IsSettled = <<M<S, D> as StrideKind>::IsBasis as Bool>::Not;
    type IsQuick = Yes;
}
impl<S, D, H, T> Sizes for Cons<M<S, D>, Cons<H, T>>
where
    S: Int,
    M<S, D>: StrideKind,
    Cons<H, T>: Sizes,
{
    type IsPower = <<S as Int>::IsPower as Bool>::And<<Cons<H, T> as Sizes>::IsPower>;
    type IsSettled = <<<<M<S, D> as StrideKind>::IsBasis as Bool>::Not as Bool>::And<
        <S as Leaf>::IsStatic,
    > as Bool>::And<<Cons<H, T> as Sizes>::IsSettled>;
    type IsQuick = <<S as Int>::IsStaticPower as Bool>::And<<Cons<H, T> as Sizes>::IsQuick>;
}

/// The mode `S:D` through the flat list `A`: by steps when `Self = Yes` (all numbers that are known are powers of two),
/// after a closer look otherwise.
pub trait Route<S, D, A> {
    /// The list of modes.
    type Out: Copy;
    fn route(s: S, d: D, a: A) -> Self::Out;
}
impl<S, D, A: Walk<S, D, Yes>> Route<S, D, A> for Yes {
    type Out = <A as Walk<S, D, Yes>>::Out;
    #[inline(always)]
    fn route(s: S, d: D, a: A) -> Self::Out {
        a.walk(s, d)
    }
}
/// Whether all that a recognition needs is static.
type Settled<S, D, A> =
    <<<A as Sizes>::IsSettled as Bool>::And<<S as Leaf>::IsStatic> as Bool>::And<
        <D as Leaf>::IsStatic,
    >;
impl<S, D, A> Route<S, D, A> for No
where
    S: Leaf,
    D: Leaf,
    A: Sizes,
    Settled<S, D, A>: Look<S, D, A>,
{
    type Out = <Settled<S, D, A> as Look<S, D, A>>::Out;
    #[inline(always)]
    fn route(s: S, d: D, a: A) -> Self::Out {
        <Settled<S, D, A> as Look<S, D, A>>::look(s, d, a)
    }
}

/// As [`Route`]: `Self = Yes` when all is static, so that the divisions can be looked at.
pub trait Look<S, D, A> {
    /// The list of modes.
    type Out: Copy;
    fn look(s: S, d: D, a: A) -> Self::Out;
}
impl<S, D, A: Walk<S, D, Yes>> Look<S, D, A> for No {
    type Out = <A as Walk<S, D, Yes>>::Out;
    #[inline(always)]
    fn look(s: S, d: D, a: A) -> Self::Out {
        a.walk(s, d)
    }
}
impl<S, D, A> Look<S, D, A> for Yes
where
    D: IAbs,
    A: Divides<S, <D as IAbs>::Out>,
    <A as Divides<S, <D as IAbs>::Out>>::Out: Choose<S, D, A>,
{
    type Out = <<A as Divides<S, <D as IAbs>::Out>>::Out as Choose<S, D, A>>::Out;
    #[inline(always)]
    fn look(s: S, d: D, a: A) -> Self::Out {
        <<A as Divides<S, <D as IAbs>::Out>>::Out as Choose<S, D, A>>::choose(s, d, a)
    }
}

/// The mode `S:D` through the flat list `A`: by steps when `Self = Yes`, recognised otherwise.
pub trait Choose<S, D, A> {
    /// The list of modes.
    type Out: Copy;
    fn choose(s: S, d: D, a: A) -> Self::Out;
}
impl<S, D, A: Walk<S, D, Yes>> Choose<S, D, A> for Yes {
    type Out = <A as Walk<S, D, Yes>>::Out;
    #[inline(always)]
    fn choose(s: S, d: D, a: A) -> Self::Out {
        a.walk(s, d)
    }
}
impl<S, D, A> Choose<S, D, A> for No
where
    D: IAbs,
    A: Recognise<S, <D as IAbs>::Out, D>,
{
    type Out = <A as Recognise<S, <D as IAbs>::Out, D>>::Out;
    #[inline(always)]
    fn choose(_: S, d: D, a: A) -> Self::Out {
        a.recognize(d)
    }
}

/// Whether the steps of `S:D` through the flat list `Self` divide evenly.
pub trait Divides<S, D> {
    /// The answer.
    type Out: Bool;
}
impl<LS, LD, S, D> Divides<S, D> for Cons<M<LS, LD>, Nil> {
    type Out = Yes;
}
impl<L, LD, H, T, U, V> Divides<C<U>, C<V>> for Cons<M<C<L>, LD>, Cons<H, T>>
where
    U: Nat,
    <U as Nat>::IsOne: DividesUnlessDone<L, U, V, Cons<H, T>>,
{
    type Out = <<U as Nat>::IsOne as DividesUnlessDone<L, U, V, Cons<H, T>>>::Out;
}
/// One step, unless `Self = Yes`: nothing is left.
pub trait DividesUnlessDone<L, U, V, T> {
    /// The answer.
    type Out: Bool;
}
impl<L, U, V, T> DividesUnlessDone<L, U, V, T> for Yes {
    type Out = Yes;
}
/// How many steps fit a mode.
type Fit<L, V> = <L as NatCeilDiv<V>>::Out;
impl<L, U, V, T> DividesUnlessDone<L, U, V, T> for No
where
    L: NatCeilDiv<V>,
    <Fit<L, V> as Nat>::IsOne: DividesStep<L, U, V, T>,
{
    type Out = <<Fit<L, V> as Nat>::IsOne as DividesStep<L, U, V, T>>::Out;
}
/// A step that passes the mode of size `L` (`Self = Yes`) or takes from it.
pub trait DividesStep<L, U, V, T> {
    /// The answer.
    type Out: Bool;
}
/// Whether `Y` divides `X`.
type Multiple<X, Y> = <<X as NatMod<Y>>::Out as Nat>::IsZero;
impl<L, U, V, T> DividesStep<L, U, V, T> for Yes
where
    V: NatMod<L> + NatCeilDiv<L>,
    T: Divides<C<U>, C<<V as NatCeilDiv<L>>::Out>>,
{
    type Out =
        <Multiple<V, L> as Bool>::And<<T as Divides<C<U>, C<<V as NatCeilDiv<L>>::Out>>>::Out>;
}
impl<L, U, V, T> DividesStep<L, U, V, T> for No
where
    L: NatCeilDiv<V>,
    Fit<L, V>: NatCmp<U>,
    <<Fit<L, V> as NatCmp<U>>::Out as Order>::IsLess: DividesRest<L, U, V, T>,
{
    type Out = <<<Fit<L, V> as NatCmp<U>>::Out as Order>::IsLess as DividesRest<L, U, V, T>>::Out;
}
/// What follows a step that takes from the mode of size `L`: more steps when `Self = Yes`.
pub trait DividesRest<L, U, V, T> {
    /// The answer.
    type Out: Bool;
}
impl<L, U, V, T> DividesRest<L, U, V, T> for No {
    type Out = Yes;
}
impl<L, U, V, T> DividesRest<L, U, V, T> for Yes
where
    L: NatCeilDiv<V> + NatMod<V>,
    V: NatCeilDiv<L>,
    U: NatMod<Fit<L, V>> + NatDiv<Fit<L, V>>,
    T: Divides<C<<U as NatDiv<Fit<L, V>>>::Out>, C<<V as NatCeilDiv<L>>::Out>>,
{
    type Out = <<Multiple<L, V> as Bool>::And<Multiple<U, Fit<L, V>>> as Bool>::And<
        <T as Divides<C<<U as NatDiv<Fit<L, V>>>::Out>, C<<V as NatCeilDiv<L>>::Out>>>::Out,
    >;
}

/// The offset of the static index `D` in the flat list `Self`.
pub trait Image<D> {
    /// The offset.
    type Out: Copy;
    fn image(self) -> Self::Out;
}
impl<S, D, V> Image<C<V>> for Cons<M<S, D>, Nil>
where
    C<V>: IMul<D>,
{
    type Out = <C<V> as IMul<D>>::Out;
    #[inline(always)]
    fn image(self) -> Self::Out {
        C::NEW.mul(self.0.1)
    }
}
/// The part of an offset that one digit gives.
type Part<V, L, D> = <C<<V as NatMod<L>>::Out> as IMul<D>>::Out;
/// The part of an offset that the remaining modes give.
type Later<V, L, T> = <T as Image<C<<V as NatDiv<L>>::Out>>>::Out;
impl<L, D, H, T, V> Image<C<V>> for Cons<M<C<L>, D>, Cons<H, T>>
where
    V: NatMod<L> + NatDiv<L>,
    C<<V as NatMod<L>>::Out>: IMul<D>,
    Cons<H, T>: Image<C<<V as NatDiv<L>>::Out>>,
    Part<V, L, D>: IAdd<Later<V, L, Cons<H, T>>>,
{
    type Out = <Part<V, L, D> as IAdd<Later<V, L, Cons<H, T>>>>::Out;
    #[inline(always)]
    fn image(self) -> Self::Out {
        let digit: C<<V as NatMod<L>>::Out> = C::NEW;
        digit.mul(self.0.1).add(self.1.image())
    }
}

/// How many multiples of `D`, at most `Best`, run straight in the flat list `Self`: until the first carry.
pub trait Straight<Best, D> {
    /// Their number.
    type Out: Copy + Default;
}
impl<S, D, Best: Copy + Default, V> Straight<Best, V> for Cons<M<S, D>, Nil> {
    type Out = Best;
}
impl<L, D, H, T, Best, V> Straight<Best, C<V>> for Cons<M<C<L>, D>, Cons<H, T>>
where
    V: NatMod<L> + NatDiv<L>,
    <V as NatMod<L>>::Out: Until<L, Best>,
    Cons<H, T>: Straight<<<V as NatMod<L>>::Out as Until<L, Best>>::Out, C<<V as NatDiv<L>>::Out>>,
{
    type Out = <Cons<H, T> as Straight<
        <<V as NatMod<L>>::Out as Until<L, Best>>::Out,
        C<<V as NatDiv<L>>::Out>,
    >>::Out;
}
/// How many multiples of the digit `Self`, at most `Best`, stay in a mode of size `L`.
pub trait Until<L, Best> {
    /// Their number.
    type Out: Copy + Default;
}
impl<L, Best: Copy + Default> Until<L, Best> for UTerm {
    type Out = Best;
}
impl<L, Best, U, B> Until<L, Best> for UInt<U, B>
where
    L: NatCeilDiv<UInt<U, B>>,
    C<<L as NatCeilDiv<UInt<U, B>>>::Out>: IMin<Best>,
    <C<<L as NatCeilDiv<UInt<U, B>>>::Out> as IMin<Best>>::Out: Default,
{
    type Out = <C<<L as NatCeilDiv<UInt<U, B>>>::Out> as IMin<Best>>::Out;
}

/// The layout of `c -> A(c D)`, `0 <= c < S`, for the flat list `A = Self` and the static non-negative `D`; with the sign
/// of `Sign`.
///
/// Where there is none the modes are one straight line, which the rule of composition then rejects.
pub trait Recognise<S, D, Sign> {
    /// The list of modes.
    type Out: Copy;
    fn recognize(self, sign: Sign) -> Self::Out;
}
/// The length of the first run.
type Run<A, S, D> = <A as Straight<S, D>>::Out;
/// Whether the first run is all there is.
type IsAll<A, S, D> = <Run<A, S, D> as StaticEq<S>>::Out;
#[diagnostic::do_not_recommend]
impl<A, S, D, Sign> Recognise<S, D, Sign> for A
where
    A: Straight<S, D>,
    Run<A, S, D>: StaticEq<S>,
    IsAll<A, S, D>: Bend<A, S, D, Run<A, S, D>, Sign>,
{
    type Out = <IsAll<A, S, D> as Bend<A, S, D, Run<A, S, D>, Sign>>::Out;
    #[inline(always)]
    fn recognize(self, sign: Sign) -> Self::Out {
        <IsAll<A, S, D> as Bend<A, S, D, Run<A, S, D>, Sign>>::bend(self, sign)
    }
}
/// The first run, of `R` of the `S` steps, and what follows; nothing when `Self = Yes`.
pub trait Bend<A, S, D, R, Sign> {
    /// The list of modes.
    type Out: Copy;
    fn bend(a: A, sign: Sign) -> Self::Out;
}
/// The step of a run.
type Unit<A, D, Sign> = <Sign as SignLike<<A as Image<D>>::Out>>::Out;
impl<A, S, D, R, Sign> Bend<A, S, D, R, Sign> for Yes
where
    S: Copy + Default,
    A: Image<D>,
    Sign: SignLike<<A as Image<D>>::Out>,
{
    type Out = Cons<M<S, Unit<A, D, Sign>>, Nil>;
    #[inline(always)]
    fn bend(a: A, sign: Sign) -> Self::Out {
        Cons(M(S::default(), sign.sign_like(a.image())), Nil)
    }
}
impl<A, U, D, V, Sign> Bend<A, C<U>, D, C<V>, Sign> for No
where
    U: NatMod<V>,
    Multiple<U, V>: Repeat<A, U, D, V, Sign>,
{
    type Out = <Multiple<U, V> as Repeat<A, U, D, V, Sign>>::Out;
    #[inline(always)]
    fn bend(a: A, sign: Sign) -> Self::Out {
        <Multiple<U, V> as Repeat<A, U, D, V, Sign>>::repeat(a, sign)
    }
}
/// A run of `V` of the `U` steps and the layout of the starts of runs, when `V` divides `U` (`Self = Yes`).
pub trait Repeat<A, U, D, V, Sign> {
    /// The list of modes.
    type Out: Copy;
    fn repeat(a: A, sign: Sign) -> Self::Out;
}
impl<A, U, D, V, Sign> Repeat<A, U, D, V, Sign> for No
where
    A: Image<D>,
    Sign: SignLike<<A as Image<D>>::Out>,
{
    type Out = Cons<M<C<U>, Unit<A, D, Sign>>, Nil>;
    #[inline(always)]
    fn repeat(a: A, sign: Sign) -> Self::Out {
        Cons(M(C::NEW, sign.sign_like(a.image())), Nil)
    }
}
/// The starts of the runs.
type Starts<A, U, W, V, Sign> =
    <A as Recognise<C<<U as NatDiv<V>>::Out>, C<<V as NatMul<W>>::Out>, Sign>>::Out;
impl<A, U, W, V, Sign> Repeat<A, U, C<W>, V, Sign> for Yes
where
    A: Image<C<W>> + Copy,
    Sign: SignLike<<A as Image<C<W>>>::Out> + Copy,
    U: NatDiv<V>,
    V: NatMul<W>,
    A: Recognise<C<<U as NatDiv<V>>::Out>, C<<V as NatMul<W>>::Out>, Sign>,
{
    type Out = Cons<M<C<V>, Unit<A, C<W>, Sign>>, Starts<A, U, W, V, Sign>>;
    #[inline(always)]
    fn repeat(a: A, sign: Sign) -> Self::Out {
        Cons(M(C::NEW, sign.sign_like(a.image())), a.recognize(sign))
    }
}
