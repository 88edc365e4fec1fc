//! Tiles from nothing: [`Tile::full`], [`Tile::zeros`], [`Tile::ones`], [`Tile::iota`].

use azulejo_tensor::{Arithmetic, Element};

use super::{Tile, convert};
use crate::{Block, Index, IntoTileShape, MAX_RANK, TileShape, coordinate, unrolled};

impl<T: Element, S: TileShape> Tile<T, S> {
    /// A tile with `value` everywhere.
    ///
    /// ```
    /// use azulejo_tile::{Block, Tile};
    /// use azulejo_layout::tile;
    /// let blk = &Block::single();
    /// assert_eq!(Tile::<f32, _>::full(blk, tile!(_2, _2), 3.14).to_string(), "[[3.14, 3.14], [3.14, 3.14]]");
    /// ```
    /// ```compile_fail
    /// use azulejo_tile::{Block, Tile};
    /// use azulejo_layout::tile;
    /// let blk = &Block::single();
    /// let t = Tile::<i8, _>::full(blk, tile!(_2), 300); // no i8
    /// ```
    #[inline(always)]
    pub fn full<N: IntoTileShape<Shape = S>>(blk: &Block, shape: N, value: T) -> Self {
        let _ = (blk, shape);
        #[cfg(target_arch = "nvptx64")]
        {
            Self::numbered(|_| value)
        }
        #[cfg(not(target_arch = "nvptx64"))]
        Self::of(<S::Count as crate::Extent>::filled(value))
    }

    /// A tile of zeros.
    #[inline(always)]
    pub fn zeros<N: IntoTileShape<Shape = S>>(blk: &Block, shape: N) -> Self {
        Self::full(blk, shape, T::ZERO)
    }

    /// A tile of ones.
    #[inline(always)]
    pub fn ones<N: IntoTileShape<Shape = S>>(blk: &Block, shape: N) -> Self {
        Self::full(blk, shape, T::ONE)
    }

    /// 0, 1, 2, … in row-major order.
    ///
    /// ```
    /// use azulejo_tile::{Block, Tile};
    /// use azulejo_layout::tile;
    /// let blk = &Block::single();
    /// assert_eq!(Tile::<i32, _>::iota(blk, tile!(_2, _4)).to_string(), "[[0, 1, 2, 3], [4, 5, 6, 7]]");
    /// ```
    #[inline(always)]
    pub fn iota<N: IntoTileShape<Shape = S>>(blk: &Block, shape: N) -> Self
    where
        T: Arithmetic,
    {
        let _ = (blk, shape);
        Self::numbered(|number| convert::<u32, T>(number as u32))
    }

    /// The tile whose element at each index is `f` of it.
    ///
    /// `f` runs in each thread by itself: it owns what it captures, and captures no tile, array or block.
    ///
    /// ```
    /// use azulejo_tile::{Block, Tile};
    /// use azulejo_layout::{layout, tile};
    /// let blk = &Block::single();
    /// let layout = layout!((2, (2, 2)):(2, (1, 4)));
    /// let offsets = Tile::<i32, _>::from_fn(blk, tile!(_2, _4), move |(i, j)| layout.at((i, j)) as i32);
    /// assert_eq!(offsets.to_string(), "[[0, 1, 4, 5], [2, 3, 6, 7]]");
    /// ```
    #[inline(always)]
    pub fn from_fn<N: IntoTileShape<Shape = S>>(
        blk: &Block,
        shape: N,
        f: impl Fn(S::Index) -> T + Copy + Send + 'static,
    ) -> Self {
        let _ = (blk, shape);
        Self::numbered(|number| {
            let mut at = [0; MAX_RANK];
            unrolled!(AXIS in S::RANK => {
                at[AXIS] = coordinate::<S>(number, AXIS);
            });
            f(S::Index::from_numbers(at))
        })
    }

    /// Each element's coordinate along an axis.
    ///
    /// ```
    /// use azulejo_tile::{Block, Tile};
    /// use azulejo_layout::tile;
    /// let blk = &Block::single();
    /// assert_eq!(Tile::<i32, _>::coordinates::<0, _>(blk, tile!(_2, _2)).to_string(), "[[0, 0], [1, 1]]");
    /// ```
    #[inline(always)]
    pub fn coordinates<const AXIS: usize, N: IntoTileShape<Shape = S>>(
        blk: &Block,
        shape: N,
    ) -> Self
    where
        T: Arithmetic,
        S: crate::Axis<AXIS>,
    {
        let _ = (blk, shape);
        Self::numbered(|number| convert::<u32, T>(coordinate::<S>(number, AXIS) as u32))
    }
}
