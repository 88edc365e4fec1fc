//! The block: its two kinds of warps, and how their sums leave it.

use core::mem;

use super::super::args::{Args, tile_of};
use super::super::epilogue;
use super::super::feed::Ahead;
use super::super::singles;
use super::super::tile::Tile;
use super::layouts::{Elements, ROWS, SINGLES, THREADS, TILE, Vectors, double_sum, sum};
use super::part::{BLOCK_K, Doubles, LEFT, Part, Singles, Source, multiply_pairs, multiply_rest};
#[cfg(feature = "sm90a")]
use crate::device::ptx::warpgroup;
use crate::device::ptx::{memory::Wide, shared, shared::Shared, thread};
use crate::device::repeat;

/// The body of the entry points: operands in orders `A` and `B`.
///
/// # Safety
/// Launched with [`THREADS`] threads, [`super::table::SHARED`] bytes of shared memory, a grid of [`tile_of`]'s numbering, batches along
/// z, and arguments whose views are those of the problem, vectors of both operands at multiples of 16 bytes.
#[inline(always)]
pub unsafe fn gemm<A, B>(args: Args)
where
    Vectors<A>: Ahead,
    Elements<A>: Tile,
    singles::Vectors<B>: Ahead,
    singles::Singles<B>: Tile,
{
    let (tile_m, tile_n) = tile_of(args.group, thread::ctaid(), thread::ctaid_y());
    let (m0, n0, batch) = (tile_m * TILE.0, tile_n * TILE.1, thread::ctaid_z());
    if n0 >= args.n {
        return;
    }
    let inside = m0 + TILE.0 <= args.m && n0 + TILE.1 <= args.n;
    let whole = if inside { args.k / BLOCK_K & !1 } else { 0 };
    let base = shared::base();
    // SAFETY: the views are the problem's; every thread passes as many barriers, for both branches have the same. The warps of a
    // branch are whole warpgroups, and their registers together are what the block was launched with: 2 · 160 + 184 = 3 · 168.
    unsafe {
        if thread::tid() < SINGLES {
            #[cfg(feature = "sm90a")]
            warpgroup::give_registers::<160>();
            let tid = thread::tid();
            let source = Source {
                view: &args.a,
                size: (args.m, args.k),
                first: m0,
                batch,
                at: 0,
            };
            let mut part = Singles::new(tid);
            multiply::<Vectors<A>, Elements<A>, _>(&mut part, source, tid, whole);
            repeat::<3>(
                #[inline(always)]
                |q| {
                    repeat::<4>(
                        #[inline(always)]
                        |v| put(base, tid, 4 * q + v, &part.sums[4 * q + v]),
                    );
                },
            );
        } else {
            #[cfg(feature = "sm90a")]
            warpgroup::take_registers::<184>();
            let tid = thread::tid() - SINGLES;
            let source = Source {
                view: &args.b,
                size: (args.n, args.k),
                first: n0,
                batch,
                at: LEFT,
            };
            let mut part = Doubles::new(tid);
            multiply::<singles::Vectors<B>, singles::Singles<B>, _>(&mut part, source, tid, whole);
            repeat::<4>(
                #[inline(always)]
                |i| {
                    repeat::<4>(
                        #[inline(always)]
                        |j| {
                            repeat::<2>(
                                #[inline(always)]
                                |upper| {
                                    let at = double_sum(tid, 2 * upper, i, j);
                                    let pair = &part.sums[i][j];
                                    // The other way round, as the f32 units leave theirs.
                                    let pair = [pair[2 * upper + 1] as f32, pair[2 * upper] as f32];
                                    u64::store(
                                        base + 4 * at,
                                        mem::transmute::<[f32; 2], u64>(pair),
                                    );
                                },
                            );
                        },
                    );
                },
            );
        }
        thread::sync();
        let (pitch, at) = (singles::PITCH * 4, (m0, n0, batch));
        // As many rows as all warps take four at a time, then as the warps of the f32 units do.
        epilogue::store::<f32, f32, 1, ROWS, true>(&args, base, pitch, THREADS, at);
        if thread::tid() < SINGLES {
            let at = (m0 + ROWS, n0, batch);
            let from = base + ROWS * pitch;
            epilogue::store::<f32, f32, 1, { TILE.0 - ROWS }, true>(
                &args, from, pitch, SINGLES, at,
            );
        }
    }
}

/// Adds the products of all K: `whole` blocks at full speed, what is left of them as far as it goes; then nothing is under way, and shared
/// memory is free.
///
/// # Safety
/// As [`multiply_pairs`], for `whole` blocks or none.
#[inline(always)]
unsafe fn multiply<T: Ahead, E: Tile, P: Part>(
    part: &mut P,
    source: Source<'_>,
    tid: u32,
    whole: u32,
) {
    // SAFETY: the caller's contract; a barrier stands between the uses of shared memory.
    unsafe {
        if whole > 0 {
            multiply_pairs::<T, P>(part, source, tid, whole);
            thread::sync();
        }
        if whole * BLOCK_K < source.size.1 {
            multiply_rest::<E, P>(part, source, tid, whole);
            thread::sync();
        }
    }
}

/// Writes row `i` of a thread's sums, each vector with its pairs the other way round ([`super::super::double_buffered::store`]).
///
/// # Safety
/// The block no longer needs what lies there.
#[inline(always)]
unsafe fn put(base: u32, tid: u32, i: usize, row: &[f32; 8]) {
    repeat::<2>(
        #[inline(always)]
        |p| {
            let at = sum(tid, i, 4 * p);
            let vector = [row[4 * p + 1], row[4 * p], row[4 * p + 3], row[4 * p + 2]];
            // SAFETY: the caller's contract; a vector of the tile.
            unsafe { Wide::store(base + 4 * at, mem::transmute::<[f32; 4], Wide>(vector)) };
        },
    );
}
