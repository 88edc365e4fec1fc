//! How many block rows a group of the tile order has: as few bytes as can be from device memory.
//!
//! Tiles in flight at one time, a wave, read each of their block rows of A and block columns of B once, whichever tile
//! asks first; what the wave before read is gone from L2 by then, for long sums. So the bytes of an order are those of
//! its waves' rows and columns, which this file counts exactly. For 64 × 32 tiles of 128 × 256, 132 in flight, in rows
//! and columns of the matrices read:
//!
//! ```text
//! rows a group     1      4      8     12     16     32
//! lines read  141,000 143,000 91,000 79,000 75,000 90,000
//! ```

/// Tiles of an output, and how many run at one time.
#[derive(Debug, Clone, Copy)]
pub(super) struct Tiles {
    /// Tiles along M and N.
    pub grid: (u64, u64),
    /// Rows and columns of a tile.
    pub size: (u64, u64),
    /// Tiles in flight.
    pub wave: u64,
}

/// Groups larger than this are not looked at.
const MOST: u64 = 64;

/// Waves, and block rows, that are counted at most: of 4 million tiles on a large device all are. More are like these.
const COUNTED: [u64; 2] = [1 << 15, 1 << 18];

impl Tiles {
    /// Rows of A and columns of B that all waves read, with groups of `group` block rows.
    fn lines(&self, group: u64) -> u64 {
        let (rows, columns) = self.grid;
        let all = rows * columns;
        let mut lines = 0;
        let mut start = 0;
        while start < all {
            let end = all.min(start + self.wave);
            let (mut at, mut across) = (start, 0);
            while at < end {
                let band = at / (group * columns);
                let first = band * group;
                let height = group.min(rows - first);
                let (from, to) = (
                    at - first * columns,
                    end.min((first + height) * columns) - first * columns,
                );
                across += (to - 1) / height - from / height + 1;
                lines += height.min(to - from) * self.size.0;
                at = to + first * columns;
            }
            lines += across.min(columns) * self.size.1;
            start = end;
        }
        lines
    }

    /// The group with the fewest lines, the smallest of several; of a grid with very many tiles that of a part of it.
    pub(super) fn group(&self) -> u32 {
        let counted = self.counted();
        // One column is walked from top to bottom by all groups.
        let most = if counted.grid.1 > 1 { MOST } else { 1 };
        (1..=counted.grid.0.min(most))
            .min_by_key(|group| counted.lines(*group))
            .unwrap_or(1) as u32
    }

    /// The same tiles, the longer side halved until they can be counted.
    fn counted(mut self) -> Self {
        let ([waves, most_rows], (rows, columns)) = (COUNTED, &mut self.grid);
        *rows = most_rows.min(*rows);
        while rows.saturating_mul(*columns) / self.wave > waves {
            let longer = if *rows > *columns {
                &mut *rows
            } else {
                &mut *columns
            };
            *longer = longer.div_ceil(2);
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::Tiles;

    /// Every line counted by walking the tiles.
    fn walked(tiles: &Tiles, group: u64) -> u64 {
        let (rows, columns) = tiles.grid;
        let order: Vec<(u64, u64)> = (0..rows * columns)
            .map(|t| {
                let band = t / (group * columns);
                let height = group.min(rows - band * group);
                let within = t - band * group * columns;
                (band * group + within % height, within / height)
            })
            .collect();
        order
            .chunks(tiles.wave as usize)
            .map(|wave| {
                let mut m: Vec<_> = wave.iter().map(|t| t.0).collect();
                let mut n: Vec<_> = wave.iter().map(|t| t.1).collect();
                m.sort_unstable();
                m.dedup();
                n.sort_unstable();
                n.dedup();
                m.len() as u64 * tiles.size.0 + n.len() as u64 * tiles.size.1
            })
            .sum()
    }

    #[test]
    fn lines_are_those_of_a_walk() {
        for (grid, wave) in [((64, 32), 132), ((7, 5), 4), ((192, 6), 132), ((3, 3), 66)] {
            let tiles = Tiles {
                grid,
                size: (128, 256),
                wave,
            };
            for group in [1, 2, 3, 5, 16] {
                assert_eq!(
                    tiles.lines(group),
                    walked(&tiles, group),
                    "{tiles:?} {group}"
                );
            }
        }
    }

    #[test]
    fn grids_of_any_size_are_counted_in_part() {
        let tiles = |grid, wave| Tiles {
            grid,
            size: (128, 128),
            wave,
        };
        let most = u32::MAX as u64;
        for grid in [(0, 0), (1, 1), (2048, 2048), (1 << 18, 16)] {
            assert_eq!(tiles(grid, 132).counted().grid, grid, "all of it");
        }
        for grid in [(most, most), (most, 1), (1, most), (most, 7)] {
            for wave in [1, 132, most] {
                let (rows, columns) = tiles(grid, wave).counted().grid;
                assert!(rows <= 1 << 18 && rows * columns / wave <= 1 << 15);
                assert!((1..=64).contains(&tiles(grid, wave).group()));
            }
        }
        let one = tiles((300, 1), 132);
        assert!((1..=64).all(|group| one.lines(group) == one.lines(1)));
    }

    #[test]
    fn squares_take_near_square_waves_and_narrow_outputs_whole_rows() {
        let tiles = |grid| Tiles {
            grid,
            size: (128, 256),
            wave: 132,
        };
        assert_eq!(tiles((64, 32)).group(), 16);
        assert_eq!(tiles((192, 6)).group(), 1);
    }
}
