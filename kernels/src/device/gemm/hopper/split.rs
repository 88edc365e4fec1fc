//! From accumulators to D where K is cut into slices that blocks of the grid work on: through a workspace.
//!
//! Each consumer leaves its share of the partial sum there, waits for its peers of the other slices, and adds up and
//! stores one part of the share:
//!
//! ```text
//!            part 0        part 1        part 2
//! slice 0    adds these    ·             ·          each column is added by one block, from slice 0 on: the result
//! slice 1    ·             adds these    ·          does not depend on which block is first
//! slice 2    ·             ·             adds these
//! ```

use super::args::Args;
use super::emit::{Emit, address, factor};
use super::epilogue::{Acc, Fragments, Place};
use super::kernel::Device;
use super::scheduler::{Work, div};
use super::unroll::{unroll, up_to_2, up_to_4, up_to_16, up_to_64};
use crate::device::ptx::{counter, smem::Smem, stmatrix, warpgroup, wgmma::Wgmma};

/// Partial sums to the workspace, then a part of the consumer's sum from it.
///
/// # Safety
/// As [`store`](super::epilogue::store); all blocks of the tile run at once, each with one unit.
#[inline(always)]
pub unsafe fn split<C: Device>(
    args: &Args,
    alpha: f32,
    panels: Smem,
    place: Place,
    work: Work,
    unit: u32,
    acc: &Fragments<C>,
) {
    let splits = args.grid.splits;
    let pairs = pairs::<C>();
    let share = args.grid.tile(unit) * C::CONSUMERS + place.group;
    let partial = (args.workspace + (share * splits) as u64 * pairs as u64 * 8) as *mut [Acc<C>; 2];
    unroll!(up_to_2, C::ROW_BLOCKS, |r| {
        unroll!(up_to_64, C::TILE.1 / 4, |p| {
            let register = r as u32 * C::TILE.1 / 4 + p as u32;
            let index = work.split * pairs + register * THREADS + place.thread;
            // SAFETY: the workspace holds `pairs` pairs for each split of each consumer's share of each tile.
            unsafe {
                partial
                    .add(index as usize)
                    .write([C::Mma::get(&acc[r], 2 * p), C::Mma::get(&acc[r], 2 * p + 1)])
            };
        });
    });
    // SAFETY: barrier 1 + group is this warpgroup's; the counter exists, and is back at 0 once every split's consumer has
    // passed both additions. Reads are inside the share's workspace, whose writers have all arrived.
    unsafe {
        let counter = args.counters + share as u64 * 4;
        warpgroup::sync(1 + place.group, THREADS);
        if place.thread == 0 {
            counter::add_release(counter, 1);
            while counter::load_acquire(counter) % LEFT < splits {
                counter::pause();
            }
        }
        warpgroup::sync(1 + place.group, THREADS);
        let (begin, end) = part::<C>(work, splits);
        if splits <= 8 {
            add::<C, 4, 4>(args, alpha, place, work, partial);
        } else if end - begin <= THREADS / 2 {
            add_together::<C>(args, alpha, panels, place, work, partial);
        } else {
            add::<C, 1, 16>(args, alpha, place, work, partial);
        }
        warpgroup::sync(1 + place.group, THREADS);
        if place.thread == 0 && counter::fetch_add(counter, LEFT) == splits + (splits - 1) * LEFT {
            counter::store(counter, 0);
        }
    }
}

/// Threads of a consumer.
const THREADS: u32 = 128;

/// Pairs of accumulators in a consumer's share of a tile.
#[inline(always)]
fn pairs<C: Device>() -> u32 {
    C::ROW_BLOCKS * C::TILE.1 / 4 * THREADS
}

/// The pairs that the consumer of this split adds up.
#[inline(always)]
fn part<C: Device>(work: Work, splits: u32) -> (u32, u32) {
    let start = |s: u32| (pairs::<C>() as u64 * s as u64 / splits.max(1) as u64) as u32;
    (start(work.split), start(work.split + 1))
}

/// What a block adds to the counter when it has done with the workspace.
const LEFT: u32 = 65_536;

/// Adds the partial sums of this consumer's pairs, a thread a pair, and stores them: `ITEMS` pairs at a time, with
/// `DEPTH` splits of each in flight.
///
/// # Safety
/// `partial` is the share's workspace, complete.
#[inline(always)]
unsafe fn add<C: Device, const ITEMS: u32, const DEPTH: u32>(
    args: &Args,
    alpha: f32,
    place: Place,
    work: Work,
    partial: *mut [Acc<C>; 2],
) {
    let (pairs, last) = (pairs::<C>(), args.grid.splits - 1);
    let (begin, end) = part::<C>(work, args.grid.splits);
    let mut index = begin + place.thread;
    while index < end {
        // Items past the end and splits past the last read what is there already; they are not added or stored.
        let item = #[inline(always)]
        |i: usize| (index + i as u32 * THREADS).min(end - 1);
        // SAFETY: inside the workspace by the clamps; stores are inside D.
        unsafe {
            let mut sum = [partial.add(item(0) as usize).read(); 4];
            unroll!(up_to_4, ITEMS, |i| sum[i] =
                partial.add(item(i) as usize).read());
            let mut s = 1;
            while s <= last {
                let mut next = [[sum[0]; 4]; 16];
                unroll!(up_to_16, DEPTH, |d| {
                    unroll!(up_to_4, ITEMS, |i| next[d][i] = partial
                        .add(((s + d as u32).min(last) * pairs + item(i)) as usize)
                        .read());
                });
                unroll!(up_to_16, DEPTH, |d| {
                    if s + d as u32 <= last {
                        unroll!(up_to_4, ITEMS, |i| sum[i] =
                            [sum[i][0].add(next[d][i][0]), sum[i][1].add(next[d][i][1])]);
                    }
                });
                s += DEPTH;
            }
            unroll!(up_to_4, ITEMS, |i| {
                let index = index + i as u32 * THREADS;
                if index < end {
                    store_pair::<C>(args, alpha, place, work, index, sum[i]);
                }
            });
        }
        index += ITEMS * THREADS;
    }
}

/// Stores the finished pair `index` of a consumer's share.
///
/// # Safety
/// `index` is below the share's number of pairs.
#[inline(always)]
unsafe fn store_pair<C: Device>(
    args: &Args,
    alpha: f32,
    place: Place,
    work: Work,
    index: u32,
    sum: [Acc<C>; 2],
) {
    let (register, thread) = (index / THREADS, index % THREADS);
    let owner = Place { thread, ..place };
    let (r, p) = (register / (C::TILE.1 / 4), register % (C::TILE.1 / 4));
    let row = work.m * C::TILE.0 + (owner.row_block::<C>() + r) * 64 + owner.row() + p % 2 * 8;
    unroll!(up_to_2, 2, |j| {
        let column = work.n * C::TILE.1 + p / 2 * 8 + owner.column() + j as u32;
        if row < args.m && column < args.n {
            let at = (row, column, work.batch);
            // SAFETY: the element is inside D; the launch passes readable factors and a place for the magnitude.
            unsafe {
                let x = sum[j].finish(args, alpha, at);
                if args.amax != 0 {
                    counter::raise(args.amax, x.magnitude());
                }
                x.scale(factor(args.out_factor)).store(address(&args.d, at));
            }
        }
    });
}

/// As [`add`], for parts of few pairs: the threads form teams, each team adds its range of the splits, and the first
/// adds the teams' sums in order.
///
/// # Safety
/// As [`add`]; no store reads the consumer's output buffer at `panels`.
#[inline(always)]
unsafe fn add_together<C: Device>(
    args: &Args,
    alpha: f32,
    panels: Smem,
    place: Place,
    work: Work,
    partial: *mut [Acc<C>; 2],
) {
    let (pairs, splits) = (pairs::<C>(), args.grid.splits);
    let (begin, end) = part::<C>(work, splits);
    let width = (end - begin).next_multiple_of(32).max(32);
    let teams = div(THREADS, width).0;
    let (team, lane) = div(place.thread, width);
    let index = begin + lane;
    let active = team < teams && index < end;
    let sum_at = |team: u32| panels + (team * width + lane) * 8;
    // SAFETY: reads are inside the workspace by the clamps; each active thread has eight bytes of the panels.
    unsafe {
        if active {
            let (first, last) = (
                div(splits * team, teams).0,
                div(splits * (team + 1), teams).0 - 1,
            );
            let at = |s: u32| partial.add((s.min(last) * pairs + index) as usize).read();
            let mut sum = at(first);
            let mut s = first + 1;
            while s <= last {
                let mut next = [sum; 16];
                unroll!(up_to_16, 16, |d| next[d] = at(s + d as u32));
                unroll!(up_to_16, 16, |d| {
                    if s + d as u32 <= last {
                        sum = [sum[0].add(next[d][0]), sum[1].add(next[d][1])];
                    }
                });
                s += 16;
            }
            stmatrix::words(sum_at(team), [sum[0].bits(), sum[1].bits()]);
        }
        warpgroup::sync(1 + place.group, THREADS);
        if active && team == 0 {
            let read = |team: u32| {
                [
                    Acc::<C>::from_bits(stmatrix::word(sum_at(team))),
                    Acc::<C>::from_bits(stmatrix::word(sum_at(team) + 4)),
                ]
            };
            let mut sum = read(0);
            for team in 1..teams {
                let next = read(team);
                sum = [sum[0].add(next[0]), sum[1].add(next[1])];
            }
            store_pair::<C>(args, alpha, place, work, index, sum);
        }
    }
}
