//! A [`Fusion`] epilogue: C from the stages after those of the sum, a bias loaded under the last products, and subtiles to D, all of
//! it straight-line code.
//!
//! ```text
//! producer    stages of A and B ▸ stages of C ▸ the next tile's
//! consumer    multiply ▸ load the first bias ▸ wait ▸ subtile by subtile: α · sum + bias + β · C ▸ curve ▸ D
//! ```
//!
//! With ping-pong consumers C comes to the subtiles of D instead: [`fused_in_place`](super::fused_in_place).
//!
//! Roofline: C in and D out once. Some 30 instructions for 16 columns of a thread's two rows, with C 25 more and for a curve 80:
//! ping-pong consumers have 700 clocks a stage for them.

use super::epi_tile::{self, EpiFragments, EpilogueTile, epi_fragment_of};
use super::*;
use core::mem;

/// Bytes of 64 rows of C, as its subtiles come to a stage.
const fn c_rows<C: Config>() -> u32 {
    64 * C::TILE.1 * C::OUT
}

/// Blocks of 64 rows of C in a stage.
const fn c_blocks<C: Config>() -> u32 {
    C::STAGE / c_rows::<C>()
}

/// Loads the bias of subtile `p`.
///
/// # Safety
/// A bias of the launch is as long as D's rows, which are whole chunks of 16 bytes, and starts at a whole word.
#[inline(always)]
unsafe fn load_bias<C: Device, const BIAS: bool>(share: TileShare<'_>, p: u32) -> Bias {
    let TileShare { args, work, .. } = share;
    let mut words = [0; WORDS];
    if BIAS {
        let first = work.n * C::TILE.1 + p * C::EPI_TILE_COLUMNS + share.thread.value::<C>(0).1;
        unroll!(C::EPI_TILE_COLUMNS / 8; epi_tile::columns::<C>(p) / 8, |i| {
            // Columns beyond D are taken for its last two.
            let column = (first + i as u32 * 8).min(args.n - 2);
            // SAFETY: two entries of the bias.
            words[i] = unsafe { memory::load_volatile_u32(args.bias.base + column as u64 * 2) };
        });
    }
    words
}

/// Reads C from `epi_tile`, where it is added.
///
/// # Safety
/// All threads of the warpgroup call this, which own the subtile, which holds C.
#[inline(always)]
pub(super) unsafe fn read<C: Device>(
    epi_tile: &EpilogueTile,
    thread: ConsumerThread,
) -> EpiFragments<C> {
    let mut c = epi_tile::epi_fragments::<C>();
    unroll!(C::EPI_TILE_COLUMNS / 16; epi_tile.columns / 16, |fragment| {
        // SAFETY: upheld by the caller.
        c[fragment] = unsafe { C::Out::load::<C, false>(epi_tile.smem, thread.thread_idx, fragment as u32) };
    });
    c
}

/// Writes the epilogue `fusion`, a constant, of the accumulators of `epi_tile`, of row block `r`.
///
/// # Safety
/// Same requirements as [`EpilogueTile::put`].
#[inline(always)]
pub(super) unsafe fn put<C: Device>(
    fusion: Fusion,
    args: &Args,
    thread: ConsumerThread,
    epi_tile: &EpilogueTile,
    (acc, r): (&Fragments<C>, u32),
    bias: Bias,
    c: &EpiFragments<C>,
) {
    let of = inlined!(|j: usize, fragment: u32| {
        let (sum, c) = (
            epi_fragment_of::<C>(acc, r, fragment),
            Acc::<C>::widen(&c[j]),
        );
        let mut x = [Acc::<C>::from_bits(0); MOST];
        unroll!(8, |i| {
            x[i] = if fusion.bias {
                // SAFETY: a word is two elements of 16 bits.
                let pair: [C::Out; 2] = unsafe { mem::transmute_copy(&bias[2 * j + i / 4]) };
                Acc::<C>::of(pair[i % 2]).plus(args.alpha, sum[i])
            } else {
                sum[i].scale(args.alpha)
            };
            if fusion.c {
                x[i] = x[i].plus(args.beta, c[i]);
            }
        });
        let x = Acc::<C>::activate(x, 8, fusion.activation);
        let mut out = sum;
        unroll!(8, |i| out[i] = x[i]);
        out
    });
    // SAFETY: upheld by the caller.
    unsafe { epi_tile.put::<C, false>(thread, of) };
}

/// Waits for C's stages from `state` on, `from` of which this consumer has left behind, and frees those before `to`.
///
/// # Safety
/// All threads of the consumer have read what they need of these.
#[inline(always)]
unsafe fn leave<C: Device, const STAGES: usize>(
    pipeline: Pipeline<C, STAGES>,
    state: &mut PipelineState<STAGES>,
    from: &mut u32,
    to: u32,
) {
    while *from < to {
        // No stage is released before it was full: an arrival would count for the round before.
        // SAFETY: the caller has all threads of the consumer done with these stages; each is full once its barrier says so.
        unsafe {
            pipeline.consumer_wait(*state);
            pipeline.consumer_release(*state);
        }
        state.advance();
        *from += 1;
    }
}

impl<const ADDS_C: bool, const BIAS: bool, const ACTIVATION: u32> Epilogue
    for FusedInStages<ADDS_C, BIAS, ACTIVATION>
{
    /// C of a tile: blocks of 64 rows, subtile by subtile, as D will leave.
    #[inline(always)]
    unsafe fn load_stages<C: Device, const STAGES: usize>(
        args: &Args,
        storage: SharedStorage,
        pipeline: Pipeline<C, STAGES>,
        state: &mut PipelineState<STAGES>,
        (work, _): (WorkTileInfo, bool),
    ) {
        if !ADDS_C {
            return;
        }
        let mut first = 0;
        while first < C::TILE.0 / 64 {
            let blocks = c_blocks::<C>().min(C::TILE.0 / 64 - first);
            let pipeline = pipeline.with_transaction_bytes(blocks * c_rows::<C>());
            // SAFETY: one whole warp is here, by the caller; the bytes of these blocks come below.
            if unsafe { pipeline.producer_acquire_elect(*state) } {
                let (full, stage) = (pipeline.producer_get_barrier(*state), state.index() as u32);
                for i in 0..blocks * C::ACROSS {
                    let (block, p) = (i / C::ACROSS, i % C::ACROSS);
                    let to = storage.smem_a::<C>(stage) + block * c_rows::<C>() + p * C::EPI_TILE;
                    let at = (first + block, p);
                    let epi_tile =
                        EpilogueTile::at::<C>(ConsumerThread::FIRST, work, at, to, false);
                    // SAFETY: the launch's map of C; the stage is free, and its barrier expects the bytes.
                    unsafe { epi_tile.load::<C>(args, full.shared_address()) };
                }
            }
            state.advance();
            first += math::black_box(c_blocks::<C>());
        }
    }

    #[inline(always)]
    unsafe fn ahead<C: Device>(share: TileShare<'_>) -> Bias {
        // SAFETY: the caller has the launch's arguments, with a readable bias where there is one.
        unsafe { load_bias::<C, BIAS>(share, 0) }
    }

    /// Subtile by subtile: registers to swizzled shared memory, shared memory to D by TMA while the next subtile is written.
    #[inline(always)]
    unsafe fn store<C: Device, const STAGES: usize>(
        consumer: &mut Consumer<C, STAGES>,
        tile: Tile<'_>,
        last: PipelineState<STAGES>,
        bias: Bias,
        acc: &mut Fragments<C>,
    ) {
        // SAFETY: upheld by the caller: all threads of the consumer, after the tile's last products.
        unsafe { consumer.finish(last, acc) };
        let share = consumer.share(tile.work_tile);
        let TileShare {
            args,
            work,
            thread,
            epi_tiles,
        } = share;
        let (pipeline, state) = (consumer.pipeline, &mut consumer.state);
        // Blocks of rows one after the other, so that C's stages are free soon, or subtile by subtile, so that blocks share a bias.
        let order = inlined!(|i: u32| {
            if ADDS_C {
                (i / C::ACROSS, i % C::ACROSS)
            } else {
                (i % C::ROW_BLOCKS, i / C::ROW_BLOCKS)
            }
        });
        let (mut next, mut left) = (bias, 0);
        unroll!(C::TILE_EPI_TILES, |index| {
            let index = index as u32;
            let (r, p) = order(index);
            let bias = next;
            if index + 1 < C::TILE_EPI_TILES && order(index + 1).1 != p {
                // SAFETY: the caller has the launch's arguments, with a readable bias where there is one.
                next = unsafe { load_bias::<C, BIAS>(share, order(index + 1).1) };
            }
            let at = epi_tiles.buffer::<C>(index % C::EPI_TILES);
            let epi_tile = EpilogueTile::at::<C>(thread, work, (r, p), at, false);
            let mut c = epi_tile::epi_fragments::<C>();
            // SAFETY: the subtile is this warpgroup's own, free once its last store has been read; every thread writes its share of
            // it, fences, and meets the others before one of them stores it. C's stages before a block's are not needed any more
            // when all have written the block before.
            unsafe {
                if index == 0 && C::EPI_TILES == C::TILE_EPI_TILES {
                    acquire_epi_tile::<C>(thread, 0);
                }
                if ADDS_C {
                    let block = thread.row_block::<C>() + r;
                    if p == 0 {
                        leave::<C, STAGES>(pipeline, state, &mut left, block / c_blocks::<C>());
                        pipeline.consumer_wait(*state);
                    }
                    let stage = consumer.storage.smem_a::<C>(state.index() as u32);
                    let at = stage + block % c_blocks::<C>() * c_rows::<C>() + p * C::EPI_TILE;
                    c = read::<C>(
                        &EpilogueTile::at::<C>(thread, work, (r, p), at, false),
                        thread,
                    );
                }
                if C::EPI_TILES != C::TILE_EPI_TILES {
                    acquire_epi_tile::<C>(thread, index);
                }
                put::<C>(Self::OF, args, thread, &epi_tile, (acc, r), bias, &c);
                epi_tile.finish::<C>(args, thread);
            }
        });
        if ADDS_C {
            let stages = const { (C::TILE.0 / 64).div_ceil(c_blocks::<C>()) };
            // SAFETY: every subtile was written, and what is left of C is not this consumer's.
            unsafe { leave::<C, STAGES>(pipeline, state, &mut left, stages) };
        }
    }
}
