//! [`Tile`] and [`KeyRows`]: the rows of a tile, the blocks of keys of its split, and where keys are in memory.

use super::args::Sm80Args;
use crate::device::attention::args::{Operand, ProblemShape};
use crate::device::attention::work::{Blocks, Work, div};

/// A tile of rows of one plane, and its split of the keys.
///
/// ```text
/// row r of the tile    query (first + r) / pack    head of Q: plane pack + (first + r) % pack
/// keys of the tile     blocks first … end, of which this split has begin … stop
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Tile {
    /// The sequence; `query` is that of row 0, `head` the first head of the plane.
    pub work: Work,
    /// Row 0 among the rows of the plane.
    pub first: u32,
    /// Rows of the tile that are queries.
    pub rows: u32,
    /// Heads of Q in a plane.
    pub pack: u32,
    /// This split's blocks of keys.
    pub blocks: Blocks,
    /// This split, and the splits of the tile that have keys, 1 at least.
    pub split: [u32; 2],
    /// The number of the tile in the workspace.
    pub index: u32,
}

impl Tile {
    /// The same tile, in numbers that the compiler knows to be the same in the whole warp.
    ///
    /// # Safety
    /// All 32 lanes of the warp make the call, with the same tile.
    #[cfg(target_arch = "nvptx64")]
    #[inline(always)]
    pub unsafe fn uniform(self) -> Self {
        // SAFETY: a tile is words, any of which are one.
        let words = unsafe { core::mem::transmute::<Self, [u32; 17]>(self) };
        let words = words.map(azulejo_device::inlined!(|word| {
            // SAFETY: upheld by the caller: all lanes are here.
            unsafe { azulejo_device::ptx::warpgroup::uniform(word) }
        }));
        // SAFETY: the words of a tile.
        unsafe { core::mem::transmute::<[u32; 17], Self>(words) }
    }

    /// The query of a row in its sequence, and its head.
    #[inline(always)]
    pub const fn row(&self, row: u32) -> (i32, u32) {
        let at = self.first + row;
        if self.pack == 1 {
            return (at as i32, self.work.head);
        }
        let query = div(at, self.pack);
        (query as i32, self.work.head + at - query * self.pack)
    }

    /// Device address of a row of Q or O.
    #[inline(always)]
    pub const fn place(&self, of: &Operand, row: u32) -> u64 {
        let (query, head) = self.row(row);
        of.at(self.work.batch, self.work.start[0] + query, head)
    }

    /// Device address of the LSE of a row.
    #[inline(always)]
    pub const fn lse(&self, problem: &ProblemShape, row: u32) -> u64 {
        let (query, head) = self.row(row);
        problem.lse(self.work.batch, self.work.start[0] + query, head)
    }
}

/// The order of the tiles: heads first, which lie side by side in a cache, or rows first, whose CTAs read the same keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The heads of a batch, tiles of rows, splits, batches.
    Heads,
    /// Tiles of rows from the last one, heads, splits, batches.
    Rows,
}

impl Sm80Args {
    /// The tile of CTA `cta`, of `m` rows, with blocks of `n` keys; `None` where its split has no keys and another split has.
    ///
    /// # Safety
    /// Addresses in `cu_seqlens` and `lengths` other than 0 are of readable `i32` for each batch, `cu_seqlens` of one more.
    #[inline(always)]
    pub unsafe fn tile(&self, cta: u32, m: u32, n: i32, order: Order) -> Option<Tile> {
        let (plane, tile_m, rest);
        match order {
            Order::Heads => {
                let outer = div(cta, self.planes);
                plane = cta - outer * self.planes;
                rest = div(outer, self.tiles_m);
                tile_m = outer - rest * self.tiles_m;
            }
            Order::Rows => {
                let outer = div(cta, self.tiles_m);
                tile_m = self.tiles_m - 1 - (cta - outer * self.tiles_m);
                rest = div(outer, self.planes);
                plane = outer - rest * self.planes;
            }
        }
        let batch = div(rest, self.splits);
        let split = rest - batch * self.splits;
        // SAFETY: upheld by the caller; the grid has no more CTAs than batches have tiles and splits.
        let (start, seq) = unsafe { self.sequences(batch) };
        let first = tile_m * m;
        let all = seq[0] as u32 * self.pack;
        let rows = all.saturating_sub(first).min(m);
        let work = Work {
            query: div(first, self.pack) as i32,
            head: plane * self.pack,
            batch,
            start,
            seq,
        };
        let queries = div(first + rows + self.pack - 1, self.pack) as i32 - work.query;
        let blocks = work.blocks(queries, n, self.problem.window);
        let count = if rows == 0 || blocks.is_empty() {
            0
        } else {
            blocks.end - blocks.first
        };
        let each = self.blocks as i32;
        let used = div((count + each - 1) as u32, self.blocks).max(1);
        let from = blocks.first + split as i32 * each;
        let to = (from + each).min(blocks.first + count);
        (split < used && (rows > 0 || self.appended > 0)).then_some(Tile {
            work,
            first,
            rows,
            pack: self.pack,
            blocks: Blocks {
                first: from,
                end: to,
                ..blocks
            },
            split: [split, used],
            index: (batch * self.planes + plane) * self.tiles_m + tile_m,
        })
    }

    /// Where the sequences of a batch start in Q and K, and their lengths.
    ///
    /// # Safety
    /// Same requirements as [`tile`](Self::tile).
    #[inline(always)]
    unsafe fn sequences(&self, batch: u32) -> ([i32; 2], [i32; 2]) {
        // SAFETY: upheld by the caller; the batch is below the number of batches.
        let (start, seq) = unsafe { self.problem.sequences(batch) };
        if self.lengths == 0 {
            return (start, seq);
        }
        let at = (self.lengths + 4 * batch as u64) as *const i32;
        // SAFETY: the caller has a length for each batch.
        let length = unsafe { at.read_volatile() };
        ([start[0], 0], [seq[0], length + self.appended as i32])
    }
}

/// Where the rows of K or of V are: in a tensor, in pages of a cache, or among those to append.
#[derive(Clone, Copy, Debug)]
pub struct KeyRows {
    /// Device address of position 0 of the sequence, or of page 0, in the head; strides are in elements of 2 bytes.
    base: u64,
    page: u64,
    position: u64,
    /// The pages of the sequence.
    table: u64,
    page_size: u32,
    /// From this key on a row is one to append, whose row 0 is at `new`.
    pub(super) cached: i32,
    new: u64,
    new_position: u64,
}

impl KeyRows {
    /// The rows of `operand` and `new` that a tile reads.
    #[inline(always)]
    pub fn new(args: &Sm80Args, work: &Work, operand: &Operand, new: &Operand) -> Self {
        let head = args.problem.head_kv(work.head) as u64;
        let batch = work.batch as u64;
        let paged = args.page_size != 0;
        let slot = if paged { 0 } else { batch };
        let elements =
            slot * operand.batch + head * operand.head + work.start[1] as u64 * operand.sequence;
        let appends = args.appended != 0;
        KeyRows {
            base: operand.address + 2 * elements,
            page: operand.batch,
            position: operand.sequence,
            table: args.page_table + 4 * batch * args.pages as u64,
            page_size: args.page_size,
            cached: if appends {
                work.seq[1] - args.appended as i32
            } else {
                i32::MAX
            },
            new: new.address + 2 * (batch * new.batch + head * new.head),
            new_position: new.sequence,
        }
    }

    /// `true` if all rows are in one tensor, as far apart from each other.
    #[inline(always)]
    pub const fn are_in_tensor(&self) -> bool {
        self.page_size == 0 && self.cached == i32::MAX
    }

    /// `true` if keys below `end` are in the tensor or the cache, each `rows` of them, from a multiple on, in one page.
    #[inline(always)]
    pub const fn are_in_pages(&self, rows: u32, end: i32) -> bool {
        self.page_size.is_multiple_of(rows) && end <= self.cached
    }

    /// The device address of the row of a key in a tensor.
    #[inline(always)]
    pub const fn base(&self, key: i32) -> u64 {
        self.base + 2 * (key as u64 * self.position)
    }

    /// Bytes from one row to the one `rows` after it, in a tensor or in a page.
    #[inline(always)]
    pub const fn step(&self, rows: u32) -> u64 {
        2 * rows as u64 * self.position
    }

    /// The device address of the row of a key in the tensor or the cache.
    ///
    /// # Safety
    /// The page table, where there is one, has a readable page for the key.
    #[inline(always)]
    pub unsafe fn place(&self, key: i32) -> u64 {
        if self.page_size == 0 {
            return self.base(key);
        }
        let index = div(key as u32, self.page_size);
        let at = (self.table + 4 * index as u64) as *const u32;
        // SAFETY: upheld by the caller: the table has the page of the key.
        let page = unsafe { at.read() };
        let slot = key as u32 - index * self.page_size;
        self.base + 2 * (page as u64 * self.page + slot as u64 * self.position)
    }

    /// The device address of the row of a key, wherever it is.
    ///
    /// # Safety
    /// Same requirements as [`place`](Self::place).
    #[inline(always)]
    pub unsafe fn row(&self, key: i32) -> u64 {
        if key >= self.cached {
            return self.appended((key - self.cached) as u32);
        }
        // SAFETY: upheld by the caller.
        unsafe { self.place(key) }
    }

    /// The device address of a row to append.
    #[inline(always)]
    pub const fn appended(&self, i: u32) -> u64 {
        self.new + 2 * (i as u64 * self.new_position)
    }
}
