//! Predicates: whether an element of a tile that overhangs exists.

use azulejo_layout::{coord, layout, shape, tile};
use azulejo_tensor::{local_partition, local_tile, make_identity_tensor, within};

/// Returns `true` if element (i, j) of a block's tile is in the matrix.
#[unsafe(no_mangle)]
pub extern "C" fn typed_tile_is_inside(m: i32, n: i32, bx: i32, by: i32, i: i32, j: i32) -> bool {
    let tile = local_tile(
        &make_identity_tensor(shape!(m, n)),
        tile!(_4, _8),
        coord!(bx, by),
    );
    within(tile.coord((i, j)), (m, n))
}

/// By hand.
#[unsafe(no_mangle)]
pub extern "C" fn hand_tile_is_inside(m: i32, n: i32, bx: i32, by: i32, i: i32, j: i32) -> bool {
    let (row, column) = (
        bx.wrapping_mul(4).wrapping_add(i),
        by.wrapping_mul(8).wrapping_add(j),
    );
    0 <= row && row < m && 0 <= column && column < n
}

/// Returns `true` if row `i` of what a thread of 32×8 has of a block's tile is in the matrix.
#[unsafe(no_mangle)]
pub extern "C" fn typed_share_is_inside(m: i32, n: i32, bx: i32, thread: i32, i: i32) -> bool {
    let whole = make_identity_tensor(shape!(m, n));
    let tile = local_tile(&whole, tile!(_128, _8), coord!(bx, 0i32));
    let mine = local_partition(&tile, layout!((_32, _8)), thread);
    within(mine.coord((i, 0i32)), (m, n))
}

/// By hand.
#[unsafe(no_mangle)]
pub extern "C" fn hand_share_is_inside(m: i32, n: i32, bx: i32, thread: i32, i: i32) -> bool {
    let row = bx
        .wrapping_mul(128)
        .wrapping_add(thread % 32)
        .wrapping_add(i.wrapping_mul(32));
    let column = thread / 32 % 8;
    0 <= row && row < m && 0 <= column && column < n
}
