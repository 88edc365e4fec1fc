//! Scans: running sums and products along an axis.
//!
//! A scan doubles its reach with each step: element `i` takes in element `i - 1`, then `i - 2`, then `i - 4`, … (Hillis
//! and Steele, "Data parallel algorithms", 1986): the same order on the CPU and on a device.

use super::{Compute, Tile};
use crate::{Axis, TileShape, block, coordinate, steps};

impl<T: Compute, S: TileShape> Tile<T, S> {
    /// Running sums along an axis, from its start or, with `reverse`, from its end.
    ///
    /// ```
    /// use azulejo_tile::{Block, Tile};
    /// use azulejo_layout::tile;
    /// let blk = &Block::single();
    /// let t = Tile::<i32, _>::iota(blk, tile!(_2, _4));
    /// assert_eq!(t.cumsum::<1>(false).to_string(), "[[0, 1, 3, 6], [4, 9, 15, 22]]");
    /// assert_eq!(t.cumsum::<1>(true).to_string(), "[[6, 6, 5, 3], [22, 18, 13, 7]]");
    /// ```
    #[inline(always)]
    pub fn cumsum<const AXIS: usize>(self, reverse: bool) -> Self
    where
        S: Axis<AXIS>,
    {
        self.scan::<AXIS>(reverse, Compute::plus)
    }

    /// Running products along an axis, from its start or, with `reverse`, from its end.
    #[inline(always)]
    pub fn cumprod<const AXIS: usize>(self, reverse: bool) -> Self
    where
        S: Axis<AXIS>,
    {
        self.scan::<AXIS>(reverse, Compute::times)
    }
}

impl<T: Copy, S: TileShape> Tile<T, S> {
    /// A scan by an associative function of one's own: `f(earlier, later)`.
    ///
    /// `f` runs in each thread by itself: it owns what it captures, and captures no tile, array or block.
    #[inline(always)]
    pub fn scan<const AXIS: usize>(
        self,
        reverse: bool,
        f: impl Fn(T, T) -> T + Copy + Send + 'static,
    ) -> Self
    where
        S: Axis<AXIS>,
    {
        let (extent, step) = const { (S::EXTENTS[AXIS], steps(S::EXTENTS, S::RANK)[AXIS]) };
        let mut tile = self;
        let mut reach = 1;
        while reach < extent {
            let inside = |number: usize| {
                let at = coordinate::<S>(number, AXIS);
                if reverse {
                    at + reach < extent
                } else {
                    at >= reach
                }
            };
            let source = |number: usize| match (inside(number), reverse) {
                (false, _) => number,
                (true, true) => number + reach * step,
                (true, false) => number - reach * step,
            };
            let other = Tile::<T, S>::of(block::exchange::<T, S::Count, S::Count>(
                &tile.held,
                S::SIZE,
                Some,
                source,
            ));
            let joined = tile.zipped(other, |own, other| f(other, own));
            let keep = Tile::<bool, S>::numbered(inside);
            tile = tile.zipped(joined, |own, joined| (own, joined)).zipped(
                keep,
                |(own, joined), inside| if inside { joined } else { own },
            );
            reach *= 2;
        }
        tile
    }
}
