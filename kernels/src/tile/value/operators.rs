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

use super::{Compute, FloatLiteral, IntLiteral, K, Real, Tile, convert};
use crate::tile::{Broadcast, TileShape};

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

macro_rules! binary {
    ($($trait:ident $method:ident $function:ident;)*) => {$(
        impl<A, B, S, R> $trait<Tile<B, R>> for Tile<A, S>
        where
            A: Promote<B, Output: Compute>,
            B: Element,
            S: Broadcast<R>,
            R: TileShape,
        {
            type Output = Tile<A::Output, S::Out>;
            #[inline(always)]
            fn $method(self, other: Tile<B, R>) -> Self::Output {
                self.pair(other, |a, b| convert::<A, A::Output>(a).$function(convert::<B, A::Output>(b)))
            }
        }
        impl<A: FloatLiteral, S: TileShape> $trait<f64> for Tile<A, S> {
            type Output = Tile<A::Out, S>;
            #[inline(always)]
            fn $method(self, literal: f64) -> Self::Output {
                let b = A::literal(literal);
                self.map(|a| convert::<A, A::Out>(a).$function(b))
            }
        }
        impl<A: FloatLiteral, S: TileShape> $trait<Tile<A, S>> for f64 {
            type Output = Tile<A::Out, S>;
            #[inline(always)]
            fn $method(self, tile: Tile<A, S>) -> Self::Output {
                let a = A::literal(self);
                tile.map(|b| a.$function(convert::<A, A::Out>(b)))
            }
        }
        impl<A: IntLiteral, S: TileShape> $trait<i64> for Tile<A, S> {
            type Output = Tile<A::Out, S>;
            #[inline(always)]
            fn $method(self, literal: i64) -> Self::Output {
                let b = A::literal(literal);
                self.map(|a| convert::<A, A::Out>(a).$function(b))
            }
        }
        impl<A: IntLiteral, S: TileShape> $trait<Tile<A, S>> for i64 {
            type Output = Tile<A::Out, S>;
            #[inline(always)]
            fn $method(self, tile: Tile<A, S>) -> Self::Output {
                let a = A::literal(self);
                tile.map(|b| a.$function(convert::<A, A::Out>(b)))
            }
        }
        impl<A: IntLiteral, S: TileShape, const N: i64> $trait<K<N>> for Tile<A, S> {
            type Output = Tile<A::Out, S>;
            #[inline(always)]
            fn $method(self, constant: K<N>) -> Self::Output {
                let b = constant.literal::<A>();
                self.map(|a| convert::<A, A::Out>(a).$function(b))
            }
        }
    )*};
}

binary! {
    Add add plus;
    Sub sub minus;
    Mul mul times;
    Rem rem modulo;
}

impl<A, B, S, R> Div<Tile<B, R>> for Tile<A, S>
where
    A: Promote<B, Output: Quotient>,
    B: Element,
    S: Broadcast<R>,
    R: TileShape,
{
    type Output = Tile<<A::Output as Quotient>::Out, S::Out>;
    #[inline(always)]
    fn div(self, other: Tile<B, R>) -> Self::Output {
        self.pair(other, |a, b| {
            let (a, b) = (convert::<A, A::Output>(a), convert::<B, A::Output>(b));
            convert::<_, <A::Output as Quotient>::Out>(a).quotient(convert(b))
        })
    }
}

impl<A: FloatLiteral<Out: Real>, S: TileShape> Div<f64> for Tile<A, S> {
    type Output = Tile<A::Out, S>;
    #[inline(always)]
    fn div(self, literal: f64) -> Self::Output {
        let b = A::literal(literal);
        self.map(|a| convert::<A, A::Out>(a).quotient(b))
    }
}

impl<A: FloatLiteral<Out: Real>, S: TileShape> Div<Tile<A, S>> for f64 {
    type Output = Tile<A::Out, S>;
    #[inline(always)]
    fn div(self, tile: Tile<A, S>) -> Self::Output {
        let a = A::literal(self);
        tile.map(|b| a.quotient(convert::<A, A::Out>(b)))
    }
}

impl<A: IntLiteral<Out: Quotient>, S: TileShape> Div<i64> for Tile<A, S> {
    type Output = Tile<<A::Out as Quotient>::Out, S>;
    #[inline(always)]
    fn div(self, literal: i64) -> Self::Output {
        let b = convert::<_, <A::Out as Quotient>::Out>(A::literal(literal));
        self.map(|a| convert::<A, <A::Out as Quotient>::Out>(a).quotient(b))
    }
}

impl<A: Compute, S: TileShape> Neg for Tile<A, S> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        self.map(Compute::negated)
    }
}

macro_rules! named {
    ($($(#[$doc:meta])* $name:ident $function:ident;)*) => {
        impl<A: Element, S: TileShape> Tile<A, S> {$(
            $(#[$doc])*
            #[inline(always)]
            pub fn $name<B: Element, R: TileShape>(self, other: Tile<B, R>) -> Tile<A::Output, S::Out>
            where
                A: Promote<B, Output: Compute>,
                S: Broadcast<R>,
            {
                self.pair(other, |a, b| convert::<A, A::Output>(a).$function(convert::<B, A::Output>(b)))
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
