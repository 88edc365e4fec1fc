//! The whole epilogue: scales, C, bias, activation, cast, to any D, a strip of 16 columns at a time.
//!
//! Accumulators are registers, which only constants index, so straight-line code has the epilogue once for each of them.
//! Here a loop takes eight of a thread's at a time, by a jump to the moves of the strip's own registers; what follows is
//! the same code for all strips:
//!
//! ```text
//! subtile p of 64 rows     | strip 0 | strip 1 | strip 2 | strip 3 |     16-bit elements: four strips a subtile
//!
//! wait till the subtile is free, or C is in it
//!   strip by strip   registers ▸ scales ▸ + C ▸ + bias ▸ activation ▸ cast ▸ to where C was
//! store the subtile by TMA, or by threads
//! ```
//!
//! C comes by TMA into the subtile that D leaves from, for the first subtiles before the tile is multiplied; every thread finds
//! its elements of C where it writes its elements of D.
//!
//! Roofline: C in and D out once. Some 60 instructions for eight elements of a thread; `gelu` has 60 more. Ping-pong consumers
//! hide all of it behind each other's products.

use super::epi_tile::{self, EpilogueTile};
use super::*;

/// Brings C for the first subtiles of the consumer's share of `work`, where the launch has C come this way.
///
/// # Safety
/// Called by all threads of the consumer, once before [`strips`] for the same work.
#[inline(always)]
pub unsafe fn load_c<C: Device>(
    args: &Args,
    epi_tiles: EpilogueTiles,
    consumer: ConsumerThread,
    work: Work,
) {
    if args.route & route::C_BY_TMA == 0 || consumer.thread_idx != 0 {
        return;
    }
    tma::wait_read::<0>();
    let mut index = 0;
    while index < C::EPI_TILES {
        // SAFETY: one thread of the consumer is here, and all its stores from the subtiles have read them, so they are free; the caller
        // has the launch's maps.
        unsafe { load_epi_tile::<C>(args, epi_tiles, consumer, work, index) };
        index += math::black_box(1);
    }
}

/// Subtile `index` of the consumer's share of a tile, by the launch's route.
#[inline(always)]
fn epi_tile_of<C: Device>(
    args: &Args,
    epi_tiles: EpilogueTiles,
    consumer: ConsumerThread,
    work: Work,
    index: u32,
) -> EpilogueTile {
    let (r, p) = (index / C::ACROSS, index % C::ACROSS);
    let column_major = args.route & route::COLUMN_MAJOR != 0;
    EpilogueTile::new::<C>(consumer, work, (r, p), epi_tiles, column_major)
}

/// Has TMA load C to subtile `index`.
///
/// # Safety
/// Called by one thread of the consumer, the subtile being free; the launch's maps.
#[inline(always)]
unsafe fn load_epi_tile<C: Device>(
    args: &Args,
    epi_tiles: EpilogueTiles,
    consumer: ConsumerThread,
    work: Work,
    index: u32,
) {
    let epi_tile = epi_tile_of::<C>(args, epi_tiles, consumer, work, index);
    let barrier = epi_tiles.barrier(index % C::EPI_TILES);
    // SAFETY: the subtile's bytes are announced before they come; one thread, a subtile that is free, the launch's maps, by the caller.
    unsafe {
        mbarrier::arrive_expect(barrier, epi_tile.bytes::<C>());
        epi_tile.load::<C>(args, work.batch, barrier);
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
        unroll!(8 * C::AT_ONCE, |i| x[i] =
            unsafe { acc.get(r as usize, first as usize + i) });
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

/// Sends one tile's accumulators through the whole epilogue to D. `phases` has the parity of each subtile's barrier.
///
/// # Safety
/// All threads of the consumer call this with their accumulators of `work` after [`load_c`], the `args` being those of
/// the launch.
#[inline(always)]
pub unsafe fn strips<C: Device>(
    args: &Args,
    alpha: f32,
    epi_tiles: EpilogueTiles,
    consumer: ConsumerThread,
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
        // Nothing that follows from the thread is kept from strip to strip.
        let consumer = consumer.afresh();
        let (r, s) = (strip / C::STRIPS, strip % C::STRIPS);
        // A strip of the subtile, a multiple of `AT_ONCE`.
        let (p, j) = (
            s / (C::EPI_TILE_COLUMNS / 16),
            s % (C::EPI_TILE_COLUMNS / 16),
        );
        let j = j / C::AT_ONCE * C::AT_ONCE;
        let index = r * C::ACROSS + p;
        let epi_tile = epi_tile_of::<C>(args, epi_tiles, consumer, work, index);
        // SAFETY: the subtile is this warpgroup's own, free once its last store has been read or its C is there; every thread
        // writes its share of it, fences, and meets the others before one of them stores it. Strips are those of the tile.
        unsafe {
            if j == 0 && c_by_tma {
                let b = index % C::EPI_TILES;
                mbarrier::wait(epi_tiles.barrier(b), *phases >> b & 1);
                *phases ^= 1 << b;
            } else if j == 0 {
                // Also a tile that threads store: TMA may still read the last tile's subtile, which a list stored that way.
                if consumer.thread_idx == 0 {
                    wait_for_epi_tile::<C>(index);
                }
                consumer.sync();
            }
            if Acc::<C>::MIXES && j == 0 && !c_by_tma && args.beta != 0.0 {
                epi_tile.load_elements::<C>(args, consumer, work.batch);
                consumer.sync();
            }
            let x = pick::<C>(acc, strip);
            let x = finish::<C>(args, alpha, &epi_tile, consumer, j, x, &mut largest);
            let mut tDrD = epi_tile::strips::<C>();
            unroll!(C::AT_ONCE, |k| {
                let mut eight = [Acc::<C>::from_bits(0); 8];
                unroll!(8, |i| eight[i] = x[8 * k + i]);
                tDrD[k] = Acc::<C>::convert(eight);
            });
            if epi_tile.smem.column_major {
                unroll!(C::AT_ONCE, |k| C::Out::store::<C, true>(
                    epi_tile.smem,
                    consumer.thread_idx,
                    j + k as u32,
                    &tDrD[k]
                ));
            } else {
                unroll!(C::AT_ONCE, |k| C::Out::store::<C, false>(
                    epi_tile.smem,
                    consumer.thread_idx,
                    j + k as u32,
                    &tDrD[k]
                ));
            }
            if j + C::AT_ONCE == epi_tile.columns / 16 {
                fence::proxy_async();
                consumer.sync();
                if by_words {
                    let thread = consumer.afresh().thread_idx;
                    unaligned::store::<C>(args, &epi_tile, work.batch, thread);
                    // All have read the subtile before C of a next tile may come into it.
                    consumer.sync();
                } else if consumer.thread_idx == 0 {
                    epi_tile.store::<C>(args, work.batch);
                    let next = index + (C::EPI_TILES - 1).max(1);
                    if c_by_tma && next >= C::EPI_TILES && next < C::TILE_EPI_TILES {
                        // A store that has read its subtile leaves room for C: this one where there is one subtile, else the
                        // one before.
                        if C::EPI_TILES == 1 {
                            tma::wait_read::<0>();
                        } else {
                            tma::wait_read::<1>();
                        }
                        load_epi_tile::<C>(args, epi_tiles, consumer, work, next);
                    }
                }
            }
        }
        strip = math::black_box(strip + C::AT_ONCE);
    }
    if args.amax != 0 {
        // SAFETY: the launch passes a place for the magnitude.
        unsafe { counter::raise(args.amax, largest) };
    }
}

/// The epilogue of a thread's elements of strips `j` and on of `epi_tile`: each step behind one branch for all of them.
///
/// # Safety
/// The launch's arguments; the subtile holds C where there is one.
#[inline(always)]
unsafe fn finish<C: Device>(
    args: &Args,
    alpha: f32,
    epi_tile: &EpilogueTile,
    consumer: ConsumerThread,
    j: u32,
    mut x: [Acc<C>; MOST],
    largest: &mut u32,
) -> [Acc<C>; MOST] {
    let rows = [0, 1].map(
        #[inline(always)]
        |half| epi_tile.corner.0 + consumer.value::<C>(register(0, half)).0,
    );
    let columns = epi_tile.corner.1 + j * 16 + consumer.value::<C>(0).1;
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
            unroll!(8 * C::AT_ONCE, |i| x[i] = x[i].scale(scales[half(i)]));
        } else if alpha != 1.0 {
            unroll!(8 * C::AT_ONCE, |i| x[i] = x[i].scale(alpha));
        }
        if args.scales[1] != 0 {
            unroll!(4 * C::AT_ONCE, |k| {
                let [i, below] = [register(k, 0), register(k, 1)];
                let scale = (args.scales[1] as *const f32)
                    .add(column_of(i) as usize)
                    .read();
                x[i] = x[i].scale(scale);
                x[below] = x[below].scale(scale);
            });
        }
        if Acc::<C>::MIXES && args.beta != 0.0 {
            unroll!(C::AT_ONCE, |k| {
                let strip = j + k as u32;
                let c = if epi_tile.smem.column_major {
                    C::Out::load::<C, true>(epi_tile.smem, consumer.thread_idx, strip)
                } else {
                    C::Out::load::<C, false>(epi_tile.smem, consumer.thread_idx, strip)
                };
                let c = Acc::<C>::widen(&c);
                unroll!(8, |i| x[8 * k + i] = x[8 * k + i].plus(args.beta, c[i]));
            });
        }
        if Acc::<C>::MIXES && args.bias.base != 0 {
            let bias = args.bias.base as *const C::Out;
            let read = #[inline(always)]
            |i: u32| Acc::<C>::of(bias.add(i as usize).read());
            if args.bias.column == 0 {
                let bias = [read(row_of(0)), read(row_of(1))];
                unroll!(8 * C::AT_ONCE, |i| x[i] = x[i].plus(1.0, bias[half(i)]));
            } else {
                unroll!(4 * C::AT_ONCE, |k| {
                    let [i, below] = [register(k, 0), register(k, 1)];
                    let bias = read(column_of(i));
                    x[i] = x[i].plus(1.0, bias);
                    x[below] = x[below].plus(1.0, bias);
                });
            }
        }
        x = Acc::<C>::activate(x, 8 * C::AT_ONCE, args.activation);
        if args.amax != 0 {
            unroll!(8 * C::AT_ONCE, |i| {
                if rows[half(i)] < args.m && column(i) < args.n {
                    *largest = (*largest).max(x[i].magnitude());
                }
            });
        }
        if args.out_factor != 0 {
            let out = factor(args.out_factor);
            unroll!(8 * C::AT_ONCE, |i| x[i] = x[i].scale(out));
        }
    }
    x
}
