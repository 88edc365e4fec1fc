//! Sums stored as they are, and nothing else, by ping-pong consumers: the first 64 rows of a tile leave while the other 64 are still
//! multiplied, and a block's last tile leaves without a wait for room.
//!
//! Nothing hides the end of a product of at most two rounds of tiles. Two blocks of rows are two batches of products, so the first
//! one's sums are complete a batch earlier; and what the subtiles of D have too little room for, the stages have, which are not filled
//! any more after the last tile: 64 rows of A are as large as a subtile.
//!
//! ```text
//! tensor cores   … | rows 0-63, last k-tile | rows 64-127, last k-tile |
//! consumer                                   | subtiles of rows 0-63       | subtiles of rows 64-127 | end
//!
//! last stage but p   | A: rows 0-63 ▸ subtile p of these | A: rows 64-127 ▸ subtile p of these | B |
//! ```
//!
//! Roofline: D out once, half of it overlapped with the last products. With more rounds, whose ends are hidden, batches of 64 rows are slower.
//! Measured: `benches/results/gpu-gemm/experiments.md`.

use super::epi_tile::{EpilogueTile, epi_fragment_of};
use super::*;

impl Epilogue for StoreOnly {
    /// Waits for each block of rows, a batch each, and sends it to D; releases the last stage after the last.
    #[inline(always)]
    unsafe fn store<C: Device, const STAGES: usize>(
        consumer: &mut Consumer<C, STAGES>,
        tile: Tile<'_>,
        last: PipelineState<STAGES>,
        _: Bias,
        acc: &mut Fragments<C>,
    ) {
        const {
            assert!(
                C::ROW_BLOCK_STRIDE == 0
                    && C::ROW_BLOCKS == 2
                    && C::REST_WIDTH == 0
                    && C::A.row_block_step == C::EPI_TILE
                    && C::ACROSS <= C::STAGES,
                "the whole subtiles of a last tile, a consumer's, take the place of its two blocks of rows of A"
            );
        }
        let TileShare {
            args,
            work,
            thread,
            epi_tiles,
        } = consumer.share(tile.work_tile);
        // No stage is filled any more, and the tile has read as many as it has subtiles across.
        let ends = tile.is_last() && tile.work_tile.k_split.k_tiles >= C::ACROSS;
        unroll!(C::ROW_BLOCKS, |r| {
            if r == 0 {
                // SAFETY: the caller has all threads of the consumer here; the block's batch is the oldest of those in flight.
                unsafe { warpgroup_wait::<1>() };
            } else {
                // SAFETY: the caller has all threads of the consumer here; the block's batch is the last in flight.
                unsafe { warpgroup_wait::<0>() };
            }
            acc.fence(r);
            if r == 1 {
                // SAFETY: the last batch, which was waited for, is the last that reads the stage.
                unsafe { consumer.pipeline.consumer_release(last) };
            }
            let rows = r as u32 * C::A.row_block_step;
            let mut stage = last.index() as u32;
            unroll!(C::ACROSS, |p| {
                let (r, p) = (r as u32, p as u32);
                let at = if ends {
                    consumer.storage.smem_a::<C>(stage) + rows
                } else {
                    epi_tiles.buffer::<C>((r * C::ACROSS + p) % C::EPI_TILES)
                };
                let epi_tile = EpilogueTile::at::<C>(thread, work, (r, p), at, false);
                stage = if stage == 0 { C::STAGES } else { stage } - 1;
                if !ends && thread.thread_idx == 0 {
                    wait_for_epi_tile::<C>(epi_tile.index);
                }
                if !ends || p == 0 {
                    // SAFETY: the caller has all threads of the consumer here.
                    unsafe { thread.sync() };
                }
                // SAFETY: the subtile is this warpgroup's own, free since its last store, or all products of its rows, have read it; the
                // caller has all threads of the consumer here, with the launch's arguments.
                unsafe {
                    epi_tile.put::<C, false>(
                        thread,
                        inlined!(|_, fragment| epi_fragment_of::<C>(acc, r, fragment)),
                    );
                    epi_tile.finish::<C>(args, thread);
                }
            });
        });
    }
}
