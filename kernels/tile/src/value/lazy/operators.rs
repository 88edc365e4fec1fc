//! `+ - * / %` on lazy tiles, with promotion and broadcasting as on tiles.

use core::ops::{Add, Div, Mul, Neg, Rem, Sub};

use azulejo_tensor::{Element, Promote};

use super::{
    Constant, Each, Formula, Lazy, Mapped, Paired, Pairwise,
    kept::{Kept, keep, paired},
};
use crate::block::WholeBlock;
use crate::value::operators::{Same, TrueQuotient, true_quotient};
use crate::{Broadcast, Compute, FloatLiteral, IntLiteral, K, Quotient, Tile, TileShape, convert};

/// What stands next to a lazy tile of `X`: another, a tile, a number.
#[diagnostic::on_unimplemented(
    message = "a lazy tile of `{X}` and `{Self}` have no operator",
    note = "the other operand is a lazy tile, a tile, `Tile::scalar`, or a literal"
)]
pub trait Operand<X>: Copy {
    /// The formula.
    type Formula: Formula;
    /// What a lazy tile keeps of it: only this crate can ask, for a number is a tile wherever its block is.
    #[doc(hidden)]
    fn kept(self, _: WholeBlock) -> Kept<Self::Formula>;
}

impl<X, E: Formula> Operand<X> for Lazy<E> {
    type Formula = E;
    #[inline(always)]
    fn kept(self, _: WholeBlock) -> Kept<E> {
        self.0
    }
}

impl<X, T: Copy, S: TileShape> Operand<X> for Tile<T, S> {
    type Formula = Self;
    #[inline(always)]
    fn kept(self, _: WholeBlock) -> Kept<Self> {
        self
    }
}

impl<X: FloatLiteral> Operand<X> for f64 {
    type Formula = Constant<X::Out>;
    #[inline(always)]
    fn kept(self, _: WholeBlock) -> Kept<Constant<X::Out>> {
        keep(Constant::new(X::literal(self)))
    }
}

impl<X: IntLiteral> Operand<X> for i64 {
    type Formula = Constant<X::Out>;
    #[inline(always)]
    fn kept(self, _: WholeBlock) -> Kept<Constant<X::Out>> {
        keep(Constant::new(X::literal(self)))
    }
}

impl<X: IntLiteral, const N: i64> Operand<X> for K<N> {
    type Formula = Constant<X::Out>;
    #[inline(always)]
    fn kept(self, _: WholeBlock) -> Kept<Constant<X::Out>> {
        keep(Constant::new(self.literal::<X>()))
    }
}

macro_rules! binary {
    ($($(#[$doc:meta])* $op:ident $trait:ident $method:ident $bound:ident $out:ident $function:path;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $op;

        impl<X: Promote<Y, Output: $bound>, Y: Element> Pairwise<X, Y> for $op {
            type Out = $out<X::Output>;
            #[inline(always)]
            fn of(&self, x: X, y: Y) -> Self::Out {
                $function(convert::<X, X::Output>(x), convert::<Y, X::Output>(y))
            }
        }

        impl<E: Formula, V: Operand<E::Element>> $trait<V> for Lazy<E>
        where
            E::Shape: Broadcast<<V::Formula as Formula>::Shape>,
            $op: Pairwise<E::Element, <V::Formula as Formula>::Element>,
        {
            type Output = Lazy<Paired<E, V::Formula, $op>>;
            #[inline(always)]
            fn $method(self, other: V) -> Self::Output {
                Lazy(paired::<E, V::Formula, $op>(self.0, other.kept(WholeBlock::MARK), $op))
            }
        }
        binary! { @left $trait $method $op [] f64 }
        binary! { @left $trait $method $op [] i64 }
        binary! { @left $trait $method $op [T: Copy, S: TileShape] Tile<T, S> }
    )*};
    (@left $trait:ident $method:ident $op:ident [$($generic:tt)*] $left:ty) => {
        impl<E: Formula, $($generic)*> $trait<Lazy<E>> for $left
        where
            $left: Operand<E::Element, Formula: Formula<Shape: Broadcast<E::Shape>>>,
            $op: Pairwise<<<$left as Operand<E::Element>>::Formula as Formula>::Element, E::Element>,
        {
            type Output = Lazy<Paired<<$left as Operand<E::Element>>::Formula, E, $op>>;
            #[inline(always)]
            fn $method(self, other: Lazy<E>) -> Self::Output {
                Lazy(paired::<<$left as Operand<E::Element>>::Formula, E, $op>(self.kept(WholeBlock::MARK), other.0, $op))
            }
        }
    };
}

binary! {
    /// The sum.
    Plus Add add Compute Same Compute::plus;
    /// The difference.
    Minus Sub sub Compute Same Compute::minus;
    /// The product.
    Times Mul mul Compute Same Compute::times;
    /// What a quotient rounded down leaves.
    Modulo Rem rem Compute Same Compute::modulo;
    /// The true quotient; of integers in `f32`.
    Over Div div Quotient TrueQuotient true_quotient;
}

/// The other sign.
#[derive(Clone, Copy, Debug)]
pub struct Negative;

impl<X: Compute> Each<X> for Negative {
    type Out = X;
    #[inline(always)]
    fn of(&self, x: X) -> X {
        x.negated()
    }
}

impl<E: Formula<Element: Compute>> Neg for Lazy<E> {
    type Output = Lazy<Mapped<E, Negative>>;
    #[inline(always)]
    fn neg(self) -> Self::Output {
        self.each(Negative)
    }
}
