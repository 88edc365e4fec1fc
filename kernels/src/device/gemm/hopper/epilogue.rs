//! From accumulators to D: through shared memory and TMA, straight to memory, or through a workspace.

use super::args::{Args, route};
use super::config::Config;
use super::emit::{Emit, address, factor};
use super::kernel::Device;
use super::lines::{self, Panel};
use super::scheduler::Work;
use super::split::split;
use super::unroll::{unroll, up_to_2, up_to_4, up_to_8, up_to_16};
use crate::device::ptx::{
    counter, fence, math, smem::Smem, stmatrix, tma, warpgroup, wgmma::Wgmma,
};

pub(super) type Acc<C> = <<C as Device>::Mma as Wgmma>::Acc;
pub(super) type Fragments<C> = [<<C as Device>::Mma as Wgmma>::Fragment; 2];

/// Where a consumer thread stands: its warpgroup, and its row and column in the accumulator's 64 × N tile.
#[derive(Clone, Copy)]
pub struct Place {
    /// Consumer warpgroup.
    pub group: u32,
    /// Thread of the warpgroup.
    pub thread: u32,
}

impl Place {
    /// The consumer's first block of 64 rows in the tile.
    #[inline(always)]
    pub fn row_block<C: Config>(&self) -> u32 {
        if C::IN_TURNS {
            0
        } else {
            self.group * C::ROW_BLOCKS
        }
    }

    /// Row of registers 0 and 1 (`half` 0) or 2 and 3 (`half` 1) of every four.
    ///
    /// Where A comes through registers its rows are dealt to lanes so that their loads meet no bank twice: a fragment is
    /// the rows `{0 1 2 3 16 17 18 19} + 4 i` of 32.
    #[inline(always)]
    pub fn row<C: Config>(&self, half: u32) -> u32 {
        let (warp, group) = (self.thread / 32, self.thread % 32 / 4);
        if C::TURNS_A {
            warp / 2 * 32 + (warp % 2 * 2 + half) * 4 + group / 4 * 16 + group % 4
        } else {
            warp * 16 + half * 8 + group
        }
    }

    /// Column of register 0; registers advance by eight columns every four.
    #[inline(always)]
    pub fn column(&self) -> u32 {
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
    // SAFETY: the launch passes readable factors.
    let alpha =
        args.alpha * unsafe { factor(args.alpha_factors[0]) * factor(args.alpha_factors[1]) };
    // SAFETY: the caller's contract.
    unsafe {
        match args.route {
            route::TILE | route::LINES if C::OUT > 1 => {
                tile::<C>(args, alpha, panels, place, work, false, acc)
            }
            route::TURNED | route::TURNED_LINES if C::OUT > 1 => {
                tile::<C>(args, alpha, panels, place, work, true, acc)
            }
            route::SPLIT if C::CAN_SPLIT => split::<C>(args, place, work, unit, acc),
            _ => staged::<C>(args, alpha, panels, place, work, acc),
        }
    }
}

/// First row of row block `r` and first column of panel `p` in D.
#[inline(always)]
fn corner<C: Device>(work: Work, place: Place, r: usize, p: usize) -> (u32, u32) {
    let row = work.m * C::TILE.0 + (place.row_block::<C>() + r as u32) * 64;
    (row, work.n * C::TILE.1 + p as u32 * C::PANEL_COLUMNS)
}

/// Panel by panel: registers to swizzled shared memory, shared memory to D by TMA while the next panel is written, or by
/// all threads where TMA cannot take D.
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
    turned: bool,
    acc: &Fragments<C>,
) {
    let across = C::WHOLE_PANELS + (C::REST_WIDTH > 0) as u32;
    // Where every panel has its own buffer, all of them were read long before the next tile is written.
    let all_fit = C::PANELS == C::TILE_PANELS;
    // SAFETY: barrier 1 + group is this warpgroup's.
    unsafe {
        if all_fit {
            if place.thread == 0 {
                tma::wait_read::<0>();
            }
            warpgroup::sync(1 + place.group, 128);
        }
    }
    unroll!(up_to_2, C::ROW_BLOCKS, |r| {
        unroll!(up_to_16, across, |p| {
            let index = r as u32 * across + p as u32;
            let panel = panels + index % C::PANELS * C::PANEL;
            let width = if p as u32 == C::WHOLE_PANELS {
                C::REST_WIDTH
            } else {
                C::PANEL_WIDTH
            };
            let columns = width / C::OUT;
            // SAFETY: the panel is this warpgroup's own, free once its last store has been read; every thread writes its
            // share of it, fences, and meets the others before one of them stores it. Register indices are constants
            // below the fragment's length.
            unsafe {
                if !all_fit {
                    if place.thread == 0 {
                        wait_for_panel::<C>();
                    }
                    warpgroup::sync(1 + place.group, 128);
                }
                let words = #[inline(always)]
                |j: usize, half: usize| {
                    let i = p * C::PANEL_COLUMNS as usize / 2 + 4 * j + 2 * half;
                    Acc::<C>::words([
                        C::Mma::get(&acc[r], i).scale(alpha),
                        C::Mma::get(&acc[r], i + 1).scale(alpha),
                    ])
                };
                if turned {
                    write_turned::<C>(panel, place, columns, words);
                } else {
                    write_straight::<C>(panel, place, width, words);
                }
                fence::proxy_async();
                warpgroup::sync(1 + place.group, 128);
                let (row, column) = corner::<C>(work, place, r, p);
                if C::STORES_LINES && args.route >= route::LINES {
                    let halves = if turned { C::OUT / 2 } else { 1 };
                    unroll!(up_to_2, halves, |h| {
                        let panel = Panel {
                            at: panel + h as u32 * columns * 128,
                            lines: if turned { columns } else { 64 },
                            width: if turned { 128 } else { width },
                            swizzled: turned || width == C::PANEL_WIDTH,
                            turned,
                            corner: if turned {
                                (column, row + h as u32 * (128 / C::OUT), work.batch)
                            } else {
                                (row, column, work.batch)
                            },
                        };
                        lines::store::<C>(args, panel, place.thread);
                    },);
                } else if place.thread == 0 {
                    let map = args.maps[if width == C::PANEL_WIDTH { 2 } else { 3 }];
                    if turned {
                        let rows = 128 / C::OUT;
                        unroll!(up_to_2, 64 / rows, |h| {
                            let at = (row + h as u32 * rows, column, work.batch);
                            tma::store(map, at, panel + h as u32 * columns * 128);
                        },);
                    } else {
                        tma::store(map, (column, row, work.batch), panel);
                    }
                    tma::commit();
                }
            }
        },);
    },);
}

/// Writes a panel with rows of D one after the other, swizzled where it is as wide as the tile's first.
///
/// # Safety
/// Called by all threads of the warpgroup, which own the panel.
#[inline(always)]
unsafe fn write_straight<C: Device>(
    panel: Smem,
    place: Place,
    width: u32,
    words: impl Fn(usize, usize) -> [u32; 2],
) {
    let swizzle = #[inline(always)]
    |offset: u32| {
        if width == C::PANEL_WIDTH {
            offset ^ ((offset >> 3) & (width - 16))
        } else {
            offset
        }
    };
    // SAFETY: the offsets are inside the panel.
    unsafe {
        if C::OUT == 2 {
            // Lane l gives stmatrix row l % 16 of its warp's sixteen, 16-byte chunk l / 16 of two.
            let line =
                (place.thread / 32 * 16 + place.thread % 16) * width + place.thread % 32 / 16 * 16;
            unroll!(up_to_4, width / 32, |j| {
                let four = [
                    words(2 * j, 0)[0],
                    words(2 * j, 1)[0],
                    words(2 * j + 1, 0)[0],
                    words(2 * j + 1, 1)[0],
                ];
                stmatrix::x4(panel + swizzle(line + j as u32 * 32), four);
            },);
        } else {
            unroll!(up_to_8, width / 32, |j| {
                unroll!(up_to_2, 2, |half| {
                    let offset =
                        place.row::<C>(half as u32) * width + (j as u32 * 8 + place.column()) * 4;
                    stmatrix::words(panel + swizzle(offset), words(j, half));
                },);
            },);
        }
    }
}

/// Writes a panel with columns of D one after the other, each 128 bytes of rows, swizzled; two such halves for elements of
/// four bytes.
///
/// # Safety
/// Called by all threads of the warpgroup, which own the panel.
#[inline(always)]
unsafe fn write_turned<C: Device>(
    panel: Smem,
    place: Place,
    columns: u32,
    words: impl Fn(usize, usize) -> [u32; 2],
) {
    // Chunk `c` of 16 bytes of column `n` stands at chunk `c ^ n % 8`, wherever the column's eight are.
    let at = #[inline(always)]
    |column: u32, byte: u32| column * 128 + (byte ^ (column % 8 * 16));
    let (warp, lane) = (place.thread / 32, place.thread % 32);
    // SAFETY: the offsets are inside the panel.
    unsafe {
        if C::OUT == 2 {
            // Lane l gives stmatrix column l % 8 of eight, of the first eight columns or the second by l / 16, and the
            // chunk of eight rows of its warp's sixteen by l / 8 % 2.
            let line = panel + at(lane / 16 * 8 + lane % 8, warp * 32 + lane / 8 % 2 * 16);
            unroll!(up_to_4, columns / 16, |j| {
                let four = [
                    words(2 * j, 0)[0],
                    words(2 * j, 1)[0],
                    words(2 * j + 1, 0)[0],
                    words(2 * j + 1, 1)[0],
                ];
                stmatrix::x4_transposed(line + j as u32 * 2048, four);
            },);
        } else {
            unroll!(up_to_2, 2, |half| {
                let row = place.row::<C>(half as u32);
                let half_panel = panel + row / 32 * columns * 128;
                let line = half_panel + at(place.column(), row % 32 * 4);
                let next = half_panel + at(place.column() + 1, row % 32 * 4);
                unroll!(up_to_8, columns / 8, |j| {
                    let [left, right] = words(j, half);
                    stmatrix::store_word(line + j as u32 * 1024, left);
                    stmatrix::store_word(next + j as u32 * 1024, right);
                },);
            },);
        }
    }
}

/// Waits until the buffer that is next to be written has been read.
#[inline(always)]
fn wait_for_panel<C: Device>() {
    match C::PANELS {
        1 => tma::wait_read::<0>(),
        2 => tma::wait_read::<1>(),
        3 => tma::wait_read::<2>(),
        4 => tma::wait_read::<3>(),
        5 => tma::wait_read::<4>(),
        6 => tma::wait_read::<5>(),
        _ => tma::wait_read::<6>(),
    }
}

/// Panel by panel: sums to shared memory, then every element through the whole epilogue and to D, whatever D's strides.
/// Neighbouring threads take neighbouring elements of D, or four each where rows are aligned to four.
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
    let columns = C::STAGED_COLUMNS;
    // Rows of a panel are as long as all banks or longer: chunks of 16 bytes move with the row.
    let at = #[inline(always)]
    |row: u32, column: u32| {
        panel + (((row * columns + column) * 4) ^ (row % (columns / 4).min(8) * 16))
    };
    let down = args.d.column != 1;
    // SAFETY: the launch passes a readable factor.
    let out = unsafe { factor(args.out_factor) };
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
                            at(place.row::<C>(half as u32), j as u32 * 8 + place.column()),
                            [pair[0].bits(), pair[1].bits()],
                        );
                    },);
                },);
                warpgroup::sync(1 + place.group, 128);
                let (row0, _) = corner::<C>(work, place, r, p);
                let column0 = work.n * C::TILE.1 + p as u32 * columns;
                let mut largest = 0;
                let quads = C::IN_FOURS && args.route == route::QUADS;
                let mut index = place.thread;
                let mut end = math::opaque(if quads { 16 * columns } else { 0 });
                while index < end {
                    let (row, column) = (index / (columns / 4), index % (columns / 4) * 4);
                    let place = (row0 + row, column0 + column, work.batch);
                    if place.0 < args.m && place.1 < args.n {
                        let sums = stmatrix::four_words(at(row, column)).map(Acc::<C>::from_bits);
                        let x = Acc::<C>::finish_four(sums, args, alpha, place);
                        if args.amax != 0 {
                            unroll!(up_to_4, 4, |i| largest = largest.max(x[i].magnitude()));
                        }
                        Acc::<C>::store_four(x.map(|x| x.scale(out)), address(&args.d, place));
                    }
                    index += 128;
                }
                end = math::opaque(if quads { 0 } else { 64 * columns });
                while index < end {
                    let (row, column) = if down {
                        (index % 64, index / 64)
                    } else {
                        (index / columns, index % columns)
                    };
                    let place = (row0 + row, column0 + column, work.batch);
                    if place.0 < args.m && place.1 < args.n {
                        let sum = Acc::<C>::from_bits(stmatrix::word(at(row, column)));
                        let x = sum.finish(args, alpha, place);
                        largest = largest.max(x.magnitude());
                        x.scale(out).store(address(&args.d, place));
                    }
                    index += 128;
                }
                if args.amax != 0 {
                    counter::raise(args.amax, largest);
                }
            }
        },);
    },);
}
