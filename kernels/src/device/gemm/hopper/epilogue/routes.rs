//! The route of a launch's D: accumulators times a factor through shared memory and TMA, in straight-line code; all else in
//! [`generic`](super::generic) or through a workspace.

use super::cluster_reduce::reduce;
use super::generic::{load_c, strips};
use super::panel::{Panel, strip_of};
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
    unsafe fn store<C: Device, const STAGES: u32>(
        consumer: &mut Consumer<C, STAGES>,
        tile: Tile<'_>,
        last: PipelineState<STAGES>,
        (): (),
        acc: &mut Fragments<C>,
    ) {
        // SAFETY: upheld by the caller: all threads of the consumer, after the tile's last products.
        unsafe { consumer.finish(last, acc) };
        // SAFETY: upheld by the caller: all threads of the consumer, with complete accumulators.
        unsafe { store::<C, STAGES>(consumer, tile, acc) };
    }
}

impl Epilogue for ClusterReduce {
    type Ahead = ();

    #[inline(always)]
    unsafe fn store<C: Device, const STAGES: u32>(
        consumer: &mut Consumer<C, STAGES>,
        tile: Tile<'_>,
        last: PipelineState<STAGES>,
        (): (),
        acc: &mut Fragments<C>,
    ) {
        // SAFETY: upheld by the caller: all threads of the consumer, after the tile's last products, and with complete accumulators.
        unsafe {
            consumer.finish(last, acc);
            if reduce::<C>(consumer.storage, consumer.thread, consumer.cta, acc) {
                load_c::<C>(tile.args, consumer.panels(), consumer.thread, tile.work);
                store::<C, STAGES>(consumer, tile, acc);
            }
        }
    }
}

/// Sends one tile's accumulators to D by the launch's route.
///
/// # Safety
/// All consumer threads call this with their accumulators of the tile.
#[inline(always)]
unsafe fn store<C: Device, const STAGES: u32>(
    consumer: &mut Consumer<C, STAGES>,
    Tile {
        args, work, number, ..
    }: Tile<'_>,
    acc: &mut Fragments<C>,
) {
    const COLUMN_MAJOR: u32 = route::TILE | route::COLUMN_MAJOR;
    let (panels, thread) = (consumer.panels(), consumer.thread.afresh());
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
                    tile::<C, true>(args, panels, thread, work, acc)
                } else {
                    tile::<C, false>(args, panels, thread, work, acc)
                }
            }
            route::SPLIT if C::CAN_SPLIT => split_k::<C>(args, thread, work, number, acc),
            _ => strips::<C>(args, alpha, panels, thread, work, &mut consumer.phases, acc),
        }
    }
}

/// Multiplies every accumulator by a factor.
#[inline(always)]
fn scale<C: Device>(alpha: f32, acc: &mut Fragments<C>) {
    unroll!(C::ROW_BLOCKS, |r| {
        unroll!(C::TILE.1 / 8, |i| {
            unroll!(4, |j| {
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
unsafe fn tile<C: Device, const COLUMN_MAJOR: bool>(
    args: &Args,
    panels: Panels,
    consumer: ConsumerThread,
    work: Work,
    acc: &Fragments<C>,
) {
    unroll!(C::ROW_BLOCKS, |r| {
        unroll!(C::ACROSS, |p| {
            let (r, p) = (r as u32, p as u32);
            let panel = Panel::new::<C>(consumer, work, (r, p), panels, COLUMN_MAJOR);
            // SAFETY: the panel is this warpgroup's own, free once its last store has been read; every thread writes its share of it.
            unsafe {
                acquire_panel::<C>(consumer, panel.index);
                panel.put::<C, COLUMN_MAJOR>(
                    consumer,
                    #[inline(always)]
                    |_, strip| strip_of::<C>(acc, r, strip),
                );
                panel.finish::<C>(args, consumer, work.batch);
            }
        });
    });
}
