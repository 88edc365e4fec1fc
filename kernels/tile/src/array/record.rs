//! [`RecordArray`]: arrays whose elements are records or vectors, in tiles of them.

use core::marker::PhantomData;

use super::{Window, writable::in_turn};
use crate::{Heterogeneous, IntoTileShape, Raw, Tile, TileShape, headed};

/// Records in memory to read, one after the other: structs that [`heterogeneous!`](crate::heterogeneous) declares,
/// vectors.
///
/// A tile of records has no arithmetic of its own; [`Tile::map`] and [`Tile::zip`] take their fields.
pub struct RecordArray<'a, P> {
    pub(crate) raw: Raw<P>,
    pub(crate) memory: PhantomData<&'a [P]>,
}

impl<P> Clone for RecordArray<'_, P> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for RecordArray<'_, P> {}

/// The region of an output of records that belongs to one block.
pub struct RecordArrayMut<'a, P> {
    pub(crate) raw: Raw<P>,
    /// `true` if the block has stored through it: then the next store waits for all threads.
    pub(crate) used: bool,
    pub(crate) memory: PhantomData<&'a mut [P]>,
}

/// The window of the tile of shape `N` with this index.
#[inline(always)]
fn window<P, N: TileShape>(raw: &Raw<P>, index: usize) -> Window<P> {
    let first = index.saturating_mul(N::SIZE);
    let inside = headed([(raw.extents[0] as usize).saturating_sub(first)], 1);
    Window {
        first: raw.data.wrapping_add(first),
        strides: headed([1], 0),
        inside,
        whole: N::SIZE <= inside[0],
        vector: false,
    }
}

impl<P: Heterogeneous> RecordArray<'_, P> {
    /// How many there are.
    #[inline(always)]
    pub fn extent(&self) -> usize {
        self.raw.extents[0] as usize
    }

    /// The tile with this index; `outside` for places behind the end.
    #[inline(always)]
    pub fn load<N: IntoTileShape>(&self, shape: N, index: (usize,), outside: P) -> Tile<P, N::Shape>
    where
        N::Shape: TileShape<Index = (usize,)>,
    {
        let _ = shape;
        // SAFETY: records inside the extent are readable while the array lives, and no output of the launch overlaps an
        // input, which the launch checked.
        unsafe { window::<P, N::Shape>(&self.raw, index.0).load(outside) }
    }
}

impl<P: Heterogeneous> RecordArrayMut<'_, P> {
    /// How many there are in the region.
    #[inline(always)]
    pub fn extent(&self) -> usize {
        self.raw.extents[0] as usize
    }

    /// Stores a tile at this index of the region's tile space; records behind its end are left out. What is stored last stays.
    #[inline(always)]
    pub fn store<N: TileShape<Index = (usize,)>>(&mut self, index: (usize,), tile: Tile<P, N>) {
        in_turn(&mut self.used);
        // SAFETY: records inside the extent are this block's alone: regions of different blocks are apart, and the output
        // is borrowed for writing and overlaps no other argument, which the launch checked. Nothing is read back.
        unsafe { window::<P, N>(&self.raw, index.0).store(tile, true, |x| x) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use azulejo_layout::tile;

    #[test]
    fn a_store_comes_after_the_one_before() {
        let blk = &crate::Block::single();
        let mut records = [1.0f32, 2.0, 3.0, 4.0];
        let mut array = RecordArrayMut {
            raw: Raw {
                data: records.as_mut_ptr(),
                extents: headed([4], 1),
                strides: headed([1], 0),
                vector: 0,
            },
            used: false,
            memory: PhantomData,
        };
        array.store((0,), Tile::<f32, _>::zeros(blk, tile!(_4)));
        // On a device the next store waits for all threads: another may have written its place.
        assert!(array.used);
        array.store((1,), Tile::<f32, _>::ones(blk, tile!(_2)));
        assert_eq!(records, [0.0, 0.0, 1.0, 1.0]);
    }
}
