//! From accumulators to D: a product times a factor through shared memory and TMA, in straight-line code; all else in
//! [`strips`](super::strips) or through a workspace.
#![allow(
    clippy::multiple_unsafe_ops_per_block,
    reason = "barriers, accesses and stores of one pass share the requirements that its comment lists"
)]

use super::args::{Args, route};
use super::config::Config;
use super::emit::{Emit, factor};
use super::kernel::Device;
use super::mainloop::Mainloop;
use super::outputs;
use super::panel::whole;
use super::pipeline::Panels;
use super::scheduler::Work;
use super::split::split;
use super::strips::strips;
use super::tiling::{self, register};
use super::unroll::{unroll, up_to_2, up_to_4, up_to_8, up_to_16, up_to_32};
use crate::device::ptx::{fence, math, smem::Smem, stmatrix, tma, warpgroup};

pub(super) type Acc<C> = <<C as Device>::Mma as Mainloop>::Acc;
pub(super) type Fragments<C> = <<C as Device>::Mma as Mainloop>::Accumulators;

/// Where a consumer thread stands: its warpgroup, and its row and column in the accumulator's 64 × N tile.
#[derive(Clone, Copy)]
pub struct Place {
    /// Consumer warpgroup.
    pub group: u32,
    /// Thread of the warpgroup.
    pub thread: u32,
}

impl Place {
    /// The same, of which the compiler knows nothing where accumulators leave few registers: what follows from it is
    /// computed again, not kept.
    #[inline(always)]
    pub fn afresh<C: Config>(self) -> Self {
        let thread = if C::FULL {
            math::opaque(self.thread)
        } else {
            self.thread
        };
        Self { thread, ..self }
    }

    /// The consumer's first block of 64 rows in the tile.
    #[inline(always)]
    pub fn row_block<C: Config>(&self) -> u32 {
        if C::IN_TURNS {
            0
        } else {
            self.group * C::ROW_BLOCKS
        }
    }

    /// Row and column of register `v` in a block of 64 rows.
    #[inline(always)]
    pub fn value<C: Config>(&self, v: usize) -> (u32, u32) {
        if C::PAIRED_ROWS {
            tiling::paired(self.thread, v as u32)
        } else if C::TURNS_A {
            tiling::dealt(self.thread, v as u32)
        } else {
            tiling::straight(self.thread, v as u32)
        }
    }

    /// The upper (`half` 0) or the lower one of the two rows that this thread's registers have.
    #[inline(always)]
    pub fn row<C: Config>(&self, half: usize) -> u32 {
        self.value::<C>(register(0, half)).0
    }

    /// Row and first column, in 64 × 16, of the line that this thread names to `stmatrix` and `ldmatrix`.
    #[inline(always)]
    pub fn line<C: Config>(&self) -> (u32, u32) {
        if C::PAIRED_ROWS {
            tiling::paired_line(self.thread)
        } else {
            tiling::straight_line(self.thread)
        }
    }
}

/// Sends one tile's accumulators to D by the launch's route. `phases` has the parity of each output panel's barrier.
///
/// # Safety
/// All consumer threads call this with their accumulators of `work`, the `args` being those of the launch.
#[inline(always)]
pub unsafe fn store<C: Device>(
    args: &Args,
    panels: Panels,
    place: Place,
    work: Work,
    unit: u32,
    phases: &mut u32,
    acc: &mut Fragments<C>,
) {
    const TURNED: u32 = route::TILE | route::TURNED;
    let place = place.afresh::<C>();
    // SAFETY: the launch passes readable factors.
    let alpha =
        args.alpha * unsafe { factor(args.alpha_factors[0]) * factor(args.alpha_factors[1]) };
    // SAFETY: the caller has all consumer threads make the call, with the launch's arguments, their accumulators and their panels.
    unsafe {
        match args.route {
            way @ (route::TILE | TURNED) if C::OUT > 1 => {
                if alpha != 1.0 {
                    scale::<C>(alpha, acc);
                }
                if way == TURNED {
                    tile::<C>(args, panels, place, work, true, acc)
                } else {
                    tile::<C>(args, panels, place, work, false, acc)
                }
            }
            route::SPLIT if C::CAN_SPLIT => split::<C>(args, place, work, unit, acc),
            _ => strips::<C>(args, alpha, panels, place, work, phases, acc),
        }
    }
}

/// Multiplies every accumulator by a factor.
#[inline(always)]
fn scale<C: Device>(alpha: f32, acc: &mut Fragments<C>) {
    unroll!(up_to_2, C::ROW_BLOCKS, |r| {
        unroll!(up_to_32, C::TILE.1 / 8, |i| {
            unroll!(up_to_4, 4, |j| {
                // SAFETY: register indices are constants inside the fragment.
                unsafe {
                    let scaled = C::Mma::get(acc, r, 4 * i + j).scale(alpha);
                    C::Mma::set(acc, r, 4 * i + j, scaled);
                }
            });
        });
    });
}

/// First row of row block `r` and first column of panel `p` in D.
#[inline(always)]
pub(super) fn corner<C: Device>(work: Work, place: Place, r: usize, p: usize) -> (u32, u32) {
    let row = work.m * C::TILE.0 + (place.row_block::<C>() + r as u32) * 64;
    (row, work.n * C::TILE.1 + p as u32 * C::PANEL_COLUMNS)
}

/// Panel by panel: registers to swizzled shared memory, shared memory to D by TMA while the next panel is written.
///
/// # Safety
/// As [`store`].
#[inline(always)]
unsafe fn tile<C: Device>(
    args: &Args,
    panels: Panels,
    place: Place,
    work: Work,
    turned: bool,
    acc: &Fragments<C>,
) {
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
        unroll!(up_to_16, C::ACROSS, |p| {
            let index = r as u32 * C::ACROSS + p as u32;
            let panel = panels.buffer::<C>(index % C::PANELS);
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
                        wait_for_panel::<C>(index);
                    }
                    warpgroup::sync(1 + place.group, 128);
                }
                let words = #[inline(always)]
                |j: usize, half: usize| {
                    let k = p * C::PANEL_COLUMNS as usize / 4 + 2 * j;
                    Acc::<C>::words([0, 1].map(
                        #[inline(always)]
                        |c| C::Mma::get(acc, r, register(k + c, half)),
                    ))
                };
                let down = #[inline(always)]
                |j: usize, c: usize| {
                    let k = p * C::PANEL_COLUMNS as usize / 4 + 2 * j + c;
                    Acc::<C>::words([0, 1].map(
                        #[inline(always)]
                        |half| C::Mma::get(acc, r, register(k, half)),
                    ))[0]
                };
                if turned {
                    write_turned::<C>(panel, place, columns, words, down);
                } else {
                    write_straight::<C>(panel, place, width, words);
                }
                fence::proxy_async();
                warpgroup::sync(1 + place.group, 128);
                let (row, column) = corner::<C>(work, place, r, p);
                if place.thread == 0 {
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
pub(super) unsafe fn write_straight<C: Device>(
    panel: Smem,
    place: Place,
    width: u32,
    words: impl Fn(usize, usize) -> [u32; 2],
) {
    let at = #[inline(always)]
    |row: u32, column: u32| {
        panel + outputs::byte(whole::<C>(false), width, row, column * C::OUT)
    };
    // SAFETY: the offsets are inside the panel.
    unsafe {
        if C::OUT == 2 {
            let (row, column) = place.line::<C>();
            unroll!(up_to_4, width / 32, |j| {
                let four = [
                    words(2 * j, 0)[0],
                    words(2 * j, 1)[0],
                    words(2 * j + 1, 0)[0],
                    words(2 * j + 1, 1)[0],
                ];
                stmatrix::store::<4, false>(at(row, column + j as u32 * 16), four);
            },);
        } else {
            unroll!(up_to_8, width / 32, |j| {
                unroll!(up_to_2, 2, |half| {
                    let (row, column) = place.value::<C>(register(2 * j, half));
                    stmatrix::words(at(row, column), words(j, half));
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
    down: impl Fn(usize, usize) -> u32,
) {
    // Eights of columns stand one behind the other, each swizzled alike.
    let at = #[inline(always)]
    |(row, column): (u32, u32)| outputs::byte(128, 128, column, row * C::OUT);
    // SAFETY: the offsets are inside the panel.
    unsafe {
        if C::OUT == 2 && C::PAIRED_ROWS {
            // A thread's two rows are neighbours: a word of a column.
            unroll!(up_to_2, 2, |c| {
                let line = panel + at(place.value::<C>(register(c, 0)));
                unroll!(up_to_8, columns / 8, |j| stmatrix::store_word(
                    line + j as u32 * 1024,
                    down(j, c)
                ));
            },);
        } else if C::OUT == 2 {
            let line = panel + at(tiling::straight_column(place.thread));
            unroll!(up_to_4, columns / 16, |j| {
                let four = [
                    words(2 * j, 0)[0],
                    words(2 * j, 1)[0],
                    words(2 * j + 1, 0)[0],
                    words(2 * j + 1, 1)[0],
                ];
                stmatrix::store::<4, true>(line + j as u32 * 2048, four);
            },);
        } else {
            unroll!(up_to_2, 2, |half| {
                let [line, next] = [0, 1].map(
                    #[inline(always)]
                    |c| {
                        let (row, column) = place.value::<C>(register(c, half));
                        panel + row / 32 * columns * 128 + at((row % 32, column))
                    },
                );
                unroll!(up_to_8, columns / 8, |j| {
                    let [left, right] = words(j, half);
                    stmatrix::store_word(line + j as u32 * 1024, left);
                    stmatrix::store_word(next + j as u32 * 1024, right);
                },);
            },);
        }
    }
}

/// Waits until the buffer that panel `index` of a tile is to be written to has been read: all buffers before a tile's first
/// panel, since a tile need not end with the last buffer.
#[inline(always)]
pub(super) fn wait_for_panel<C: Device>(index: u32) {
    match C::PANELS {
        _ if index == 0 => tma::wait_read::<0>(),
        1 => tma::wait_read::<0>(),
        2 => tma::wait_read::<1>(),
        3 => tma::wait_read::<2>(),
        4 => tma::wait_read::<3>(),
        5 => tma::wait_read::<4>(),
        6 => tma::wait_read::<5>(),
        _ => tma::wait_read::<6>(),
    }
}
