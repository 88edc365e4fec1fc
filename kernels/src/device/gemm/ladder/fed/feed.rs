//! The warp that feeds the others: it keeps the ring full.

use super::super::args::Args;
use super::layouts::{EDGE, PANEL, PANELS, STAGE};
use super::ring::Ring;
use super::walk::Walk;
use crate::device::ptx::{mbarrier, smem::Smem, tma, warpgroup};

/// Where a panel's lines are: `TRANSPOSE` says which index is contiguous.
#[inline(always)]
fn place<const TRANSPOSE: bool>(mn: u32, k: u32, batch: u32) -> (u32, u32, u32) {
    if TRANSPOSE {
        (mn, k, batch)
    } else {
        (k, mn, batch)
    }
}

/// Copies every stage of every tile of this block.
///
/// # Safety
/// One whole warp calls it, the barriers being ready.
#[inline(always)]
pub unsafe fn feed<const TA: bool, const TB: bool>(args: &Args, base: Smem, batch: u32) {
    let mut walk = Walk::new(args);
    let mut ring = Ring::START;
    let blocks = args.k.div_ceil(EDGE);
    while let Some((m0, n0)) = walk.next(args) {
        let mut k = 0;
        for _ in 0..blocks {
            // SAFETY: the caller has the barriers ready.
            unsafe { ring.wait_empty(base) };
            // SAFETY: the caller has one whole warp here.
            if unsafe { warpgroup::elect() } {
                let (full, to) = (ring.full(base), ring.memory(base));
                // SAFETY: the one arrival of the stage's phase; these bytes come below.
                unsafe { mbarrier::arrive_expect(full, STAGE) };
                for panel in 0..PANELS.0 {
                    let at = place::<TA>(m0 + panel * EDGE, k, batch);
                    // SAFETY: a box of the launch's map of A, to a stage that is free, whose barrier expects its bytes.
                    unsafe { tma::load(to + panel * PANEL, args.a.base, at, full) };
                }
                for panel in 0..PANELS.1 {
                    let at = place::<TB>(n0 + panel * EDGE, k, batch);
                    // SAFETY: a box of the launch's map of B, to a stage that is free, whose barrier expects its bytes.
                    unsafe { tma::load(to + (PANELS.0 + panel) * PANEL, args.b.base, at, full) };
                }
            }
            ring.advance();
            k += EDGE;
        }
    }
}
