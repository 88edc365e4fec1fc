//! The layouts that the blocked algorithm walks: matrices cut in tiles, and packed blocks.

use azulejo_layout::{Layout, zipped_divide_ceil};

/// `(rows,cols):(row_stride,col_stride)`.
pub type Matrix = Layout<(i64, i64), (i64, i64)>;

/// A matrix cut in tiles: `((tile_rows,tile_cols),(rows,cols)):…`, the place in a tile and the place of a tile.
type Divided = Layout<((i64, i64), (i64, i64)), ((i64, i64), (i64, i64))>;

/// A block of packed panels: row within a panel and panel, then step.
pub type Packed = Layout<((i64, i64), i64), ((i64, i64), i64)>;

/// A matrix cut in tiles; tiles at the lower and right edges may overhang and are clipped.
#[derive(Clone, Copy)]
pub struct Tiles {
    divided: Divided,
    matrix: Matrix,
    tile: (usize, usize),
}

impl Tiles {
    /// `zipped_divide_ceil` of `matrix` by `tile`, whose sizes are not 0.
    #[inline(always)]
    pub fn new(matrix: Matrix, tile: (usize, usize)) -> Self {
        Tiles {
            divided: zipped_divide_ceil(matrix, (tile.0 as i64, tile.1 as i64)).layout,
            matrix,
            tile,
        }
    }

    /// The matrix.
    #[inline(always)]
    pub fn matrix(&self) -> Matrix {
        self.matrix
    }

    /// Returns the number of tiles along the rows and along the columns.
    #[inline(always)]
    pub fn count(&self) -> (usize, usize) {
        let (_, (rows, cols)) = self.divided.shape();
        (rows as usize, cols as usize)
    }

    /// The coordinate of the tile's first element.
    #[inline(always)]
    pub fn place(&self, tile: (usize, usize)) -> (usize, usize) {
        (tile.0 * self.tile.0, tile.1 * self.tile.1)
    }

    /// The tile at a coordinate of the rest: its offset and what of it lies in the matrix.
    #[inline(always)]
    pub fn tile(&self, tile: (usize, usize)) -> (i64, Matrix) {
        let offset = self.divided.at(((0, 0), (tile.0 as i64, tile.1 as i64)));
        let (place, shape) = (self.place(tile), self.matrix.shape());
        let rows = self.tile.0.min(shape.0 as usize - place.0) as i64;
        let cols = self.tile.1.min(shape.1 as usize - place.1) as i64;
        let (strides, _) = self.divided.stride();
        (offset, Layout::new((rows, cols), strides))
    }
}

/// The layout of a block of `count` panels of `width` rows: `((width,count),steps):((1,width*steps),width)`.
///
/// It is the order in which the kernel reads: one panel after the other, one step after the other, rows side by side.
#[inline(always)]
pub fn packed(width: usize, count: usize, steps: usize) -> Packed {
    let (width, count, steps) = (width as i64, count as i64, steps as i64);
    Layout::new(((width, count), steps), ((1, width * steps), width))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_cover_a_matrix_once_and_clip_at_its_edges() {
        let matrix = Layout::new((41, 55), (55, 1));
        let tiles = Tiles::new(matrix, (4, 8));
        assert_eq!(tiles.count(), (11, 7));
        let mut seen = [0; 41 * 55];
        for (i, j) in (0..11).flat_map(|i| (0..7).map(move |j| (i, j))) {
            let (offset, tile) = tiles.tile((i, j));
            let (rows, cols) = tile.shape();
            for (r, c) in (0..rows).flat_map(|r| (0..cols).map(move |c| (r, c))) {
                seen[(offset + tile.at((r, c))) as usize] += 1;
            }
        }
        assert!(seen.iter().all(|&n| n == 1));
        assert_eq!(tiles.tile((10, 6)).1.to_string(), "(1,7):(55,1)");
    }

    #[test]
    fn a_packed_block_is_read_in_order() {
        let block = packed(4, 3, 5);
        assert_eq!(block.to_string(), "((4,3),5):((1,20),4)");
        let places = (0..3).flat_map(|p| (0..5).flat_map(move |k| (0..4).map(move |r| (p, k, r))));
        for (next, (panel, step, row)) in places.enumerate() {
            assert_eq!(block.at(((row, panel), step)), next as i64);
        }
    }
}
