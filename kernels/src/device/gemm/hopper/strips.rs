//! The whole epilogue: scales, C, bias, activation, cast, to any D, a strip of 16 columns at a time.
//!
//! Accumulators are registers, which only constants index, so straight-line code has the epilogue once for each of them.
//! Here a loop takes eight of a thread's at a time, by a jump to the moves of the strip's own registers; what follows is
//! the same code for all strips:
//!
//! ```text
//! panel p of 64 rows     | strip 0 | strip 1 | strip 2 | strip 3 |     16-bit elements: four strips a panel
//!
//! wait till the panel is free, or C is in it
//!   strip by strip   registers ▸ scales ▸ + C ▸ + bias ▸ activation ▸ cast ▸ to where C was
//! store the panel by TMA, or by threads
//! ```
//!
//! C comes by TMA into the panel that D leaves from, for the first panels before the tile is multiplied; every thread finds
//! its elements of C where it writes its elements of D.
//!
//! Roofline: C in and D out once. Some 60 instructions for eight elements of a thread; `gelu` has 60 more. Consumers in
//! turns hide all of it behind each other's products.

use super::args::{Args, View, route};
use super::emit::{Emit, entry, factor};
use super::epilogue::{Acc, Fragments, Place, wait_for_panel};
use super::fragment::{matrix_column, matrix_row, swizzled};
use super::kernel::Device;
use super::lines::{self, Lines};
use super::pipeline::Panels;
use super::scheduler::Work;
use super::unroll::{unroll, up_to_2, up_to_4, up_to_8};
use crate::device::ptx::{
    counter, fence, ldmatrix, math, mbarrier, shared::Shared, smem::Smem, stmatrix, tma, warpgroup,
    wgmma::Wgmma,
};

/// A panel of a tile: which of the consumer's, its place in D, and where it is kept.
#[derive(Clone, Copy)]
struct Panel {
    index: u32,
    /// First row and column in D.
    corner: (u32, u32),
    /// Bytes of its rows.
    width: u32,
    at: Smem,
    turned: bool,
}

impl Panel {
    /// Panel `index` of the consumer's share of a tile.
    #[inline(always)]
    fn new<C: Device>(args: &Args, panels: Panels, place: Place, work: Work, index: u32) -> Self {
        let (r, p) = (index / C::ACROSS, index % C::ACROSS);
        Self {
            index,
            corner: (
                work.m * C::TILE.0 + (place.row_block::<C>() + r) * 64,
                work.n * C::TILE.1 + p * C::PANEL_COLUMNS,
            ),
            width: if p == C::WHOLE_PANELS {
                C::REST_WIDTH
            } else {
                C::PANEL_WIDTH
            },
            at: panels.buffer::<C>(index % C::PANELS),
            turned: args.route & route::TURNED != 0,
        }
    }

    #[inline(always)]
    fn columns<C: Device>(&self) -> u32 {
        self.width / C::OUT
    }

    /// Rows of D in a piece that TMA moves at once, and how many pieces a panel has: columns of 128 bytes make two of
    /// 4-byte elements.
    #[inline(always)]
    fn pieces<C: Device>(&self) -> (u32, u32) {
        if self.turned && C::OUT == 4 {
            (32, 2)
        } else {
            (64, 1)
        }
    }

    /// Piece `i`: its place in the tensor map's order, and in shared memory.
    #[inline(always)]
    fn piece<C: Device>(&self, work: Work, i: u32) -> ((u32, u32, u32), Smem) {
        let (row, column) = self.corner;
        if self.turned {
            let row = row + i * self.pieces::<C>().0;
            let at = self.at + i * self.columns::<C>() * 128;
            ((row, column, work.batch), at)
        } else {
            ((column, row, work.batch), self.at)
        }
    }

    /// Where byte `byte` of line `line` is: rows, or columns where these are contiguous.
    #[inline(always)]
    fn byte<C: Device>(&self, line: u32, byte: u32) -> Smem {
        let width = if self.turned {
            (64 * C::OUT).min(128)
        } else {
            self.width
        };
        let offset = line * width + byte;
        if width == if self.turned { 128 } else { C::PANEL_WIDTH } {
            self.at + swizzled(offset, width)
        } else {
            self.at + offset
        }
    }

    /// Where a thread's pair `i` of strip `strip` starts, for elements that are moved one by one or in pairs, and, where
    /// columns are contiguous, the second of the pair.
    #[inline(always)]
    fn pair<C: Device>(&self, place: Place, strip: u32, i: usize) -> [Smem; 2] {
        let row = place.row::<C>(row(2 * i) as u32);
        let column = strip * 16 + column(2 * i) + place.column();
        if self.turned {
            let half = row / 32 * self.columns::<C>() * 128;
            let (half, row) = if C::OUT == 4 {
                (half, row % 32)
            } else {
                (0, row)
            };
            [0, 1].map(
                #[inline(always)]
                |i| self.byte::<C>(column + i, row * C::OUT) + half,
            )
        } else {
            [self.byte::<C>(row, column * C::OUT); 2]
        }
    }

    /// The row of a strip's matrices that this lane names to `stmatrix` and `ldmatrix`.
    #[inline(always)]
    fn matrix_row<C: Device>(&self, place: Place, strip: u32) -> Smem {
        let (warp, lane) = (place.thread / 32, place.thread % 32);
        if self.turned {
            let (row, column) = matrix_column(lane);
            self.byte::<C>(strip * 16 + column, (warp * 16 + row) * 2)
        } else {
            let (row, column) = matrix_row(lane);
            self.byte::<C>(warp * 16 + row, (strip * 16 + column) * 2)
        }
    }

    /// Writes a thread's elements of a strip.
    ///
    /// # Safety
    /// All threads of the warpgroup call this, which own the panel.
    #[inline(always)]
    unsafe fn write<C: Device>(&self, place: Place, strip: u32, x: [Acc<C>; 8]) {
        let words = #[inline(always)]
        |i: usize| Acc::<C>::words([x[2 * i], x[2 * i + 1]]);
        // SAFETY: inside the panel.
        unsafe {
            if C::OUT == 2 {
                let at = self.matrix_row::<C>(place, strip);
                let four = [words(0)[0], words(1)[0], words(2)[0], words(3)[0]];
                if self.turned {
                    stmatrix::x4_transposed(at, four);
                } else {
                    stmatrix::x4(at, four);
                }
                return;
            }
            unroll!(up_to_4, 4, |i| {
                let at = self.pair::<C>(place, strip, i);
                let [a, b] = words(i);
                match (C::OUT, self.turned) {
                    (4, false) => stmatrix::words(at[0], [a, b]),
                    (4, true) => {
                        stmatrix::store_word(at[0], a);
                        stmatrix::store_word(at[1], b);
                    }
                    (_, false) => u16::store(at[0], a as u16),
                    (_, true) => {
                        u8::store(at[0], a as u8);
                        u8::store(at[1], (a >> 8) as u8);
                    }
                }
            });
        }
    }

    /// Reads a thread's elements of a strip of C.
    ///
    /// # Safety
    /// As [`Panel::write`], the panel holding C.
    #[inline(always)]
    unsafe fn read<C: Device>(&self, place: Place, strip: u32) -> [Acc<C>; 8] {
        let mut x = [Acc::<C>::from_bits(0); 8];
        let mut put = #[inline(always)]
        |i: usize, words: [u32; 2]| [x[2 * i], x[2 * i + 1]] = Acc::<C>::pair(words);
        // SAFETY: inside the panel.
        unsafe {
            if C::OUT == 2 {
                let at = self.matrix_row::<C>(place, strip);
                let four = if self.turned {
                    ldmatrix::load::<true>(at)
                } else {
                    ldmatrix::load::<false>(at)
                };
                unroll!(up_to_4, 4, |i| put(i, [four[i], 0]));
            } else {
                unroll!(up_to_4, 4, |i| {
                    let at = self.pair::<C>(place, strip, i);
                    put(
                        i,
                        match (C::OUT, self.turned) {
                            (4, false) => stmatrix::two_words(at[0]),
                            (4, true) => [stmatrix::word(at[0]), stmatrix::word(at[1])],
                            _ => [u16::load(at[0]) as u32, 0],
                        },
                    );
                });
            }
        }
        x
    }

    /// Asks TMA for the panel's C.
    ///
    /// # Safety
    /// Called by one thread, the panel being free; the launch's maps.
    #[inline(always)]
    unsafe fn fetch<C: Device>(&self, args: &Args, panels: Panels, work: Work) {
        let barrier = panels.barrier(self.index % C::PANELS);
        let map = args.maps[if self.width == C::PANEL_WIDTH { 4 } else { 5 }];
        // SAFETY: the panel's bytes are announced before they come; the caller's contract.
        unsafe {
            mbarrier::arrive_expect(barrier, 64 * self.width);
            for i in 0..self.pieces::<C>().1 {
                let (place, at) = self.piece::<C>(work, i);
                tma::load(at, map, place, barrier);
            }
        }
    }
}

/// Brings C for the first panels of the consumer's share of `work`, where the launch has C come this way.
///
/// # Safety
/// Called by all threads of the consumer, once before [`strips`] for the same work.
#[inline(always)]
pub unsafe fn fetch<C: Device>(args: &Args, panels: Panels, place: Place, work: Work) {
    if args.route & route::C_BY_TMA == 0 || place.thread != 0 {
        return;
    }
    tma::wait_read::<0>();
    let mut index = 0;
    while index < C::PANELS {
        // SAFETY: all stores from the panels have read them; the caller's contract.
        unsafe { Panel::new::<C>(args, panels, place, work, index).fetch::<C>(args, panels, work) };
        index += math::opaque(1);
    }
}

/// A thread's eight accumulators of strip `strip` of the consumer's share.
///
/// # Safety
/// `strip` is one of them.
#[inline(always)]
unsafe fn pick<C: Device>(acc: &Fragments<C>, strip: u32) -> [Acc<C>; 8] {
    let all = C::ROW_BLOCKS * C::STRIPS;
    let of = #[inline(always)]
    |strip: u32| {
        let mut x = [Acc::<C>::from_bits(0); 8];
        let (r, first) = (strip / C::STRIPS, strip % C::STRIPS * 8);
        // SAFETY: constants below the fragment's length.
        unroll!(up_to_8, 8, |i| x[i] =
            unsafe { C::Mma::get(&acc[r as usize], first as usize + i) });
        x
    };
    macro_rules! arms {
        ($($i:literal)*) => {
            match strip {
                $($i if $i < all => of($i),)*
                // SAFETY: the caller's contract.
                _ => unsafe { core::hint::unreachable_unchecked() },
            }
        };
    }
    arms! { 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 }
}

/// Sends one tile's accumulators through the whole epilogue to D. `phases` has the parity of each panel's barrier.
///
/// # Safety
/// All threads of the consumer call this with their accumulators of `work` after [`fetch`], the `args` being those of
/// the launch.
#[inline(always)]
pub unsafe fn strips<C: Device>(
    args: &Args,
    alpha: f32,
    panels: Panels,
    place: Place,
    work: Work,
    phases: &mut u32,
    acc: &Fragments<C>,
) {
    let (by_words, c_by_tma) = (
        args.route & route::BY_WORDS != 0,
        args.route & route::C_BY_TMA != 0,
    );
    let mut largest = 0;
    let mut strip = 0;
    while strip < C::ROW_BLOCKS * C::STRIPS {
        // Where accumulators leave few registers, nothing that follows from the thread is kept from strip to strip.
        let place = place.afresh::<C>();
        let (r, s) = (strip / C::STRIPS, strip % C::STRIPS);
        let (p, j) = (s / (C::PANEL_COLUMNS / 16), s % (C::PANEL_COLUMNS / 16));
        let index = r * C::ACROSS + p;
        let panel = Panel::new::<C>(args, panels, place, work, index);
        // SAFETY: the panel is this warpgroup's own, free once its last store has been read or its C is there; every thread
        // writes its share of it, fences, and meets the others before one of them stores it. Strips are those of the tile.
        unsafe {
            if j == 0 && c_by_tma {
                let b = index % C::PANELS;
                mbarrier::wait(panels.barrier(b), *phases >> b & 1);
                *phases ^= 1 << b;
            } else if j == 0 {
                if place.thread == 0 && !by_words {
                    wait_for_panel::<C>(index);
                }
                warpgroup::sync(1 + place.group, 128);
            }
            let x = pick::<C>(acc, strip);
            let x = finish::<C>(args, alpha, &panel, place, work.batch, j, x, &mut largest);
            panel.write::<C>(place, j, x);
            if j + 1 == panel.columns::<C>() / 16 {
                fence::proxy_async();
                warpgroup::sync(1 + place.group, 128);
                if by_words {
                    send::<C>(args, &panel, place, work);
                } else if place.thread == 0 {
                    send_by_tma::<C>(args, &panel, work);
                    let next = index + (C::PANELS - 1).max(1);
                    if c_by_tma && next >= C::PANELS && next < C::TILE_PANELS {
                        // A store that has read its panel leaves room for C: this one where there is one panel, else the
                        // one before.
                        if C::PANELS == 1 {
                            tma::wait_read::<0>();
                        } else {
                            tma::wait_read::<1>();
                        }
                        let next = Panel::new::<C>(args, panels, place, work, next);
                        next.fetch::<C>(args, panels, work);
                    }
                }
            }
        }
        strip = math::opaque(strip + 1);
    }
    if args.amax != 0 {
        // SAFETY: the launch passes a place for the magnitude.
        unsafe { counter::raise(args.amax, largest) };
    }
}

/// The epilogue of a thread's elements of strip `j` of `panel`: each step behind one branch for all eight, and with what it
/// reads no longer held than it takes.
///
/// # Safety
/// The launch's arguments; the panel holds C where it comes by TMA.
#[inline(always)]
#[allow(clippy::too_many_arguments)] // A step of the loop above.
unsafe fn finish<C: Device>(
    args: &Args,
    alpha: f32,
    panel: &Panel,
    place: Place,
    batch: u32,
    j: u32,
    mut x: [Acc<C>; 8],
    largest: &mut u32,
) -> [Acc<C>; 8] {
    let rows = panel.corner.0 + place.row::<C>(0);
    let step = place.row::<C>(1) - place.row::<C>(0);
    let columns = panel.corner.1 + j * 16 + place.column();
    // Element `i`'s row and column; and these, or the last of D beyond it.
    let at = #[inline(always)]
    |i: usize| (rows + row(i) as u32 * step, columns + column(i));
    let within = #[inline(always)]
    |i: usize| (at(i).0.min(args.m - 1), at(i).1.min(args.n - 1));
    let inside = #[inline(always)]
    |i: usize| at(i).0 < args.m && at(i).1 < args.n;
    // SAFETY: the launch passes factors and biases as long as D's sides, and C of D's extents.
    unsafe {
        let scale = |i: usize| alpha * entry(args.scales[0], within(i).0);
        let scales = [scale(0), scale(2)];
        unroll!(up_to_8, 8, |i| x[i] = x[i].scale(scales[row(i)]));
        if args.scales[1] != 0 {
            unroll!(up_to_4, 4, |k| {
                let i = k / 2 * 4 + k % 2;
                let scale = entry(args.scales[1], within(i).1);
                x[i] = x[i].scale(scale);
                x[i + 2] = x[i + 2].scale(scale);
            });
        }
        if args.route & route::C_BY_TMA != 0 {
            let c = panel.read::<C>(place, j);
            unroll!(up_to_8, 8, |i| x[i] = x[i].plus(args.beta, c[i]));
        } else if args.beta != 0.0 {
            let View {
                base,
                row: down,
                column: along,
                batch: deep,
            } = args.c;
            let size = size_of::<C::Out>() as i64;
            let line =
                |i: usize| base as i64 + (within(i).0 as i64 * down + batch as i64 * deep) * size;
            let lines = [line(0), line(2)];
            unroll!(up_to_4, 4, |k| {
                let i = k / 2 * 4 + k % 2;
                let offset = within(i).1 as i64 * along * size;
                unroll!(up_to_2, 2, |half| {
                    let c = ((lines[half] + offset) as *const C::Out).read();
                    x[i + 2 * half] = x[i + 2 * half].plus(args.beta, Acc::<C>::of(c));
                });
            });
        }
        if args.bias.base != 0 {
            let bias = args.bias.base as *const C::Out;
            let read = #[inline(always)]
            |i: u32| Acc::<C>::of(bias.add(i as usize).read());
            if args.bias.column == 0 {
                let bias = [read(within(0).0), read(within(2).0)];
                unroll!(up_to_8, 8, |i| x[i] = x[i].plus(1.0, bias[row(i)]));
            } else {
                unroll!(up_to_4, 4, |k| {
                    let i = k / 2 * 4 + k % 2;
                    let bias = read(within(i).1);
                    x[i] = x[i].plus(1.0, bias);
                    x[i + 2] = x[i + 2].plus(1.0, bias);
                });
            }
        }
        x = Acc::<C>::activate(x, args.activation);
        if args.amax != 0 {
            unroll!(up_to_8, 8, |i| if inside(i) {
                *largest = (*largest).max(x[i].magnitude());
            });
        }
        if args.out_factor != 0 {
            let out = factor(args.out_factor);
            unroll!(up_to_8, 8, |i| x[i] = x[i].scale(out));
        }
    }
    x
}

/// Row, 0 or 1, of element `i` of a thread's eight of a strip.
#[inline(always)]
const fn row(i: usize) -> usize {
    i / 2 % 2
}

/// Its column, from the thread's first.
#[inline(always)]
const fn column(i: usize) -> u32 {
    i as u32 / 4 * 8 + i as u32 % 2
}

/// A complete panel to D by TMA.
///
/// # Safety
/// Called by one thread, all having fenced and met, with the launch's arguments.
#[inline(always)]
unsafe fn send_by_tma<C: Device>(args: &Args, panel: &Panel, work: Work) {
    let map = args.maps[if panel.width == C::PANEL_WIDTH { 2 } else { 3 }];
    for i in 0..panel.pieces::<C>().1 {
        let (to, at) = panel.piece::<C>(work, i);
        // SAFETY: the caller's contract.
        unsafe { tma::store(map, to, at) };
    }
    tma::commit();
}

/// A complete panel to lines of D by all threads.
///
/// # Safety
/// All threads of the warpgroup call this behind a barrier, with the launch's arguments.
#[inline(always)]
unsafe fn send<C: Device>(args: &Args, panel: &Panel, place: Place, work: Work) {
    let place = place.afresh::<C>();
    let (height, pieces) = panel.pieces::<C>();
    let columns = panel.columns::<C>();
    for i in 0..math::opaque(pieces) {
        let (corner, at) = panel.piece::<C>(work, i);
        let lines = Lines {
            at,
            lines: if panel.turned { columns } else { 64 },
            width: if panel.turned {
                height * C::OUT
            } else {
                panel.width
            },
            swizzled: if panel.turned {
                C::OUT > 1
            } else {
                panel.width == C::PANEL_WIDTH
            },
            turned: panel.turned,
            corner: (corner.1, corner.0, corner.2),
        };
        // SAFETY: the caller's contract.
        unsafe { lines::store::<C>(args, lines, place.thread) };
    }
}
