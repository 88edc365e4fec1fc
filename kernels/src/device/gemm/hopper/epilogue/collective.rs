//! The epilogue of a kernel, and what all have in common: a consumer thread's elements, and subtiles of D.

use super::*;

/// An accumulator.
pub(in super::super) type Acc<C> = <Fragments<C> as Accumulators>::Acc;
/// A thread's accumulators.
pub(in super::super) type Fragments<C> = <<C as Device>::Mma as Mainloop>::Accumulators;
/// Words of a bias that a thread loads at once.
pub(super) const WORDS: usize = 16;
/// A thread's words of a bias: two neighbours of every eight columns, or a row each.
pub(super) type Bias = [u32; WORDS];

/// What takes a tile from the accumulators to D, and C to shared memory.
pub trait Epilogue: 'static {
    /// Barriers' parities, or a count of subtiles, before the first tile of a consumer.
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
    unsafe fn load<C: Device>(_share: TileShare<'_>) {}

    /// Loads C for a tile after its k-tiles, in the producer; `tile` says if it is the first of a consumer.
    ///
    /// # Safety
    /// Called by one whole warp, with the launch's arguments.
    #[inline(always)]
    unsafe fn load_stages<C: Device, const STAGES: usize>(
        _args: &Args,
        _storage: SharedStorage,
        _pipeline: Pipeline<C, STAGES>,
        _state: &mut PipelineState<STAGES>,
        _tile: (WorkTileInfo, bool),
    ) {
    }

    /// Loads C of all tiles, in a warp of its own.
    ///
    /// # Safety
    /// Called by one whole warp, with the launch's arguments.
    #[inline(always)]
    unsafe fn load_warp<C: Device>(_source: impl ProblemVisitor, _storage: SharedStorage) {}

    /// What the producer's warps do at their end.
    ///
    /// # Safety
    /// Called by every thread of the producer warpgroup, once.
    #[inline(always)]
    unsafe fn end_load() {}

    /// Starts to load a bias, or its first part, which the last products hide.
    ///
    /// # Safety
    /// Called by all threads of the consumer, with the launch's arguments.
    #[inline(always)]
    unsafe fn ahead<C: Device>(_share: TileShare<'_>) -> Bias {
        [0; WORDS]
    }

    /// Waits for the last products, releases `last`, the stage that they read, and stores the tile.
    ///
    /// # Safety
    /// Called by all threads of the consumer after the tile's last products, once for each tile.
    unsafe fn store<C: Device, const STAGES: usize>(
        consumer: &mut Consumer<C, STAGES>,
        tile: Tile<'_>,
        last: PipelineState<STAGES>,
        bias: Bias,
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
    /// The first thread of the first one.
    pub const FIRST: Self = Self {
        warp_group: 0,
        thread_idx: 0,
    };

    /// The same, of which the compiler knows nothing: what follows from it is computed again, not kept beside the accumulators.
    #[inline(always)]
    pub fn rematerialize(self) -> Self {
        Self {
            thread_idx: math::black_box(self.thread_idx),
            ..self
        }
    }

    /// The consumer's first block of 64 rows in the tile.
    #[inline(always)]
    pub fn row_block<C: Config>(&self) -> u32 {
        self.warp_group * C::ROW_BLOCK_STRIDE
    }

    /// Row and column of register `v` in a block of 64 rows.
    #[inline(always)]
    pub fn value<C: Device>(&self, v: usize) -> (u32, u32) {
        C::Rows::coord(self.thread_idx, v as u32)
    }

    /// Waits for all threads of the consumer.
    ///
    /// # Safety
    /// All of them call this.
    #[inline(always)]
    pub unsafe fn sync(&self) {
        // SAFETY: barrier 1 + group is this warpgroup's, whose threads are all here, by the caller.
        unsafe { named_barrier::sync(1 + self.warp_group, 128) };
    }
}

/// A consumer's share of a tile of D, as a thread of it has it.
#[derive(Clone, Copy)]
pub struct TileShare<'a> {
    /// The launch's arguments.
    pub args: &'a Args,
    /// The tile.
    pub work: WorkTileInfo,
    /// The thread.
    pub thread: ConsumerThread,
    /// The consumer's subtiles.
    pub epi_tiles: EpilogueTiles,
}

impl TileShare<'_> {
    /// The same, as [`ConsumerThread::rematerialize`].
    #[inline(always)]
    pub fn rematerialize(self) -> Self {
        Self {
            thread: self.thread.rematerialize(),
            ..self
        }
    }

    /// The first row of block `r` of the consumer's rows in D.
    #[inline(always)]
    pub fn row<C: Device>(&self, r: u32) -> u32 {
        self.work.m * C::TILE.0 + (self.thread.row_block::<C>() + r) * 64
    }
}

/// Waits until subtile `index` of a tile can be written; where every subtile has its own buffer, once for the tile.
///
/// # Safety
/// All threads of the consumer call this, for each subtile in turn.
#[inline(always)]
pub(super) unsafe fn acquire_epi_tile<C: Device>(consumer: ConsumerThread, index: u32) {
    if C::EPI_TILES < C::TILE_EPI_TILES || index == 0 {
        if consumer.thread_idx == 0 {
            wait_for_epi_tile::<C>(index);
        }
        // SAFETY: the caller has all threads of the consumer here.
        unsafe { consumer.sync() };
    }
}

/// Waits until the buffer that subtile `index` of a tile is to be written to has been read: all buffers before a tile's first
/// subtile, since a tile need not end with the last buffer.
#[inline(always)]
pub(super) fn wait_for_epi_tile<C: Device>(index: u32) {
    match C::EPI_TILES {
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
