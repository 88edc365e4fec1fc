//! The producer of a kernel that adds C in straight-line code: C takes the stages behind those of a tile's sum.
//!
//! A function of its own: one more step in [`produce`](super::produce) would change the text of every kernel.

use super::args::Args;
use super::config::Config;
use super::pipeline::{Plan, Ring, Seat};
use super::produce::{column, copy, row};
use super::source::{Source, Unit, unit, units};
use crate::device::ptx::{math, mbarrier, tma, warpgroup};

/// Copies every stage of every unit of this block, and C behind each.
///
/// # Safety
/// Called by one whole warp, with the launch's arguments.
#[inline(always)]
pub unsafe fn produce_c<C: Config>(mut source: impl Source, plan: Plan) {
    let seat = Seat::here::<C>();
    let mut units = units::<C>(&source);
    let mut ring = Ring::START;
    while units.next < units.end {
        // SAFETY: the loop's condition.
        let Unit {
            args, work, slice, ..
        } = unsafe { unit::<C>(&mut source, units.next, seat) };
        let m0 = (work.m * C::CLUSTER.0 + seat.m) * C::TILE.0;
        let n0 = (work.n * C::CLUSTER.1 + seat.n) * C::TILE.1;
        let mut left = slice.blocks;
        while left != 0 {
            // SAFETY: the stage is free once its barrier says so; its bytes are announced before they are copied.
            unsafe {
                mbarrier::wait(plan.empty::<C>(ring.stage), ring.parity ^ 1);
                if warpgroup::elect() {
                    let full = plan.full::<C>(ring.stage);
                    mbarrier::arrive_expect(full, C::STAGE);
                    let k = (slice.first + slice.blocks - left) * C::BLOCK_K;
                    let (part, others) = (const { C::A.part(C::CLUSTER.1) }, row::<C>());
                    let parts = (C::CLUSTER.1, seat.n, others << seat.rank::<C>(seat.m, 0));
                    let to = plan.a::<C>(ring.stage);
                    copy(part, parts, args.maps[0], to, (m0, k, work.batch), full);
                    let (part, others) = (const { C::B.part(C::CLUSTER.0) }, column::<C>());
                    let parts = (C::CLUSTER.0, seat.m, others << seat.rank::<C>(0, seat.n));
                    let to = plan.b::<C>(ring.stage);
                    copy(part, parts, args.maps[1], to, (n0, k, work.batch), full);
                }
            }
            ring.advance::<C>();
            left -= math::opaque(1);
        }
        // SAFETY: the caller has one warp make the call, with the launch's arguments and maps of C.
        unsafe { bring_c::<C>(args, plan, &mut ring, (m0, n0, work.batch)) };
        units.next += units.step;
    }
}

/// C of a tile: blocks of 64 rows, panel by panel, as D will leave.
///
/// # Safety
/// As [`produce_c`]; the launch has maps of C.
#[inline(always)]
unsafe fn bring_c<C: Config>(
    args: &Args,
    plan: Plan,
    ring: &mut Ring,
    (m0, n0, batch): (u32, u32, u32),
) {
    let mut row = 0;
    while row < C::TILE.0 {
        let blocks = C::C_BLOCKS.min((C::TILE.0 - row) / 64);
        // SAFETY: the stage is free once its barrier says so; its bytes are announced before they are copied.
        unsafe {
            mbarrier::wait(plan.empty::<C>(ring.stage), ring.parity ^ 1);
            if warpgroup::elect() {
                let full = plan.full::<C>(ring.stage);
                mbarrier::arrive_expect(full, blocks * C::C_ROWS);
                for i in 0..blocks * C::ACROSS {
                    let (block, p) = (i / C::ACROSS, i % C::ACROSS);
                    let to = plan.a::<C>(ring.stage) + block * C::C_ROWS + p * C::PANEL;
                    let map = args.maps[if p < C::WHOLE_PANELS { 4 } else { 5 }];
                    let at = (n0 + p * C::PANEL_COLUMNS, m0 + row + block * 64, batch);
                    tma::load(to, map, at, full);
                }
            }
        }
        ring.advance::<C>();
        row += math::opaque(C::C_BLOCKS * 64);
    }
}
