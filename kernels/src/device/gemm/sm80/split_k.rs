//! [`SplitK`]: blocks that share a tile, each with a split of its K.
//!
//! A CTA that has a split stores its partial accumulators in device memory and counts itself; the last of a tile adds them all, in K order, so
//! that the result does not depend on which came last.

/// Which blocks compute which splits of which tiles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct SplitK {
    /// Tiles along the first dimension of the grid that has a CTA per tile.
    pub across: u32,
    /// Tiles that a block has to itself: the first.
    pub whole_tiles: u32,
    /// Into how many splits each of the others is cut.
    pub splits: u32,
    /// How many splits of a tile are added at a time, by kernels that add the sums of such groups after them.
    pub group: u32,
    /// Device address of a count for each tile that is cut, of all batches, 0 before and after a launch.
    pub counts: u64,
    /// Device address of the sums of each split.
    pub partials: u64,
}

/// What a block computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WorkTile {
    /// The tile, in the order of the grid that has a CTA per tile.
    pub tile: u32,
    /// Which split of its K.
    pub split: u32,
    /// Of how many.
    pub of: u32,
    /// Which of the tiles that are cut, where `of` is more than 1.
    pub shared: u32,
}

impl SplitK {
    /// What block `block` computes.
    ///
    /// ```
    /// use azulejo_kernels::device::gemm::sm80::split_k::{SplitK, WorkTile};
    /// let split_k = SplitK { whole_tiles: 2, splits: 3, ..SplitK::default() };
    /// let work_tiles: Vec<_> = (0..8).map(|block| split_k.work_tile(block)).collect();
    /// let tiles: Vec<_> = work_tiles.iter().map(|of| (of.tile, of.split, of.of)).collect();
    /// assert_eq!(tiles, [(0, 0, 1), (1, 0, 1), (2, 0, 3), (2, 1, 3), (2, 2, 3), (3, 0, 3), (3, 1, 3), (3, 2, 3)]);
    /// assert_eq!(work_tiles[6], WorkTile { tile: 3, split: 1, of: 3, shared: 1 });
    /// ```
    #[inline(always)]
    pub fn work_tile(&self, block: u32) -> WorkTile {
        if block < self.whole_tiles || self.splits <= 1 {
            return WorkTile {
                tile: block,
                split: 0,
                of: 1,
                shared: 0,
            };
        }
        let at = block - self.whole_tiles;
        let shared = at / self.splits;
        WorkTile {
            tile: self.whole_tiles + shared,
            split: at % self.splits,
            of: self.splits,
            shared,
        }
    }

    /// Splits that are added at a time: at least one, so that no division by them is by zero.
    #[inline(always)]
    pub const fn in_group(&self) -> u32 {
        if self.group == 0 { 1 } else { self.group }
    }

    /// Counts that a tile of `of` splits needs: one for each group, and one for the groups.
    ///
    /// ```
    /// use azulejo_kernels::device::gemm::sm80::split_k::SplitK;
    /// let split_k = SplitK { splits: 10, group: 4, ..SplitK::default() };
    /// assert_eq!(split_k.counts_of(10), 4);
    /// ```
    #[inline(always)]
    pub const fn counts_of(&self, of: u32) -> u32 {
        of.div_ceil(self.in_group()) + 1
    }
}

impl WorkTile {
    /// The k-tiles, from and to, of `blocks` in all.
    ///
    /// ```
    /// use azulejo_kernels::device::gemm::sm80::split_k::WorkTile;
    /// let split = |split| WorkTile { tile: 0, split, of: 3, shared: 0 }.range(10);
    /// assert_eq!([split(0), split(1), split(2)], [(0, 3), (3, 6), (6, 10)]);
    /// ```
    #[inline(always)]
    pub const fn range(&self, blocks: u32) -> (u32, u32) {
        if self.of <= 1 {
            return (0, blocks);
        }
        // K-tiles times splits are less than 2^32, as the launcher takes care.
        (
            blocks * self.split / self.of,
            blocks * (self.split + 1) / self.of,
        )
    }
}
