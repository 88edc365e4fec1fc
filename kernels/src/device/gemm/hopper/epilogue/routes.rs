//! The route of a launch's D: accumulators times a factor through shared memory and TMA, in straight-line code; all else in
//! [`generic`](super::generic) or through a workspace.

use super::cluster_reduce::reduce;
use super::generic::{load_c, strips};
use super::split_k::split_k;
use super::*;

impl Epilogue for Generic {
    type Ahead = ();

    #[inline(always)]
    unsafe fn load<C: Device>(args: &Args, panels: Panels, thread: ConsumerThread, work: Work) {
        // SAFETY: upheld by the caller.
        unsafe { load_c::<C>(args, panels, thread, work) };
    }

    #[inline(always)]
    unsafe fn ahead<C: Device>(_: &Args, _: ConsumerThread, _: Work) {}

    #[inline(always)]
    unsafe fn store<C: Device, const STAGES: u32>(
        consumer: &mut Consumer<C, STAGES>,
        tile: Tile<'_>,
        last: PipelineState<STAGES>,
        (): (),
        acc: &mut Fragments<C>,
    ) {
        // SAFETY: upheld by the caller: all threads of the consumer, with complete accumulators.
        unsafe {
            consumer.finish(last, acc);
            store::<C>(
                tile.args,
                consumer.panels(),
                consumer.thread,
                tile,
                &mut consumer.phases,
                acc,
            );
        }
    }
}

impl Epilogue for ClusterReduce {
    type Ahead = ();

    #[inline(always)]
    unsafe fn ahead<C: Device>(_: &Args, _: ConsumerThread, _: Work) {}

    #[inline(always)]
    unsafe fn store<C: Device, const STAGES: u32>(
        consumer: &mut Consumer<C, STAGES>,
        tile: Tile<'_>,
        last: PipelineState<STAGES>,
        (): (),
        acc: &mut Fragments<C>,
    ) {
        // SAFETY: upheld by the caller: all threads of the consumer, with complete accumulators.
        unsafe {
            consumer.finish(last, acc);
            if reduce::<C>(consumer.storage, consumer.thread, consumer.cta, acc) {
                load_c::<C>(tile.args, consumer.panels(), consumer.thread, tile.work);
                store::<C>(
                    tile.args,
                    consumer.panels(),
                    consumer.thread,
                    tile,
                    &mut consumer.phases,
                    acc,
                );
            }
        }
    }
}

/// Sends one tile's accumulators to D by the launch's route. `phases` has the parity of each output panel's barrier.
///
/// # Safety
/// All consumer threads call this with their accumulators of `work`, the `args` being those of the launch.
#[inline(always)]
unsafe fn store<C: Device>(
    args: &Args,
    panels: Panels,
    consumer: ConsumerThread,
    at: Tile<'_>,
    phases: &mut u32,
    acc: &mut Fragments<C>,
) {
    const COLUMN_MAJOR: u32 = route::TILE | route::COLUMN_MAJOR;
    let work = at.work;
    let consumer = consumer.afresh::<C>();
    // SAFETY: the launch passes readable factors.
    let alpha =
        args.alpha * unsafe { factor(args.alpha_factors[0]) * factor(args.alpha_factors[1]) };
    // SAFETY: the caller has all consumer threads make the call, with the launch's arguments, their accumulators and their panels.
    unsafe {
        match args.route {
            way @ (route::TILE | COLUMN_MAJOR) if C::OUT > 1 => {
                if alpha != 1.0 {
                    scale::<C>(alpha, acc);
                }
                if way == COLUMN_MAJOR {
                    tile::<C>(args, panels, consumer, work, true, acc)
                } else {
                    tile::<C>(args, panels, consumer, work, false, acc)
                }
            }
            route::SPLIT if C::CAN_SPLIT => split_k::<C>(args, consumer, work, at.number, acc),
            _ => strips::<C>(args, alpha, panels, consumer, work, phases, acc),
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

/// Panel by panel: registers to swizzled shared memory, shared memory to D by TMA while the next panel is written.
///
/// # Safety
/// As [`store`].
#[inline(always)]
unsafe fn tile<C: Device>(
    args: &Args,
    panels: Panels,
    consumer: ConsumerThread,
    work: Work,
    column_major: bool,
    acc: &Fragments<C>,
) {
    unroll!(up_to_2, C::ROW_BLOCKS, |r| {
        unroll!(up_to_16, C::ACROSS, |p| {
            let index = r as u32 * C::ACROSS + p as u32;
            let panel = panels.buffer::<C>(index % C::PANELS);
            let width = panel_width::<C>(p as u32);
            let words = words_of::<C>(acc, (r, p));
            // SAFETY: the panel is this warpgroup's own, free once its last store has been read; every thread writes its
            // share of it, fences, and meets the others before one of them stores it. Register indices are constants
            // below the fragment's length.
            unsafe {
                acquire_panel::<C>(consumer, index);
                if !column_major {
                    write_rows::<C>(panel, consumer, width, words);
                    store_panel::<C>(args, consumer, work, (r, p), panel);
                    return;
                }
                let down = #[inline(always)]
                |j: usize, c: usize| {
                    let k = p * C::PANEL_COLUMNS as usize / 4 + 2 * j + c;
                    Acc::<C>::words([0, 1].map(
                        #[inline(always)]
                        |half| C::Mma::get(acc, r, register(k, half)),
                    ))[0]
                };
                let columns = width / C::OUT;
                write_columns::<C>(panel, consumer, columns, words, down);
                fence::proxy_async();
                warpgroup::sync(1 + consumer.warp_group, 128);
                if consumer.thread_idx == 0 {
                    let (row, column) = corner::<C>(work, consumer, r, p);
                    let map = args.maps[if (p as u32) < C::WHOLE_PANELS { 2 } else { 3 }];
                    let rows = 128 / C::OUT;
                    unroll!(up_to_2, 64 / rows, |h| {
                        let at = (row + h as u32 * rows, column, work.batch);
                        tma::store(map, at, panel + h as u32 * columns * 128);
                    });
                    tma::commit();
                }
            }
        });
    });
}

/// Writes a panel with columns of D one after the other, each 128 bytes of rows, swizzled; two such halves for elements of
/// four bytes.
///
/// # Safety
/// Called by all threads of the warpgroup, which own the panel.
#[inline(always)]
unsafe fn write_columns<C: Device>(
    panel: Smem,
    consumer: ConsumerThread,
    columns: u32,
    words: impl Fn(usize, usize) -> [u32; 2],
    down: impl Fn(usize, usize) -> u32,
) {
    // Eights of columns stand one behind the other, each swizzled alike.
    let at = #[inline(always)]
    |(row, column): (u32, u32)| smem_layout_d::byte(128, 128, column, row * C::OUT);
    // SAFETY: the offsets are inside the panel.
    unsafe {
        if C::OUT == 2 && C::PAIRED_ROWS {
            // A thread's two rows are neighbours: a word of a column.
            unroll!(up_to_2, 2, |c| {
                let line = panel + at(consumer.value::<C>(register(c, 0)));
                unroll!(up_to_8, columns / 8, |j| stmatrix::store_word(
                    line + j as u32 * 1024,
                    down(j, c)
                ));
            },);
        } else if C::OUT == 2 {
            let line = panel + at(tiling::identity_column(consumer.thread_idx));
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
                        let (row, column) = consumer.value::<C>(register(c, half));
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
