//! The generic epilogue: scales, C, bias, activation, cast, to any D, an epilogue fragment of 16 columns at a time.
//!
//! An epilogue fragment is what one step of the epilogue visits: CUTLASS's `FragmentSize`, here eight accumulators per thread. The name is
//! longer than CUTLASS's, since a fragment alone is a register tensor of CuTe.
//!
//! Accumulators are registers, which only constants index, so straight-line code has the epilogue once for each of them.
//! Here a loop takes eight of a thread's at a time, by a jump to the moves of the epilogue fragment's own registers; what follows is
//! the same code for all epilogue fragments:
//!
//! ```text
//! subtile p of 64 rows     | fragment 0 | fragment 1 | fragment 2 | fragment 3 |     16-bit elements: four fragments per subtile
//!
//! wait till the subtile is free, or C is in it
//!   fragment by fragment   registers ▸ scales ▸ + C ▸ + bias ▸ activation ▸ cast ▸ to where C was
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

/// Loads C for the first subtiles of the consumer's share of `work`, where the launch has C come this way.
///
/// # Safety
/// Called by all threads of the consumer, once before [`store_fragments`] for the same work.
#[inline(always)]
pub unsafe fn load_c<C: Device>(share: TileShare<'_>) {
    if share.args.route & route::TMA_LOAD_C == 0 || share.thread.thread_idx != 0 {
        return;
    }
    tma::wait_read::<0>();
    let mut index = 0;
    while index < C::EPI_TILES {
        // SAFETY: one thread of the consumer is here, and all its stores from the subtiles have read them, so they are free; the caller
        // has the launch's maps.
        unsafe { load_epi_tile::<C>(share, index) };
        index += math::black_box(1);
    }
}

/// Subtile `index` of the consumer's share of a tile, by the launch's route.
#[inline(always)]
fn epi_tile_of<C: Device>(share: TileShare<'_>, index: u32) -> EpilogueTile {
    let (r, p) = (index / C::ACROSS, index % C::ACROSS);
    let column_major = share.args.route & route::COLUMN_MAJOR != 0;
    EpilogueTile::new::<C>(share, (r, p), column_major)
}

/// Has TMA load C to subtile `index`.
///
/// # Safety
/// Called by one thread of the consumer, the subtile being free; the launch's maps.
#[inline(always)]
unsafe fn load_epi_tile<C: Device>(share: TileShare<'_>, index: u32) {
    let epi_tile = epi_tile_of::<C>(share, index);
    let barrier = share.epi_tiles.barrier(index % C::EPI_TILES);
    // SAFETY: the subtile's bytes are expected before they come; one thread, a subtile that is free, the launch's maps, by the caller.
    unsafe {
        mbarrier::arrive_and_expect_tx(barrier, epi_tile.bytes::<C>());
        epi_tile.load::<C>(share.args, barrier);
    }
}

/// A thread's accumulators of [`Config::FRAGMENTS_AT_ONCE`](super::super::config::Config::FRAGMENTS_AT_ONCE) epilogue fragments from `fragment` on.
///
/// # Safety
/// `fragment` is one of the consumer's share, and a multiple of that number.
#[inline(always)]
unsafe fn pick<C: Device>(acc: &Fragments<C>, fragment: u32) -> [Acc<C>; MOST] {
    let all = C::ROW_BLOCKS * C::EPI_FRAGMENTS / C::FRAGMENTS_AT_ONCE;
    let of = inlined!(|part: u32| {
        let mut x = [Acc::<C>::from_bits(0); MOST];
        let fragment = part * C::FRAGMENTS_AT_ONCE;
        let (r, first) = (fragment / C::EPI_FRAGMENTS, fragment % C::EPI_FRAGMENTS * 8);
        unroll!(8 * C::FRAGMENTS_AT_ONCE, |i| x[i] =
            acc.get(r as usize, first as usize + i));
        x
    });
    macro_rules! arms {
        ($($i:literal)*) => {
            match fragment / C::FRAGMENTS_AT_ONCE {
                $($i if $i < all => of($i),)*
                // SAFETY: the caller has an epilogue fragment of the consumer's share, a multiple of `FRAGMENTS_AT_ONCE`: one of the arms.
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
pub unsafe fn store_fragments<C: Device>(
    share: TileShare<'_>,
    alpha: f32,
    phases: &mut u32,
    acc: &Fragments<C>,
) {
    let args = share.args;
    let (by_words, c_by_tma) = (
        args.route & route::UNALIGNED_D != 0,
        args.route & route::TMA_LOAD_C != 0,
    );
    let direct = C::DIRECT && by_words;
    let mut largest = 0;
    let mut fragment = 0;
    while fragment < C::ROW_BLOCKS * C::EPI_FRAGMENTS {
        // Nothing that follows from the thread is kept from fragment to fragment.
        let share = share.rematerialize();
        let (epi_tiles, consumer) = (share.epi_tiles, share.thread);
        let (r, s) = (fragment / C::EPI_FRAGMENTS, fragment % C::EPI_FRAGMENTS);
        // An epilogue fragment of the subtile, a multiple of `FRAGMENTS_AT_ONCE`.
        let (p, j) = (
            s / (C::EPI_TILE_COLUMNS / 16),
            s % (C::EPI_TILE_COLUMNS / 16),
        );
        let j = j / C::FRAGMENTS_AT_ONCE * C::FRAGMENTS_AT_ONCE;
        let index = r * C::ACROSS + p;
        let epi_tile = epi_tile_of::<C>(share, index);
        // SAFETY: the subtile is this warpgroup's own, free once its last store has been read or its C is there; every thread
        // writes its share of it, fences, and meets the others before one of them stores it. Epilogue fragments are those of the tile.
        unsafe {
            if j == 0 && c_by_tma {
                let b = index % C::EPI_TILES;
                mbarrier::wait(epi_tiles.barrier(b), *phases >> b & 1);
                *phases ^= 1 << b;
            } else if j == 0 && (!direct || args.beta != 0.0) {
                // Also a tile that threads store: TMA may still read the last tile's subtile, which a list stored that way.
                if consumer.thread_idx == 0 {
                    wait_for_epi_tile::<C>(index);
                }
                consumer.sync();
            }
            if Acc::<C>::HAS_GENERIC_EPILOGUE && j == 0 && !c_by_tma && args.beta != 0.0 {
                epi_tile.load_elements::<C>(args, consumer);
                consumer.sync();
            }
            let x = pick::<C>(acc, fragment);
            let x = finish::<C>(args, alpha, &epi_tile, consumer, j, x, &mut largest);
            let mut tDrD = epi_tile::epi_fragments::<C>();
            unroll!(C::FRAGMENTS_AT_ONCE, |k| {
                let mut eight = [Acc::<C>::from_bits(0); 8];
                unroll!(8, |i| eight[i] = x[8 * k + i]);
                tDrD[k] = Acc::<C>::convert(eight);
            });
            if direct {
                let (row, column, batch) = epi_tile.corner;
                direct::store::<C>(args, consumer, (row, column + j * 16, batch), &tDrD);
            } else if epi_tile.smem.column_major {
                unroll!(C::FRAGMENTS_AT_ONCE, |k| C::Out::store::<C, true>(
                    epi_tile.smem,
                    consumer.thread_idx,
                    j + k as u32,
                    &tDrD[k]
                ));
            } else {
                unroll!(C::FRAGMENTS_AT_ONCE, |k| C::Out::store::<C, false>(
                    epi_tile.smem,
                    consumer.thread_idx,
                    j + k as u32,
                    &tDrD[k]
                ));
            }
            if !direct && j + C::FRAGMENTS_AT_ONCE == epi_tile.columns / 16 {
                fence::proxy_async();
                consumer.sync();
                if !C::DIRECT && by_words {
                    let thread = consumer.rematerialize().thread_idx;
                    unaligned::store::<C>(args, &epi_tile, thread);
                    // All have read the subtile before C of a next tile may come into it.
                    consumer.sync();
                } else if consumer.thread_idx == 0 {
                    epi_tile.store::<C>(args);
                    let next = index + (C::EPI_TILES - 1).max(1);
                    if c_by_tma && next >= C::EPI_TILES && next < C::TILE_EPI_TILES {
                        // A store that has read its subtile leaves room for C: this one where there is one subtile, else the
                        // one before.
                        if C::EPI_TILES == 1 {
                            tma::wait_read::<0>();
                        } else {
                            tma::wait_read::<1>();
                        }
                        load_epi_tile::<C>(share, next);
                    }
                }
            }
        }
        fragment = math::black_box(fragment + C::FRAGMENTS_AT_ONCE);
    }
    if direct && args.beta != 0.0 {
        // All have read C from the last subtile before that of a list's next product may come into it by TMA.
        // SAFETY: the caller has all threads of the consumer here.
        unsafe { share.thread.sync() };
    }
    if args.amax != 0 {
        // SAFETY: the launch passes a place for the magnitude.
        unsafe { counter::red_max(args.amax, largest) };
    }
}

/// The epilogue of a thread's elements of epilogue fragments `j` and on of `epi_tile`: each step under one branch for all of them.
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
    let rows = [0, 1].map(inlined!(
        |half| epi_tile.corner.0 + consumer.value::<C>(register(0, half)).0
    ));
    let columns = epi_tile.corner.1 + j * 16 + consumer.value::<C>(0).1;
    let column = inlined!(|i: usize| columns + tiled_mma::columns(i));
    // Rows and columns beyond D are taken for its last.
    let row_of = inlined!(|half: usize| rows[half].min(args.m - 1));
    let column_of = inlined!(|i: usize| column(i).min(args.n - 1));
    // SAFETY: the launch passes factors and biases as long as D's sides.
    unsafe {
        if args.scale_mn[0] != 0 {
            let scales = [0, 1].map(inlined!(
                |half| alpha * entry(args.scale_mn[0], row_of(half))
            ));
            unroll!(8 * C::FRAGMENTS_AT_ONCE, |i| x[i] =
                x[i].scale(scales[half(i)]));
        } else if alpha != 1.0 {
            unroll!(8 * C::FRAGMENTS_AT_ONCE, |i| x[i] = x[i].scale(alpha));
        }
        if args.scale_mn[1] != 0 {
            unroll!(4 * C::FRAGMENTS_AT_ONCE, |k| {
                let [i, below] = [register(k, 0), register(k, 1)];
                let scale = (args.scale_mn[1] as *const f32)
                    .add(column_of(i) as usize)
                    .read();
                x[i] = x[i].scale(scale);
                x[below] = x[below].scale(scale);
            });
        }
        if Acc::<C>::HAS_GENERIC_EPILOGUE && args.beta != 0.0 {
            unroll!(C::FRAGMENTS_AT_ONCE, |k| {
                let fragment = j + k as u32;
                let c = if epi_tile.smem.column_major {
                    C::Out::load::<C, true>(epi_tile.smem, consumer.thread_idx, fragment)
                } else {
                    C::Out::load::<C, false>(epi_tile.smem, consumer.thread_idx, fragment)
                };
                let c = Acc::<C>::widen(&c);
                unroll!(8, |i| x[8 * k + i] = x[8 * k + i].plus(args.beta, c[i]));
            });
        }
        if Acc::<C>::HAS_GENERIC_EPILOGUE && args.bias.base != 0 {
            let bias = args.bias.base as *const C::Out;
            let read = inlined!(|i: u32| Acc::<C>::of(bias.add(i as usize).read()));
            if args.bias.column == 0 {
                let bias = [read(row_of(0)), read(row_of(1))];
                unroll!(8 * C::FRAGMENTS_AT_ONCE, |i| x[i] =
                    x[i].plus(1.0, bias[half(i)]));
            } else {
                unroll!(4 * C::FRAGMENTS_AT_ONCE, |k| {
                    let [i, below] = [register(k, 0), register(k, 1)];
                    let bias = read(column_of(i));
                    x[i] = x[i].plus(1.0, bias);
                    x[below] = x[below].plus(1.0, bias);
                });
            }
        }
        x = Acc::<C>::activate(x, 8 * C::FRAGMENTS_AT_ONCE, args.activation);
        if args.amax != 0 {
            unroll!(8 * C::FRAGMENTS_AT_ONCE, |i| {
                if rows[half(i)] < args.m && column(i) < args.n {
                    *largest = (*largest).max(x[i].magnitude());
                }
            });
        }
        if args.scale_d != 0 {
            let out = factor(args.scale_d);
            unroll!(8 * C::FRAGMENTS_AT_ONCE, |i| x[i] = x[i].scale(out));
        }
    }
    x
}
