//! Unary operations: magnitude, sign, negation, predecessor.

use super::arith::IMul;
use super::kinds::for_dynamic;
use super::leaf::{C, N};
use super::nat::{Dec, Nat};
use typenum::{B1, UInt, UTerm};

/// The magnitude of an integer.
pub trait IAbs {
    /// The type of the magnitude.
    type Out: Copy;
    /// Computes it.
    fn abs(self) -> Self::Out;
}
/// The negative of an integer.
pub trait INeg {
    /// The type of the negative.
    type Out: Copy;
    /// Computes it.
    fn neg(self) -> Self::Out;
}
/// `x - 1`.
pub trait IDec {
    /// The type of the predecessor.
    type Out: Copy;
    /// Computes it.
    fn dec(self) -> Self::Out;
}
/// A magnitude `M` with the sign of `Self`.
pub trait SignLike<M> {
    /// The type of the signed value.
    type Out: Copy;
    /// Computes it.
    fn sign_like(self, magnitude: M) -> Self::Out;
}

impl<U: Nat> IAbs for C<U> {
    type Out = C<U>;
    #[inline(always)]
    fn abs(self) -> C<U> {
        self
    }
}
impl<U: Nat> IAbs for N<U> {
    type Out = C<U>;
    #[inline(always)]
    fn abs(self) -> C<U> {
        C::NEW
    }
}
impl INeg for C<UTerm> {
    type Out = C<UTerm>;
    #[inline(always)]
    fn neg(self) -> C<UTerm> {
        self
    }
}
impl<U, B> INeg for C<UInt<U, B>> {
    type Out = N<UInt<U, B>>;
    #[inline(always)]
    fn neg(self) -> Self::Out {
        N::NEW
    }
}
impl<U: Nat> INeg for N<U> {
    type Out = C<U>;
    #[inline(always)]
    fn neg(self) -> C<U> {
        C::NEW
    }
}
impl IDec for C<UTerm> {
    type Out = N<UInt<UTerm, B1>>;
    #[inline(always)]
    fn dec(self) -> Self::Out {
        N::NEW
    }
}
impl<U, B> IDec for C<UInt<U, B>>
where
    UInt<U, B>: Dec,
{
    type Out = C<<UInt<U, B> as Dec>::Out>;
    #[inline(always)]
    fn dec(self) -> Self::Out {
        C::NEW
    }
}
impl<U: Nat, M: Copy> SignLike<M> for C<U> {
    type Out = M;
    #[inline(always)]
    fn sign_like(self, magnitude: M) -> M {
        magnitude
    }
}
impl<U: Nat, M: INeg> SignLike<M> for N<U> {
    type Out = M::Out;
    #[inline(always)]
    fn sign_like(self, magnitude: M) -> M::Out {
        magnitude.neg()
    }
}
macro_rules! dynamic {
    ($t:ident) => {
        impl INeg for $t {
            type Out = $t;
            #[inline(always)]
            fn neg(self) -> $t {
                self.wrapping_neg()
            }
        }
        impl IDec for $t {
            type Out = $t;
            #[inline(always)]
            fn dec(self) -> $t {
                self.wrapping_sub(1)
            }
        }
    };
}
for_dynamic!(dynamic);
macro_rules! unsigned {
    ($($t:ident)*) => {$(
        impl IAbs for $t {
            type Out = $t;
            #[inline(always)]
            fn abs(self) -> $t {
                self
            }
        }
        impl<M: Copy> SignLike<M> for $t {
            type Out = M;
            #[inline(always)]
            fn sign_like(self, magnitude: M) -> M {
                magnitude
            }
        }
    )*};
}
unsigned!(u32 usize);
macro_rules! signed {
    ($($t:ident)*) => {$(
        impl IAbs for $t {
            type Out = $t;
            #[inline(always)]
            fn abs(self) -> $t {
                self.wrapping_abs()
            }
        }
        impl<M: IMul<$t>> SignLike<M> for $t {
            type Out = M::Out;
            #[inline(always)]
            fn sign_like(self, magnitude: M) -> M::Out {
                magnitude.mul(if self < 0 { -1 } else { 1 })
            }
        }
    )*};
}
signed!(i32 i64);

/// `-_3` is `N<U3>`, printed `_-3`.
impl<U> core::ops::Neg for C<U>
where
    C<U>: INeg,
{
    type Output = <C<U> as INeg>::Out;
    #[inline(always)]
    fn neg(self) -> Self::Output {
        INeg::neg(self)
    }
}
