//! Offsets of a line of D in its subtile: the layouts of `epilogue::smem_d`, in bytes, for threads that take lines.

use azulejo_layout::ints::*;
use azulejo_layout::{Swizzle, layout};

/// A subtile whose lines are rows of `row` bytes, or columns of 64 elements of `element` bytes.
#[derive(Clone, Copy)]
pub struct StoreRows {
    /// Bytes of a row of a whole subtile of the tile: the width of its swizzle.
    pub row: u32,
    /// Bytes of a row of a narrower last subtile, or 0 for a whole one.
    pub rest: u32,
    /// Bytes of an element.
    pub element: u32,
    /// `true` if lines are columns.
    pub column_major: bool,
}

impl StoreRows {
    /// Offset of byte `byte` of line `line`.
    #[inline(always)]
    pub fn byte(&self, line: u32, byte: u32) -> u32 {
        let (width, swizzled) = match (self.column_major, self.rest) {
            (true, _) => ((64 * self.element).min(128), self.element > 1),
            (false, 0) => (self.row, true),
            (false, rest) => (rest, false),
        };
        let offset = if self.element == 4 {
            // Columns are two halves of 32 rows, back to back.
            let half = self.row / self.element * 128;
            layout!((_64, (_128, _2)):(width, (_1, half))).at((line, byte))
        } else {
            layout!((_64, width):(width, _1)).at((line, byte))
        };
        let stands = match self.row {
            _ if self.column_major => Swizzle::<_3, _4, _3>::default().apply(offset),
            128 => Swizzle::<_3, _4, _3>::default().apply(offset),
            64 => Swizzle::<_2, _4, _3>::default().apply(offset),
            _ => Swizzle::<_1, _4, _3>::default().apply(offset),
        };
        if swizzled { stands } else { offset }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use azulejo_layout::{LayoutLeft, LayoutRight, TileToShape};
    use azulejo_tensor::atom::*;
    use azulejo_tensor::bf16;

    /// Asserts that lines of 64 rows of `$k` elements are where the layouts have them.
    macro_rules! stands {
        ($t:ident $row:literal rows $rows:ident columns $columns:ident $k:ident) => {{
            let element = size_of::<$t>() as u32;
            let (rows, columns) = (
                TileToShape::<$rows<$t>, (_64, $k), LayoutLeft>::default(),
                TileToShape::<$columns<$t>, (_64, $k), LayoutRight>::default(),
            );
            let lines = |column_major, rest| StoreRows {
                row: $row,
                rest,
                element,
                column_major,
            };
            for (m, n) in (0..64u32).flat_map(|m| (0..$row / element).map(move |n| (m, n))) {
                let (row, column): (u32, u32) = (rows.at((m, n)), columns.at((m, n)));
                assert_eq!(lines(false, 0).byte(m, n * element), row * element);
                assert_eq!(lines(true, 0).byte(n, m * element), column * element);
                assert_eq!(lines(true, 32).byte(n, m * element), column * element);
                if n * element < 96 {
                    assert_eq!(lines(false, 96).byte(m, n * element), m * 96 + n * element);
                }
            }
        }};
    }

    #[test]
    fn lines_stand_where_the_swizzled_layouts_have_them() {
        stands!(bf16 128 rows Layout_K_SW128_Atom columns Layout_MN_SW128_Atom _64);
        stands!(bf16 64 rows Layout_K_SW64_Atom columns Layout_MN_SW128_Atom _32);
        stands!(bf16 32 rows Layout_K_SW32_Atom columns Layout_MN_SW128_Atom _16);
        stands!(f32 128 rows Layout_K_SW128_Atom columns Layout_MN_SW128_Atom _32);
        stands!(f32 64 rows Layout_K_SW64_Atom columns Layout_MN_SW128_Atom _16);
        let bytes = StoreRows {
            row: 128,
            rest: 0,
            element: 1,
            column_major: true,
        };
        assert_eq!(bytes.byte(3, 5), 3 * 64 + 5);
    }
}
