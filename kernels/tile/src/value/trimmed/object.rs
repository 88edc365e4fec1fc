//! [`Trimmed`]: the value.

#[cfg(not(target_arch = "nvptx64"))]
use core::fmt;

use azulejo_tensor::{Arithmetic, Element};

use super::{
    IntoTrimShape, TrimShape,
    shape::{count, place},
};
use crate::{Block, Region, Tile, TileShape, convert};

/// A tile of any static extents: the corner of a tile of powers of two, whose other elements nobody sees.
///
/// It is loaded, computed with and stored as a tile is; what lies outside its extents is kept out of reductions,
/// products and stores. A tile whose extents are powers of two costs nothing more than it did.
///
/// ```text
/// tile!(_3, _5)        x x x x x . . .
///                      x x x x x . . .        x  elements, 15
///                      x x x x x . . .        .  held, never seen
///                      . . . . . . . .
/// ```
///
/// ```
/// use azulejo_tile::{Block, Trimmed};
/// use azulejo_layout::tile;
/// let blk = &Block::single();
/// let t = Trimmed::<i32, _>::iota(blk, tile!(_3, _5));
/// assert_eq!((t * 2).to_string(), "[[0, 2, 4, 6, 8], [10, 12, 14, 16, 18], [20, 22, 24, 26, 28]]");
/// assert_eq!(t.sum::<1>().to_string(), "[[10], [35], [60]]");
/// assert_eq!(t.max::<0>().to_string(), "[[10, 11, 12, 13, 14]]");
/// ```
/// ```compile_fail
/// use azulejo_tile::{Block, Trimmed};
/// use azulejo_layout::tile;
/// let blk = &Block::single();
/// // tiles of shapes (_3,_5) and (_3,_4) do not broadcast: axis 1 has extents 5 and 4, neither is 1
/// let t = Trimmed::<i32, _>::iota(blk, tile!(_3, _5)) + Trimmed::<i32, _>::iota(blk, tile!(_3, _4));
/// ```
pub struct Trimmed<T: Copy, E: TrimShape> {
    pub(crate) whole: Tile<T, E::Whole>,
}

impl<T: Copy, E: TrimShape> Clone for Trimmed<T, E> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: Copy, E: TrimShape> Copy for Trimmed<T, E> {}

impl<T: Copy, S: TileShape> Tile<T, S> {
    /// The corner of the tile with these extents, each more than half of the tile's.
    ///
    /// ```
    /// use azulejo_tile::{Block, Tile};
    /// use azulejo_layout::tile;
    /// let blk = &Block::single();
    /// let t = Tile::<i32, _>::iota(blk, tile!(_2, _4)).trimmed(tile!(_2, _3));
    /// assert_eq!(t.to_string(), "[[0, 1, 2], [4, 5, 6]]");
    /// ```
    /// ```compile_fail
    /// use azulejo_tile::{Block, Tile};
    /// use azulejo_layout::tile;
    /// let blk = &Block::single();
    /// let t = Tile::<i32, _>::iota(blk, tile!(_8)).trimmed(tile!(_3)); // a tile of 4 has a corner of 3
    /// ```
    #[inline(always)]
    pub fn trimmed<N: IntoTrimShape>(self, shape: N) -> Trimmed<T, N::Shape>
    where
        N::Shape: TrimShape<Whole = S>,
    {
        let _ = shape;
        Trimmed { whole: self }
    }
}

impl<T: Copy, E: TrimShape> Trimmed<T, E> {
    /// The number of axes.
    pub const RANK: usize = <E as Region>::RANK;
    /// The number of elements.
    pub const SIZE: usize = E::COUNT;

    /// The whole tile, `outside` past the extents.
    ///
    /// ```
    /// use azulejo_tile::{Block, Trimmed};
    /// use azulejo_layout::tile;
    /// let blk = &Block::single();
    /// assert_eq!(Trimmed::<i32, _>::iota(blk, tile!(_3)).whole(-1).to_string(), "[0, 1, 2, -1]");
    /// ```
    #[inline(always)]
    pub fn whole(self, outside: T) -> Tile<T, E::Whole> {
        if E::COUNT == <E::Whole as TileShape>::SIZE {
            return self.whole;
        }
        let inside = Tile::<bool, E::Whole>::numbered(|number| place::<E>(number).1);
        self.whole
            .zipped(inside, |x, inside| if inside { x } else { outside })
    }

    /// The tile with `f` of each element.
    ///
    /// `f` runs in each thread by itself: it owns what it captures, and captures no tile, array or block.
    #[inline(always)]
    pub fn map<U: Copy>(self, f: impl Fn(T) -> U + Copy + Send + 'static) -> Trimmed<U, E> {
        self.mapped(f)
    }

    #[inline(always)]
    pub(super) fn mapped<U: Copy>(self, f: impl Fn(T) -> U) -> Trimmed<U, E> {
        Trimmed {
            whole: self.whole.mapped(f),
        }
    }

    /// The tile with `f` of each pair of elements.
    ///
    /// `f` runs in each thread by itself: it owns what it captures, and captures no tile, array or block.
    #[inline(always)]
    pub fn zip<U: Copy, V: Copy>(
        self,
        other: Trimmed<U, E>,
        f: impl Fn(T, U) -> V + Copy + Send + 'static,
    ) -> Trimmed<V, E> {
        self.zipped(other, f)
    }

    #[inline(always)]
    pub(super) fn zipped<U: Copy, V: Copy>(
        self,
        other: Trimmed<U, E>,
        f: impl Fn(T, U) -> V,
    ) -> Trimmed<V, E> {
        Trimmed {
            whole: self.whole.zipped(other.whole, f),
        }
    }

    /// A function of tiles that keeps each element in its place: `t.with(|t| t.exp().sqrt())`.
    ///
    /// The tile that `f` gets has any values past the extents.
    ///
    /// ```
    /// use azulejo_tile::{Block, Trimmed};
    /// use azulejo_layout::tile;
    /// let blk = &Block::single();
    /// let t = Trimmed::<f32, _>::iota(blk, tile!(_3)) * 4.0;
    /// assert_eq!(t.with(|t| t.sqrt().clip(0.0, 2.5)).to_string(), "[0.0, 2.0, 2.5]");
    /// ```
    #[inline(always)]
    pub fn with<U: Copy>(
        self,
        f: impl FnOnce(Tile<T, E::Whole>) -> Tile<U, E::Whole>,
    ) -> Trimmed<U, E> {
        Trimmed {
            whole: f(self.whole),
        }
    }
}

impl<T: Element, E: TrimShape> Trimmed<T, E> {
    /// A tile with `value` everywhere.
    #[inline(always)]
    pub fn full<N: IntoTrimShape<Shape = E>>(blk: &Block, shape: N, value: T) -> Self {
        let _ = (blk, shape);
        Self {
            whole: Tile::numbered(|_| value),
        }
    }

    /// A tile of zeros.
    #[inline(always)]
    pub fn zeros<N: IntoTrimShape<Shape = E>>(blk: &Block, shape: N) -> Self {
        Self::full(blk, shape, T::ZERO)
    }

    /// A tile of ones.
    #[inline(always)]
    pub fn ones<N: IntoTrimShape<Shape = E>>(blk: &Block, shape: N) -> Self {
        Self::full(blk, shape, T::ONE)
    }

    /// 0, 1, 2, … in row-major order.
    #[inline(always)]
    pub fn iota<N: IntoTrimShape<Shape = E>>(blk: &Block, shape: N) -> Self
    where
        T: Arithmetic,
    {
        let _ = (blk, shape);
        Self {
            whole: Tile::numbered(|number| {
                convert::<u32, T>(count::<E>(place::<E>(number).0) as u32)
            }),
        }
    }

    /// The elements as another type.
    #[inline(always)]
    pub fn cast<U: Element>(self) -> Trimmed<U, E> {
        self.with(|t| t.cast::<U>())
    }
}

/// Nested lists, as NumPy prints them.
#[cfg(not(target_arch = "nvptx64"))]
impl<T: Copy + fmt::Debug, E: TrimShape> fmt::Display for Trimmed<T, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (extents, rank) = (<E as Region>::EXTENTS, <E as Region>::RANK);
        let steps = crate::steps(extents, rank);
        let sizes = || (0..rank).map(|axis| steps[axis] * extents[axis]);
        for (held, value) in self.whole.held.as_ref().iter().enumerate() {
            let (at, inside) = place::<E>(held);
            if !inside {
                continue;
            }
            let number = count::<E>(at);
            if number > 0 {
                f.write_str(", ")?;
            }
            for _ in sizes().filter(|size| number.is_multiple_of(*size)) {
                f.write_str("[")?;
            }
            write!(f, "{value:?}")?;
            for _ in sizes().filter(|size| (number + 1).is_multiple_of(*size)) {
                f.write_str("]")?;
            }
        }
        Ok(())
    }
}

#[cfg(not(target_arch = "nvptx64"))]
impl<T: Copy + fmt::Debug, E: TrimShape> fmt::Debug for Trimmed<T, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
