//! `+ - * /` on trimmed tiles, with promotion and broadcasting as on tiles.

use core::ops::{Add, Div, Mul, Neg, Sub};

use azulejo_tensor::{Element, Promote};

use super::{IntoTrimShape, TrimBroadcast, TrimShape, Trimmed};
use crate::tile::value::{Compute, FloatLiteral, IntLiteral, Quotient, Real};
use crate::tile::{Region, Tile, convert, refuse};

impl<T: Copy, E: TrimShape> Trimmed<T, E> {
    /// `f` of each pair of elements, both tiles broadcast to their common shape.
    #[inline(always)]
    pub(super) fn pair<U: Copy, V: Copy, F: TrimShape>(
        self,
        other: Trimmed<U, F>,
        f: impl Fn(T, U) -> V,
    ) -> Trimmed<V, E::Out>
    where
        E: TrimBroadcast<F>,
    {
        const {
            refuse(
                (<E as Region>::EXTENTS, <E as Region>::RANK),
                (<F as Region>::EXTENTS, <F as Region>::RANK),
            )
        };
        let own = self.whole.spread::<<E::Out as TrimShape>::Whole>();
        Trimmed {
            whole: own.zip(other.whole.spread(), f),
        }
    }

    /// The tile in the shape `N`, which must be what it broadcasts to: extents of 1 and missing axes are repeated.
    ///
    /// ```
    /// use azulejo_kernels::tile::Trimmed;
    /// use azulejo_layout::tile;
    /// let rows = Trimmed::<i32, _>::iota(tile!(_3)).broadcast_to(tile!(_2, _3));
    /// assert_eq!(rows.to_string(), "[[0, 1, 2], [0, 1, 2]]");
    /// ```
    #[inline(always)]
    pub fn broadcast_to<N: IntoTrimShape>(self, shape: N) -> Trimmed<T, N::Shape>
    where
        E: TrimBroadcast<N::Shape, Out = N::Shape>,
    {
        let _ = shape;
        const {
            refuse(
                (<E as Region>::EXTENTS, <E as Region>::RANK),
                (<N::Shape as Region>::EXTENTS, <N::Shape as Region>::RANK),
            )
        };
        Trimmed {
            whole: self.whole.spread(),
        }
    }
}

macro_rules! binary {
    ($($trait:ident $method:ident $function:ident;)*) => {$(
        impl<A, B, E, F> $trait<Trimmed<B, F>> for Trimmed<A, E>
        where
            A: Promote<B, Output: Compute>,
            B: Element,
            E: TrimBroadcast<F>,
            F: TrimShape,
        {
            type Output = Trimmed<A::Output, E::Out>;
            #[inline(always)]
            fn $method(self, other: Trimmed<B, F>) -> Self::Output {
                self.pair(other, |a, b| convert::<A, A::Output>(a).$function(convert::<B, A::Output>(b)))
            }
        }
        impl<A, B, E> $trait<Tile<B, ()>> for Trimmed<A, E>
        where
            A: Promote<B, Output: Compute>,
            B: Element,
            E: TrimShape,
        {
            type Output = Trimmed<A::Output, E>;
            #[inline(always)]
            fn $method(self, scalar: Tile<B, ()>) -> Self::Output {
                let b = convert::<B, A::Output>(scalar.item());
                self.map(|a| convert::<A, A::Output>(a).$function(b))
            }
        }
        impl<A: FloatLiteral, E: TrimShape> $trait<f64> for Trimmed<A, E> {
            type Output = Trimmed<A::Out, E>;
            #[inline(always)]
            fn $method(self, literal: f64) -> Self::Output {
                let b = A::literal(literal);
                self.map(|a| convert::<A, A::Out>(a).$function(b))
            }
        }
        impl<A: IntLiteral, E: TrimShape> $trait<i64> for Trimmed<A, E> {
            type Output = Trimmed<A::Out, E>;
            #[inline(always)]
            fn $method(self, literal: i64) -> Self::Output {
                let b = A::literal(literal);
                self.map(|a| convert::<A, A::Out>(a).$function(b))
            }
        }
    )*};
}

binary! {
    Add add plus;
    Sub sub minus;
    Mul mul times;
}

impl<A, B, E, F> Div<Trimmed<B, F>> for Trimmed<A, E>
where
    A: Promote<B, Output: Quotient>,
    B: Element,
    E: TrimBroadcast<F>,
    F: TrimShape,
{
    type Output = Trimmed<<A::Output as Quotient>::Out, E::Out>;
    #[inline(always)]
    fn div(self, other: Trimmed<B, F>) -> Self::Output {
        self.pair(other, |a, b| {
            let (a, b) = (convert::<A, A::Output>(a), convert::<B, A::Output>(b));
            convert::<_, <A::Output as Quotient>::Out>(a).quotient(convert(b))
        })
    }
}

impl<A: FloatLiteral<Out: Real>, E: TrimShape> Div<f64> for Trimmed<A, E> {
    type Output = Trimmed<A::Out, E>;
    #[inline(always)]
    fn div(self, literal: f64) -> Self::Output {
        let b = A::literal(literal);
        self.map(|a| convert::<A, A::Out>(a).quotient(b))
    }
}

impl<A: Compute, E: TrimShape> Neg for Trimmed<A, E> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        self.map(Compute::negated)
    }
}
