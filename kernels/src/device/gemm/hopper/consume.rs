//! The consumers: they multiply stages as these fill, and store D.
#![allow(
    clippy::multiple_unsafe_ops_per_block,
    reason = "barriers, accesses and stores of one pass share the requirements that its comment lists"
)]

use super::combine::combine;
use super::config::Config;
use super::emit::Emit;
use super::epilogue::{self, Fragments, Place};
use super::kernel::Device;
use super::mainloop::Mainloop;
use super::pipeline::{Plan, Ring, Seat, Units};
use super::plain;
use super::ring_c;
use super::source::{Source, Unit, unit, units};
use super::straight;
use super::strips::fetch;
use super::unroll::{unroll, up_to_2, up_to_4, up_to_32};
use crate::device::ptx::{mbarrier, tma, warpgroup};
use azulejo_device::cute::{ScaleOut, warpgroup_wait};

/// Named barrier of consumer 0's turn; consumer 1's is the next.
const TURN: u32 = 4;

/// Multiplies and stores this consumer's share of every unit of this block.
///
/// # Safety
/// Called by every thread of every consumer warpgroup, with the launch's arguments.
#[inline(always)]
pub unsafe fn consume<C: Device>(mut source: impl Source, plan: Plan, place: Place) {
    let seat = Seat::here::<C>();
    let mut units = units::<C>(&source);
    let mut ring = Ring::START;
    let panels = plan.panels::<C>(place.group);
    // Of a ring of panels, how many tiles before this one have taken.
    let mut phases = if C::RINGS_C {
        place.group * C::TILE_PANELS
    } else {
        0
    };
    let (first, step) = (units.next, units.step);
    if C::RINGS_C {
        // SAFETY: the caller has every thread of every consumer here, once, after the block's barrier.
        unsafe { ring_c::ready::<C>() };
    }
    if C::IN_TURNS && place.group == 1 {
        pass::<C>(&mut source, &mut units, &mut ring, seat);
    }
    while units.next < units.end {
        // SAFETY: the loop's condition.
        let Unit {
            args,
            mut work,
            slice,
            number,
        } = unsafe { unit::<C>(&mut source, units.next, seat) };
        work.m = work.m * C::CLUSTER.0 + seat.m;
        work.n = work.n * C::CLUSTER.1 + seat.n;
        // SAFETY: all bits zero is a fragment of zeros. Batches are fenced, committed and waited for before the
        // accumulators are read; a stage is freed once the batch that read it is complete. A turn's barrier has the
        // one consumer's threads waiting and the other's arriving, once for each unit but the block's first.
        unsafe {
            let mut acc = C::Mma::accumulators();
            if C::Mma::REPLACES && !C::PROMOTES {
                C::Mma::discard(&mut acc);
            }
            if C::SLICES == 1 && !C::IS_FIXED {
                fetch::<C>(args, panels, place, work);
            }
            if C::IN_TURNS && units.next != first {
                warpgroup::sync(TURN + place.group, 256);
            }
            let mut last = ring.stage;
            let mut block = 0;
            let mut more = #[inline(always)]
            || {
                mbarrier::wait(plan.full::<C>(ring.stage), ring.parity);
                let a = C::Mma::load::<C>(plan, place, ring.stage);
                let b = plan.b::<C>(ring.stage);
                if C::PROMOTES {
                    let mut part = C::Mma::accumulators();
                    C::Mma::discard(&mut part);
                    C::Mma::multiply(a, b, &mut part, ScaleOut::Zero);
                    warpgroup_wait::<0>();
                    promote::<C>(&mut part, &mut acc);
                } else {
                    let replaces = C::Mma::REPLACES && block == 0;
                    let scale = if replaces {
                        ScaleOut::Zero
                    } else {
                        ScaleOut::One
                    };
                    C::Mma::multiply(a, b, &mut acc, scale);
                    if C::Mma::BATCHES == 1 {
                        warpgroup_wait::<1>();
                    } else {
                        warpgroup_wait::<2>();
                    }
                }
                if block != 0 {
                    release::<C>(plan, place, seat, last);
                }
                last = ring.stage;
                ring.advance::<C>();
                block += 1;
                block < slice.blocks
            };
            // A unit has at least one block: a path around the loop would serialise its batches. A's registers in flight
            // must not be those that are loaded next, so two blocks have some each, unless each is waited for.
            while more() && (!C::TURNS_A || C::PROMOTES || more()) {}
            let bias = if C::IS_FIXED {
                straight::ahead::<C>(args, place, work)
            } else {
                straight::NONE
            };
            if C::IN_TURNS && units.next + step < units.end {
                warpgroup::arrive(TURN + (1 - place.group), 256);
            }
            if C::IS_PLAIN {
                // Rows are stored while others are multiplied.
                let at = (place, seat, last);
                let ends = units.next + step >= units.end && slice.blocks >= C::ACROSS;
                plain::store::<C>(args, (plan, panels), at, ends, work, &mut acc);
            } else {
                warpgroup_wait::<0>();
                unroll!(up_to_2, C::ROW_BLOCKS, |r| C::Mma::fence(&mut acc, r));
                release::<C>(plan, place, seat, last);
            }
            if C::IS_PLAIN {
                // Stored.
            } else if C::RINGS_C {
                let turns = (units.next != first, units.next + step < units.end);
                let ring = plan.panels::<C>(0);
                ring_c::store::<C>(args, ring, place, work, turns, phases, &acc);
                phases += 2 * C::TILE_PANELS;
            } else if C::IS_FIXED {
                let at = (place, seat);
                straight::store::<C>(args, (plan, panels), at, &mut ring, work, bias, &acc);
            } else if C::SLICES == 1 {
                epilogue::store::<C>(args, panels, place, work, number, &mut phases, &mut acc);
            } else if combine::<C>(plan, place, seat, &mut acc) {
                fetch::<C>(args, panels, place, work);
                epilogue::store::<C>(args, panels, place, work, number, &mut phases, &mut acc);
            }
        }
        units.next += step;
        if C::IN_TURNS {
            pass::<C>(&mut source, &mut units, &mut ring, seat);
        }
    }
    if place.thread == 0 {
        tma::wait_read::<0>();
    }
}

/// Adds a stage's products, complete, to the sum in full precision.
#[inline(always)]
fn promote<C: Device>(part: &mut Fragments<C>, acc: &mut Fragments<C>) {
    unroll!(up_to_2, C::ROW_BLOCKS, |r| {
        C::Mma::fence(part, r);
        unroll!(up_to_32, C::TILE.1 / 8, |i| {
            unroll!(up_to_4, 4, |j| {
                let at = 4 * i + j;
                // SAFETY: register indices are constants inside the fragment.
                let sum = unsafe { C::Mma::get(acc, r, at) };
                // SAFETY: register indices are constants inside the fragment.
                let sum = sum.add(unsafe { C::Mma::get(part, r, at) });
                // SAFETY: register indices are constants inside the fragment.
                unsafe { C::Mma::set(acc, r, at, sum) };
            });
        });
    });
}

/// Leaves a unit, if there is one, and its stages to the other consumer.
#[inline(always)]
fn pass<C: Config>(source: &mut impl Source, units: &mut Units, ring: &mut Ring, seat: Seat) {
    if units.next < units.end {
        // SAFETY: the condition.
        let Unit { args, .. } = unsafe { unit::<C>(source, units.next, seat) };
        ring.skip::<C>(args.grid.slice(0, C::SLICES).blocks);
        units.next += units.step;
    }
}

/// Frees a stage, for the producers that copy into it: those of this block's row and column of the cluster.
///
/// # Safety
/// The warpgroup has waited for its batch on the stage.
#[inline(always)]
pub(super) unsafe fn release<C: Config>(plan: Plan, place: Place, seat: Seat, stage: u32) {
    let (cm, cn) = C::CLUSTER;
    let i = place.thread;
    if cm * cn == 1 {
        if i == 0 {
            // SAFETY: the warpgroup's one arrival of the phase, as the barrier counts.
            unsafe { mbarrier::arrive(plan.empty::<C>(stage)) };
        }
    } else if i < cm + cn - 1 {
        let other = i - cm + (i - cm >= seat.n) as u32;
        let rank = if i < cm {
            seat.rank::<C>(i, seat.n)
        } else {
            seat.rank::<C>(seat.m, other)
        };
        // SAFETY: one arrival for each of these blocks, as their barriers count; they run until the cluster has met.
        unsafe { mbarrier::arrive_at(plan.empty::<C>(stage), rank) };
    }
}
