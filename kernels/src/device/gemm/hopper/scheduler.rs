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

//!
//! Where a last round would leave clusters idle, [`Deal`] has its tiles and those of the round before shared by K blocks.

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

/// The last tiles of a launch dealt to its clusters by K blocks: stream-K.
///
/// Tiles behind the last whole round but one, laid end to end, are a line of K blocks. Each cluster has an equal share of it,
/// a whole tile or more where there was a whole round. A tile's sum is that of the cluster with its first block, which adds
/// what the others left, in the order of K: results do not depend on which was first. What a cluster leaves is the first
/// thing it does of its share, and waits for nothing.
///
/// Five tiles of four K blocks, four clusters, one round and one tile more; the clusters are numbered from behind, so that
/// each waits for those alone that were started before it:
///
/// ```text
/// tile       0       1       2       3       4
/// K block    0 1 2 3 0 1 2 3 0 1 2 3 0 1 2 3 0 1 2 3
/// lane       0 0 0 0 0 1 1 1 1 1 2 2 2 2 2 3 3 3 3 3      cluster 3 - lane
/// leaves                 ─ ─     ─   ─ ─     ─            tile 1: lane 0 adds what lane 1 left
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deal {
    /// Tiles before, which clusters take whole, in rounds.
    pub whole: u32,
    /// Clusters.
    pub lanes: u32,
    /// K blocks of a tile.
    pub k_blocks: u32,
    /// K blocks of a share; 0 where nothing is dealt.
    pub each: u32,
    /// Shares that have one more, the first.
    pub more: u32,
}

/// A cluster's part of a tile's sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// Whether the cluster leaves it to the one with the tile's first K block.
    pub leaves: bool,
    /// The cluster's share: where it leaves its part.
    pub lane: u32,
    /// Shares behind it that have the rest of the tile.
    pub others: u32,
}

impl Part {
    /// A sum that is a cluster's own.
    pub const WHOLE: Part = Part {
        leaves: false,
        lane: 0,
        others: 0,
    };
}

impl Deal {
    /// The first K block of a share, of all that are dealt.
    #[inline(always)]
    fn start(&self, lane: u32) -> u32 {
        let before = if lane < self.more { lane } else { self.more };
        lane * self.each + before
    }

    /// The share that has a K block.
    #[inline(always)]
    fn holder(&self, block: u32) -> u32 {
        let long = self.more * (self.each + 1);
        if block < long {
            div(block, self.each + 1).0
        } else {
            self.more + div(block - long, self.each).0
        }
    }

    /// One more than the last unit of cluster `cluster`: its tiles, then the parts of its share, from number
    /// [`whole`](Self::whole) on, at the distance of the clusters.
    #[inline(always)]
    pub fn end(&self, cluster: u32) -> u32 {
        if self.each == 0 {
            return self.whole;
        }
        let lane = self.lanes - 1 - cluster;
        let (first, end) = (self.start(lane), self.start(lane + 1));
        let tiles = div(end + self.k_blocks - 1, self.k_blocks).0 - div(first, self.k_blocks).0;
        self.whole + tiles * self.lanes
    }

    /// Tile, K blocks and part of unit `unit`.
    #[inline(always)]
    pub fn unit(&self, unit: u32) -> (u32, Slice, Part) {
        if unit < self.whole || self.each == 0 {
            let all = Slice {
                first: 0,
                step: 1,
                blocks: self.k_blocks,
            };
            return (unit, all, Part::WHOLE);
        }
        let (nth, cluster) = div(unit - self.whole, self.lanes);
        let lane = self.lanes - 1 - cluster;
        let (first, end) = (self.start(lane), self.start(lane + 1));
        let tile = div(first, self.k_blocks).0 + nth;
        let (from, to) = (tile * self.k_blocks, (tile + 1) * self.k_blocks);
        let (first, end) = (
            if first > from { first } else { from },
            if end < to { end } else { to },
        );
        let slice = Slice {
            first: first - from,
            step: 1,
            blocks: end - first,
        };
        let part = Part {
            leaves: first > from,
            lane,
            others: if end < to {
                self.holder(to - 1) - lane
            } else {
                0
            },
        };
        (self.whole + tile, slice, part)
    }
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

    /// How many tiles there are, of all batches.
    #[inline(always)]
    pub fn tiles(&self) -> u32 {
        self.tiles_m * self.tiles_n * self.batches
    }

    /// How the last tiles are dealt to `lanes` clusters: where the last round is not full, its tiles and those of the round
    /// before.
    #[inline(always)]
    pub fn deal(&self, lanes: u32) -> Deal {
        let tiles = self.tiles();
        let (rounds, rest) = div(tiles, lanes);
        let last = if rounds == 0 { rest } else { rest + lanes };
        let dealt = if rest == 0 || last * self.k_blocks < lanes {
            0
        } else {
            last
        };
        let (each, more) = div(dealt * self.k_blocks, lanes);
        Deal {
            whole: tiles - dealt,
            lanes,
            k_blocks: self.k_blocks,
            each,
            more,
        }
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
    fn shares_cover_every_block_once_and_wait_for_clusters_started_before() {
        let mut dealt = 0;
        for (tiles, k_blocks, lanes) in [
            (5, 4, 4),
            (288, 47, 132),
            (162, 128, 132),
            (1, 2048, 132),
            (1, 3, 132),
            (7, 5, 1),
            (264, 9, 132),
            (133, 1, 132),
            (131, 1, 132),
            (3, 17, 2),
            (400, 7, 132),
        ] {
            let grid = Grid {
                tiles_m: tiles,
                tiles_n: 1,
                batches: 1,
                splits: 1,
                k_blocks,
                group: 1,
            };
            let deal = grid.deal(lanes);
            let mut covered = std::collections::BTreeMap::new();
            let (mut left, mut wanted, mut work) = (vec![], vec![], vec![]);
            for cluster in 0..lanes {
                let (mut unit, mut sum, mut leaves) = (cluster, 0, 0);
                while unit < deal.end(cluster) {
                    let (tile, slice, part) = deal.unit(unit);
                    assert!(tile < tiles && slice.blocks > 0, "{deal:?} unit {unit}");
                    for i in 0..slice.blocks {
                        let lane = part.lane;
                        assert!(covered.insert((tile, slice.first + i), lane).is_none());
                    }
                    if part.leaves {
                        // The first thing of a share, which nothing before it in the share can hold up.
                        assert_eq!(unit, deal.whole + cluster, "{deal:?}");
                        leaves += 1;
                        left.push((tile, part.lane));
                    }
                    if !part.leaves {
                        wanted.extend((1..=part.others).map(|other| (tile, part.lane + other)));
                    }
                    sum += slice.blocks;
                    unit += lanes;
                }
                assert!(leaves < 2);
                work.push(sum);
            }
            assert_eq!(covered.len() as u32, tiles * k_blocks, "{deal:?}");
            left.sort_unstable();
            wanted.sort_unstable();
            assert_eq!(left, wanted, "what is left is what is added");
            // A tile's parts are added in the order of K.
            for pair in covered.iter().collect::<Vec<_>>().windows(2) {
                assert!(pair[0].0.0 != pair[1].0.0 || pair[0].1 <= pair[1].1);
            }
            if deal.each > 0 {
                dealt += 1;
                let (least, most) = (work.iter().min(), work.iter().max());
                assert!(most.unwrap() - least.unwrap() <= 1, "{deal:?}");
            }
        }
        assert_eq!(dealt, 7);
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
