//! `<<` and `>>` on tiles of integers, by one number of places.

use core::ops::{Shl, Shr};

use azulejo_tensor::Integer;

use super::Tile;
use crate::TileShape;

/// The bits moved up: zeros come in, and what leaves is lost. Beyond the width nothing is left.
///
/// ```
/// use azulejo_tile::{Block, Tile};
/// use azulejo_layout::tile;
/// let blk = &Block::single();
/// let t = Tile::<u8, _>::full(blk, tile!(_1), 0x81);
/// assert_eq!(((t << 1).to_string(), (t << 8).to_string()), ("[2]".into(), "[0]".into()));
/// ```
impl<T: Integer + Shl<u32, Output = T>, S: TileShape> Shl<u32> for Tile<T, S> {
    type Output = Self;

    #[inline(always)]
    fn shl(self, places: u32) -> Self {
        self.mapped(|x| {
            if places < T::DTYPE.bits() {
                x << places
            } else {
                T::ZERO
            }
        })
    }
}

/// The bits moved down: of a signed type copies of the sign come in, of an unsigned one zeros. Beyond the width these are
/// all that is left.
///
/// ```
/// use azulejo_tile::{Block, Tile};
/// use azulejo_layout::tile;
/// let blk = &Block::single();
/// let bits = Tile::<u8, _>::full(blk, tile!(_1), 0xF8);
/// assert_eq!((bits >> 1).to_string(), "[124]");
/// assert_eq!((bits.bitcast::<i8>() >> 1).to_string(), "[-4]");
/// assert_eq!((bits.bitcast::<i8>() >> 100).to_string(), "[-1]");
/// ```
/// ```compile_fail
/// use azulejo_tile::{Block, Tile};
/// use azulejo_layout::tile;
/// let blk = &Block::single();
/// let t = Tile::<f32, _>::ones(blk, tile!(_1)) >> 1; // a float is not moved: bitcast it
/// ```
impl<T: Integer + Shr<u32, Output = T>, S: TileShape> Shr<u32> for Tile<T, S> {
    type Output = Self;

    #[inline(always)]
    fn shr(self, places: u32) -> Self {
        self.mapped(|x| {
            let most = T::DTYPE.bits() - 1;
            if places > most {
                x >> most >> 1
            } else {
                x >> places
            }
        })
    }
}
