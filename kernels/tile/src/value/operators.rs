//! `+ - * /` on tiles: promotion by cuTile's table, broadcasting by NumPy's rule, both decided by the compiler.
//!
//! | operands | result |
//! |---|---|
//! | tile and tile | the type that the table promotes to, the common shape |
//! | tile and [`Tile::scalar`](super::Tile::scalar) | the same: a scalar is a tile without axes |
//! | tile and literal | the tile's type, or `f32` / `i32` where the literal's category is higher |
//! | `/` on integers | `f32` |

use core::ops::{Add, Div, Mul, Neg, Rem, Sub};

use azulejo_tensor::{Element, Promote, bf16, f16};

use super::{Compute, FloatLiteral, Formula, IntLiteral, K, Real, Tile, convert};
use crate::{Broadcast, TileShape};

/// The type of a true quotient: that of the operands for floats, `f32` for integers.
pub trait Quotient: Compute {
    /// The type.
    type Out: Real;
}

macro_rules! quotients {
    ($($t:ty => $out:ty),*) => {$( impl Quotient for $t { type Out = $out; } )*};
}
quotients!(u8 => f32, u16 => f32, u32 => f32, u64 => f32, i8 => f32, i16 => f32, i32 => f32, i64 => f32,
    f16 => f16, bf16 => bf16, f32 => f32, f64 => f64);

/// The type of a sum, a difference, a product.
pub(crate) type Same<P> = P;
/// The type of a true quotient.
pub(crate) type TrueQuotient<P> = <P as Quotient>::Out;

/// The true quotient.
#[inline(always)]
pub(crate) fn true_quotient<P: Quotient>(a: P, b: P) -> P::Out {
    convert::<P, P::Out>(a).quotient(convert(b))
}

/// Implements the operators for a type of tiles: `operators! { Tile of TileShape by Broadcast }`.
macro_rules! operators {
    ($tile:ident of $shape:ident by $broadcast:ident) => {
        operators! { @each $tile $shape $broadcast
            Add add Compute Same Compute::plus;
            Sub sub Compute Same Compute::minus;
            Mul mul Compute Same Compute::times;
            Rem rem Compute Same Compute::modulo;
            Div div Quotient TrueQuotient true_quotient;
        }

        impl<A: Compute, S: $shape> Neg for $tile<A, S> {
            type Output = Self;
            #[inline(always)]
            fn neg(self) -> Self {
                self.mapped(Compute::negated)
            }
        }
    };
    (@each $tile:ident $shape:ident $broadcast:ident
        $($trait:ident $method:ident $bound:ident $out:ident $function:path;)*) => {$(
        impl<A, B, S, R> $trait<$tile<B, R>> for $tile<A, S>
        where
            A: Promote<B, Output: $bound>,
            B: Element,
            S: $broadcast<R>,
            R: $shape,
        {
            type Output = $tile<$out<A::Output>, S::Out>;
            #[inline(always)]
            fn $method(self, other: $tile<B, R>) -> Self::Output {
                self.pair(other, |a, b| $function(convert::<A, A::Output>(a), convert::<B, A::Output>(b)))
            }
        }
        operators! { @literal $tile $shape $trait $method $bound $out $function; FloatLiteral f64 }
        operators! { @literal $tile $shape $trait $method $bound $out $function; IntLiteral i64 }
        impl<A: IntLiteral<Out: $bound>, S: $shape, const N: i64> $trait<K<N>> for $tile<A, S> {
            type Output = $tile<$out<A::Out>, S>;
            #[inline(always)]
            fn $method(self, constant: K<N>) -> Self::Output {
                let b = constant.literal::<A>();
                self.mapped(|a| $function(convert::<A, A::Out>(a), b))
            }
        }
    )*};
    (@literal $tile:ident $shape:ident $trait:ident $method:ident $bound:ident $out:ident $function:path; $literal:ident $number:ty) => {
        impl<A: $literal<Out: $bound>, S: $shape> $trait<$number> for $tile<A, S> {
            type Output = $tile<$out<A::Out>, S>;
            #[inline(always)]
            fn $method(self, literal: $number) -> Self::Output {
                let b = A::literal(literal);
                self.mapped(|a| $function(convert::<A, A::Out>(a), b))
            }
        }
        impl<A: $literal<Out: $bound>, S: $shape> $trait<$tile<A, S>> for $number {
            type Output = $tile<$out<A::Out>, S>;
            #[inline(always)]
            fn $method(self, tile: $tile<A, S>) -> Self::Output {
                let a = A::literal(self);
                tile.mapped(|b| $function(a, convert::<A, A::Out>(b)))
            }
        }
    };
}

pub(crate) use operators;

operators! { Tile of TileShape by Broadcast }

macro_rules! named {
    ($($(#[$doc:meta])* $name:ident $function:ident;)*) => {
        impl<A: Element, S: TileShape> Tile<A, S> {$(
            $(#[$doc])*
            #[inline(always)]
            pub fn $name<B: Element, R: TileShape>(self, other: impl Formula<Element = B, Shape = R>) -> Tile<A::Output, S::Out>
            where
                A: Promote<B, Output: Compute>,
                S: Broadcast<R>,
            {
                self.pair(other.tile(), |a, b| convert::<A, A::Output>(a).$function(convert::<B, A::Output>(b)))
            }
        )*}
    };
}

named! {
    /// The smaller of each pair; of a number and a NaN, the number. Promotes and broadcasts.
    minimum least;
    /// The larger of each pair; of a number and a NaN, the number. Promotes and broadcasts.
    maximum most;
    /// The quotient of each pair, rounded down: `7 // 3` is 2, `-7 // 3` is -3. Promotes and broadcasts.
    floor_div floor_div;
    /// What [`Tile::floor_div`] leaves, with the sign of the divisor: `-7 mod 3` is 2. Promotes and broadcasts.
    modulo modulo;
    /// What a quotient toward zero leaves, with the sign of the dividend, as in C: -1 for -7 and 3. Promotes and broadcasts.
    remainder remainder;
    /// The power of each pair. Promotes and broadcasts.
    power power;
}
