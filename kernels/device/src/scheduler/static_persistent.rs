//! [`StaticPersistentTileScheduler`]: worker `w` of `n` takes work tiles `w`, `w + n`, `w + 2n`, …

/// The work tiles of a launch.
///
/// Passed by the host, so that host and device count alike.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct TileSchedulerParams {
    /// Tiles along M.
    pub tiles_m: u32,
    /// Tiles along N.
    pub tiles_n: u32,
    /// Products of the batch.
    pub batches: u32,
    /// Rows of tiles in a group of the rasterization order; 1 goes through N first.
    pub group_m: u32,
}

impl TileSchedulerParams {
    /// Work tiles in all; `u32::MAX` where there are more, of which the last ones have no number.
    ///
    /// ```
    /// use azulejo_device::scheduler::TileSchedulerParams;
    /// let params = TileSchedulerParams { tiles_m: 1 << 20, tiles_n: 1 << 20, batches: 0, group_m: 8 };
    /// assert_eq!((params.tiles(), TileSchedulerParams { batches: 1, ..params }.tiles()), (0, u32::MAX));
    /// ```
    #[inline(always)]
    pub const fn tiles(&self) -> u32 {
        let plane = self.tiles_m.saturating_mul(self.tiles_n);
        plane.saturating_mul(self.batches)
    }

    /// The work tile of a number below [`tiles`](Self::tiles).
    ///
    /// Tiles run down groups of `group_m` rows, so that those computed at one time share their operands in L2. Three rows of tiles
    /// and two columns, in groups of two:
    ///
    /// ```text
    ///        n=0  n=1
    /// m=0     0    2
    /// m=1     1    3
    /// m=2     4    5
    /// ```
    ///
    /// ```
    /// use azulejo_device::scheduler::TileSchedulerParams;
    /// let params = TileSchedulerParams { tiles_m: 3, tiles_n: 2, batches: 1, group_m: 2 };
    /// let at = |i| { let tile = params.work_tile(i); (tile.m, tile.n) };
    /// assert_eq!([0, 1, 2, 3, 4, 5].map(at), [(0, 0), (1, 0), (0, 1), (1, 1), (2, 0), (2, 1)]);
    /// ```
    #[inline(always)]
    pub const fn work_tile(&self, index: u32) -> WorkTile {
        // A product that saturates exceeds each index that has a tile, as the exact one does.
        let plane = self.tiles_m.saturating_mul(self.tiles_n);
        let (batch, index) = (div(index, plane), rem(index, plane));
        let in_group = self.group_m.saturating_mul(self.tiles_n);
        let (group, index) = (div(index, in_group), rem(index, in_group));
        let first = group * self.group_m;
        let left = self.tiles_m - first;
        // The last group has the rows that are left.
        let rows = if left < self.group_m {
            left
        } else {
            self.group_m
        };
        WorkTile {
            m: first + rem(index, rows),
            n: div(index, rows),
            batch,
        }
    }
}

/// Division without the check for zero, whose error path has no place on a device.
#[inline(always)]
const fn div(a: u32, b: u32) -> u32 {
    match a.checked_div(b) {
        Some(quotient) => quotient,
        None => 0,
    }
}

/// As [`div`], the remainder.
#[inline(always)]
const fn rem(a: u32, b: u32) -> u32 {
    match a.checked_rem(b) {
        Some(remainder) => remainder,
        None => 0,
    }
}

/// A tile of the output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WorkTile {
    /// The index along M.
    pub m: u32,
    /// The index along N.
    pub n: u32,
    /// The product of the batch.
    pub batch: u32,
}

/// An iterator over the work tiles of one worker: a CTA, or a cluster.
///
/// Source: CUTLASS, `StaticPersistentTileScheduler` in `kernel/tile_scheduler.hpp`.
///
/// ```
/// use azulejo_device::scheduler::{StaticPersistentTileScheduler, TileSchedulerParams};
/// let params = TileSchedulerParams { tiles_m: 3, tiles_n: 2, batches: 1, group_m: 3 };
/// let tiles: Vec<_> = StaticPersistentTileScheduler::new(params, 1, 4).map(|tile| (tile.m, tile.n)).collect();
/// assert_eq!(tiles, [(1, 0), (2, 1)]); // 1 and 5 of 6
/// ```
#[derive(Clone, Copy, Debug)]
pub struct StaticPersistentTileScheduler {
    params: TileSchedulerParams,
    next: u32,
    workers: u32,
}

impl StaticPersistentTileScheduler {
    /// The tiles of worker `worker` of `workers`.
    #[inline(always)]
    pub const fn new(params: TileSchedulerParams, worker: u32, workers: u32) -> Self {
        StaticPersistentTileScheduler {
            params,
            next: worker,
            workers,
        }
    }
}

impl Iterator for StaticPersistentTileScheduler {
    type Item = WorkTile;

    #[inline(always)]
    fn next(&mut self) -> Option<WorkTile> {
        if self.next >= self.params.tiles() {
            return None;
        }
        let tile = self.params.work_tile(self.next);
        self.next = self.next.saturating_add(self.workers);
        Some(tile)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::vec::Vec;

    #[test]
    fn counts_that_do_not_fit_saturate() {
        const HIGH: u32 = u32::MAX;
        let params = |tiles_m, tiles_n, batches, group_m| TileSchedulerParams {
            tiles_m,
            tiles_n,
            batches,
            group_m,
        };
        let tile = |m, n, batch| WorkTile { m, n, batch };
        for (params, tiles, index, expected) in [
            (params(HIGH, HIGH, HIGH, HIGH), HIGH, 5, tile(5, 0, 0)),
            (params(HIGH, HIGH, 0, 1), 0, 7, tile(0, 7, 0)),
            (
                params(3, HIGH, 1, 2),
                HIGH,
                HIGH - 1,
                tile(0, (HIGH - 1) / 2, 0),
            ),
            (
                params(HIGH, 2, 9, HIGH),
                HIGH,
                HIGH - 1,
                tile(HIGH - 1, 0, 0),
            ),
            (
                params(1, 1, HIGH, HIGH),
                HIGH,
                HIGH - 1,
                tile(0, 0, HIGH - 1),
            ),
        ] {
            assert_eq!(params.tiles(), tiles, "{params:?}");
            assert_eq!(params.work_tile(index), expected, "{params:?}");
        }
        // The number after the last tile does not wrap to a tile that there was.
        let last = StaticPersistentTileScheduler::new(params(HIGH, 1, 1, 1), HIGH - 2, 4);
        assert_eq!(last.map(|tile| tile.m).collect::<Vec<_>>(), [HIGH - 2]);
    }

    #[test]
    fn workers_cover_all_tiles_once() {
        for tiles_m in 1..6 {
            for tiles_n in 1..6 {
                for group_m in 1..7 {
                    for workers in 1..8 {
                        let params = TileSchedulerParams {
                            tiles_m,
                            tiles_n,
                            batches: 2,
                            group_m,
                        };
                        let all: Vec<_> = (0..workers)
                            .flat_map(|w| StaticPersistentTileScheduler::new(params, w, workers))
                            .map(|tile| (tile.m, tile.n, tile.batch))
                            .collect();
                        let distinct: BTreeSet<_> = all.iter().copied().collect();
                        assert_eq!(all.len(), params.tiles() as usize);
                        assert_eq!(distinct.len(), all.len());
                        assert!(
                            all.iter()
                                .all(|&(m, n, b)| m < tiles_m && n < tiles_n && b < 2)
                        );
                    }
                }
            }
        }
    }
}
