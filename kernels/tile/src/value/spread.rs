//! [`Tile::broadcast_to`]: a tile in a larger shape.

use super::Tile;
use crate::{
    Broadcast, Extent, IntoTileShape, TileShape, block, broadcasts, coordinate, steps, unrolled,
};

/// The row-major number, in shape `S`, of the element at `number` of the broadcast shape `O`.
#[inline(always)]
pub(crate) fn origin<S: TileShape, O: TileShape>(number: usize) -> usize {
    let step = const { steps(S::EXTENTS, S::RANK) };
    let mut at = 0;
    unrolled!(AXIS in S::RANK => {
        if S::EXTENTS[AXIS] > 1 {
            at += coordinate::<O>(number, AXIS + O::RANK - S::RANK) * step[AXIS];
        }
    });
    at
}

impl<T: Copy, S: TileShape> Tile<T, S> {
    /// The tile in the shape `N`, which must be what it broadcasts to: extents of 1 and missing axes are repeated.
    ///
    /// ```
    /// use azulejo_tile::{Block, Tile};
    /// use azulejo_layout::tile;
    /// let blk = &Block::single();
    /// let row = Tile::<i32, _>::iota(blk, tile!(_2)).broadcast_to(tile!(_2, _2));
    /// assert_eq!(row.to_string(), "[[0, 1], [0, 1]]");
    /// ```
    #[inline(always)]
    pub fn broadcast_to<N: IntoTileShape>(self, shape: N) -> Tile<T, N::Shape>
    where
        S: Broadcast<N::Shape, Out = N::Shape>,
    {
        let _ = shape;
        self.spread()
    }

    #[inline(always)]
    pub(crate) fn spread<O: TileShape>(self) -> Tile<T, O> {
        let held = if S::SIZE == O::SIZE {
            O::Count::generate(|v| self.held(v))
        } else if S::SIZE == 1 {
            O::Count::generate(|_| self.held(0))
        } else {
            block::exchange::<T, S::Count, O::Count>(&self.held, S::SIZE, Some, origin::<S, O>)
        };
        Tile::of(held)
    }

    /// `f` of each pair of elements, both tiles broadcast to their common shape.
    #[inline(always)]
    pub(crate) fn pair<U: Copy, V: Copy, R: TileShape>(
        self,
        other: Tile<U, R>,
        f: impl Fn(T, U) -> V,
    ) -> Tile<V, S::Out>
    where
        S: Broadcast<R>,
    {
        broadcasts::<S, R>();
        if S::SIZE == <S::Out as TileShape>::SIZE {
            if R::SIZE == S::SIZE {
                return Tile::of(<S::Out as TileShape>::Count::generate(|v| {
                    f(self.held(v), other.held(v))
                }));
            }
            if R::SIZE == 1 {
                return Tile::of(<S::Out as TileShape>::Count::generate(|v| {
                    f(self.held(v), other.held(0))
                }));
            }
        }
        self.spread::<S::Out>().zipped(other.spread::<S::Out>(), f)
    }
}
