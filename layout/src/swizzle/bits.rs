//! Bits of static numbers: `and`, `xor`, shifts and masks.

use crate::int::Nat;
use typenum::{B0, B1, UInt, UTerm};

/// `2 x + b` without leading zeros.
pub trait PushBit<B> {
    /// The number.
    type Out: Nat;
}
impl PushBit<B0> for UTerm {
    type Out = UTerm;
}
impl<U, A> PushBit<B0> for UInt<U, A>
where
    UInt<UInt<U, A>, B0>: Nat,
{
    type Out = UInt<Self, B0>;
}
impl<U: Nat> PushBit<B1> for U {
    type Out = UInt<U, B1>;
}

macro_rules! bitwise {
    ($(#[$m:meta])* $name:ident, $left:ty, $right:ty; $o00:ty, $o01:ty, $o11:ty) => {
        $(#[$m])*
        pub trait $name<R> {
            /// The number.
            type Out: Nat;
        }
        impl $name<UTerm> for UTerm {
            type Out = UTerm;
        }
        impl<U, A> $name<UTerm> for UInt<U, A>
        where
            UInt<U, A>: Nat,
        {
            type Out = $left;
        }
        impl<V, B> $name<UInt<V, B>> for UTerm
        where
            UInt<V, B>: Nat,
        {
            type Out = $right;
        }
        bitwise!(@bits $name B0 B0 $o00);
        bitwise!(@bits $name B0 B1 $o01);
        bitwise!(@bits $name B1 B0 $o01);
        bitwise!(@bits $name B1 B1 $o11);
    };
    (@bits $name:ident $a:ident $b:ident $o:ty) => {
        impl<U, V> $name<UInt<V, $b>> for UInt<U, $a>
        where
            U: $name<V>,
            <U as $name<V>>::Out: PushBit<$o>,
        {
            type Out = <<U as $name<V>>::Out as PushBit<$o>>::Out;
        }
    };
}
bitwise! {
    /// The bits that both numbers have.
    NatAnd, UTerm, UTerm; B0, B0, B1
}
bitwise! {
    /// The bits that exactly one of two numbers has.
    NatXor, UInt<U, A>, UInt<V, B>; B0, B1, B0
}
bitwise! {
    /// The bits that either number has.
    NatOr, UInt<U, A>, UInt<V, B>; B0, B1, B1
}

/// The bits of the first number that the second has not.
pub trait NatWithout<R> {
    /// The number.
    type Out: Nat;
}
impl<U, R> NatWithout<R> for U
where
    U: NatAnd<R>,
    <U as NatAnd<R>>::Out: NatXor<U>,
{
    type Out = <<U as NatAnd<R>>::Out as NatXor<U>>::Out;
}

/// Twice a number.
pub trait Twice {
    /// The double.
    type Out: Nat;
}
impl Twice for UTerm {
    type Out = UTerm;
}
impl<U, A> Twice for UInt<U, A>
where
    UInt<UInt<U, A>, B0>: Nat,
{
    type Out = UInt<Self, B0>;
}
/// Half of a number, rounded down.
pub trait Half {
    /// The half.
    type Out: Nat;
}
impl Half for UTerm {
    type Out = UTerm;
}
impl<U: Nat, A> Half for UInt<U, A> {
    type Out = U;
}

macro_rules! shift {
    ($(#[$m:meta])* $name:ident $once:ident) => {
        $(#[$m])*
        pub trait $name<X> {
            /// The number.
            type Out: Nat;
        }
        impl<X: Nat> $name<X> for UTerm {
            type Out = X;
        }
        impl<X, K> $name<X> for UInt<K, B0>
        where
            K: $name<X>,
            K: $name<<K as $name<X>>::Out>,
        {
            type Out = <K as $name<<K as $name<X>>::Out>>::Out;
        }
        impl<X, K> $name<X> for UInt<K, B1>
        where
            K: $name<X>,
            K: $name<<K as $name<X>>::Out>,
            <K as $name<<K as $name<X>>::Out>>::Out: $once,
        {
            type Out = <<K as $name<<K as $name<X>>::Out>>::Out as $once>::Out;
        }
    };
}
shift! {
    /// The number `X` times two to the power of `Self`.
    ShiftUp Twice
}
shift! {
    /// The number `X` divided by two to the power of `Self`, rounded down.
    ShiftDown Half
}
