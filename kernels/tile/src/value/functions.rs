//! Functions of each element.

use super::{Compute, Formula, Real, Tile};
use crate::TileShape;

macro_rules! functions {
    ($bound:ident: $($(#[$doc:meta])* $name:ident $function:ident;)*) => {
        impl<T: $bound, S: TileShape> Tile<T, S> {$(
            $(#[$doc])*
            #[inline(always)]
            pub fn $name(self) -> Self {
                self.mapped(|x| x.$function())
            }
        )*}
    };
}

functions! { Compute:
    /// Magnitudes.
    abs magnitude;
}

functions! { Real:
    /// `e^x`.
    exp exp;
    /// `2^x`.
    exp2 exp2;
    /// The natural logarithm.
    log log;
    /// The logarithm to base 2.
    log2 log2;
    /// The square root, rounded once.
    sqrt sqrt;
    /// `1 / sqrt(x)`.
    rsqrt rsqrt;
    /// The sine of radians.
    sin sin;
    /// The cosine of radians.
    cos cos;
    /// The hyperbolic tangent.
    tanh tanh;
    /// `1 / (1 + e^-x)`.
    sigmoid sigmoid;
    /// `x / (1 + e^-x)`.
    silu silu;
    /// The Gaussian error linear unit, by its tanh form.
    gelu gelu;
    /// The largest integer not above each element.
    floor floor;
    /// The smallest integer not below each element.
    ceil ceil;
}

impl<T: Compute, S: TileShape> Tile<T, S> {
    /// `self b + c` of three tiles of one type and shape, for floats rounded once.
    ///
    /// ```
    /// use azulejo_tile::{Block, Tile};
    /// use azulejo_layout::tile;
    /// let blk = &Block::single();
    /// let t = Tile::<f32, _>::iota(blk, tile!(_4));
    /// assert_eq!(t.fma(t, t).to_string(), "[0.0, 2.0, 6.0, 12.0]");
    /// ```
    #[inline(always)]
    pub fn fma(
        self,
        b: impl Formula<Element = T, Shape = S>,
        c: impl Formula<Element = T, Shape = S>,
    ) -> Self {
        let both = self.zipped(b.tile(), |a, b| (a, b));
        both.zipped(c.tile(), |(a, b), c| a.fused(b, c))
    }

    /// Negative elements as 0.
    #[inline(always)]
    pub fn relu(self) -> Self {
        self.mapped(|x| x.relu())
    }

    /// Each element, but none below `low` or above `high`.
    #[inline(always)]
    pub fn clip(self, low: T, high: T) -> Self {
        self.mapped(|x| x.most(low).least(high))
    }
}

impl<T: Real, S: TileShape> Tile<T, S> {
    /// Where elements are no numbers.
    #[inline(always)]
    pub fn is_nan(self) -> Tile<azulejo_tensor::Bool, S> {
        self.mapped(|x| x.is_nan().into())
    }
}
