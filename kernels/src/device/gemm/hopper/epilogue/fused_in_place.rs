//! C for ping-pong consumers: it is loaded to the subtiles that D leaves from, which both consumers share as a circular buffer, and D is
//! written where C was.
//!
//! ```text
//! subtile of the buffer   0        1        2        3        0        1        2
//! warp 1 loads C of    tile 0 ─────────────────────────────────────▸ tile 1 ────────
//! consumer 0            wait ▸ C ▸ α · sum + β · C ▸ D ▸ free …      ▸ consumer 1
//! ```
//!
//! A warp of its own loads C, so that neither the stages nor the other consumer's products wait for it: a tile's first subtiles are
//! there when its sum is complete. Consumers store alternately too: a subtile is waited for only when all before it have come, so that
//! no barrier is a whole round behind the one that is waited for, which has the same parity.
//!
//! Roofline: C in and D out once, 45 KB each for a tile of 128 × 176, behind the other consumer's 11,300 clocks of products at
//! K = 1024.

use super::epi_tile::{EpilogueTile, prefetch_c};
use super::fused_in_stages::{put, read};
use super::*;

/// Named barrier before consumer 0's stores; consumer 1's is the next.
const EPI_STORE_ORDER_BARRIER: u32 = 7;
/// Named barrier after which the subtiles' barriers are ready for the warp that loads C.
const EPI_LOAD_BARRIER: u32 = 9;

/// The place of the block's subtile number `count`.
#[derive(Clone, Copy)]
struct Spot {
    buffer: Smem,
    /// The phase ends when C has been loaded, and when D has been stored.
    full: Smem,
    free: Smem,
    /// Of the round.
    parity: u32,
}

impl Spot {
    #[inline(always)]
    fn of<C: Config>(epi_tiles: EpilogueTiles, count: u32) -> Self {
        let i = count % C::ALL_EPI_TILES;
        Self {
            buffer: epi_tiles.buffer::<C>(i),
            full: epi_tiles.barrier(i),
            free: epi_tiles.barrier(C::ALL_EPI_TILES + i),
            parity: count / C::ALL_EPI_TILES % 2,
        }
    }
}

impl Epilogue for FusedInPlace {
    #[inline(always)]
    fn phases<C: Config>(warp_group: u32) -> u32 {
        warp_group * C::TILE_EPI_TILES
    }

    #[inline(always)]
    unsafe fn start<C: Config>() {
        // SAFETY: these threads arrive and the warp that loads C waits, once.
        unsafe { named_barrier::arrive(EPI_LOAD_BARRIER, 128 * C::CONSUMERS + 32) };
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
        // SAFETY: upheld by the caller: such a launch has maps of C.
        unsafe { prefetch_c::<C>(args, tile) };
    }

    /// C of every tile of this CTA, subtile by subtile.
    #[inline(always)]
    unsafe fn load_warp<C: Device>(mut source: impl ProblemVisitor, storage: SharedStorage) {
        let cta = BlockInCluster::here::<C>();
        let mut work_tiles = work_tiles::<C>(&source);
        let epi_tiles = storage.smem_d::<C>(0);
        let mut count = 0;
        // SAFETY: this warp waits and the consumers arrive ([`Epilogue::start`]), once.
        unsafe { named_barrier::sync(EPI_LOAD_BARRIER, 128 * C::CONSUMERS + 32) };
        while work_tiles.next < work_tiles.end {
            // SAFETY: the loop's condition.
            let WorkTile { args, work, .. } =
                unsafe { work_tile::<C>(&mut source, work_tiles.next, cta) };
            let mut index = 0;
            while index < C::TILE_EPI_TILES {
                let at = (index / C::ACROSS, index % C::ACROSS);
                let spot = Spot::of::<C>(epi_tiles, count);
                let epi_tile =
                    EpilogueTile::at::<C>(ConsumerThread::FIRST, work, at, spot.buffer, false);
                // SAFETY: the subtile is free once its barrier says so; one thread has TMA load it by the launch's maps.
                unsafe {
                    mbarrier::wait(spot.free, spot.parity ^ 1);
                    if warpgroup::elect_one_sync() {
                        mbarrier::arrive_and_expect_tx(spot.full, epi_tile.bytes::<C>());
                        epi_tile.load::<C>(args, spot.full);
                    }
                }
                count += 1;
                index += math::black_box(1);
            }
            work_tiles.next += work_tiles.step;
        }
    }

    /// Subtile by subtile: C from the subtiles, D in its place, and from there by TMA.
    #[inline(always)]
    unsafe fn store<C: Device, const STAGES: usize>(
        consumer: &mut Consumer<C, STAGES>,
        tile: Tile<'_>,
        last: PipelineState<STAGES>,
        _: Bias,
        acc: &mut Fragments<C>,
    ) {
        // SAFETY: upheld by the caller: all threads of the consumer, after the tile's last products.
        unsafe { consumer.finish(last, acc) };
        let WorkTile { args, work, .. } = tile.work_tile;
        let (thread, count) = (consumer.thread, consumer.phases);
        let epi_tiles = consumer.storage.smem_d::<C>(0);
        if !tile.is_first() {
            // SAFETY: the one consumer's threads wait and the other's arrive, once for each tile but the block's first.
            unsafe { named_barrier::sync(EPI_STORE_ORDER_BARRIER + thread.warp_group, 256) };
        }
        unroll!(C::TILE_EPI_TILES, |index| {
            let index = index as u32;
            let (r, p) = (index / C::ACROSS, index % C::ACROSS);
            let spot = Spot::of::<C>(epi_tiles, count + index);
            let epi_tile = EpilogueTile::at::<C>(thread, work, (r, p), spot.buffer, false);
            // SAFETY: the subtile is this consumer's from when C is there until D has left. A warp reads all that it needs of its rows
            // before it writes them; every thread fences and meets the others before one of them stores the subtile.
            unsafe {
                mbarrier::wait(spot.full, spot.parity);
                if index + 1 == C::TILE_EPI_TILES && !tile.is_last() {
                    named_barrier::arrive(EPI_STORE_ORDER_BARRIER + (1 - thread.warp_group), 256);
                }
                let c = read::<C>(&epi_tile, thread);
                put::<C>(
                    Fusion::ADD_C,
                    args,
                    thread,
                    &epi_tile,
                    (acc, r),
                    [0; WORDS],
                    &c,
                );
                epi_tile.finish::<C>(args, thread);
                if thread.thread_idx == 0 {
                    if index > 0 {
                        tma::wait_read::<1>();
                        mbarrier::arrive(Spot::of::<C>(epi_tiles, count + index - 1).free);
                    }
                    if index + 1 == C::TILE_EPI_TILES {
                        tma::wait_read::<0>();
                        mbarrier::arrive(spot.free);
                    }
                }
            }
        });
        consumer.phases += 2 * C::TILE_EPI_TILES;
    }
}
