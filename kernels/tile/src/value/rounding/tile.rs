//! What tiles have of rounding modes.

use azulejo_tensor::{Float, cast_with, rounding};

use super::{DivisionMode, FunctionMode, RootMode, SumMode};
use crate::{Broadcast, Formula, Tile, TileShape};

impl<T: Float, S: TileShape> Tile<T, S> {
    /// The elements as another floating-point type, rounded by the mode `R`: RN, RZ, RM, RP or RA.
    ///
    /// ```
    /// use azulejo_tile::{Block, Tile};
    /// use azulejo_layout::tile;
    /// use azulejo_tensor::{f16, rounding::{RP, RZ}};
    /// let blk = &Block::single();
    /// let t = Tile::<f32, _>::full(blk, tile!(_1), 2049.0);
    /// assert_eq!(t.cast_with::<f16, RP>().to_string(), "[2050.0]");
    /// assert_eq!(t.cast_with::<f16, RZ>().to_string(), "[2048.0]");
    /// ```
    /// ```compile_fail
    /// use azulejo_tile::{Block, Tile};
    /// use azulejo_layout::tile;
    /// use azulejo_tensor::{f16, rounding::RZI};
    /// let blk = &Block::single();
    /// let t = Tile::<f32, _>::ones(blk, tile!(_1)).cast_with::<f16, RZI>(); // rounds to integers
    /// ```
    #[inline(always)]
    pub fn cast_with<U: Float, R: rounding::FloatRounding>(self) -> Tile<U, S> {
        self.mapped(cast_with::<T, U, R>)
    }
}

impl<T: Copy, S: TileShape> Tile<T, S> {
    /// The quotient of each pair under the mode `M`.
    ///
    /// ```
    /// use azulejo_tile::{Block, Tile};
    /// use azulejo_layout::tile;
    /// use azulejo_tensor::rounding::{RM, RP};
    /// let blk = &Block::single();
    /// let (one, three) = (Tile::<f32, _>::ones(blk, tile!(_1)), Tile::<f32, _>::full(blk, tile!(_1), 3.0));
    /// assert_eq!(one.divide_with::<RP, _>(three).bitcast::<u32>().to_string(), "[1051372203]");
    /// assert_eq!(one.divide_with::<RM, _>(three).bitcast::<u32>().to_string(), "[1051372202]");
    /// ```
    /// ```compile_fail
    /// use azulejo_tile::{Block, Tile};
    /// use azulejo_layout::tile;
    /// use azulejo_tensor::rounding::RZ;
    /// let blk = &Block::single();
    /// let t = Tile::<i32, _>::ones(blk, tile!(_1));
    /// t.divide_with::<RZ, _>(t); // only floats
    /// ```
    /// ```compile_fail
    /// use azulejo_tile::{Block, Tile};
    /// use azulejo_layout::tile;
    /// use azulejo_tensor::rounding::Approx;
    /// let blk = &Block::single();
    /// let t = Tile::<f64, _>::ones(blk, tile!(_1));
    /// t.divide_with::<Approx, _>(t); // only f32
    /// ```
    #[inline(always)]
    pub fn divide_with<M: DivisionMode<T>, R: TileShape>(
        self,
        by: impl Formula<Element = T, Shape = R>,
    ) -> Tile<T, S::Out>
    where
        S: Broadcast<R>,
    {
        self.pair(by.tile(), M::divide)
    }

    /// The sum of each pair under the mode `M`.
    ///
    /// ```
    /// use azulejo_tile::{Block, Tile};
    /// use azulejo_layout::tile;
    /// use azulejo_tensor::rounding::{RM, RP};
    /// let blk = &Block::single();
    /// let (one, tiny) = (Tile::<f64, _>::ones(blk, tile!(_1)), Tile::<f64, _>::full(blk, tile!(_1), 1e-300));
    /// assert_eq!(one.add_with::<RM, _>(tiny).to_string(), "[1.0]");
    /// assert_eq!(one.add_with::<RP, _>(tiny).to_string(), "[1.0000000000000002]");
    /// ```
    /// ```compile_fail
    /// use azulejo_tile::{Block, Tile};
    /// use azulejo_layout::tile;
    /// use azulejo_tensor::rounding::Approx;
    /// let blk = &Block::single();
    /// let t = Tile::<f32, _>::ones(blk, tile!(_1));
    /// t.add_with::<Approx, _>(t); // not supported for add
    /// ```
    #[inline(always)]
    pub fn add_with<M: SumMode<T>, R: TileShape>(
        self,
        b: impl Formula<Element = T, Shape = R>,
    ) -> Tile<T, S::Out>
    where
        S: Broadcast<R>,
    {
        self.pair(b.tile(), M::add)
    }

    /// The difference of each pair under the mode `M`.
    #[inline(always)]
    pub fn sub_with<M: SumMode<T>, R: TileShape>(
        self,
        b: impl Formula<Element = T, Shape = R>,
    ) -> Tile<T, S::Out>
    where
        S: Broadcast<R>,
    {
        self.pair(b.tile(), M::subtract)
    }

    /// The product of each pair under the mode `M`.
    #[inline(always)]
    pub fn mul_with<M: SumMode<T>, R: TileShape>(
        self,
        b: impl Formula<Element = T, Shape = R>,
    ) -> Tile<T, S::Out>
    where
        S: Broadcast<R>,
    {
        self.pair(b.tile(), M::multiply)
    }

    /// `self b + c` of three tiles of one shape, rounded once, under the mode `M`.
    #[inline(always)]
    pub fn fma_with<M: SumMode<T>>(
        self,
        b: impl Formula<Element = T, Shape = S>,
        c: impl Formula<Element = T, Shape = S>,
    ) -> Self {
        self.zipped(b.tile(), |a, b| (a, b))
            .zipped(c.tile(), |(a, b), c| M::fused(a, b, c))
    }

    /// The square roots under the mode `M`.
    ///
    /// ```compile_fail
    /// use azulejo_tile::{Block, Tile};
    /// use azulejo_layout::tile;
    /// use azulejo_tensor::{f16, rounding::Approx};
    /// let blk = &Block::single();
    /// let t = Tile::<f16, _>::ones(blk, tile!(_1)).sqrt_with::<Approx>(); // only f32
    /// ```
    #[inline(always)]
    pub fn sqrt_with<M: RootMode<T>>(self) -> Self {
        self.mapped(M::sqrt)
    }

    /// The hyperbolic tangents: `Full` as [`Tile::tanh`], `Approx` the device's fast form.
    #[inline(always)]
    pub fn tanh_with<M: FunctionMode<T>>(self) -> Self {
        self.mapped(M::tanh)
    }

    /// `2^x`: `Full` as [`Tile::exp2`], `Approx` the device's fast form.
    #[inline(always)]
    pub fn exp2_with<M: FunctionMode<T>>(self) -> Self {
        self.mapped(M::exp2)
    }
}
