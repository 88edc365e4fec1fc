//! Copies whose runs lie in different modes: a tile goes through swizzled shared memory.

use super::{EDGE_TILE, THREADS, Tile, Transpose};
use crate::device::{
    element::read_bytes,
    ptx::{
        memory::Wide,
        shared::{self, Shared},
        thread::{ctaid, sync, tid},
    },
};

/// `V` elements of one vector.
#[derive(Clone, Copy)]
#[repr(C)]
union Vector {
    wide: Wide,
    bytes: [u8; 16],
    halves: [u16; 8],
    words: [u32; 4],
    longs: [u64; 2],
}

/// A size of element that is transposed.
pub trait Cell: Shared {
    /// Gathers one vector of the destination: element `k` from row `row + k` of column `column`.
    ///
    /// # Safety
    /// The tile must be filled, before a barrier.
    unsafe fn gather(tile: Tile, base: u32, row: u32, column: u32) -> Wide;
}

macro_rules! cells {
    ($($t:ty, $field:ident, $($k:literal)*);*) => {$(
        impl Cell for $t {
            #[inline(always)]
            unsafe fn gather(tile: Tile, base: u32, row: u32, column: u32) -> Wide {
                const SIZE: u32 = size_of::<$t>() as u32;
                // `row` is a multiple of V, so the swizzle term is that of all V rows: one address, constant steps.
                let first = base + tile.place(row, column) * SIZE;
                let step = tile.columns * SIZE;
                // SAFETY: rows and column are inside the tile by the caller; every pattern of bits is each of the types.
                unsafe { Vector { $field: [$(<$t>::load(first + $k * step)),*] }.wide }
            }
        }
    )*};
}

cells!(u8, bytes, 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; u16, halves, 0 1 2 3 4 5 6 7; u32, words, 0 1 2 3; u64, longs, 0 1);

/// One tile of a transposing copy, 16-byte vectors on both sides.
///
/// Idea: read along the source's run, write along the destination's, turn in shared memory. Each thread has four reads
/// in flight before the barrier and four writes after it.
///
/// # Safety
/// `shape` must describe two buffers without overlap; both extents must be multiples of `V`, and every run must start
/// at a multiple of 16 bytes on both sides. The block needs [`Tile::bytes`] of shared memory.
#[inline(always)]
pub unsafe fn transpose<T: Cell>(dst: *mut u8, src: *const u8, shape: &Transpose) {
    let tile = const { Tile::of(size_of::<T>() as u32) };
    let size = const { size_of::<T>() as i64 };
    let ([to, from], [r, c]) = shape.tiles.locate(ctaid());
    // What is left of the extents from this tile on.
    let (rows, columns) = (shape.rows - r * tile.rows, shape.columns - c * tile.columns);
    let base = shared::base();
    // SAFETY: tile offsets are inside the destination.
    let dst = unsafe { dst.offset(to as isize) };
    // SAFETY: tile offsets are inside the source.
    let src = unsafe { src.offset(from as isize) };
    let t = tid();
    let read = |u: u32| -> Wide {
        let (row, column) = tile.source(u * THREADS + t);
        let at = row as i64 * shape.src_stride + column as i64 * size;
        if row < rows && column < columns {
            // SAFETY: inside both extents, so inside the source; runs begin at multiples of 16 bytes and extents are multiples of
            // a vector, by the caller.
            unsafe { read_bytes::<Wide>(src, at) }
        } else {
            Wide([0; 4])
        }
    };
    let v = [read(0), read(1), read(2), read(3)];
    let store = |u: u32, value: Wide| {
        let (row, column) = tile.source(u * THREADS + t);
        // SAFETY: inside the tile's shared memory; a vector of the source stays whole under the swizzle.
        unsafe { Wide::store(base + tile.place(row, column) * size as u32, value) };
    };
    store(0, v[0]);
    store(1, v[1]);
    store(2, v[2]);
    store(3, v[3]);
    // SAFETY: no thread of the block has left.
    unsafe { sync() };
    let write = |u: u32| {
        let (row, column) = tile.destination(u * THREADS + t);
        if row < rows && column < columns {
            let at = column as i64 * shape.dst_stride + row as i64 * size;
            // SAFETY: inside both extents, so inside the destination.
            let place = unsafe { dst.offset(at as isize) }.cast::<Wide>();
            // SAFETY: the tile is filled, and the barrier is past.
            let vector = unsafe { T::gather(tile, base, row, column) };
            // SAFETY: the vector is inside both extents, at a multiple of 16 bytes, and this thread's alone.
            unsafe { place.write(vector) };
        }
    };
    write(0);
    write(1);
    write(2);
    write(3);
}

/// One tile of 32 × 32 of a transposing copy, element by element, for any extents and addresses.
///
/// Rows of the tile are 33 elements long in shared memory, so that neither side has more conflicts than elements share
/// a word.
///
/// # Safety
/// `shape` must describe two buffers without overlap. The block needs 33 × 32 elements of shared memory.
#[inline(always)]
pub unsafe fn transpose_edge<T: Shared>(dst: *mut u8, src: *const u8, shape: &Transpose) {
    const ROW: u32 = EDGE_TILE + 1;
    let size = const { size_of::<T>() as i64 };
    let ([to, from], [r, c]) = shape.tiles.locate(ctaid());
    let (rows, columns) = (shape.rows - r * EDGE_TILE, shape.columns - c * EDGE_TILE);
    let base = shared::base();
    // SAFETY: tile offsets are inside the destination.
    let dst = unsafe { dst.offset(to as isize) };
    // SAFETY: tile offsets are inside the source.
    let src = unsafe { src.offset(from as isize) };
    let (lane, warp) = (tid() % 32, tid() / 32);
    for u in 0..4 {
        let (row, column) = (u * 8 + warp, lane);
        if row < rows && column < columns {
            let at = row as i64 * shape.src_stride + column as i64 * size;
            let place = base + (row * ROW + column) * size as u32;
            // SAFETY: inside both extents, so inside the source, whose elements are aligned.
            let element = unsafe { read_bytes::<T>(src, at) };
            // SAFETY: inside the tile's shared memory, at this thread's own place.
            unsafe { T::store(place, element) };
        }
    }
    // SAFETY: no thread of the block has left.
    unsafe { sync() };
    for u in 0..4 {
        let (row, column) = (lane, u * 8 + warp);
        if row < rows && column < columns {
            let at = column as i64 * shape.dst_stride + row as i64 * size;
            // SAFETY: inside both extents, so inside the destination.
            let place = unsafe { dst.offset(at as isize) }.cast::<T>();
            // SAFETY: that element was stored before the barrier.
            let element = unsafe { T::load(base + (row * ROW + column) * size as u32) };
            // SAFETY: an aligned place of the destination, which is this thread's alone.
            unsafe { place.write(element) };
        }
    }
}
