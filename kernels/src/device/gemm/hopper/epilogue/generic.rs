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
//! Roofline: C in and D out once. Some 60 instructions for eight elements of a thread; `gelu` has 60 more. Ping-pong consumers
//! hide all of it behind each other's products.

use super::tile::Panel;
use super::unaligned::{self, Lines};
use super::*;

/// Brings C for the first panels of the consumer's share of `work`, where the launch has C come this way.
///
/// # Safety
/// Called by all threads of the consumer, once before [`strips`] for the same work.
#[inline(always)]
pub unsafe fn load_c<C: Device>(args: &Args, panels: Panels, consumer: ConsumerThread, work: Work) {
    if args.route & route::C_BY_TMA == 0 || consumer.thread_idx != 0 {
        return;
    }
    tma::wait_read::<0>();
    let mut index = 0;
    while index < C::PANELS {
        // SAFETY: one thread of the consumer is here, and all its stores from the panels have read them, so they are free; the caller
        // has the launch's maps.
        unsafe {
            Panel::new::<C>(args, panels, consumer, work, index).load_c::<C>(args, panels, work)
        };
        index += math::opaque(1);
    }
}

/// A thread's accumulators of [`Config::AT_ONCE`](super::super::config::Config::AT_ONCE) strips from `strip` on.
///
/// # Safety
/// `strip` is one of the consumer's share, and a multiple of that number.
#[inline(always)]
unsafe fn pick<C: Device>(acc: &Fragments<C>, strip: u32) -> [Acc<C>; MOST] {
    let all = C::ROW_BLOCKS * C::STRIPS / C::AT_ONCE;
    let of = #[inline(always)]
    |part: u32| {
        let mut x = [Acc::<C>::from_bits(0); MOST];
        let strip = part * C::AT_ONCE;
        let (r, first) = (strip / C::STRIPS, strip % C::STRIPS * 8);
        // SAFETY: constants below the fragment's length.
        unroll!(up_to_32, 8 * C::AT_ONCE, |i| x[i] =
            unsafe { C::Mma::get(acc, r as usize, first as usize + i) });
        x
    };
    macro_rules! arms {
        ($($i:literal)*) => {
            match strip / C::AT_ONCE {
                $($i if $i < all => of($i),)*
                // SAFETY: the caller has a strip of the consumer's share, a multiple of `AT_ONCE`: one of the arms.
                _ => unsafe { core::hint::unreachable_unchecked() },
            }
        };
    }
    arms! { 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 }
}

/// Sends one tile's accumulators through the whole epilogue to D. `phases` has the parity of each panel's barrier.
///
/// # Safety
/// All threads of the consumer call this with their accumulators of `work` after [`load_c`], the `args` being those of
/// the launch.
#[inline(always)]
pub unsafe fn strips<C: Device>(
    args: &Args,
    alpha: f32,
    panels: Panels,
    consumer: ConsumerThread,
    work: Work,
    phases: &mut u32,
    acc: &Fragments<C>,
) {
    let (by_words, c_by_tma) = (
        args.route & route::BY_WORDS != 0,
        args.route & route::C_BY_TMA != 0,
    );
    let stride = if args.route & route::COLUMN_MAJOR != 0 {
        args.d.column
    } else {
        args.d.row
    };
    let mut largest = 0;
    let mut strip = 0;
    while strip < C::ROW_BLOCKS * C::STRIPS {
        // Where accumulators leave few registers, nothing that follows from the thread is kept from strip to strip.
        let consumer = consumer.afresh::<C>();
        let (r, s) = (strip / C::STRIPS, strip % C::STRIPS);
        let (p, j) = (s / (C::PANEL_COLUMNS / 16), s % (C::PANEL_COLUMNS / 16));
        let index = r * C::ACROSS + p;
        let panel = Panel::new::<C>(args, panels, consumer, work, index);
        // SAFETY: the panel is this warpgroup's own, free once its last store has been read or its C is there; every thread
        // writes its share of it, fences, and meets the others before one of them stores it. Strips are those of the tile.
        unsafe {
            if j == 0 && c_by_tma {
                let b = index % C::PANELS;
                mbarrier::wait(panels.barrier(b), *phases >> b & 1);
                *phases ^= 1 << b;
            } else if j == 0 {
                // Also a tile that threads store: TMA may still read the last tile's panel, which a list stored that way.
                if consumer.thread_idx == 0 {
                    wait_for_panel::<C>(index);
                }
                warpgroup::sync(1 + consumer.warp_group, 128);
            }
            if C::MIXES && j == 0 && !c_by_tma && args.beta != 0.0 {
                panel.load_c_unaligned::<C>(args, consumer, work.batch);
                warpgroup::sync(1 + consumer.warp_group, 128);
            }
            let x = pick::<C>(acc, strip);
            let x = finish::<C>(args, alpha, &panel, consumer, j, x, &mut largest);
            unroll!(up_to_4, C::AT_ONCE, |k| {
                let mut eight = [Acc::<C>::from_bits(0); 8];
                unroll!(up_to_8, 8, |i| eight[i] = x[8 * k + i]);
                panel.write::<C>(consumer, j + k as u32, eight);
            });
            if j + C::AT_ONCE == panel.columns::<C>() / 16 {
                fence::proxy_async();
                warpgroup::sync(1 + consumer.warp_group, 128);
                if by_words {
                    store_unaligned::<C>(args, &panel, consumer, work, stride);
                    // All have read the panel before C of a next tile may come into it.
                    warpgroup::sync(1 + consumer.warp_group, 128);
                } else if consumer.thread_idx == 0 {
                    store_by_tma::<C>(args, &panel, work);
                    let next = index + (C::PANELS - 1).max(1);
                    if c_by_tma && next >= C::PANELS && next < C::TILE_PANELS {
                        // A store that has read its panel leaves room for C: this one where there is one panel, else the
                        // one before.
                        if C::PANELS == 1 {
                            tma::wait_read::<0>();
                        } else {
                            tma::wait_read::<1>();
                        }
                        let next = Panel::new::<C>(args, panels, consumer, work, next);
                        next.load_c::<C>(args, panels, work);
                    }
                }
            }
        }
        strip = math::opaque(strip + C::AT_ONCE);
    }
    if args.amax != 0 {
        // SAFETY: the launch passes a place for the magnitude.
        unsafe { counter::raise(args.amax, largest) };
    }
}

/// The epilogue of a thread's elements of strips `j` and on of `panel`: each step behind one branch for all of them.
///
/// # Safety
/// The launch's arguments; the panel holds C where there is one.
#[inline(always)]
unsafe fn finish<C: Device>(
    args: &Args,
    alpha: f32,
    panel: &Panel,
    consumer: ConsumerThread,
    j: u32,
    mut x: [Acc<C>; MOST],
    largest: &mut u32,
) -> [Acc<C>; MOST] {
    let count = 8 * C::AT_ONCE;
    let rows = [0, 1].map(
        #[inline(always)]
        |half| panel.corner.0 + consumer.row::<C>(half),
    );
    let columns = panel.corner.1 + j * 16 + consumer.value::<C>(0).1;
    let column = #[inline(always)]
    |i: usize| columns + tiling::columns(i);
    // Rows and columns beyond D are taken for its last.
    let row_of = #[inline(always)]
    |half: usize| rows[half].min(args.m - 1);
    let column_of = #[inline(always)]
    |i: usize| column(i).min(args.n - 1);
    // SAFETY: the launch passes factors and biases as long as D's sides.
    unsafe {
        if args.scales[0] != 0 {
            let scales = [0, 1].map(
                #[inline(always)]
                |half| alpha * entry(args.scales[0], row_of(half)),
            );
            unroll!(up_to_32, count, |i| x[i] = x[i].scale(scales[half(i)]));
        } else if alpha != 1.0 {
            unroll!(up_to_32, count, |i| x[i] = x[i].scale(alpha));
        }
        if args.scales[1] != 0 {
            unroll!(up_to_16, count / 2, |k| {
                let [i, below] = [register(k, 0), register(k, 1)];
                let scale = (args.scales[1] as *const f32)
                    .add(column_of(i) as usize)
                    .read();
                x[i] = x[i].scale(scale);
                x[below] = x[below].scale(scale);
            });
        }
        if C::MIXES && args.beta != 0.0 {
            unroll!(up_to_4, C::AT_ONCE, |k| {
                let c = panel.read::<C>(consumer, j + k as u32);
                unroll!(up_to_8, 8, |i| x[8 * k + i] =
                    x[8 * k + i].plus(args.beta, c[i]));
            });
        }
        if C::MIXES && args.bias.base != 0 {
            let bias = args.bias.base as *const C::Out;
            let read = #[inline(always)]
            |i: u32| Acc::<C>::of(bias.add(i as usize).read());
            if args.bias.column == 0 {
                let bias = [read(row_of(0)), read(row_of(1))];
                unroll!(up_to_32, count, |i| x[i] = x[i].plus(1.0, bias[half(i)]));
            } else {
                unroll!(up_to_16, count / 2, |k| {
                    let [i, below] = [register(k, 0), register(k, 1)];
                    let bias = read(column_of(i));
                    x[i] = x[i].plus(1.0, bias);
                    x[below] = x[below].plus(1.0, bias);
                });
            }
        }
        x = Acc::<C>::activate(x, count, args.activation);
        if args.amax != 0 {
            unroll!(up_to_32, count, |i| {
                if rows[half(i)] < args.m && column(i) < args.n {
                    *largest = (*largest).max(x[i].magnitude());
                }
            });
        }
        if args.out_factor != 0 {
            let out = factor(args.out_factor);
            unroll!(up_to_32, count, |i| x[i] = x[i].scale(out));
        }
    }
    x
}

/// A complete panel to D by TMA.
///
/// # Safety
/// Called by one thread, all having fenced and met, with the launch's arguments.
#[inline(always)]
unsafe fn store_by_tma<C: Device>(args: &Args, panel: &Panel, work: Work) {
    let map = args.maps[if panel.width == C::PANEL_WIDTH { 2 } else { 3 }];
    for i in 0..panel.pieces::<C>().1 {
        let (to, at) = panel.piece::<C>(work, i);
        // SAFETY: the caller has one thread make the call after a fence and a barrier, with the launch's maps.
        unsafe { tma::store(map, to, at) };
    }
    tma::commit();
}

/// A complete panel to lines of D, `stride` elements apart, by all threads.
///
/// # Safety
/// All threads of the warpgroup call this behind a barrier, with the launch's arguments.
#[inline(always)]
unsafe fn store_unaligned<C: Device>(
    args: &Args,
    panel: &Panel,
    consumer: ConsumerThread,
    work: Work,
    stride: i64,
) {
    let consumer = consumer.afresh::<C>();
    let (height, pieces) = panel.pieces::<C>();
    let (lines, width) = if panel.column_major {
        (panel.columns::<C>(), height * C::OUT)
    } else {
        (64, panel.width)
    };
    for i in 0..math::opaque(pieces) {
        let (corner, at) = panel.piece::<C>(work, i);
        let lines = Lines {
            at,
            lines,
            width,
            stride,
            column_major: panel.column_major,
            corner: (corner.1, corner.0, corner.2),
        };
        // SAFETY: the caller has the threads of the consumer make the call with the launch's arguments and a complete panel.
        unsafe { unaligned::store::<C>(args, lines, consumer.thread_idx) };
    }
}
