//! The epilogue of a kernel, and what all have in common: a consumer thread's elements, and panels of D.

use super::tile::whole;
use super::*;

/// An accumulator.
pub(in super::super) type Acc<C> = <<C as Device>::Mma as Mainloop>::Acc;
/// A thread's accumulators.
pub(in super::super) type Fragments<C> = <<C as Device>::Mma as Mainloop>::Accumulators;

/// What takes a tile from the accumulators to D, and C to shared memory.
pub trait Epilogue: 'static {
    /// What is loaded while the last products are computed.
    type Ahead: Copy;

    /// Barriers' parities, or a count of panels, before the first tile of a consumer.
    #[inline(always)]
    fn phases<C: Config>(_warp_group: u32) -> u32 {
        0
    }

    /// Says that the barriers, which consumers initialize, are there.
    ///
    /// # Safety
    /// Called by every thread of every consumer, once, after the block's barrier.
    #[inline(always)]
    unsafe fn start<C: Config>() {}

    /// Loads C for a tile before its main loop, in the consumer.
    ///
    /// # Safety
    /// Called by all threads of the consumer, once for each tile.
    #[inline(always)]
    unsafe fn load<C: Device>(_args: &Args, _panels: Panels, _thread: ConsumerThread, _work: Work) {
    }

    /// Loads C for a tile after its k-tiles, in the producer.
    ///
    /// # Safety
    /// Called by one whole warp, with the launch's arguments and the tile's corner and batch.
    #[inline(always)]
    unsafe fn load_stages<C: Device, const STAGES: u32>(
        _args: &Args,
        _storage: SharedStorage,
        _pipeline: Pipeline<C, STAGES>,
        _state: &mut PipelineState<STAGES>,
        _corner: (u32, u32, u32),
    ) {
    }

    /// Loads C of all tiles, in a warp of its own.
    ///
    /// # Safety
    /// Called by one whole warp, with the launch's arguments.
    #[inline(always)]
    unsafe fn load_warp<C: Device>(_source: impl Source, _storage: SharedStorage) {}

    /// Starts loads that the last products hide.
    ///
    /// # Safety
    /// Called by all threads of the consumer, with the launch's arguments.
    unsafe fn ahead<C: Device>(args: &Args, thread: ConsumerThread, work: Work) -> Self::Ahead;

    /// Waits for the last products, releases `last`, the stage that they read, and stores the tile.
    ///
    /// # Safety
    /// Called by all threads of the consumer after the tile's last products, once for each tile.
    unsafe fn store<C: Device, const STAGES: u32>(
        consumer: &mut Consumer<C, STAGES>,
        tile: Tile<'_>,
        last: PipelineState<STAGES>,
        ahead: Self::Ahead,
        acc: &mut Fragments<C>,
    );
}

/// A thread of a consumer warpgroup.
#[derive(Clone, Copy)]
pub struct ConsumerThread {
    /// The consumer warpgroup.
    pub warp_group: u32,
    /// The thread's number in it.
    pub thread_idx: u32,
}

impl ConsumerThread {
    /// The same, of which the compiler knows nothing where accumulators leave few registers: what follows from it is
    /// computed again, not kept.
    #[inline(always)]
    pub fn afresh<C: Config>(self) -> Self {
        let thread_idx = if C::FULL {
            math::opaque(self.thread_idx)
        } else {
            self.thread_idx
        };
        Self { thread_idx, ..self }
    }

    /// The consumer's first block of 64 rows in the tile.
    #[inline(always)]
    pub fn row_block<C: Config>(&self) -> u32 {
        if C::PING_PONG {
            0
        } else {
            self.warp_group * C::ROW_BLOCKS
        }
    }

    /// Row and column of register `v` in a block of 64 rows.
    #[inline(always)]
    pub fn value<C: Config>(&self, v: usize) -> (u32, u32) {
        if C::PAIRED_ROWS {
            tiling::paired(self.thread_idx, v as u32)
        } else if C::TRANSPOSE_A {
            tiling::permuted(self.thread_idx, v as u32)
        } else {
            tiling::identity(self.thread_idx, v as u32)
        }
    }

    /// The upper (`half` 0) or the lower one of the two rows that this thread's registers have.
    #[inline(always)]
    pub fn row<C: Config>(&self, half: usize) -> u32 {
        self.value::<C>(register(0, half)).0
    }

    /// Row and first column, in 64 × 16, of the line that this thread names to `stmatrix` and `ldmatrix`.
    #[inline(always)]
    pub fn line<C: Config>(&self) -> (u32, u32) {
        if C::PAIRED_ROWS {
            tiling::paired_line(self.thread_idx)
        } else {
            tiling::identity_line(self.thread_idx)
        }
    }
}

/// First row of row block `r` and first column of panel `p` in D.
#[inline(always)]
pub(super) fn corner<C: Device>(
    work: Work,
    consumer: ConsumerThread,
    r: usize,
    p: usize,
) -> (u32, u32) {
    let row = work.m * C::TILE.0 + (consumer.row_block::<C>() + r as u32) * 64;
    (row, work.n * C::TILE.1 + p as u32 * C::PANEL_COLUMNS)
}

/// Stores a panel, of row block `r` and number `p` across, that every thread has written its share of.
///
/// # Safety
/// All threads of the consumer call this, with the launch's arguments.
#[inline(always)]
pub(super) unsafe fn store_panel<C: Device>(
    args: &Args,
    consumer: ConsumerThread,
    work: Work,
    (r, p): (usize, usize),
    panel: Smem,
) {
    // SAFETY: barrier 1 + group is this warpgroup's, whose threads are all here; D's maps are the launch's.
    unsafe {
        fence::proxy_async();
        warpgroup::sync(1 + consumer.warp_group, 128);
        if consumer.thread_idx == 0 {
            let (row, column) = corner::<C>(work, consumer, r, p);
            let map = args.maps[if (p as u32) < C::WHOLE_PANELS { 2 } else { 3 }];
            tma::store(map, (column, row, work.batch), panel);
            tma::commit();
        }
    }
}

/// Waits until panel `index` of a tile can be written; where every panel has its own buffer, once for the tile.
///
/// # Safety
/// All threads of the consumer call this, for each panel in turn.
#[inline(always)]
pub(super) unsafe fn acquire_panel<C: Device>(consumer: ConsumerThread, index: u32) {
    // SAFETY: barrier 1 + group is this warpgroup's, whose threads are all here.
    unsafe {
        if C::PANELS == C::TILE_PANELS {
            if index == 0 {
                if consumer.thread_idx == 0 {
                    tma::wait_read::<0>();
                }
                warpgroup::sync(1 + consumer.warp_group, 128);
            }
        } else {
            if consumer.thread_idx == 0 {
                wait_for_panel::<C>(index);
            }
            warpgroup::sync(1 + consumer.warp_group, 128);
        }
    }
}

/// Bytes of the rows of panel `p` across.
#[inline(always)]
pub(super) const fn panel_width<C: Config>(p: u32) -> u32 {
    if p == C::WHOLE_PANELS {
        C::REST_WIDTH
    } else {
        C::PANEL_WIDTH
    }
}

/// The words of panel `p` of row block `r`: pair `j` of a thread's columns, in its upper or lower row.
#[inline(always)]
pub(super) fn words_of<C: Device>(
    acc: &Fragments<C>,
    (r, p): (usize, usize),
) -> impl Fn(usize, usize) -> [u32; 2] {
    #[inline(always)]
    move |j: usize, half: usize| {
        let k = p * C::PANEL_COLUMNS as usize / 4 + 2 * j;
        Acc::<C>::words([0, 1].map(
            #[inline(always)]
            // SAFETY: constants below the fragment's length.
            |c| unsafe { C::Mma::get(acc, r, register(k + c, half)) },
        ))
    }
}

/// Writes a panel with rows of D one after the other, swizzled where it is as wide as the tile's first.
///
/// # Safety
/// Called by all threads of the warpgroup, which own the panel.
#[inline(always)]
pub(super) unsafe fn write_rows<C: Device>(
    panel: Smem,
    consumer: ConsumerThread,
    width: u32,
    words: impl Fn(usize, usize) -> [u32; 2],
) {
    let at = #[inline(always)]
    |row: u32, column: u32| {
        panel + smem_layout_d::byte(whole::<C>(false), width, row, column * C::OUT)
    };
    // SAFETY: the offsets are inside the panel.
    unsafe {
        if C::OUT == 2 {
            let (row, column) = consumer.line::<C>();
            unroll!(up_to_4, width / 32, |j| {
                let four = [
                    words(2 * j, 0)[0],
                    words(2 * j, 1)[0],
                    words(2 * j + 1, 0)[0],
                    words(2 * j + 1, 1)[0],
                ];
                stmatrix::store::<4, false>(at(row, column + j as u32 * 16), four);
            },);
        } else {
            unroll!(up_to_8, width / 32, |j| {
                unroll!(up_to_2, 2, |half| {
                    let (row, column) = consumer.value::<C>(register(2 * j, half));
                    stmatrix::words(at(row, column), words(j, half));
                },);
            },);
        }
    }
}

/// Waits until the buffer that panel `index` of a tile is to be written to has been read: all buffers before a tile's first
/// panel, since a tile need not end with the last buffer.
#[inline(always)]
pub(super) fn wait_for_panel<C: Device>(index: u32) {
    match C::PANELS {
        _ if index == 0 => tma::wait_read::<0>(),
        1 => tma::wait_read::<0>(),
        2 => tma::wait_read::<1>(),
        3 => tma::wait_read::<2>(),
        4 => tma::wait_read::<3>(),
        5 => tma::wait_read::<4>(),
        6 => tma::wait_read::<5>(),
        _ => tma::wait_read::<6>(),
    }
}
