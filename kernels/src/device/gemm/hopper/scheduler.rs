//! Which tile a cluster works on next: a static, persistent order shared by producer and consumers.
//!
//! Work tiles are (tile, split of K). Cluster `c` of `n` takes work tiles `c, c + n, c + 2n, …`. Tiles run down groups of
//! `group_m` block rows, so that the tiles in flight at one time form a near-square patch of C and share their operands in
//! L2.
//!
//! Three block rows and two columns in groups of two:
//!
//! ```text
//!        n=0  n=1
//! m=0     0    2
//! m=1     1    3
//! m=2     4    5
//! ```

use core::num::NonZeroU32;

/// The grid of cluster tiles of one launch.
///
/// The host launches no grid whose work tiles, or k-tiles of all splits, 32 bits do not count. What is computed of other numbers wraps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct TileSchedulerParams {
    /// Cluster tiles along M.
    pub tiles_m: u32,
    /// Cluster tiles along N.
    pub tiles_n: u32,
    /// Products in the batch.
    pub batches: u32,
    /// Slices of K a tile is cut into.
    pub splits: u32,
    /// K-tiles of one tile.
    pub k_tiles: u32,
    /// Block rows in a group.
    pub group_m: u32,
}

/// One work tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WorkTileInfo {
    /// Cluster tile along M.
    pub m: u32,
    /// Cluster tile along N.
    pub n: u32,
    /// Which product of the batch.
    pub batch: u32,
    /// Which split of K.
    pub split: u32,
}

/// The k-tiles of one split of a sum: every `step`th, from `first`.
///
/// Slices alternate block by block, so that those worked on at one time read the same lines of device memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KSplit {
    /// The first block.
    pub first: u32,
    /// From one to the next.
    pub step: u32,
    /// How many; at least one, which may lie beyond K.
    pub k_tiles: u32,
}

/// Division without a panic path: a divisor of zero counts as one.
#[inline(always)]
pub(super) fn div(a: u32, b: u32) -> (u32, u32) {
    let b = NonZeroU32::new(b).unwrap_or(NonZeroU32::MIN);
    (a / b, a % b)
}

impl TileSchedulerParams {
    /// Returns the number of work tiles.
    #[inline(always)]
    pub fn work_tiles(&self) -> u32 {
        self.tiles_m
            .wrapping_mul(self.tiles_n)
            .wrapping_mul(self.batches)
            .wrapping_mul(self.splits)
    }

    /// Number of the tile of work tile `work_tile`, counting every batch.
    #[inline(always)]
    pub fn tile(&self, work_tile: u32) -> u32 {
        div(work_tile, self.splits).0
    }

    /// What work tile `work_tile` is.
    #[inline(always)]
    pub fn work_tile(&self, work_tile: u32) -> WorkTileInfo {
        let (tile, split) = div(work_tile, self.splits);
        WorkTileInfo {
            split,
            ..self.first_split(tile)
        }
    }

    /// What the first split of tile `tile` is, counting every batch.
    #[inline(always)]
    pub fn first_split(&self, tile: u32) -> WorkTileInfo {
        let (batch, tile) = div(tile, self.tiles_m.wrapping_mul(self.tiles_n));
        let (band, within) = div(tile, self.group_m.wrapping_mul(self.tiles_n));
        let first = band.wrapping_mul(self.group_m);
        let rows = self.tiles_m.wrapping_sub(first).min(self.group_m);
        let (n, m) = div(within, rows);
        WorkTileInfo {
            m: first.wrapping_add(m),
            n,
            batch,
            split: 0,
        }
    }

    /// Split `index` of the sum where each of the grid's splits is cut into `parts`.
    #[inline(always)]
    pub fn k_split(&self, index: u32, parts: u32) -> KSplit {
        let step = self.splits.wrapping_mul(parts);
        let last = self.k_tiles.wrapping_add(step).wrapping_sub(1);
        KSplit {
            first: index,
            step,
            k_tiles: div(last.wrapping_sub(index), step).0.max(1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_unit_is_worked_once_and_splits_cover_k() {
        for (tiles_m, tiles_n, batches, splits, k_tiles, group_m, parts) in [
            (3, 2, 1, 1, 5, 2, 1),
            (33, 17, 3, 1, 4, 16, 8),
            (2, 5, 2, 7, 13, 8, 1),
            (2, 5, 2, 1, 13, 8, 4),
            (1, 1, 1, 132, 2048, 16, 1),
            (4, 4, 1, 1, 0, 3, 2),
        ] {
            let grid = TileSchedulerParams {
                tiles_m,
                tiles_n,
                batches,
                splits,
                k_tiles,
                group_m,
            };
            let mut covered = std::collections::BTreeMap::new();
            for work_tile in 0..grid.work_tiles() {
                let w = grid.work_tile(work_tile);
                assert!(w.m < tiles_m && w.n < tiles_n && w.batch < batches && w.split < splits);
                for part in 0..parts {
                    let k_split = grid.k_split(w.split * parts + part, parts);
                    assert!(k_split.k_tiles > 0);
                    for i in 0..k_split.k_tiles {
                        let k = k_split.first + i * k_split.step;
                        assert!(
                            covered.insert((w.batch, w.m, w.n, k), work_tile).is_none(),
                            "{grid:?} {w:?}"
                        );
                    }
                }
            }
            covered.retain(|(_, _, _, k), _| *k < k_tiles);
            assert_eq!(covered.len() as u32, tiles_m * tiles_n * batches * k_tiles);
        }
    }

    #[test]
    fn numbers_of_no_launch_have_answers() {
        const ENDS: [u32; 4] = [0, 1, 1 << 16, u32::MAX];
        for case in 0..ENDS.len().pow(6) {
            let [tiles_m, tiles_n, batches, splits, k_tiles, group_m] =
                [0, 1, 2, 3, 4, 5].map(|at| ENDS[case >> (2 * at) & 3]);
            let grid = TileSchedulerParams {
                tiles_m,
                tiles_n,
                batches,
                splits,
                k_tiles,
                group_m,
            };
            let _ = grid.work_tiles();
            for index in ENDS {
                let _ = (grid.tile(index), grid.work_tile(index));
                let _ = ENDS.map(|parts| grid.k_split(index, parts));
            }
        }
    }

    #[test]
    fn groups_run_down_columns() {
        let grid = TileSchedulerParams {
            tiles_m: 3,
            tiles_n: 2,
            batches: 1,
            splits: 1,
            k_tiles: 1,
            group_m: 2,
        };
        let order: Vec<_> = (0..6)
            .map(|u| (grid.work_tile(u).m, grid.work_tile(u).n))
            .collect();
        assert_eq!(order, [(0, 0), (1, 0), (0, 1), (1, 1), (2, 0), (2, 1)]);
    }
}
