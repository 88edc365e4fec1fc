//! Copies whose runs lie in different modes: a tile goes through swizzled shared memory.

use super::{THREADS, Tile, Transpose};
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

    /// Gathers one vector of the destination: element `k` from `place(k)` of shared memory.
    ///
    /// # Safety
    /// Same requirements as [`Cell::gather`]; the places are of the tile.
    unsafe fn gather_from(place: impl Fn(u32) -> u32) -> Wide;
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

            #[inline(always)]
            unsafe fn gather_from(place: impl Fn(u32) -> u32) -> Wide {
                // SAFETY: the caller's places are of the tile, which is filled; every pattern of bits is each of the types.
                unsafe { Vector { $field: [$(<$t>::load(place($k))),*] }.wide }
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

/// One tile of a transposing copy for any extents and addresses, 16-byte vectors at aligned places of both sides.
///
/// Idea: each row is read from the aligned place before the tile's first column on, and each column written from the
/// aligned place before the tile's first row on. So rows begin at different elements of shared memory, and the tile has
/// `V` rows and columns more than the places that it fills. What of a vector lies beyond an extent is left to others:
/// such vectors are moved element by element.
///
/// ```text
/// source row    … | · · c c | c c c c | …   shared memory, from the first | on
/// next row      … | · c c c | c c c c | …   its phase differs by the stride modulo V
/// ```
///
/// # Safety
/// `shape` must describe two buffers without overlap, in tiles of [`Tile::window`]. The block needs [`Tile::bytes`] of
/// shared memory.
#[inline(always)]
pub unsafe fn transpose_edge<T: Cell>(dst: *mut u8, src: *const u8, shape: &Transpose) {
    let tile = const { Tile::of(size_of::<T>() as u32) };
    let (window, size) = const {
        (
            Tile::of(size_of::<T>() as u32).window(),
            size_of::<T>() as u32,
        )
    };
    let v = tile.vector as i32;
    let ([to, from], [r, c]) = shape.tiles.locate(ctaid());
    // The extents from this tile's corner on, and what is before it.
    let (top, left) = (-((r * window.0) as i32), -((c * window.1) as i32));
    let (rows, columns) = (shape.rows as i32 + top, shape.columns as i32 + left);
    let dst = dst.wrapping_offset(to as isize);
    let src = src.wrapping_offset(from as isize);
    // Row 0 of shared memory is so many rows before the tile's first, in which vectors of the destination begin.
    let ahead = v - 1;
    let base = shared::base();
    let t = tid();
    // Elements between a line's first element and the aligned place before it.
    let phase = |line: u32| (line % 16 / size) as i32;
    let row_phase = |row: i32| {
        phase((src as u32).wrapping_add((row as u32).wrapping_mul(shape.src_stride as u32)))
    };
    // Where source vector `u` of this thread begins in shared memory, its row and its first column.
    let source = |u: u32| {
        let (row, column) = tile.source(u * THREADS + t);
        let below = row as i32 - ahead;
        let place = base + tile.place(row, column) * size;
        (place, below, column as i32 - row_phase(below))
    };
    let is_row = |row: i32| row >= top && row < rows;
    let at = |row: i32, column: i32| {
        (row as i64).wrapping_mul(shape.src_stride) + column as i64 * size as i64
    };
    let read = |u: u32| -> Wide {
        let (_, row, column) = source(u);
        if is_row(row) && column >= left && column + v <= columns {
            // SAFETY: inside both extents, so inside the source; the column is one at an aligned place of its row.
            unsafe { read_bytes::<Wide>(src, at(row, column)) }
        } else {
            Wide([0; 4])
        }
    };
    let values = [read(0), read(1), read(2), read(3)];
    let store = |u: u32, value: Wide| {
        let (place, row, column) = source(u);
        if column >= left && column + v <= columns {
            // SAFETY: inside the tile's shared memory; a vector of the source stays whole under the swizzle.
            unsafe { Wide::store(place, value) };
        } else if is_row(row) {
            for k in 0..v {
                if column + k >= left && column + k < columns {
                    // SAFETY: inside both extents, so inside the source, whose elements are aligned.
                    let element = unsafe { read_bytes::<T>(src, at(row, column + k)) };
                    // SAFETY: inside the tile's shared memory, in this thread's own vector.
                    unsafe { T::store(place + k as u32 * size, element) };
                }
            }
        }
    };
    store(0, values[0]);
    store(1, values[1]);
    store(2, values[2]);
    store(3, values[3]);
    // SAFETY: no thread of the block has left.
    unsafe { sync() };
    for u in 0..4 {
        let (row, column) = tile.destination(u * THREADS + t);
        if row >= window.0 || column >= window.1 || column as i32 >= columns {
            continue;
        }
        let line = dst.wrapping_offset((column as i64).wrapping_mul(shape.dst_stride) as isize);
        let first = row as i32 - phase(line as u32);
        // Where row `first + k` of the column is in shared memory.
        let place = |k: u32| {
            let row = first + k as i32;
            base + tile.place(
                (row + ahead) as u32,
                (column as i32 + row_phase(row)) as u32,
            ) * size
        };
        if first >= top && first + v <= rows {
            // SAFETY: the rows are inside the tile, which is filled, and the barrier is past.
            let vector = unsafe { T::gather_from(place) };
            // SAFETY: inside both extents, so inside the destination, at an aligned place of its line, which is this thread's alone.
            unsafe {
                line.wrapping_offset((first * size as i32) as isize)
                    .cast::<Wide>()
                    .write(vector)
            };
        } else {
            for k in 0..v {
                let row = first + k;
                if is_row(row) {
                    // SAFETY: the row is inside the tile, which is filled, and the barrier is past.
                    let element = unsafe { T::load(place(k as u32)) };
                    // SAFETY: inside both extents, so inside the destination, and this thread's alone.
                    unsafe {
                        line.wrapping_offset((row * size as i32) as isize)
                            .cast::<T>()
                            .write(element)
                    };
                }
            }
        }
    }
}
