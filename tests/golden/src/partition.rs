//! Tiles and partitions: what a block, a thread or an instruction works on.

use azulejo_layout::ints::*;
use azulejo_layout::{Layout, coord, layout, tile};
use azulejo_tensor::atom::{CopyAtom, SM80_16x8x16_F32F16F16F32_TN as Atom, UniversalCopy};
use azulejo_tensor::engine::GmemPtr;
use azulejo_tensor::{TiledMma, copy, local_partition, local_tile, make_tensor, make_tiled_copy};

/// An element of a block's tile of a row-major matrix.
#[unsafe(no_mangle)]
pub extern "C" fn typed_local_tile(
    data: GmemPtr<f32>,
    shape: &(usize, usize, usize),
    bx: usize,
    by: usize,
    i: usize,
    j: usize,
) -> f32 {
    let (m, n, ld) = *shape;
    let matrix = make_tensor(data, layout!((m, n):(ld, _1)));
    local_tile(&matrix, tile!(_128, _64), coord!(bx, by)).at((i, j))
}

/// By hand.
#[unsafe(no_mangle)]
pub extern "C" fn hand_local_tile(
    data: GmemPtr<f32>,
    shape: &(usize, usize, usize),
    bx: usize,
    by: usize,
    i: usize,
    j: usize,
) -> f32 {
    let ld = shape.2;
    // SAFETY: the caller of either function passes a matrix that holds the tile.
    let tile = unsafe { data.raw().add(bx * 128 * ld + by * 64) };
    // SAFETY: the tile holds the element.
    let element = unsafe { tile.add(i * ld + j) };
    // SAFETY: the element is initialized and nothing writes it.
    unsafe { element.read() }
}

/// The sum of what one thread of 32×8 has of a tile of 128×8.
#[unsafe(no_mangle)]
pub extern "C" fn typed_local_partition(data: GmemPtr<f32>, ld: usize, thread: usize) -> f32 {
    let tile = make_tensor(data, layout!((_128, _8):(_1, ld)));
    let mine = local_partition(&tile, layout!((_32, _8)), thread);
    mine.at((0usize, 0usize))
        + mine.at((1usize, 0usize))
        + mine.at((2usize, 0usize))
        + mine.at((3usize, 0usize))
}

/// By hand.
#[unsafe(no_mangle)]
pub extern "C" fn hand_local_partition(data: GmemPtr<f32>, ld: usize, thread: usize) -> f32 {
    let first = thread % 32 + thread / 32 % 8 * ld;
    let at = |i: usize| {
        // SAFETY: the caller of either function passes a tile that holds the thread's four elements.
        let element = unsafe { data.raw().add(first + i * 32) };
        // SAFETY: the element is initialized and nothing writes it.
        unsafe { element.read() }
    };
    at(0) + at(1) + at(2) + at(3)
}

/// Where value `v` of the instruction at (m, n) of a thread's accumulators goes: four warps of tensor cores on 64×32.
#[unsafe(no_mangle)]
pub extern "C" fn typed_tiled_mma(
    data: GmemPtr<f32>,
    ld: usize,
    thread: usize,
    m: usize,
    n: usize,
) -> f32 {
    let mma = TiledMma::<Atom, Layout<(_2, _2, _1), (_1, _2, _0)>>::new();
    let c = make_tensor(data, layout!((_64, _32):(ld, _1)));
    let mine = mma.get_slice(thread).partition_C(&c);
    mine.at((0usize, m, n))
        + mine.at((1usize, m, n))
        + mine.at((2usize, m, n))
        + mine.at((3usize, m, n))
}

/// By hand.
#[unsafe(no_mangle)]
pub extern "C" fn hand_tiled_mma(
    data: GmemPtr<f32>,
    ld: usize,
    thread: usize,
    m: usize,
    n: usize,
) -> f32 {
    let (lane, warp) = (thread % 32, thread / 32);
    // SAFETY: the caller of either function passes a matrix that holds the row.
    let row = unsafe { data.raw().add(lane / 4 * ld + warp % 2 * (16 * ld)) };
    // SAFETY: the row has the thread's columns.
    let mine = unsafe { row.add(lane % 4 * 2 + warp / 2 % 2 * 8) };
    // SAFETY: the matrix holds the instruction at (m, n).
    let c = unsafe { mine.add(m * (32 * ld) + n * 16) };
    let at = |offset: usize| {
        // SAFETY: the matrix holds the instruction's 16 x 8 elements.
        let element = unsafe { c.add(offset) };
        // SAFETY: the element is initialized and nothing writes it.
        unsafe { element.read() }
    };
    at(0) + at(1) + at(8 * ld) + at(8 * ld + 1)
}

/// The place of round `k` of what a thread loads 16 bytes at a time from a tile of 64×64 halves, row by row.
#[unsafe(no_mangle)]
pub extern "C" fn typed_tiled_copy(data: GmemPtr<u16>, ld: usize, thread: usize, k: usize) -> u16 {
    let copy = make_tiled_copy(
        CopyAtom::<UniversalCopy<_128>, u16>::new(),
        layout!((_16, _8):(_8, _1)),
        layout!((_1, _8):(_0, _1)),
    );
    let tile = make_tensor(data, layout!((_64, _64):(ld, _1)));
    copy.get_slice(thread)
        .partition_S(&tile)
        .at((0usize, k, 0usize))
}

/// By hand.
#[unsafe(no_mangle)]
pub extern "C" fn hand_tiled_copy(data: GmemPtr<u16>, ld: usize, thread: usize, k: usize) -> u16 {
    // SAFETY: the caller of either function passes a tile that holds the thread's first element.
    let mine = unsafe { data.raw().add(thread / 8 * ld + thread % 8 * 8) };
    // SAFETY: the tile holds the element of round `k`.
    let element = unsafe { mine.add(k * (16 * ld)) };
    // SAFETY: the element is initialized and nothing writes it.
    unsafe { element.read() }
}

/// A slice through nested modes.
#[unsafe(no_mangle)]
pub extern "C" fn typed_slice(data: GmemPtr<u32>, row: usize, i: usize) -> u32 {
    let tensor = make_tensor(data, layout!(((_4, _2), (_8, _4)):((_1, _16), (_32, _4))));
    tensor.slice(coord!((row, _), (_, 2usize))).at((1usize, i))
}

/// By hand.
#[unsafe(no_mangle)]
pub extern "C" fn hand_slice(data: GmemPtr<u32>, row: usize, i: usize) -> u32 {
    // SAFETY: the caller of either function passes a tensor that holds the element.
    let element = unsafe { data.raw().add(row + 16 + i * 32 + 8) };
    // SAFETY: the element is initialized and nothing writes it.
    unsafe { element.read() }
}

/// Sixteen bytes from a column of one tile to a column of another.
#[unsafe(no_mangle)]
pub extern "C" fn typed_copy(from: GmemPtr<u16>, to: GmemPtr<u16>) {
    let from = make_tensor(from, layout!((_8, _4):(_1, _16)));
    let mut to = make_tensor(to, layout!((_8, _4)));
    copy(&from.slice(coord!(_, _3)), &mut to.slice_mut(coord!(_, _2)));
}

/// By hand, with the same question about the addresses.
#[unsafe(no_mangle)]
pub extern "C" fn hand_copy(from: GmemPtr<u16>, to: GmemPtr<u16>) {
    let (from, to) = (from.raw().wrapping_add(48), to.raw().wrapping_add(16));
    if from.addr().is_multiple_of(16) && to.addr().is_multiple_of(16) {
        // SAFETY: the caller of either function passes a tile that holds the column of 16 bytes, aligned as asked above.
        let column = unsafe { from.cast::<u128>().read() };
        // SAFETY: the tile of the destination holds the column, aligned as asked above; nothing else uses it.
        unsafe { to.cast::<u128>().write(column) };
    } else {
        let put = |i: usize| {
            // SAFETY: the caller of either function passes a tile that holds the column of eight elements.
            let element = unsafe { from.wrapping_add(i).read() };
            // SAFETY: the tile of the destination holds the column, too; nothing else uses it.
            unsafe { to.wrapping_add(i).write(element) };
        };
        put(0);
        put(1);
        put(2);
        put(3);
        put(4);
        put(5);
        put(6);
        put(7);
    }
}
