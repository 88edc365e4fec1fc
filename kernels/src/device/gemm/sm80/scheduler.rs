//! The tile schedulers: [`Tiles`], a CTA per tile, and [`SlicedTiles`], where some tiles are shared by blocks ([`super::split_k`]).

use super::args::{Args, tile_of};
use super::fixup::{Partial, fixup};
use super::kernel::{TileScheduler, Work};
use crate::device::ptx::{shared, thread};

/// The work at a place of the grid that has a CTA per tile.
#[inline(always)]
fn work(
    args: &Args,
    tile: (u32, u32),
    (x, y, batch): (u32, u32, u32),
    (first, blocks): (u32, u32),
) -> Option<Work> {
    let (tile_m, tile_n) = tile_of(args.group, x, y);
    let at = (tile_m * tile.0, tile_n * tile.1, batch);
    if at.1 >= args.n {
        return None;
    }
    Some(Work {
        at,
        is_inside: at.0 + tile.0 <= args.m && at.1 + tile.1 <= args.n,
        first,
        blocks,
    })
}

/// A block a tile.
pub struct Tiles;

impl TileScheduler for Tiles {
    const SLICED: bool = false;

    #[inline(always)]
    fn work(args: &Args, tile: (u32, u32), block_k: u32) -> Option<Work> {
        let place = (thread::ctaid(), thread::ctaid_y(), thread::ctaid_z());
        work(args, tile, place, (0, args.k.div_ceil(block_k)))
    }

    #[inline(always)]
    unsafe fn fixup<S: Partial>(_: &Args, _: &mut S) -> bool {
        true
    }
}

/// A block a tile, or a split of its K.
pub struct SlicedTiles;

impl TileScheduler for SlicedTiles {
    const SLICED: bool = true;

    #[inline(always)]
    fn work(args: &Args, tile: (u32, u32), block_k: u32) -> Option<Work> {
        let work_tile = args.split_k.work_tile(thread::ctaid());
        let (from, to) = work_tile.range(args.k.div_ceil(block_k));
        // Never 0: the compiler does not know.
        let across = args.split_k.across.max(1);
        let place = (
            work_tile.tile % across,
            work_tile.tile / across,
            thread::ctaid_z(),
        );
        work(args, tile, place, (from, to - from))
    }

    #[inline(always)]
    unsafe fn fixup<S: Partial>(args: &Args, sums: &mut S) -> bool {
        // Asked for again, so that no register holds it all the time.
        let work_tile = args.split_k.work_tile(shared::black_box(thread::ctaid()));
        // SAFETY: upheld by the caller: all threads are here, shared memory is free, the launcher has room for the unit's sums.
        work_tile.of <= 1 || unsafe { fixup(&args.split_k, &work_tile, thread::tid(), sums) }
    }
}
