//! A [`Fixed`] epilogue: C from the stages behind those of the sum, a bias loaded under the last products, and panels to D, all of
//! it straight-line code.
//!
//! ```text
//! producer    stages of A and B ▸ stages of C ▸ the next tile's
//! consumer    multiply ▸ load the first bias ▸ wait ▸ panel by panel: α · sum + bias + β · C ▸ curve ▸ D
//! ```
//!
//! With ping-pong consumers C comes to the panels of D instead: [`fused_in_place`](super::fused_in_place).
//!
//! Roofline: C in and D out once. Some 30 instructions for 16 columns of a thread's two rows, with C 25 more and for a curve 80:
//! ping-pong consumers have 700 clocks a stage for them.

use super::tile::whole;
use super::*;

/// A thread's words of a panel's bias: two neighbours of every eight columns.
pub(super) type Bias = [u32; 8];
/// No bias.
pub(super) const NO_BIAS: Bias = [0; 8];

/// The kernel's epilogue, or nothing for one that has no [`Fixed`] one.
const fn fixed<C: Config>() -> Fixed {
    match C::FIXED {
        Some(fixed) => fixed,
        None => Fixed {
            c: false,
            bias: false,
            activation: activation::NONE,
        },
    }
}

/// Loads the bias of panel `p`.
///
/// # Safety
/// A bias of the launch is as long as D's rows, which are whole chunks of 16 bytes, and starts at a whole word.
#[inline(always)]
unsafe fn load_bias<C: Device>(args: &Args, consumer: ConsumerThread, work: Work, p: u32) -> Bias {
    let mut words = [0; 8];
    if fixed::<C>().bias {
        let first = work.n * C::TILE.1 + p * C::PANEL_COLUMNS + consumer.value::<C>(0).1;
        let columns = panel_width::<C>(p) / C::OUT;
        unroll!(up_to_8, columns / 8, |i| {
            // Columns beyond D are taken for its last two.
            let column = (first + i as u32 * 8).min(args.n - 2);
            // SAFETY: two entries of the bias.
            words[i] = unsafe { memory::word_now(args.bias.base + column as u64 * 2) };
        });
    }
    words
}

/// A thread's words of a panel of C: four of every strip of 16 columns.
pub(super) type Words = [u32; 16];

/// Reads C from `panel`, which is panel `p` of a block of 64 rows.
///
/// # Safety
/// All threads of the warpgroup call this, C being there.
#[inline(always)]
pub(super) unsafe fn read<C: Device>(panel: Smem, consumer: ConsumerThread, p: u32) -> Words {
    let width = panel_width::<C>(p);
    let (row, column) = consumer.line::<C>();
    let mut words = [0; 16];
    unroll!(up_to_4, width / 32, |j| {
        let byte = (column + j as u32 * 16) * C::OUT;
        let offset = smem_layout_d::byte(whole::<C>(false), width, row, byte);
        // SAFETY: the caller has all threads of the warpgroup here and C in the panel; the lines are inside the panel, aligned to 16
        // bytes.
        let four = unsafe { ldmatrix::load::<4, false>(panel + offset) };
        unroll!(up_to_4, 4, |i| words[4 * j + i] = four[i]);
    });
    words
}

/// The epilogue of panel `p` of row block `r`: a thread's words of D, two neighbours in each half of every eight columns.
#[inline(always)]
pub(super) fn words<C: Device>(
    args: &Args,
    acc: &Fragments<C>,
    (r, p): (u32, u32),
    bias: Bias,
    c: Words,
) -> impl Fn(usize, usize) -> [u32; 2] {
    let Fixed {
        c: adds_c,
        bias: biased,
        activation,
    } = const { fixed::<C>() };
    let words = #[inline(always)]
    move |j: usize, half: usize| {
        let first = (p * C::PANEL_COLUMNS / 4) as usize + 2 * j;
        let c = Acc::<C>::pair([c[2 * j + half], 0]);
        let bias = Acc::<C>::pair([bias[j], 0]);
        let mut x = [Acc::<C>::from_bits(0); MOST];
        unroll!(up_to_2, 2, |k| {
            // SAFETY: register indices are constants below the fragment's length.
            let sum = unsafe { C::Mma::get(acc, r as usize, register(first + k, half)) };
            x[k] = if biased {
                bias[k].plus(args.alpha, sum)
            } else {
                sum.scale(args.alpha)
            };
            if adds_c {
                x[k] = x[k].plus(args.beta, c[k]);
            }
        });
        let x = Acc::<C>::activate(x, 2, activation);
        Acc::<C>::words([x[0], x[1]])
    };
    words
}

/// Waits for C's stages from `state` on, `from` of which this consumer has left behind, and frees those before `to`.
///
/// # Safety
/// All threads of the consumer have read what they need of these.
#[inline(always)]
unsafe fn leave<C: Device, const STAGES: u32>(
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

impl Epilogue for FusedInStages {
    type Ahead = Bias;

    /// C of a tile: blocks of 64 rows, panel by panel, as D will leave.
    #[inline(always)]
    unsafe fn load_stages<C: Device, const STAGES: u32>(
        args: &Args,
        storage: SharedStorage,
        pipeline: Pipeline<C, STAGES>,
        state: &mut PipelineState<STAGES>,
        (m0, n0, batch): (u32, u32, u32),
    ) {
        if C::C_STAGES == 0 {
            return;
        }
        let mut row = 0;
        while row < C::TILE.0 {
            let blocks = C::C_BLOCKS.min((C::TILE.0 - row) / 64);
            let pipeline = pipeline.with_transaction_bytes(blocks * C::C_ROWS);
            // SAFETY: one whole warp is here, by the caller; the bytes of these blocks come below.
            if unsafe { pipeline.producer_acquire_elect(*state) } {
                let (full, stage) = (pipeline.producer_get_barrier(*state), state.index() as u32);
                for i in 0..blocks * C::ACROSS {
                    let (block, p) = (i / C::ACROSS, i % C::ACROSS);
                    let to = storage.smem_a::<C>(stage) + block * C::C_ROWS + p * C::PANEL;
                    let map = args.maps[if p < C::WHOLE_PANELS { 4 } else { 5 }];
                    let at = (n0 + p * C::PANEL_COLUMNS, m0 + row + block * 64, batch);
                    // SAFETY: the launch's map of C; the stage is free, and its barrier expects the bytes.
                    unsafe { tma::load(to, map, at, full) };
                }
            }
            state.advance();
            row += math::opaque(C::C_BLOCKS * 64);
        }
    }

    #[inline(always)]
    unsafe fn ahead<C: Device>(args: &Args, thread: ConsumerThread, work: Work) -> Bias {
        // SAFETY: the caller has the launch's arguments, with a readable bias where there is one.
        unsafe { load_bias::<C>(args, thread, work, 0) }
    }

    /// Panel by panel: registers to swizzled shared memory, shared memory to D by TMA while the next panel is written.
    #[inline(always)]
    unsafe fn store<C: Device, const STAGES: u32>(
        consumer: &mut Consumer<C, STAGES>,
        Tile { args, work, .. }: Tile<'_>,
        last: PipelineState<STAGES>,
        bias: Bias,
        acc: &mut Fragments<C>,
    ) {
        // SAFETY: upheld by the caller: all threads of the consumer, after the tile's last products.
        unsafe { consumer.finish(last, acc) };
        let (panels, thread) = (consumer.panels(), consumer.thread);
        let (pipeline, state) = (consumer.pipeline, &mut consumer.state);
        let adds_c = const { fixed::<C>() }.c;
        // Blocks of rows one after the other, so that C's stages are free soon, or panel by panel, so that blocks share a bias.
        let at = #[inline(always)]
        |i: u32| {
            if adds_c {
                (i / C::ACROSS, i % C::ACROSS)
            } else {
                (i % C::ROW_BLOCKS, i / C::ROW_BLOCKS)
            }
        };
        let (mut next, mut left) = (bias, 0);
        unroll!(up_to_16, C::TILE_PANELS, |index| {
            let index = index as u32;
            let (r, p) = at(index);
            let bias = next;
            if index + 1 < C::TILE_PANELS && at(index + 1).1 != p {
                // SAFETY: the caller has the launch's arguments, with a readable bias where there is one.
                next = unsafe { load_bias::<C>(args, thread, work, at(index + 1).1) };
            }
            let panel = panels.buffer::<C>(index % C::PANELS);
            // SAFETY: the panel is this warpgroup's own, free once its last store has been read; every thread writes its share of
            // it, fences, and meets the others before one of them stores it. C's stages before a block's are not needed any more
            // when all have written the block before.
            unsafe {
                if index == 0 && C::PANELS == C::TILE_PANELS {
                    acquire_panel::<C>(thread, 0);
                }
                let mut c: Words = [0; 16];
                if adds_c {
                    let block = thread.row_block::<C>() + r;
                    if p == 0 {
                        leave::<C, STAGES>(pipeline, state, &mut left, block / C::C_BLOCKS);
                        pipeline.consumer_wait(*state);
                    }
                    let stage = consumer.storage.smem_a::<C>(state.index() as u32);
                    c = read::<C>(
                        stage + block % C::C_BLOCKS * C::C_ROWS + p * C::PANEL,
                        thread,
                        p,
                    );
                }
                if C::PANELS != C::TILE_PANELS {
                    acquire_panel::<C>(thread, index);
                }
                let words = words::<C>(args, acc, (r, p), bias, c);
                write_rows::<C>(panel, thread, panel_width::<C>(p), words);
                store_panel::<C>(args, thread, work, (r as usize, p as usize), panel);
            }
        });
        // SAFETY: every panel was written, and what is left of C is not this consumer's.
        unsafe { leave::<C, STAGES>(pipeline, state, &mut left, C::C_STAGES) };
    }
}
