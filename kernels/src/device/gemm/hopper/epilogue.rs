//! From accumulators to D: through shared memory and TMA, straight to memory, or through a workspace.

use super::args::{Args, route};
use super::emit::{Emit, address};
use super::kernel::Device;
use super::scheduler::{Work, div};
use super::unroll::{unroll, up_to_2, up_to_4, up_to_8, up_to_16, up_to_64};
use crate::device::ptx::{
    counter, fence, math, smem::Smem, stmatrix, tma, warpgroup, wgmma::Wgmma,
};

type Acc<C> = <<C as Device>::Mma as Wgmma>::Acc;
type Fragments<C> = [<<C as Device>::Mma as Wgmma>::Fragment; 2];

/// Where a consumer thread stands: its warpgroup, and its row and column in the accumulator's 64 × N tile.
#[derive(Clone, Copy)]
pub struct Place {
    /// Consumer warpgroup.
    pub group: u32,
    /// Thread of the warpgroup.
    pub thread: u32,
}

impl Place {
    /// Row of register 0, the row of register 2 being eight more.
    #[inline(always)]
    fn row(&self) -> u32 {
        self.thread / 32 * 16 + self.thread % 32 / 4
    }

    /// Column of register 0; registers advance by eight columns every four.
    #[inline(always)]
    fn column(&self) -> u32 {
        self.thread % 4 * 2
    }
}

/// Sends one tile's accumulators to D by the launch's route.
///
/// # Safety
/// All consumer threads call this with their accumulators of `work`, the `args` being those of the launch.
#[inline(always)]
pub unsafe fn store<C: Device>(
    args: &Args,
    panels: Smem,
    place: Place,
    work: Work,
    unit: u32,
    acc: &Fragments<C>,
) {
    let alpha = if args.alpha_factor == 0 {
        args.alpha
    } else {
        // SAFETY: the launch passes a readable f32.
        args.alpha * unsafe { *(args.alpha_factor as *const f32) }
    };
    let panels = panels + place.group * C::PANELS * C::PANEL;
    // SAFETY: the caller's contract.
    unsafe {
        match args.route {
            route::TILE => tile::<C>(args, alpha, panels, place, work, acc),
            route::STAGED => staged::<C>(args, alpha, panels, place, work, acc),
            _ => split::<C>(args, alpha, panels, place, work, unit, acc),
        }
    }
}

/// First row of row block `r` and first column of panel `p` in D.
#[inline(always)]
fn corner<C: Device>(work: Work, place: Place, r: usize, p: usize) -> (u32, u32) {
    let row = work.m * C::TILE.0 + (place.group * C::ROW_BLOCKS + r as u32) * 64;
    (row, work.n * C::TILE.1 + p as u32 * C::PANEL_COLUMNS)
}

/// Panel by panel: registers to swizzled shared memory, shared memory to D by TMA while the next panel is written.
///
/// # Safety
/// As [`store`].
#[inline(always)]
unsafe fn tile<C: Device>(
    args: &Args,
    alpha: f32,
    panels: Smem,
    place: Place,
    work: Work,
    acc: &Fragments<C>,
) {
    let in_tile = C::TILE.1 / C::PANEL_COLUMNS;
    let swizzle = #[inline(always)]
    |offset: u32| offset ^ ((offset >> 3) & (C::PANEL_WIDTH - 16));
    // Lane l gives stmatrix row l % 16 of its warp's sixteen, 16-byte chunk l / 16 of two.
    let line =
        (place.thread / 32 * 16 + place.thread % 16) * C::PANEL_WIDTH + place.thread % 32 / 16 * 16;
    unroll!(up_to_2, C::ROW_BLOCKS, |r| {
        unroll!(up_to_16, in_tile, |p| {
            // SAFETY: the panel is this warpgroup's own, free once its last store has been read; every thread writes its
            // share of it, fences, and meets the others before one of them stores it. Barrier 1 + group is this
            // warpgroup's. Register indices are constants below the fragment's length.
            unsafe {
                let panel = panels + (r as u32 * in_tile + p as u32) % C::PANELS * C::PANEL;
                if place.thread == 0 {
                    tma::wait_read::<1>();
                }
                warpgroup::sync(1 + place.group, 128);
                let words = #[inline(always)]
                |j: usize, half: usize| {
                    let i = p * C::PANEL_COLUMNS as usize / 2 + 4 * j + 2 * half;
                    Acc::<C>::words([
                        C::Mma::get(&acc[r], i).scale(alpha),
                        C::Mma::get(&acc[r], i + 1).scale(alpha),
                    ])
                };
                if C::OUT == 2 {
                    unroll!(up_to_4, C::PANEL_COLUMNS / 16, |j| {
                        let four = [
                            words(2 * j, 0)[0],
                            words(2 * j, 1)[0],
                            words(2 * j + 1, 0)[0],
                            words(2 * j + 1, 1)[0],
                        ];
                        stmatrix::x4(panel + swizzle(line + j as u32 * 32), four);
                    },);
                } else {
                    unroll!(up_to_8, C::PANEL_COLUMNS / 8, |j| {
                        unroll!(up_to_2, 2, |half| {
                            let offset = (place.row() + half as u32 * 8) * C::PANEL_WIDTH
                                + (j as u32 * 8 + place.column()) * 4;
                            stmatrix::words(panel + swizzle(offset), words(j, half));
                        },);
                    },);
                }
                fence::proxy_async();
                warpgroup::sync(1 + place.group, 128);
                if place.thread == 0 {
                    let (row, column) = corner::<C>(work, place, r, p);
                    tma::store(args.maps[2], (column, row, work.batch), panel);
                    tma::commit();
                }
            }
        },);
    },);
}

/// Panel by panel: sums to shared memory, then every element through the whole epilogue and to D, whatever D's strides.
/// Neighbouring threads take neighbouring elements of D.
///
/// # Safety
/// As [`store`].
#[inline(always)]
unsafe fn staged<C: Device>(
    args: &Args,
    alpha: f32,
    panel: Smem,
    place: Place,
    work: Work,
    acc: &Fragments<C>,
) {
    let columns = C::PANEL_COLUMNS;
    // Rows of a panel are as long as all banks or longer: chunks of 16 bytes move with the row.
    let at = #[inline(always)]
    |row: u32, column: u32| {
        panel + (((row * columns + column) * 4) ^ (row % (columns / 4).min(8) * 16))
    };
    let down = args.d.column != 1;
    unroll!(up_to_2, C::ROW_BLOCKS, |r| {
        unroll!(up_to_16, C::TILE.1 / columns, |p| {
            // SAFETY: the panels are this warpgroup's own and no TMA store reads them on this route; barriers as in
            // `tile`; elements outside D are not touched.
            unsafe {
                warpgroup::sync(1 + place.group, 128);
                unroll!(up_to_8, columns / 8, |j| {
                    unroll!(up_to_2, 2, |half| {
                        let i = p * columns as usize / 2 + 4 * j + 2 * half;
                        let pair = [C::Mma::get(&acc[r], i), C::Mma::get(&acc[r], i + 1)];
                        stmatrix::words(
                            at(place.row() + half as u32 * 8, j as u32 * 8 + place.column()),
                            [pair[0].bits(), pair[1].bits()],
                        );
                    },);
                },);
                warpgroup::sync(1 + place.group, 128);
                let (row0, column0) = corner::<C>(work, place, r, p);
                let (mut index, end) = (place.thread, math::opaque(64 * columns));
                while index < end {
                    let (row, column) = if down {
                        (index % 64, index / 64)
                    } else {
                        (index / columns, index % columns)
                    };
                    let place = (row0 + row, column0 + column, work.batch);
                    if place.0 < args.m && place.1 < args.n {
                        let sum = Acc::<C>::from_bits(stmatrix::word(at(row, column)));
                        sum.finish(args, alpha, place)
                            .store(address(&args.d, place));
                    }
                    index += 128;
                }
            }
        },);
    },);
}

/// Partial sums to the workspace, then a slice of the tile's sum from it, in the order of the splits: the result does
/// not depend on which block is first.
///
/// # Safety
/// As [`store`]; all blocks of the tile run at once, each with one unit.
#[inline(always)]
unsafe fn split<C: Device>(
    args: &Args,
    alpha: f32,
    panels: Smem,
    place: Place,
    work: Work,
    unit: u32,
    acc: &Fragments<C>,
) {
    let (threads, splits) = (C::CONSUMERS * 128, args.grid.splits);
    let me = place.group * 128 + place.thread;
    let pairs = C::ROW_BLOCKS * C::TILE.1 / 4 * threads;
    let tile = args.grid.tile(unit);
    let partial = (args.workspace + (tile * splits) as u64 * pairs as u64 * 8) as *mut [Acc<C>; 2];
    unroll!(up_to_2, C::ROW_BLOCKS, |r| {
        unroll!(up_to_64, C::TILE.1 / 4, |p| {
            let index = work.split * pairs + (r as u32 * C::TILE.1 / 4 + p as u32) * threads + me;
            // SAFETY: the workspace holds `pairs` pairs for each split of each tile.
            unsafe {
                partial
                    .add(index as usize)
                    .write([C::Mma::get(&acc[r], 2 * p), C::Mma::get(&acc[r], 2 * p + 1)])
            };
        });
    });
    // SAFETY: barrier 3 is for this alone; the counter exists, and is back at 0 once every block of the tile has passed
    // both additions. Reads are inside the tile's workspace, whose writers have all arrived.
    unsafe {
        let counter = args.counters + tile as u64 * 4;
        warpgroup::sync(3, threads);
        if me == 0 {
            counter::add_release(counter, 1);
            while counter::load_acquire(counter) % LEFT < splits {
                counter::pause();
            }
        }
        warpgroup::sync(3, threads);
        let slice = |s: u32| (pairs as u64 * s as u64 / splits.max(1) as u64) as u32;
        let (begin, end) = (slice(work.split) + me, slice(work.split + 1));
        if splits <= 8 {
            add::<C, 4, 4>(args, alpha, work, partial, pairs, begin, end);
        } else if slice(work.split + 1) - slice(work.split) <= threads / 2 {
            let panels = panels - place.group * C::PANELS * C::PANEL;
            add_together::<C>(args, alpha, panels, work, partial, pairs, me);
        } else {
            add::<C, 1, 16>(args, alpha, work, partial, pairs, begin, end);
        }
        warpgroup::sync(3, threads);
        if me == 0 && counter::fetch_add(counter, LEFT) == splits + (splits - 1) * LEFT {
            counter::store(counter, 0);
        }
    }
}

/// What a block adds to the counter when it has done with the workspace.
const LEFT: u32 = 65_536;

/// Adds the partial sums of pairs `begin`, `begin + threads`, … before `end`, and stores them: `ITEMS` pairs at a time,
/// with `DEPTH` splits of each in flight.
///
/// # Safety
/// `partial` is the tile's workspace, complete.
#[inline(always)]
unsafe fn add<C: Device, const ITEMS: u32, const DEPTH: u32>(
    args: &Args,
    alpha: f32,
    work: Work,
    partial: *mut [Acc<C>; 2],
    pairs: u32,
    begin: u32,
    end: u32,
) {
    let (threads, last) = (C::CONSUMERS * 128, args.grid.splits - 1);
    let mut index = begin;
    while index < end {
        // Items past the end and splits past the last read what is there already; they are not added or stored.
        let item = #[inline(always)]
        |i: usize| (index + i as u32 * threads).min(end - 1);
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
                let index = index + i as u32 * threads;
                if index < end {
                    store_pair::<C>(args, alpha, work, index, sum[i]);
                }
            });
        }
        index += ITEMS * threads;
    }
}

/// Stores the finished pair `index` of a tile.
///
/// # Safety
/// `index` is below the tile's number of pairs.
#[inline(always)]
unsafe fn store_pair<C: Device>(args: &Args, alpha: f32, work: Work, index: u32, sum: [Acc<C>; 2]) {
    let threads = C::CONSUMERS * 128;
    let (register, thread) = (index / threads, index % threads);
    let owner = Place {
        group: thread / 128,
        thread: thread % 128,
    };
    let (r, p) = (register / (C::TILE.1 / 4), register % (C::TILE.1 / 4));
    let row = work.m * C::TILE.0 + (owner.group * C::ROW_BLOCKS + r) * 64 + owner.row() + p % 2 * 8;
    unroll!(up_to_2, 2, |j| {
        let column = work.n * C::TILE.1 + p / 2 * 8 + owner.column() + j as u32;
        if row < args.m && column < args.n {
            let at = (row, column, work.batch);
            // SAFETY: the element is inside D.
            unsafe { sum[j].finish(args, alpha, at).store(address(&args.d, at)) };
        }
    });
}

/// As [`add`], for slices of few pairs: the threads form teams, each team adds its range of the splits, and the first
/// adds the teams' sums in order.
///
/// # Safety
/// As [`add`]; called by all consumer threads, whose panels at `panels` no store reads.
#[inline(always)]
unsafe fn add_together<C: Device>(
    args: &Args,
    alpha: f32,
    panels: Smem,
    work: Work,
    partial: *mut [Acc<C>; 2],
    pairs: u32,
    me: u32,
) {
    let (threads, splits) = (C::CONSUMERS * 128, args.grid.splits);
    let slice = |s: u32| (pairs as u64 * s as u64 / splits.max(1) as u64) as u32;
    let (begin, end) = (slice(work.split), slice(work.split + 1));
    let width = (end - begin).next_multiple_of(32).max(32);
    let teams = div(threads, width).0;
    let (team, lane) = div(me, width);
    let index = begin + lane;
    let active = team < teams && index < end;
    let place = |team: u32| panels + (team * width + lane) * 8;
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
            stmatrix::words(place(team), [sum[0].bits(), sum[1].bits()]);
        }
        warpgroup::sync(3, threads);
        if active && team == 0 {
            let read = |team: u32| {
                [
                    Acc::<C>::from_bits(stmatrix::word(place(team))),
                    Acc::<C>::from_bits(stmatrix::word(place(team) + 4)),
                ]
            };
            let mut sum = read(0);
            for team in 1..teams {
                let next = read(team);
                sum = [sum[0].add(next[0]), sum[1].add(next[1])];
            }
            store_pair::<C>(args, alpha, work, index, sum);
        }
    }
}
