//! An image in gray: `((0.299 r + 0.587 g) + 0.114 b) / 255`.
//!
//! Idea: three bytes a pixel in, one float out. A block makes a tile of 32 × 32 pixels with 256 threads, four rows apart:
//!
//! ```text
//! image    (3,W,H):(1,3,3W)   channel, column, row
//! gray     (W,H):(1,W)
//! tile     (32,32)            of each channel and of gray, by local_tile
//! threads  (32,8):(1,32)      a warp a row: thread t has pixels (t % 32, t / 32 + 8 j), j = 0 to 3
//! ```
//!
//! What reaches past the image is left out by an identity tensor, which is cut as the data is. Roofline: 7 bytes a pixel.

use azulejo_layout::ints::_4;
use azulejo_layout::{coord, layout, shape, tile};
use azulejo_tensor::engine::GmemPtr;
use azulejo_tensor::{
    Repeat, local_partition, local_tile, make_identity_tensor, make_tensor, within,
};

/// Columns and rows of a block's tile.
pub const TILE: (usize, usize) = (32, 32);
/// Threads of a block.
pub const THREADS: u32 = 256;

/// What thread `tid` of block `(bx, by)` does, on any machine.
#[inline(always)]
pub fn gray(
    rgb: GmemPtr<u8>,
    out: GmemPtr<f32>,
    size: (usize, usize),
    (bx, by): (usize, usize),
    tid: usize,
) {
    let (width, height) = size;
    let image = make_tensor(rgb, layout!((_3, width, height):(_1, _3, 3 * width))); // (C,W,H)
    let mut out = make_tensor(out, layout!((width, height):(_1, width))); // (W,H)
    let at = make_identity_tensor(shape!(width, height)); // (W,H)

    // One channel each, this block's tile of it, and this thread's pixels.
    let (red, green, blue) = (
        image.slice(coord!(0usize, _, _)),
        image.slice(coord!(1usize, _, _)),
        image.slice(coord!(2usize, _, _)),
    ); // (W,H)
    let (tiler, block) = (tile!(_32, _32), coord!(bx, by));
    let (red, green, blue) = (
        local_tile(&red, tiler, block),
        local_tile(&green, tiler, block),
        local_tile(&blue, tiler, block),
    ); // (32,32)
    let mut out = out.local_tile_mut(tiler, block); // (32,32)
    let at = local_tile(&at, tiler, block); // (32,32)
    let threads = layout!((_32, _8):(_1, _32));
    let (red, green, blue) = (
        local_partition(&red, threads, tid),
        local_partition(&green, threads, tid),
        local_partition(&blue, threads, tid),
    ); // (1,4)
    let mut out = out.local_partition_mut(threads, tid); // (1,4)
    let at = local_partition(&at, threads, tid); // (1,4)

    _4::NEW.repeat(|j| {
        let pixel = (0usize, j);
        if within(at.coord(pixel), size) {
            let (r, g, b) = (red.at(pixel), green.at(pixel), blue.at(pixel));
            let light = 0.299 * r as f32 + 0.587 * g as f32 + 0.114 * b as f32;
            out.put(pixel, light / 255.0);
        }
    });
}
