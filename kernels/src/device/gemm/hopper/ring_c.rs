//! C for consumers in turns: it comes to the panels that D leaves from, a ring of them that both consumers share, and D is
//! written where C was.
//!
//! ```text
//! panel of the ring     0        1        2        3        0        1        2
//! warp 1 brings C of    tile 0 ─────────────────────────────────────▸ tile 1 ────────
//! consumer 0            wait ▸ C ▸ α · sum + β · C ▸ D ▸ free …      ▸ consumer 1's turn
//! ```
//!
//! A warp of its own brings C, so that neither the stages nor the other consumer's products wait for it: a tile's first panels are
//! there when its sum is complete. Consumers store in turns too: a panel is waited for only when all before it have come, so that
//! no barrier is a whole round behind the one that is waited for, which has the same parity.
//!
//! Roofline: C in and D out once, 45 KB each for a tile of 128 × 176, behind the other consumer's 11,300 clocks of products at
//! K = 1024.
#![allow(
    clippy::multiple_unsafe_ops_per_block,
    reason = "barriers, accesses and stores of one pass share the requirements that its comment lists"
)]

use super::args::Args;
use super::config::Config;
use super::epilogue::{Fragments, Place, corner, write_straight};
use super::kernel::Device;
use super::pipeline::{Panels, Plan, Seat};
use super::scheduler::Work;
use super::source::{Source, Unit, unit, units};
use super::straight::{self, NONE, words};
use super::unroll::{unroll, up_to_16};
use crate::device::ptx::{fence, math, mbarrier, smem::Smem, tma, warpgroup};

/// Named barrier of consumer 0's turn to store; consumer 1's is the next.
const TURN: u32 = 7;
/// Named barrier behind which the ring's barriers are ready for the warp that brings C.
const READY: u32 = 9;

/// The place of the block's panel number `count`.
#[derive(Clone, Copy)]
struct Spot {
    buffer: Smem,
    /// Its phase ends when C is there, and when D has left.
    full: Smem,
    free: Smem,
    /// Of the round.
    parity: u32,
}

impl Spot {
    #[inline(always)]
    fn of<C: Config>(panels: Panels, count: u32) -> Self {
        let i = count % C::C_RING;
        Self {
            buffer: panels.buffer::<C>(i),
            full: panels.barrier(i),
            free: panels.barrier(C::C_RING + i),
            parity: count / C::C_RING % 2,
        }
    }
}

/// Says that the ring's barriers, which consumers make, are there.
///
/// # Safety
/// Called by every thread of every consumer, once, behind the block's barrier.
#[inline(always)]
pub unsafe fn ready<C: Config>() {
    // SAFETY: these threads arrive and the warp of [`bring`] waits, once.
    unsafe { warpgroup::arrive(READY, 128 * C::CONSUMERS + 32) };
}

/// Brings C of every unit of this block, panel by panel.
///
/// # Safety
/// Called by one whole warp, with the launch's arguments; the launch has maps of C; consumers call [`ready`].
#[inline(always)]
pub unsafe fn bring<C: Config>(mut source: impl Source, plan: Plan) {
    let seat = Seat::here::<C>();
    let mut units = units::<C>(&source);
    let panels = plan.panels::<C>(0);
    let mut count = 0;
    // SAFETY: this warp waits and the consumers arrive ([`ready`]), once.
    unsafe { warpgroup::sync(READY, 128 * C::CONSUMERS + 32) };
    while units.next < units.end {
        // SAFETY: the loop's condition.
        let Unit { args, work, .. } = unsafe { unit::<C>(&mut source, units.next, seat) };
        let m0 = (work.m * C::CLUSTER.0 + seat.m) * C::TILE.0;
        let n0 = (work.n * C::CLUSTER.1 + seat.n) * C::TILE.1;
        let mut index = 0;
        while index < C::TILE_PANELS {
            let (r, p) = (index / C::ACROSS, index % C::ACROSS);
            let spot = Spot::of::<C>(panels, count);
            // SAFETY: the panel is free once its barrier says so; its bytes are announced before they are copied.
            unsafe {
                mbarrier::wait(spot.free, spot.parity ^ 1);
                if warpgroup::elect() {
                    let (width, map) = if p < C::WHOLE_PANELS {
                        (C::PANEL_WIDTH, args.maps[4])
                    } else {
                        (C::REST_WIDTH, args.maps[5])
                    };
                    mbarrier::arrive_expect(spot.full, 64 * width);
                    let at = (n0 + p * C::PANEL_COLUMNS, m0 + r * 64, work.batch);
                    tma::load(spot.buffer, map, at, spot.full);
                }
            }
            count += 1;
            index += math::opaque(1);
        }
        units.next += units.step;
    }
}

/// Panel by panel: C from the ring, D in its place, and from there by TMA. `count` is the number of the tile's first panel in the
/// block; `turns` says whether another tile is stored before and behind this one.
///
/// # Safety
/// All threads of the consumer call this with complete accumulators of `work`, tile after tile in the order of the block's units;
/// a warp runs [`bring`].
#[inline(always)]
pub(super) unsafe fn store<C: Device>(
    args: &Args,
    panels: Panels,
    place: Place,
    work: Work,
    turns: (bool, bool),
    count: u32,
    acc: &Fragments<C>,
) {
    if turns.0 {
        // SAFETY: the one consumer's threads wait and the other's arrive, once for each tile but the block's first.
        unsafe { warpgroup::sync(TURN + place.group, 256) };
    }
    unroll!(up_to_16, C::TILE_PANELS, |index| {
        let index = index as u32;
        let (r, p) = (index / C::ACROSS, index % C::ACROSS);
        let rest = p == C::WHOLE_PANELS;
        let width = if rest { C::REST_WIDTH } else { C::PANEL_WIDTH };
        let spot = Spot::of::<C>(panels, count + index);
        // SAFETY: the panel is this consumer's from when C is there until D has left. A warp reads all that it needs of its rows
        // before it writes them; every thread fences and meets the others before one of them stores the panel.
        unsafe {
            mbarrier::wait(spot.full, spot.parity);
            if index + 1 == C::TILE_PANELS && turns.1 {
                warpgroup::arrive(TURN + (1 - place.group), 256);
            }
            let c = straight::read::<C>(spot.buffer, place, p);
            let words = words::<C>(args, acc, (r, p), NONE, c);
            write_straight::<C>(spot.buffer, place, width, words);
            fence::proxy_async();
            warpgroup::sync(1 + place.group, 128);
            if place.thread == 0 {
                let (row, column) = corner::<C>(work, place, r as usize, p as usize);
                let map = args.maps[if rest { 3 } else { 2 }];
                tma::store(map, (column, row, work.batch), spot.buffer);
                tma::commit();
                if index > 0 {
                    tma::wait_read::<1>();
                    mbarrier::arrive(Spot::of::<C>(panels, count + index - 1).free);
                }
                if index + 1 == C::TILE_PANELS {
                    tma::wait_read::<0>();
                    mbarrier::arrive(spot.free);
                }
            }
        }
    });
}
