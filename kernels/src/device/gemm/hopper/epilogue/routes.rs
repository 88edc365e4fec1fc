//! The route of a launch's D: accumulators, after what is [`broadcast`](super::broadcast), through shared memory and TMA, in
//! straight-line code; all else in [`generic`](super::generic) or through a workspace.

use super::epi_tile::{EpilogueTile, epi_fragment_of, prefetch_c};
use super::generic::{load_c, store_fragments};
use super::split_k::split_k;
use super::*;

impl Epilogue for Generic {
    #[inline(always)]
    unsafe fn load<C: Device>(share: TileShare<'_>) {
        // SAFETY: upheld by the caller.
        unsafe {
            load_c::<C>(share);
            broadcast::prefetch::<C>(share);
        }
    }

    /// Asks for C in L2 when the tile's k-tiles are on their way, some stages before the consumers load it.
    #[inline(always)]
    unsafe fn load_stages<C: Device, const STAGES: usize>(
        args: &Args,
        _: SharedStorage,
        _: Pipeline<C, STAGES>,
        _: &mut PipelineState<STAGES>,
        tile: (WorkTileInfo, bool),
    ) {
        if args.route & route::TMA_LOAD_C != 0 {
            // SAFETY: upheld by the caller: the launch has C come by TMA.
            unsafe { prefetch_c::<C>(args, tile) };
        }
    }

    #[inline(always)]
    unsafe fn ahead<C: Device>(share: TileShare<'_>) -> Bias {
        // SAFETY: upheld by the caller.
        unsafe { broadcast::ahead::<C>(share) }
    }

    #[inline(always)]
    unsafe fn store<C: Device, const STAGES: usize>(
        consumer: &mut Consumer<C, STAGES>,
        tile: Tile<'_>,
        last: PipelineState<STAGES>,
        bias: Bias,
        acc: &mut Fragments<C>,
    ) {
        // SAFETY: upheld by the caller: all threads of the consumer, after the tile's last products.
        unsafe {
            consumer.finish(last, acc);
            route(consumer, tile, bias, acc);
        }
    }
}

/// Stores a tile's sums by the launch's route.
///
/// # Safety
/// Same requirements as [`Epilogue::store`], the products being complete.
#[inline(always)]
pub unsafe fn route<C: Device, const STAGES: usize>(
    consumer: &mut Consumer<C, STAGES>,
    tile: Tile<'_>,
    bias: Bias,
    acc: &mut Fragments<C>,
) {
    let share = consumer.share(tile.work_tile).rematerialize();
    let args = share.args;
    // SAFETY: upheld by the caller: all threads of the consumer, with the launch's arguments, their accumulators and their subtiles.
    unsafe {
        let alpha = args.alpha * factor(args.scale_ab[0]) * factor(args.scale_ab[1]);
        match args.route & !(route::COLUMN_MAJOR | broadcast::known::<C>()) {
            route::TMA_STORE if C::OUT > 1 => {
                broadcast::apply::<C>(share, alpha, &mut consumer.phases, bias, acc);
                if args.route & route::COLUMN_MAJOR != 0 {
                    self::tile::<C, true>(share, acc)
                } else {
                    self::tile::<C, false>(share, acc)
                }
            }
            route::SPLIT_K if C::CAN_SPLIT => split_k::<C>(share, tile.work_tile.number, acc),
            _ => store_fragments::<C>(share, alpha, &mut consumer.phases, acc),
        }
    }
}

/// Subtile by subtile: registers to swizzled shared memory, shared memory to D by TMA while the next subtile is written.
///
/// # Safety
/// Same requirements as [`Epilogue::store`].
#[inline(always)]
unsafe fn tile<C: Device, const COLUMN_MAJOR: bool>(share: TileShare<'_>, acc: &Fragments<C>) {
    unroll!(C::ROW_BLOCKS, |r| {
        unroll!(C::ACROSS, |p| {
            let (r, p) = (r as u32, p as u32);
            let epi_tile = EpilogueTile::new::<C>(share, (r, p), COLUMN_MAJOR);
            // SAFETY: the subtile is this warpgroup's own, free once its last store has been read; every thread writes its share of it.
            unsafe {
                acquire_epi_tile::<C>(share.thread, epi_tile.index);
                epi_tile.put::<C, COLUMN_MAJOR>(
                    share.thread,
                    inlined!(|_, fragment| epi_fragment_of::<C>(acc, r, fragment)),
                );
                epi_tile.finish::<C>(share.args, share.thread);
            }
        });
    });
}
