//! Comparisons: tiles of truth values.

use azulejo_tensor::{Bool, Element, Promote};

use super::{FloatLiteral, Formula, Tile, convert};
use crate::{Broadcast, TileShape};

macro_rules! comparisons {
    ($($(#[$doc:meta])* $name:ident $literal:ident $op:tt;)*) => {
        impl<A: Element, S: TileShape> Tile<A, S> {$(
            $(#[$doc])*
            /// Promotes and broadcasts.
            #[inline(always)]
            pub fn $name<B: Element, R: TileShape>(self, other: impl Formula<Element = B, Shape = R>) -> Tile<Bool, S::Out>
            where
                A: Promote<B>,
                S: Broadcast<R>,
            {
                self.pair(other.tile(), |a, b| (convert::<A, A::Output>(a) $op convert::<B, A::Output>(b)).into())
            }

            $(#[$doc])*
            /// With a constant.
            #[inline(always)]
            pub fn $literal(self, constant: f64) -> Tile<Bool, S>
            where
                A: FloatLiteral,
            {
                let b = A::literal(constant);
                self.mapped(|a| (convert::<A, A::Out>(a) $op b).into())
            }
        )*}
    };
}

comparisons! {
    /// Where `self < other`.
    lt lt_value <;
    /// Where `self <= other`.
    le le_value <=;
    /// Where `self > other`.
    gt gt_value >;
    /// Where `self >= other`.
    ge ge_value >=;
    /// Where `self == other`.
    equal equal_value ==;
    /// Where `self != other`.
    differs differs_value !=;
}

macro_rules! logic {
    ($($(#[$doc:meta])* $trait:ident $method:ident $op:tt;)*) => {$(
        $(#[$doc])*
        impl<S: Broadcast<R>, R: TileShape> core::ops::$trait<Tile<Bool, R>> for Tile<Bool, S> {
            type Output = Tile<Bool, S::Out>;
            #[inline(always)]
            fn $method(self, other: Tile<Bool, R>) -> Self::Output {
                self.pair(other, |a, b| (a.get() $op b.get()).into())
            }
        }
    )*};
}

logic! {
    /// Where both are true.
    BitAnd bitand &;
    /// Where at least one is true.
    BitOr bitor |;
    /// Where exactly one is true.
    BitXor bitxor ^;
}

impl<S: TileShape> core::ops::Not for Tile<Bool, S> {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        self.mapped(|x| (!x.get()).into())
    }
}
