//! The warp that feeds the others: it keeps the ring full.

use super::super::args::Args;
use super::plan::{LINE, Plan};
use super::ring::Ring;
use super::walk::Walk;
use crate::device::ptx::{mbarrier, smem::Smem, tma, warpgroup};

/// The boxes of `mns` rows of an operand from row `mn` on, with index `k`: `TRANSPOSE` says which of the two is contiguous.
///
/// # Safety
/// As [`tma::load`].
#[inline(always)]
unsafe fn boxes<P: Plan, const TRANSPOSE: bool>(
    to: Smem,
    map: tma::TensorMap,
    (mn, mns): (u32, u32),
    (k, batch): (u32, u32),
    full: Smem,
) {
    let rows = const { if TRANSPOSE { P::EDGE } else { P::ROWS } };
    for number in 0..mns / rows {
        let mn = mn + number * rows;
        let at = if TRANSPOSE {
            (mn, k, batch)
        } else {
            (k, mn, batch)
        };
        // SAFETY: the caller's contract.
        unsafe { tma::load(to + number * rows * LINE, map, at, full) };
    }
}

/// Copies every stage of every tile of this block.
///
/// # Safety
/// One whole warp calls it, the barriers being ready.
#[inline(always)]
pub unsafe fn feed<P: Plan, const TA: bool, const TB: bool>(args: &Args, base: Smem, batch: u32) {
    let mut walk = Walk::<P>::new(args);
    let mut ring = Ring::<P>::START;
    while let Some(work) = walk.next(args) {
        let (m0, n0) = work.at;
        let mut k = work.blocks.0 * P::EDGE;
        for _ in work.blocks.0..work.blocks.1 {
            // SAFETY: the stage is free once its barrier says so; its bytes are announced before they are copied.
            unsafe {
                ring.wait_empty(base);
                if warpgroup::elect() {
                    let (full, to) = (ring.full(base), ring.memory(base));
                    mbarrier::arrive_expect(full, P::STAGE);
                    boxes::<P, TA>(to, args.a.base, (m0, P::TILE.0), (k, batch), full);
                    let to = to + P::TILE.0 * LINE;
                    boxes::<P, TB>(to, args.b.base, (n0, P::TILE.1), (k, batch), full);
                }
            }
            ring.advance();
            k += P::EDGE;
        }
    }
}
