//! Pictures: RGB to gray.

use azulejo_layout::{ints::*, tile};

use crate::{Array, ArrayMut, Block, In, Out};

/// Luminance in [0, 1] of bytes in RGB (ITU-R BT.601).
fn gray(
    blk: &Block,
    rgb: Array<'_, u8, (usize, usize, _3)>,
    mut y: ArrayMut<'_, f32, (usize, usize)>,
) {
    let [r, g, b] = [0, 1, 2].map(|channel| {
        rgb.plane(channel)
            .load(tile!(_16, _16), blk.id())
            .cast::<f32>()
    });
    y.store((0, 0), (0.299 * r + 0.587 * g + 0.114 * b) / 255.0);
}

crate::tile_program! {
    file "tile_image";
    /// An image of bytes, rows of RGB, to luminance in [0, 1]; 16 × 16 pixels a block.
    pub Gray = gray "azulejo_tile_gray" (rgb: In<u8, (usize, usize, _3)>, y: Out<f32, (usize, usize), (_16, _16)>) where rgb[0] == y[0], rgb[1] == y[1];
}
