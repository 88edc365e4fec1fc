//! C to the sums in registers, from the subtiles that TMA loads it to and D leaves from.
//!
//! ```text
//! before the main loop   TMA loads C to every subtile of the consumer
//! after it               wait for a subtile ▸ its epilogue fragments: beta · C + sums
//! ```
//!
//! A thread finds its elements of C where it writes those of D, so no thread waits for another.
//!
//! Roofline: C in once, behind the main loop; `ldmatrix`, eight conversions and eight FMAs for eight elements of a thread.

use super::epi_tile::EpilogueTile;
use super::*;

/// Adds `beta · C` to a tile's sums.
///
/// # Safety
/// Called by all threads of the consumer after [`load_c`](super::generic::load_c) for the same tile, which loads all of C, with the
/// parities of the subtiles' barriers.
#[inline(always)]
pub unsafe fn add_c<C: Device>(
    args: &Args,
    (epi_tiles, phases): (EpilogueTiles, &mut u32),
    (thread, work): (ConsumerThread, WorkTileInfo),
    acc: &mut Fragments<C>,
) {
    // SAFETY: upheld by the caller.
    unsafe {
        if args.route & route::COLUMN_MAJOR != 0 {
            add::<C, true>(args, (epi_tiles, *phases), (thread, work), acc);
        } else {
            add::<C, false>(args, (epi_tiles, *phases), (thread, work), acc);
        }
    }
    *phases ^= (1 << C::TILE_EPI_TILES) - 1;
}

/// The same of lines that are columns if `COLUMN_MAJOR`.
///
/// # Safety
/// Same requirements as [`add_c`].
#[inline(always)]
unsafe fn add<C: Device, const COLUMN_MAJOR: bool>(
    args: &Args,
    (epi_tiles, phases): (EpilogueTiles, u32),
    (thread, work): (ConsumerThread, WorkTileInfo),
    acc: &mut Fragments<C>,
) {
    unroll!(C::ROW_BLOCKS, |r| {
        unroll!(C::ACROSS, |p| {
            let at = (r as u32, p as u32);
            let epi_tile = EpilogueTile::new::<C>(thread, work, at, epi_tiles, COLUMN_MAJOR);
            let barrier = epi_tiles.barrier(epi_tile.index);
            // SAFETY: a barrier of the consumer's, whose phase ends when C is there.
            unsafe { mbarrier::wait(barrier, phases >> epi_tile.index & 1) };
            let first = p * (C::EPI_TILE_COLUMNS / 16) as usize;
            unroll!(C::EPI_TILE_COLUMNS / 16; epi_tile.columns / 16, |fragment| {
                // SAFETY: the caller has all threads of the consumer here; the subtile has C once its barrier says so. Constants below the
                // fragment's length.
                unsafe {
                    let c = C::Out::load::<C, COLUMN_MAJOR>(epi_tile.smem, thread.thread_idx, fragment as u32);
                    let c = Acc::<C>::widen(&c);
                    unroll!(8, |i| {
                        let at = 8 * (first + fragment) + i;
                        let x = acc.get(r, at).plus(args.beta, c[i]);
                        acc.set(r, at, x);
                    });
                }
            });
        });
    });
}
