//! [`SplitK`]: blocks that share a tile, each with a split of its K.
//!
//! Where the tiles are fewer than half of the places on all SMs, all of them are cut along K: one of 128 × 128 with K = 131,072 would
//! keep one SM busy. Where they are a few more than full waves, a round for those few would cost as much as a full one: they
//! are cut until there is a split for every SM. Of 8,192 tiles on 264 places 8 are left; in 8 splits each they take
//! less than an eighth of a round.
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
    /// Device address of a count for each tile that is cut, 0 before and after a launch.
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
    /// The default as a constant.
    const NONE: Self = Self {
        across: 0,
        whole_tiles: 0,
        splits: 0,
        group: 0,
        counts: 0,
        partials: 0,
    };

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

    /// Blocks that `tiles` tiles take.
    ///
    /// ```
    /// use azulejo_kernels::device::gemm::sm80::split_k::SplitK;
    /// assert_eq!(SplitK { whole_tiles: 2, splits: 3, ..SplitK::default() }.blocks(4), 8);
    /// assert_eq!(SplitK::for_grid(8192, 132, 2, 512).blocks(8192), 8184 + 8 * 8);
    /// ```
    pub const fn blocks(&self, tiles: u32) -> u32 {
        if self.splits <= 1 {
            return tiles;
        }
        self.whole_tiles + (tiles - self.whole_tiles) * self.splits
    }

    /// How `tiles` tiles with `blocks` k-tiles are cut for a GPU of `sm_count`, each with `min_ctas` blocks at a time: all of them
    /// where two and more fit into each place, and the last ones where they fill less than half a place an SM after full waves.
    ///
    /// ```
    /// use azulejo_kernels::device::gemm::sm80::split_k::SplitK;
    /// let cut = |tiles, blocks| {
    ///     let split_k = SplitK::for_grid(tiles, 132, 2, blocks);
    ///     (split_k.whole_tiles, split_k.splits)
    /// };
    /// assert_eq!(cut(8192, 512), (8184, 8));
    /// assert_eq!(cut(8192, 32), (8184, 4));
    /// assert_eq!(cut(2048, 256), (2048, 1));
    /// assert_eq!(cut(40, 256), (0, 6));
    /// assert_eq!(cut(2, 4096), (0, 64));
    /// assert_eq!(cut(2, 40), (0, 5));
    /// assert_eq!(cut(200, 256), (200, 1));
    /// ```
    pub const fn for_grid(tiles: u32, sm_count: u32, min_ctas: u32, blocks: u32) -> Self {
        let places = sm_count * min_ctas;
        let left = if places == 0 { 0 } else { tiles % places };
        let mut splits = 1;
        if left > 0 && tiles == left && blocks > 0 {
            // The last block of a tile reads the sums of all its splits, which takes as long as some k-tiles each.
            splits = smaller(places / left, blocks.isqrt());
            splits = smaller(splits, smaller(blocks / LEAST, u32::MAX / blocks));
        }
        // A split for every SM, and at least eight k-tiles in each.
        while left > 0
            && tiles > places
            && splits < MOST
            && left * splits * 2 <= sm_count
            && splits * 2 * LEAST <= blocks
        {
            splits *= 2;
        }
        if splits < 1 {
            splits = 1;
        }
        Self {
            whole_tiles: if splits > 1 { tiles - left } else { tiles },
            splits,
            group: splits,
            ..Self::NONE
        }
    }

    /// Every tile in `splits` splits, which a kernel adds in groups of the root of their number where they are many.
    ///
    /// ```
    /// use azulejo_kernels::device::gemm::sm80::split_k::SplitK;
    /// let group = |splits| SplitK::everywhere(splits).group;
    /// assert_eq!([1, 12, 13, 16, 66].map(group), [1, 12, 4, 4, 9]);
    /// ```
    pub const fn everywhere(splits: u32) -> Self {
        let root = splits.isqrt();
        let group = match splits {
            0..=TOGETHER => splits,
            _ if root * root == splits => root,
            _ => root + 1,
        };
        Self {
            splits,
            group,
            ..Self::NONE
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

const fn smaller(a: u32, b: u32) -> u32 {
    if a < b { a } else { b }
}

/// Splits of a tile of the last, partial round at most.
const MOST: u32 = 8;
/// K-tiles of a split at least.
const LEAST: u32 = 8;
/// Splits that are added by one CTA at most, before there are groups.
const TOGETHER: u32 = 12;

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
        // K-tiles times splits are less than 2^32, as `for_grid` takes care.
        (
            blocks * self.split / self.of,
            blocks * (self.split + 1) / self.of,
        )
    }
}
