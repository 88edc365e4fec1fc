//! A subtile of D: 64 rows of a part of a tile's columns, from registers to shared memory and from there to D; C comes likewise.

use super::smem_d::{EpiFragment, EpilogueCopy, SmemD, empty};
use super::*;

/// Returns `true` if subtile `p` across a tile is the narrower last one.
#[inline(always)]
fn is_rest<C: Config>(p: u32) -> bool {
    C::REST_WIDTH > 0 && p == C::WHOLE_EPI_TILES
}

/// Columns of subtile `p` across a tile.
#[inline(always)]
pub fn columns<C: Config>(p: u32) -> u32 {
    if is_rest::<C>(p) {
        const { C::REST_WIDTH / C::OUT }
    } else {
        C::EPI_TILE_COLUMNS
    }
}

/// A thread's elements of a subtile, or of as many of its epilogue fragments as there are.
pub type EpiFragments<C> = [EpiFragment<<C as Device>::Out>; 4];

/// Zeros for them.
#[inline(always)]
pub fn epi_fragments<C: Device>() -> EpiFragments<C> {
    [0; 4].map(inlined!(|_| empty()))
}

/// A subtile of a tile: which of the consumer's, its place in D, and where it is kept.
#[derive(Clone, Copy)]
pub struct EpilogueTile {
    /// Which of the consumer's.
    pub index: u32,
    /// First row and column in D, and the batch.
    pub corner: (u32, u32, u32),
    /// Columns of D in it.
    pub columns: u32,
    /// The subtile in shared memory.
    pub smem: SmemD,
}

impl EpilogueTile {
    /// Subtile `p` across of row block `r` of the consumer's share of a tile, kept at `at`.
    #[inline(always)]
    pub fn at<C: Device>(
        consumer: ConsumerThread,
        work: WorkTileInfo,
        (r, p): (u32, u32),
        at: Smem,
        column_major: bool,
    ) -> Self {
        let columns = columns::<C>(p);
        Self {
            index: r * C::ACROSS + p,
            corner: (
                work.m * C::TILE.0 + (consumer.row_block::<C>() + r) * 64,
                work.n * C::TILE.1 + p * C::EPI_TILE_COLUMNS,
                work.batch,
            ),
            columns,
            smem: SmemD {
                at,
                rest: if is_rest::<C>(p) { columns } else { 0 },
                column_major,
            },
        }
    }

    /// The same in the consumer's buffer for it.
    #[inline(always)]
    pub fn new<C: Device>(share: TileShare<'_>, (r, p): (u32, u32), column_major: bool) -> Self {
        let buffer = (r * C::ACROSS + p) % C::EPI_TILES;
        let at = share.epi_tiles.buffer::<C>(buffer);
        Self::at::<C>(share.thread, share.work, (r, p), at, column_major)
    }

    /// Writes a thread's elements of all epilogue fragments; `of` gives those of one, by its number in the subtile and in the tile.
    ///
    /// # Safety
    /// All threads of the warpgroup call this, which own the subtile; which subtile it is is a constant.
    #[inline(always)]
    pub unsafe fn put<C: Device, const COLUMN_MAJOR: bool>(
        &self,
        consumer: ConsumerThread,
        of: impl Fn(usize, u32) -> [Acc<C>; 8],
    ) {
        let first = self.index % C::ACROSS * (C::EPI_TILE_COLUMNS / 16);
        unroll!(C::EPI_TILE_COLUMNS / 16; self.columns / 16, |fragment| {
            let tDrD = Acc::<C>::convert(of(fragment, first + fragment as u32));
            // SAFETY: upheld by the caller.
            unsafe {
                C::Out::store::<C, COLUMN_MAJOR>(self.smem, consumer.thread_idx, fragment as u32, &tDrD)
            };
        });
    }

    /// Returns the bytes.
    #[inline(always)]
    pub fn bytes<C: Config>(&self) -> u32 {
        64 * self.columns * C::OUT
    }

    /// Boxes that TMA moves: columns of 128 bytes make two of 4-byte elements.
    #[inline(always)]
    fn boxes<C: Device>(&self) -> u32 {
        if self.smem.column_major && C::OUT == 4 {
            2
        } else {
            1
        }
    }

    /// Box `i`: its place in the tensor map's order, and in shared memory.
    #[inline(always)]
    fn tma_box<C: Device>(&self, i: u32) -> ((u32, u32, u32), Smem) {
        let (row, column, batch) = self.corner;
        if self.smem.column_major {
            let at = self.smem.at + i * C::EPI_TILE_COLUMNS * 128;
            ((row + i * 32, column, batch), at)
        } else {
            ((column, row, batch), self.smem.at)
        }
    }

    /// Stores a complete subtile to D by TMA.
    ///
    /// # Safety
    /// Called by one thread, all having fenced and met, with the launch's arguments.
    #[inline(always)]
    pub unsafe fn store<C: Device>(&self, args: &Args) {
        let map = args.maps[if self.smem.rest == 0 { 2 } else { 3 }];
        for i in 0..self.boxes::<C>() {
            let (coord, at) = self.tma_box::<C>(i);
            // SAFETY: the caller has one thread make the call after a fence and a barrier, with the launch's maps.
            unsafe { tma::store(map, coord, at) };
        }
        tma::commit();
    }

    /// Has one thread [`store`](Self::store) the subtile after all have written their shares.
    ///
    /// # Safety
    /// All threads of the consumer call this, with the launch's arguments.
    #[inline(always)]
    pub unsafe fn finish<C: Device>(&self, args: &Args, consumer: ConsumerThread) {
        fence::proxy_async();
        // SAFETY: the caller has all threads of the consumer here.
        unsafe { consumer.sync() };
        if consumer.thread_idx == 0 {
            // SAFETY: one thread, all having fenced and met; the caller has the launch's arguments.
            unsafe { self.store::<C>(args) };
        }
    }

    /// Has TMA load the subtile's C, which completes on `barrier`, which expects its [`bytes`](Self::bytes).
    ///
    /// # Safety
    /// Called by one thread, the subtile being free; the launch's maps.
    #[inline(always)]
    pub unsafe fn load<C: Device>(&self, args: &Args, barrier: Smem) {
        let map = args.maps[if self.smem.rest == 0 { 4 } else { 5 }];
        for i in 0..self.boxes::<C>() {
            let (coord, at) = self.tma_box::<C>(i);
            // SAFETY: the caller has a subtile that is free, a barrier that expects its bytes, and the launch's maps, whose boxes are the
            // subtile's.
            unsafe { tma::load(at, map, coord, barrier) };
        }
    }

    /// Has TMA load the subtile's C to L2.
    ///
    /// # Safety
    /// The launch's maps.
    #[inline(always)]
    unsafe fn prefetch<C: Device>(&self, args: &Args) {
        let map = args.maps[if self.smem.rest == 0 { 4 } else { 5 }];
        for i in 0..self.boxes::<C>() {
            let (coord, _) = self.tma_box::<C>(i);
            // SAFETY: upheld by the caller.
            unsafe { tma::prefetch(map, coord) };
        }
    }

    /// Loads the subtile's C by elements, where TMA cannot.
    ///
    /// # Safety
    /// All threads of the warpgroup call this, the subtile being free; the launch's arguments.
    #[inline(always)]
    pub unsafe fn load_elements<C: Device>(&self, args: &Args, consumer: ConsumerThread) {
        let (m, n, batch) = self.corner;
        let mut index = consumer.thread_idx;
        while index < 64 * self.columns {
            // Neighbouring threads take neighbours in memory.
            let (row, column) = if args.c.column == 1 {
                (index / self.columns, index % self.columns)
            } else {
                (index % 64, index / 64)
            };
            let (line, element) = if self.smem.column_major {
                (column, row)
            } else {
                (row, column)
            };
            let to = self.smem.byte::<C>(line, element * C::OUT);
            let at = (m + row, n + column, batch);
            if at.0 < args.m && at.1 < args.n {
                let from = args.c.address::<C::Out>(at).cast::<u8>().cast_const();
                // SAFETY: an element of C, and its place in the subtile.
                unsafe {
                    match C::OUT {
                        4 => <u32 as Shared>::store(to, <u32 as Global>::load(from)),
                        2 => <u16 as Shared>::store(to, <u16 as Global>::load(from)),
                        _ => <u8 as Shared>::store(to, <u8 as Global>::load(from)),
                    }
                }
            } else if C::OUT == 1 || C::OUT == 2 && C::TRANSPOSE_A {
                // A register has elements of two rows or columns, of which one may lie beyond D.
                // SAFETY: a place in the subtile.
                unsafe {
                    match C::OUT {
                        2 => <u16 as Shared>::store(to, 0),
                        _ => <u8 as Shared>::store(to, 0),
                    }
                }
            }
            index += math::black_box(128);
        }
    }
}

/// Has TMA load C of a whole tile to L2, ahead of the consumers: a subtile a lane. What they load of their first tile at once
/// is left out.
///
/// # Safety
/// Called by one whole warp, with the launch's arguments, whose maps have C.
#[inline(always)]
pub unsafe fn prefetch_c<C: Device>(args: &Args, (work, is_first): (WorkTileInfo, bool)) {
    const {
        assert!(
            C::CONSUMERS * C::TILE_EPI_TILES <= 32,
            "a lane has one subtile"
        )
    };
    // Ping-pong consumers have the whole tile each.
    let consumers = if C::ROW_BLOCK_STRIDE == 0 {
        1
    } else {
        C::CONSUMERS
    };
    let (warp_group, index) = (
        thread::lane() / C::TILE_EPI_TILES,
        thread::lane() % C::TILE_EPI_TILES,
    );
    if warp_group < consumers && (!is_first || index >= C::EPI_TILES) {
        let consumer = ConsumerThread {
            warp_group,
            thread_idx: 0,
        };
        let (at, down) = (
            (index / C::ACROSS, index % C::ACROSS),
            args.route & route::COLUMN_MAJOR != 0,
        );
        let epi_tile = EpilogueTile::at::<C>(consumer, work, at, 0, down);
        // SAFETY: upheld by the caller.
        unsafe { epi_tile.prefetch::<C>(args) };
    }
}

/// A thread's accumulators of epilogue fragment `fragment` of row block `r`, both constants.
#[inline(always)]
pub fn epi_fragment_of<C: Device>(acc: &Fragments<C>, r: u32, fragment: u32) -> [Acc<C>; 8] {
    let mut x = [Acc::<C>::from_bits(0); 8];
    unroll!(8, |i| x[i] = acc.get(r as usize, 8 * fragment as usize + i));
    x
}
