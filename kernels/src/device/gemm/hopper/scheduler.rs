//! Which tile a cluster works on next: a static, persistent order shared by producer and consumers.
//!
//! Units of work are (tile, slice of K). Cluster `c` of `n` takes units `c, c + n, c + 2n, …`. Tiles run down groups of
//! `group` block rows, so that the tiles in flight at one time form a near-square patch of C and share their operands in
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct Grid {
    /// Cluster tiles along M.
    pub tiles_m: u32,
    /// Cluster tiles along N.
    pub tiles_n: u32,
    /// Products in the batch.
    pub batches: u32,
    /// Slices of K a tile is cut into.
    pub splits: u32,
    /// K blocks of one tile.
    pub k_blocks: u32,
    /// Block rows in a group.
    pub group: u32,
}

/// One unit of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Work {
    /// Cluster tile along M.
    pub m: u32,
    /// Cluster tile along N.
    pub n: u32,
    /// Which product of the batch.
    pub batch: u32,
    /// Which slice of K.
    pub split: u32,
}

/// The K blocks of one slice of a sum: every `step`th, from `first`.
///
/// Slices alternate block by block, so that those worked on at one time read the same lines of device memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slice {
    /// The first block.
    pub first: u32,
    /// From one to the next.
    pub step: u32,
    /// How many; at least one, which may lie beyond K.
    pub blocks: u32,
}

/// Division without a panic path: a divisor of zero counts as one.
#[inline(always)]
pub(super) fn div(a: u32, b: u32) -> (u32, u32) {
    let b = NonZeroU32::new(b).unwrap_or(NonZeroU32::MIN);
    (a / b, a % b)
}

impl Grid {
    /// How many units there are.
    #[inline(always)]
    pub fn units(&self) -> u32 {
        self.tiles_m * self.tiles_n * self.batches * self.splits
    }

    /// Number of the tile of unit `unit`, counting every batch.
    #[inline(always)]
    pub fn tile(&self, unit: u32) -> u32 {
        div(unit, self.splits).0
    }

    /// What unit `unit` is.
    #[inline(always)]
    pub fn work(&self, unit: u32) -> Work {
        let (tile, split) = div(unit, self.splits);
        let (batch, tile) = div(tile, self.tiles_m * self.tiles_n);
        let (band, within) = div(tile, self.group * self.tiles_n);
        let first = band * self.group;
        let rows = if self.tiles_m - first < self.group {
            self.tiles_m - first
        } else {
            self.group
        };
        let (n, m) = div(within, rows);
        Work {
            m: first + m,
            n,
            batch,
            split,
        }
    }

    /// Slice `index` of the sum where each of the grid's slices is cut into `parts`.
    #[inline(always)]
    pub fn slice(&self, index: u32, parts: u32) -> Slice {
        let step = self.splits * parts;
        let blocks = div(self.k_blocks + step - 1 - index, step).0;
        Slice {
            first: index,
            step,
            blocks: if blocks == 0 { 1 } else { blocks },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_unit_is_worked_once_and_slices_cover_k() {
        for (tiles_m, tiles_n, batches, splits, k_blocks, group, parts) in [
            (3, 2, 1, 1, 5, 2, 1),
            (33, 17, 3, 1, 4, 16, 8),
            (2, 5, 2, 7, 13, 8, 1),
            (2, 5, 2, 1, 13, 8, 4),
            (1, 1, 1, 132, 2048, 16, 1),
            (4, 4, 1, 1, 0, 3, 2),
        ] {
            let grid = Grid {
                tiles_m,
                tiles_n,
                batches,
                splits,
                k_blocks,
                group,
            };
            let mut covered = std::collections::BTreeMap::new();
            for unit in 0..grid.units() {
                let w = grid.work(unit);
                assert!(w.m < tiles_m && w.n < tiles_n && w.batch < batches && w.split < splits);
                for part in 0..parts {
                    let slice = grid.slice(w.split * parts + part, parts);
                    assert!(slice.blocks > 0);
                    for i in 0..slice.blocks {
                        let k = slice.first + i * slice.step;
                        assert!(
                            covered.insert((w.batch, w.m, w.n, k), unit).is_none(),
                            "{grid:?} {w:?}"
                        );
                    }
                }
            }
            covered.retain(|(_, _, _, k), _| *k < k_blocks);
            assert_eq!(covered.len() as u32, tiles_m * tiles_n * batches * k_blocks);
        }
    }

    #[test]
    fn groups_run_down_columns() {
        let grid = Grid {
            tiles_m: 3,
            tiles_n: 2,
            batches: 1,
            splits: 1,
            k_blocks: 1,
            group: 2,
        };
        let order: Vec<_> = (0..6).map(|u| (grid.work(u).m, grid.work(u).n)).collect();
        assert_eq!(order, [(0, 0), (1, 0), (0, 1), (1, 1), (2, 0), (2, 1)]);
    }
}
