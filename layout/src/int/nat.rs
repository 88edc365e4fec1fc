//! Arithmetic on the bits of a typenum number, most significant bit innermost.
//!
//! Each operation recurses on the constructors `UTerm` (zero) and `UInt<U, B>` (`2 U + B`). Division strips common
//! factors of two first and falls back on typenum's long division for odd divisors above one only.

use super::boolean::{Bool, No, Yes};
use core::ops::{Div, Rem};
use typenum::{B0, B1, Mod, Quot, UInt, UTerm, Unsigned};

/// A natural number of typenum with what the compiler can see of it.
pub trait Nat: Unsigned + Copy + Default + 'static {
    /// Whether it is zero.
    type IsZero: Bool;
    /// Whether it is one.
    type IsOne: Bool;
    /// Whether it has at most one bit set.
    type IsPower: Bool;
    /// Its double.
    type Twice: Nat;
}

impl Nat for UTerm {
    type IsZero = Yes;
    type IsOne = No;
    type IsPower = Yes;
    type Twice = UTerm;
}
impl<U: Nat> Nat for UInt<U, B0> {
    type IsZero = No;
    type IsOne = No;
    type IsPower = U::IsPower;
    type Twice = UInt<Self, B0>;
}
impl<U: Nat> Nat for UInt<U, B1> {
    type IsZero = No;
    type IsOne = U::IsZero;
    type IsPower = U::IsZero;
    type Twice = UInt<Self, B0>;
}

/// `x + 1`.
pub trait Inc {
    /// The successor.
    type Out: Nat;
}
impl Inc for UTerm {
    type Out = UInt<UTerm, B1>;
}
impl<U: Nat> Inc for UInt<U, B0> {
    type Out = UInt<U, B1>;
}
impl<U: Inc> Inc for UInt<U, B1> {
    type Out = UInt<U::Out, B0>;
}

/// `x - 1` for `x > 0`.
pub trait Dec {
    /// The predecessor.
    type Out: Nat;
}
impl<U: Nat> Dec for UInt<U, B1> {
    type Out = U::Twice;
}
impl<U: Dec> Dec for UInt<U, B0> {
    type Out = UInt<U::Out, B1>;
}

/// `x + y`.
pub trait NatAdd<R> {
    /// The sum.
    type Out: Nat;
}
impl<R: Nat> NatAdd<R> for UTerm {
    type Out = R;
}
impl<U, B> NatAdd<UTerm> for UInt<U, B>
where
    UInt<U, B>: Nat,
{
    type Out = UInt<U, B>;
}
impl<U: NatAdd<V>, V> NatAdd<UInt<V, B0>> for UInt<U, B0> {
    type Out = UInt<U::Out, B0>;
}
impl<U: NatAdd<V>, V> NatAdd<UInt<V, B1>> for UInt<U, B0> {
    type Out = UInt<U::Out, B1>;
}
impl<U: NatAdd<V>, V> NatAdd<UInt<V, B0>> for UInt<U, B1> {
    type Out = UInt<U::Out, B1>;
}
impl<U: NatAdd<V>, V> NatAdd<UInt<V, B1>> for UInt<U, B1>
where
    <U as NatAdd<V>>::Out: Inc,
{
    type Out = UInt<<<U as NatAdd<V>>::Out as Inc>::Out, B0>;
}

/// `x y`, by the bits of `x`.
pub trait NatMul<R> {
    /// The product.
    type Out: Nat;
}
impl<R> NatMul<R> for UTerm {
    type Out = UTerm;
}
impl<R: Nat> NatMul<R> for UInt<UTerm, B1> {
    type Out = R;
}
impl<U, B, R> NatMul<R> for UInt<UInt<U, B>, B0>
where
    UInt<U, B>: NatMul<R>,
{
    type Out = <<UInt<U, B> as NatMul<R>>::Out as Nat>::Twice;
}
impl<U, B, R> NatMul<R> for UInt<UInt<U, B>, B1>
where
    UInt<U, B>: NatMul<R>,
    <<UInt<U, B> as NatMul<R>>::Out as Nat>::Twice: NatAdd<R>,
{
    type Out = <<<UInt<U, B> as NatMul<R>>::Out as Nat>::Twice as NatAdd<R>>::Out;
}

/// `floor(x / y)` for `y > 0`.
pub trait NatDiv<R> {
    /// The quotient.
    type Out: Nat;
}
impl<A: Nat> NatDiv<UInt<UTerm, B1>> for A {
    type Out = A;
}
impl<U, B> NatDiv<UInt<UInt<U, B>, B0>> for UTerm {
    type Out = UTerm;
}
impl<A, X, U, B> NatDiv<UInt<UInt<U, B>, B0>> for UInt<A, X>
where
    A: NatDiv<UInt<U, B>>,
{
    type Out = A::Out;
}
impl<A, U, B> NatDiv<UInt<UInt<U, B>, B1>> for A
where
    A: Div<UInt<UInt<U, B>, B1>>,
    Quot<A, UInt<UInt<U, B>, B1>>: Nat,
{
    type Out = Quot<A, UInt<UInt<U, B>, B1>>;
}

/// `2 x + b`.
pub trait Append<B> {
    /// The number with the bit appended.
    type Out: Nat;
}
impl<U: Nat> Append<B0> for U {
    type Out = U::Twice;
}
impl<U: Nat> Append<B1> for U {
    type Out = UInt<U, B1>;
}

/// `x mod y` for `y > 0`.
pub trait NatMod<R> {
    /// The remainder.
    type Out: Nat;
}
impl<A> NatMod<UInt<UTerm, B1>> for A {
    type Out = UTerm;
}
impl<U, B> NatMod<UInt<UInt<U, B>, B0>> for UTerm {
    type Out = UTerm;
}
impl<A, X, U, B> NatMod<UInt<UInt<U, B>, B0>> for UInt<A, X>
where
    A: NatMod<UInt<U, B>>,
    <A as NatMod<UInt<U, B>>>::Out: Append<X>,
{
    type Out = <<A as NatMod<UInt<U, B>>>::Out as Append<X>>::Out;
}
impl<A, U, B> NatMod<UInt<UInt<U, B>, B1>> for A
where
    A: Rem<UInt<UInt<U, B>, B1>>,
    Mod<A, UInt<UInt<U, B>, B1>>: Nat,
{
    type Out = Mod<A, UInt<UInt<U, B>, B1>>;
}

/// `ceil(x / y)` for `y > 0`.
pub trait NatCeilDiv<R> {
    /// The quotient, rounded up.
    type Out: Nat;
}
impl<A: Nat> NatCeilDiv<UInt<UTerm, B1>> for A {
    type Out = A;
}
impl<U, B> NatCeilDiv<UInt<UInt<U, B>, B0>> for UTerm {
    type Out = UTerm;
}
impl<A, U, B> NatCeilDiv<UInt<UInt<U, B>, B0>> for UInt<A, B0>
where
    A: NatCeilDiv<UInt<U, B>>,
{
    type Out = A::Out;
}
impl<A, U, B> NatCeilDiv<UInt<UInt<U, B>, B0>> for UInt<A, B1>
where
    A: NatDiv<UInt<U, B>>,
    <A as NatDiv<UInt<U, B>>>::Out: Inc,
{
    type Out = <<A as NatDiv<UInt<U, B>>>::Out as Inc>::Out;
}
impl<U, B> NatCeilDiv<UInt<UInt<U, B>, B1>> for UTerm {
    type Out = UTerm;
}
impl<A, X, U, B> NatCeilDiv<UInt<UInt<U, B>, B1>> for UInt<A, X>
where
    UInt<A, X>: Dec,
    <UInt<A, X> as Dec>::Out: NatDiv<UInt<UInt<U, B>, B1>>,
    <<UInt<A, X> as Dec>::Out as NatDiv<UInt<UInt<U, B>, B1>>>::Out: Inc,
{
    type Out = <<<UInt<A, X> as Dec>::Out as NatDiv<UInt<UInt<U, B>, B1>>>::Out as Inc>::Out;
}

/// Whether two numbers are equal; stops at the first differing bit.
pub trait NatEq<R> {
    /// The answer.
    type Out: Bool;
}
impl NatEq<UTerm> for UTerm {
    type Out = Yes;
}
impl<V, B> NatEq<UInt<V, B>> for UTerm {
    type Out = No;
}
impl<U, B> NatEq<UTerm> for UInt<U, B> {
    type Out = No;
}
impl<U: NatEq<V>, V> NatEq<UInt<V, B0>> for UInt<U, B0> {
    type Out = U::Out;
}
impl<U: NatEq<V>, V> NatEq<UInt<V, B1>> for UInt<U, B1> {
    type Out = U::Out;
}
impl<U, V> NatEq<UInt<V, B0>> for UInt<U, B1> {
    type Out = No;
}
impl<U, V> NatEq<UInt<V, B1>> for UInt<U, B0> {
    type Out = No;
}

/// The result of a comparison.
pub trait Order {
    /// Whether the left is the smaller.
    type IsLess: Bool;
    /// This order, or if it is `Same` the order `R`.
    type Then<R: Order>: Order;
}
/// The left is smaller.
pub struct Less;
/// Both are equal.
pub struct Same;
/// The left is larger.
pub struct Greater;
impl Order for Less {
    type IsLess = Yes;
    type Then<R: Order> = Less;
}
impl Order for Same {
    type IsLess = No;
    type Then<R: Order> = R;
}
impl Order for Greater {
    type IsLess = No;
    type Then<R: Order> = Greater;
}

/// Compares two numbers.
pub trait NatCmp<R> {
    /// How `Self` stands to `R`.
    type Out: Order;
}
impl NatCmp<UTerm> for UTerm {
    type Out = Same;
}
impl<V, B> NatCmp<UInt<V, B>> for UTerm {
    type Out = Less;
}
impl<U, B> NatCmp<UTerm> for UInt<U, B> {
    type Out = Greater;
}
impl<U: NatCmp<V>, V> NatCmp<UInt<V, B0>> for UInt<U, B0> {
    type Out = U::Out;
}
impl<U: NatCmp<V>, V> NatCmp<UInt<V, B1>> for UInt<U, B1> {
    type Out = U::Out;
}
impl<U: NatCmp<V>, V> NatCmp<UInt<V, B1>> for UInt<U, B0> {
    type Out = <U::Out as Order>::Then<Less>;
}
impl<U: NatCmp<V>, V> NatCmp<UInt<V, B0>> for UInt<U, B1> {
    type Out = <U::Out as Order>::Then<Greater>;
}
