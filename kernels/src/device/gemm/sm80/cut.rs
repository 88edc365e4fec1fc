//! How the tiles of a product are cut along K.
//!
//! Where the tiles are fewer than half of the places on all SMs, all of them are cut: one of 128 × 128 with K = 131,072 would
//! keep one SM busy. Where they are a few more than full waves, a round for those few would cost as much as a full one: they
//! are cut until there is a split for every SM. Of 8,192 tiles on 264 places 8 are left; in 8 splits each they take
//! less than an eighth of a round.

use super::split_k::SplitK;

/// Splits of a tile of the last, partial round at most.
const MOST: u32 = 8;
/// K-tiles of a split at least.
const LEAST: u32 = 8;
/// Splits that are added by one CTA at most, before there are groups.
const TOGETHER: u32 = 12;

impl SplitK {
    /// Blocks that `tiles` tiles take.
    ///
    /// ```
    /// use azulejo_kernels::device::gemm::sm80::split_k::SplitK;
    /// assert_eq!(SplitK { whole_tiles: 2, splits: 3, ..SplitK::default() }.blocks(4), 8);
    /// assert_eq!(SplitK::for_grid(8192, 132, 2, 512).blocks(8192), 8184 + 8 * 8);
    /// ```
    pub fn blocks(&self, tiles: u32) -> u32 {
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
    pub fn for_grid(tiles: u32, sm_count: u32, min_ctas: u32, blocks: u32) -> Self {
        let places = sm_count * min_ctas;
        let left = tiles.checked_rem(places).unwrap_or(0);
        let mut splits = 1;
        if left > 0 && tiles == left && blocks > 0 {
            // The last block of a tile reads the sums of all its splits, which takes as long as some k-tiles each.
            splits = (places / left).min(blocks.isqrt());
            splits = splits.min(blocks / LEAST).min(u32::MAX / blocks);
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
        splits = splits.max(1);
        Self {
            whole_tiles: if splits > 1 { tiles - left } else { tiles },
            splits,
            group: splits,
            ..Self::default()
        }
    }

    /// Every tile in `splits` splits, which a kernel adds in groups of the root of their number where they are many.
    ///
    /// ```
    /// use azulejo_kernels::device::gemm::sm80::split_k::SplitK;
    /// let group = |splits| SplitK::everywhere(splits).group;
    /// assert_eq!([1, 12, 13, 16, 66].map(group), [1, 12, 4, 4, 9]);
    /// ```
    pub fn everywhere(splits: u32) -> Self {
        let root = splits.isqrt();
        let group = match splits {
            0..=TOGETHER => splits,
            _ if root * root == splits => root,
            _ => root + 1,
        };
        Self {
            splits,
            group,
            ..Self::default()
        }
    }
}
