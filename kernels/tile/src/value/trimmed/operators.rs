//! `+ - * / %` on trimmed tiles, with promotion and broadcasting as on tiles.

use core::ops::{Add, Div, Mul, Neg, Rem, Sub};

use azulejo_tensor::{Element, Promote};

use super::{IntoTrimShape, TrimBroadcast, TrimShape, Trimmed};
use crate::value::operators::{Same, TrueQuotient, operators, true_quotient};
use crate::value::{Compute, FloatLiteral, IntLiteral, K, Quotient};
use crate::{Region, Tile, convert, reject};

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
            reject(
                (<E as Region>::EXTENTS, <E as Region>::RANK),
                (<F as Region>::EXTENTS, <F as Region>::RANK),
            )
        };
        let own = self.whole.spread::<<E::Out as TrimShape>::Whole>();
        Trimmed {
            whole: own.zipped(other.whole.spread(), f),
        }
    }

    /// The tile in the shape `N`, which must be what it broadcasts to: extents of 1 and missing axes are repeated.
    ///
    /// ```
    /// use azulejo_tile::{Block, Trimmed};
    /// use azulejo_layout::tile;
    /// let blk = &Block::single();
    /// let rows = Trimmed::<i32, _>::iota(blk, tile!(_3)).broadcast_to(tile!(_2, _3));
    /// assert_eq!(rows.to_string(), "[[0, 1, 2], [0, 1, 2]]");
    /// ```
    #[inline(always)]
    pub fn broadcast_to<N: IntoTrimShape>(self, shape: N) -> Trimmed<T, N::Shape>
    where
        E: TrimBroadcast<N::Shape, Out = N::Shape>,
    {
        let _ = shape;
        const {
            reject(
                (<E as Region>::EXTENTS, <E as Region>::RANK),
                (<N::Shape as Region>::EXTENTS, <N::Shape as Region>::RANK),
            )
        };
        Trimmed {
            whole: self.whole.spread(),
        }
    }
}

operators! { Trimmed of TrimShape by TrimBroadcast }

/// The same with a scalar, which is a tile without axes.
macro_rules! by_scalar {
    ($($trait:ident $method:ident $bound:ident $out:ident $function:path;)*) => {$(
        impl<A, B, E> $trait<Tile<B, ()>> for Trimmed<A, E>
        where
            A: Promote<B, Output: $bound>,
            B: Element,
            E: TrimShape,
        {
            type Output = Trimmed<$out<A::Output>, E>;
            #[inline(always)]
            fn $method(self, scalar: Tile<B, ()>) -> Self::Output {
                let b = convert::<B, A::Output>(scalar.item());
                self.mapped(|a| $function(convert::<A, A::Output>(a), b))
            }
        }
    )*};
}

by_scalar! {
    Add add Compute Same Compute::plus;
    Sub sub Compute Same Compute::minus;
    Mul mul Compute Same Compute::times;
    Rem rem Compute Same Compute::modulo;
    Div div Quotient TrueQuotient true_quotient;
}
