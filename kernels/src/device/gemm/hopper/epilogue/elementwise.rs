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
pub unsafe fn add_c<C: Device>(share: TileShare<'_>, phases: &mut u32, acc: &mut Fragments<C>) {
    // SAFETY: upheld by the caller.
    unsafe {
        if share.args.route & route::COLUMN_MAJOR != 0 {
            add::<C, true>(share, *phases, acc);
        } else {
            add::<C, false>(share, *phases, acc);
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
    share: TileShare<'_>,
    phases: u32,
    acc: &mut Fragments<C>,
) {
    unroll!(C::ROW_BLOCKS, |r| {
        unroll!(C::ACROSS, |p| {
            let at = (r as u32, p as u32);
            let epi_tile = EpilogueTile::new::<C>(share, at, COLUMN_MAJOR);
            let barrier = share.epi_tiles.barrier(epi_tile.index);
            // SAFETY: a barrier of the consumer's, whose phase ends when C is there.
            unsafe { mbarrier::wait(barrier, phases >> epi_tile.index & 1) };
            let first = p * (C::EPI_TILE_COLUMNS / 16) as usize;
            unroll!(C::EPI_TILE_COLUMNS / 16; epi_tile.columns / 16, |fragment| {
                // SAFETY: the caller has all threads of the consumer here; the subtile has C once its barrier says so.
                let c = unsafe { C::Out::load::<C, COLUMN_MAJOR>(epi_tile.smem, share.thread.thread_idx, fragment as u32) };
                let c = Acc::<C>::widen(&c);
                unroll!(8, |i| {
                    let at = 8 * (first + fragment) + i;
                    acc.set(r, at, acc.get(r, at).plus(share.args.beta, c[i]));
                });
            });
        });
    });
}
