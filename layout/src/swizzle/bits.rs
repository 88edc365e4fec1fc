//! Bits of static numbers: `and`, `xor`, shifts and masks.

use crate::int::Nat;
use core::ops::{Shl, Shr};
use typenum::{B0, B1, Shleft, Shright, UInt, UTerm};

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

/// `x 2^k`.
pub trait NatShl<K> {
    /// The number.
    type Out: Nat;
}
impl<U, K> NatShl<K> for U
where
    U: Shl<K>,
    Shleft<U, K>: Nat,
{
    type Out = Shleft<U, K>;
}

/// `floor(x / 2^k)`.
pub trait NatShr<K> {
    /// The number.
    type Out: Nat;
}
impl<U, K> NatShr<K> for U
where
    U: Shr<K>,
    Shright<U, K>: Nat,
{
    type Out = Shright<U, K>;
}
