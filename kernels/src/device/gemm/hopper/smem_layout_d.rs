//! The layouts of output panels in shared memory, in bytes: lines of D one behind the other, swizzled as TMA takes them.
//!
//! A line is a row of a panel's columns, or a column of its rows. Panels as wide as a swizzle atom are `tile_to_shape` of one:
//!
//! ```text
//! K_SW128 (_64,_128)     Sw<3,4,3> o _0 o (_64,_128):(_128,_1)       rows, 128 bytes of each
//! MN_SW128 (_128,_256)   Sw<3,4,3> o _0 o (_128,_256):(_1,_128)      columns, likewise
//! ```
//!
//! Others, narrower than the tile's first or of columns of 64 bytes, are as they come: `(64,w):(w,_1)`.

use azulejo_layout::ints::*;
use azulejo_layout::{LayoutLeft, TileToShape, layout};
use azulejo_tensor::atom::{Layout_K_SW32_Atom, Layout_K_SW64_Atom, Layout_K_SW128_Atom};

/// Rows of D of 128, 64 and 32 bytes.
type Rows128 = TileToShape<Layout_K_SW128_Atom<u8>, (_64, _128), LayoutLeft>;
type Rows64 = TileToShape<Layout_K_SW64_Atom<u8>, (_64, _64), LayoutLeft>;
type Rows32 = TileToShape<Layout_K_SW32_Atom<u8>, (_64, _32), LayoutLeft>;

/// Where offset `offset` of lines of `width` bytes stands: 128, 64 or 32.
#[inline(always)]
pub fn swizzled(width: u32, offset: u32) -> u32 {
    match width {
        128 => Rows128::default().layout_a().apply(offset),
        64 => Rows64::default().layout_a().apply(offset),
        _ => Rows32::default().layout_a().apply(offset),
    }
}

/// Where byte `byte` of line `line` of a panel stands, whose lines have `width` bytes and are swizzled where that is `whole`.
#[inline(always)]
pub fn byte(whole: u32, width: u32, line: u32, byte: u32) -> u32 {
    let offset = layout!((_64, width):(width, _1)).at((line, byte));
    if width == whole {
        swizzled(whole, offset)
    } else {
        offset
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use azulejo_tensor::atom::Layout_MN_SW128_Atom;

    /// Columns of D of 128 bytes.
    type Columns = TileToShape<Layout_MN_SW128_Atom<u8>, (_128, _256), LayoutLeft>;

    /// TMA's swizzle: chunks of 16 bytes move by the line of 128 bytes that they are in.
    fn expected(width: u32, line: u32, byte: u32) -> u32 {
        let offset = line * width + byte;
        let (chunk, of) = (offset / 16, offset / 128 % (width / 16));
        (chunk ^ of) * 16 + offset % 16
    }

    #[test]
    fn panels_are_swizzle_atoms_tiled_to_shape() {
        for (line, at) in (0..64).flat_map(|line| (0..128).map(move |at| (line, at))) {
            let rows: [(u32, u32); 3] = [
                (128, Rows128::default().at((line, at))),
                (64, Rows64::default().at((line, at % 64))),
                (32, Rows32::default().at((line, at % 32))),
            ];
            for (width, stands) in rows {
                assert_eq!(byte(width, width, line, at % width), stands);
                assert_eq!(expected(width, line, at % width), stands);
                assert_eq!(byte(128, 96, line, at % 96), line * 96 + at % 96);
            }
        }
        for (column, at) in (0..256).flat_map(|column| (0..128).map(move |at| (column, at))) {
            let stands: u32 = Columns::default().at((at, column));
            assert_eq!(byte(128, 128, column, at), stands);
        }
    }
}
