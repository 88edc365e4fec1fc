//! The shared-memory tile of a transposing copy, and why it has no bank conflicts.
//!
//! A block moves 16 KiB: `rows` runs of the source, `columns` elements long, written along the rows. Both sides use
//! vectors of `V = 16 / size` elements. In shared memory the tile is the layout
//!
//! ```text
//! Sw<3, log2 V, log2 columns> o 0 o (rows, columns):(columns, 1)
//! ```
//!
//! A vector of the source is stored whole; a vector of the destination gathers one element from each of `V` rows. Eight
//! lanes of a warp take eight neighbouring groups of `V` rows, whose swizzle terms differ, four groups of lanes take
//! four neighbouring columns: 32 different banks for 4-byte elements, and words shared by neighbours for smaller ones.
//!
//! | size | V | rows × columns | 16-byte vectors a thread |
//! |--:|--:|---|--:|
//! | 1 | 16 | 128 × 128 | 4 |
//! | 2 | 8 | 64 × 128 | 4 |
//! | 4 | 4 | 64 × 64 | 4 |
//! | 8 | 2 | 32 × 64 | 4 |

/// The tile for elements of one size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tile {
    /// Elements in a 16-byte vector.
    pub vector: u32,
    /// Elements along the destination's run.
    pub rows: u32,
    /// Elements along the source's run.
    pub columns: u32,
}

impl Tile {
    /// The tile for elements of `size` bytes: 1, 2, 4 or 8.
    pub const fn of(size: u32) -> Self {
        let (rows, columns) = match size {
            1 => (128, 128),
            2 => (64, 128),
            4 => (64, 64),
            _ => (32, 64),
        };
        Self {
            vector: 16 / size,
            rows,
            columns,
        }
    }

    /// Rows and columns that a tile fills where lines begin anywhere: a vector less, whole vectors.
    pub const fn window(self) -> (u32, u32) {
        (self.rows - self.vector, self.columns - self.vector)
    }

    /// Bytes of shared memory.
    pub const fn bytes(self) -> u32 {
        self.rows * self.columns * 16 / self.vector
    }

    /// Where source vector `index` of the tile lies: its row and its first column.
    ///
    /// Layout `(columns / V, rows) -> (row, column)`: a warp reads whole rows.
    #[inline(always)]
    pub const fn source(self, index: u32) -> (u32, u32) {
        let along = self.columns / self.vector;
        (index / along, index % along * self.vector)
    }

    /// Where destination vector `index` of the tile lies: its first row and its column.
    ///
    /// Layout `(8, columns, rows / 8V) -> (row, column)`: eight neighbouring lanes write 128 bytes.
    #[inline(always)]
    pub const fn destination(self, index: u32) -> (u32, u32) {
        let (low, rest) = (index % 8, index / 8);
        (
            (rest / self.columns * 8 + low) * self.vector,
            rest % self.columns,
        )
    }

    /// The element's place in shared memory, in elements.
    #[inline(always)]
    pub const fn place(self, row: u32, column: u32) -> u32 {
        (row * self.columns + column) ^ (row / self.vector % 8 * self.vector)
    }
}

#[cfg(test)]
mod tests {
    use super::Tile;
    use azulejo_layout::check::shared_access;

    #[test]
    fn a_window_leaves_room_for_every_phase() {
        for size in [1, 2, 4, 8] {
            let t = Tile::of(size);
            let (rows, columns) = t.window();
            // A vector that begins up to V - 1 before the window ends inside the tile, whose first row is V - 1 before it.
            assert!(rows.is_multiple_of(t.vector) && rows - 1 + (t.vector - 1) < t.rows);
            assert!(columns.is_multiple_of(t.vector) && columns - 1 + (t.vector - 1) < t.columns);
        }
    }

    #[test]
    fn every_element_moves_once_through_its_own_place() {
        for size in [1, 2, 4, 8] {
            let t = Tile::of(size);
            assert_eq!(t.bytes(), 16 << 10);
            let vectors = t.rows * t.columns / t.vector;
            assert_eq!(vectors, 1024);
            let mut shared = vec![None; (t.rows * t.columns) as usize];
            for index in 0..vectors {
                let (row, column) = t.source(index);
                for k in 0..t.vector {
                    let place = t.place(row, column) + k;
                    assert_eq!(place, t.place(row, column + k), "a vector stays whole");
                    assert_eq!(shared[place as usize].replace((row, column + k)), None);
                }
            }
            let mut seen = vec![false; shared.len()];
            for index in 0..vectors {
                let (row, column) = t.destination(index);
                for k in 0..t.vector {
                    let place = t.place(row + k, column) as usize;
                    assert_eq!(shared[place], Some((row + k, column)));
                    assert!(!std::mem::replace(&mut seen[place], true));
                }
            }
        }
    }

    #[test]
    fn places_are_those_of_the_layout() {
        use azulejo_layout::value::ComposedLayout;
        for size in [1u32, 2, 4, 8] {
            let t = Tile::of(size);
            let (rows, columns) = (t.rows, t.columns);
            let (m, s) = (t.vector.ilog2(), columns.ilog2());
            let text = format!("Sw<3,{m},{s}> o _0 o (_{rows},_{columns}):(_{columns},_1)");
            let layout: ComposedLayout = text.parse().unwrap();
            for row in 0..rows {
                for column in 0..columns {
                    let index = (row + column * rows) as i64;
                    assert_eq!(layout.at(index), Ok(t.place(row, column) as i64), "{text}");
                }
            }
        }
    }

    #[test]
    fn no_access_has_a_bank_conflict() {
        for size in [1u32, 2, 4, 8] {
            let t = Tile::of(size);
            for warp in 0..32 {
                let lanes = |f: &dyn Fn(u32) -> u32| {
                    std::array::from_fn::<i64, 32, _>(|lane| {
                        (f(warp * 32 + lane as u32) * size) as i64
                    })
                };
                let store = lanes(&|index| {
                    let (r, c) = t.source(index);
                    t.place(r, c)
                });
                let cost = shared_access(&store, 16);
                assert_eq!(cost.passes, cost.ideal, "size {size}: {cost:?}");
                for k in 0..t.vector {
                    let load = lanes(&|index| {
                        let (r, c) = t.destination(index);
                        t.place(r + k, c)
                    });
                    let cost = shared_access(&load, size as i64);
                    assert_eq!(cost.passes, cost.ideal, "size {size}: {cost:?}");
                }
            }
        }
    }
}
