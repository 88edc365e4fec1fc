//! [`TileSpace`]: the tiles of an array as the host sees them, with every index checked.

use super::TileError;
use azulejo_cpu::{ArrayError, Strided};

/// An array cut into tiles, known at run time: what [`Array::tiles`](crate::Array::tiles) does in a program, where
/// an index outside gives padding, with an error in its place.
///
/// Tile `I` begins at `Σ_m I_m step_m stride_map[m]`, where the step is the tile's extent unless another is given.
///
/// ```
/// use azulejo_cpu::Strided;
/// use azulejo_tile::TileSpace;
/// let tiles = TileSpace::new(&Strided::row_major(&[8192, 128])?, &[128, 4])?;
/// assert_eq!((tiles.space(), tiles.len()), (vec![64, 32], 2048));
/// assert_eq!((tiles.origin(&[4, 2])?, tiles.offset(&[4, 2])?), (vec![512, 8], 65544));
/// let outside = tiles.offset(&[64, 0]).unwrap_err();
/// assert_eq!(outside.to_string(), "tile [64, 0] is outside the [64, 32] tiles of the array");
/// # Ok::<(), azulejo_tile::TileError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct TileSpace {
    layout: Strided,
    tile: Vec<usize>,
    steps: Vec<usize>,
    map: Vec<usize>,
}

impl TileSpace {
    /// The array cut into tiles of these extents.
    ///
    /// # Errors
    /// [`ArrayError::RankMismatch`]; [`TileError::NotPowerOfTwo`]; [`ArrayError::IndexOverflow`] for a tile of more than `2^24` elements,
    /// which no program has.
    pub fn new(layout: &Strided, tile: &[usize]) -> Result<Self, TileError> {
        same_rank(layout.rank(), tile.len())?;
        if let Some(axis) = tile.iter().position(|n| !n.is_power_of_two()) {
            return Err(TileError::NotPowerOfTwo {
                tile: tile.to_vec(),
                axis,
            });
        }
        let size = tile.iter().try_fold(1usize, |size, n| size.checked_mul(*n));
        if size.is_none_or(|size| size > 1 << 24) {
            let extents = tile.to_vec();
            return Err(ArrayError::IndexOverflow { extents }.into());
        }
        Ok(Self {
            layout: *layout,
            tile: tile.to_vec(),
            steps: tile.to_vec(),
            map: (0..tile.len()).collect(),
        })
    }

    /// Axis `m` of a tile along axis `map[m]` of the array.
    ///
    /// # Errors
    /// [`ArrayError::RankMismatch`]; [`ArrayError::BadAxis`] for an axis that the array has not, or that is named twice.
    pub fn dim_map(mut self, map: &[i64]) -> Result<Self, TileError> {
        let rank = self.tile.len();
        same_rank(rank, map.len())?;
        for (at, axis) in map.iter().enumerate() {
            if !(0..rank as i64).contains(axis) || map[..at].contains(axis) {
                return Err(ArrayError::BadAxis { axis: *axis, rank }.into());
            }
        }
        self.map = map.iter().map(|axis| *axis as usize).collect();
        Ok(self)
    }

    /// Other steps from tile to tile: smaller ones make them overlap, larger ones leave gaps.
    ///
    /// # Errors
    /// [`ArrayError::RankMismatch`]; [`TileError::Step`] for a step below 1.
    pub fn steps(mut self, steps: &[i64]) -> Result<Self, TileError> {
        same_rank(self.tile.len(), steps.len())?;
        if let Some(axis) = steps.iter().position(|step| *step < 1) {
            return Err(TileError::Step {
                axis,
                step: steps[axis],
            });
        }
        self.steps = steps.iter().map(|step| *step as usize).collect();
        Ok(self)
    }

    /// The same, where every tile is inside the array: for accesses without a mask.
    ///
    /// # Errors
    /// [`TileError::Indivisible`].
    pub fn whole(self) -> Result<Self, TileError> {
        for (axis, tile) in self.tile.iter().enumerate() {
            let extent = self.extent(axis);
            if !extent.is_multiple_of(*tile) {
                return Err(TileError::Indivisible {
                    axis,
                    extent,
                    tile: *tile,
                });
            }
        }
        Ok(self)
    }

    /// The array's extent along axis `m` of a tile.
    fn extent(&self, m: usize) -> usize {
        self.layout.extents()[self.map[m]]
    }

    /// Tiles along each axis of a tile.
    pub fn space(&self) -> Vec<usize> {
        (0..self.tile.len())
            .map(|m| self.extent(m).div_ceil(self.steps[m]))
            .collect()
    }

    /// The number of tiles.
    pub fn len(&self) -> usize {
        let space = self.space();
        if space.contains(&0) {
            return 0; // before the others are multiplied: they may be huge
        }
        space.iter().product()
    }

    /// Returns `true` if the array has no elements.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The coordinates, in the array, of a tile's first element.
    ///
    /// # Errors
    /// [`ArrayError::RankMismatch`]; [`ArrayError::IndexOutOfSpace`].
    pub fn origin(&self, index: &[usize]) -> Result<Vec<usize>, TileError> {
        same_rank(self.tile.len(), index.len())?;
        let space = self.space();
        if index.iter().zip(&space).any(|(at, count)| at >= count) {
            let index = index.to_vec();
            return Err(ArrayError::IndexOutOfSpace { index, space }.into());
        }
        let mut origin = vec![0; index.len()];
        for (m, at) in index.iter().enumerate() {
            origin[self.map[m]] = at * self.steps[m];
        }
        Ok(origin)
    }

    /// The offset of a tile's first element, in elements.
    ///
    /// # Errors
    /// As [`TileSpace::origin`].
    pub fn offset(&self, index: &[usize]) -> Result<usize, TileError> {
        let origin = self.origin(index)?;
        let steps = origin.iter().zip(self.layout.strides());
        Ok(steps.map(|(at, stride)| at * stride).sum())
    }

    /// The offsets of a tile's elements in row-major order; `None` for a place outside the array.
    ///
    /// # Errors
    /// As [`TileSpace::origin`].
    pub fn offsets(&self, index: &[usize]) -> Result<Vec<Option<usize>>, TileError> {
        let origin = self.origin(index)?;
        let count: usize = self.tile.iter().product();
        let place = |number: usize| {
            let (mut rest, mut offset) = (number, 0);
            for m in (0..self.tile.len()).rev() {
                let at = origin[self.map[m]].saturating_add(rest % self.tile[m]);
                rest /= self.tile[m];
                if at >= self.extent(m) {
                    return None;
                }
                offset += at * self.layout.strides()[self.map[m]];
            }
            Some(offset)
        };
        Ok((0..count).map(place).collect())
    }
}

fn same_rank(expected: usize, got: usize) -> Result<(), TileError> {
    if expected == got {
        Ok(())
    } else {
        Err(ArrayError::RankMismatch { expected, got }.into())
    }
}
