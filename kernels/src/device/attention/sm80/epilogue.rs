//! [`Epilogue`]: O of the groups of warps and of the splits, combined and stored.
//!
//! ```text
//! shared memory    O of each group, maxima and sums      → O of the CTA
//! workspace        O of each split, maxima and sums      → O of the tile, by the CTA that is the last of its splits
//! ```

use azulejo_device::ptx::{counter, math, thread, vector::Vector};
use azulejo_device::{inlined, repeat, unrolled};

use super::args::Sm80Args;
use super::rows::{KeyRows, Tile};
use crate::device::attention::hidden::weighted_value;
use crate::device::attention::packed::Packed;
use crate::device::attention::tiles::Tiles;
use crate::device::attention::work::div;

/// Columns that a thread combines at once.
const COLUMNS: u32 = 4;
/// Splits whose values are on their way at once.
const AT_ONCE: usize = 4;
/// Rows of a whole tile that a thread has on their way at once.
const WHOLE_AT_ONCE: usize = 8;

/// A row's maximum, in exponents of 2, and its sum.
type Stat = (f32, f32);

/// The factor that brings values of maximum `max` to maximum `to`: 0 for a part without keys.
#[inline(always)]
fn factor(max: f32, to: f32) -> f32 {
    if max == f32::NEG_INFINITY {
        0.0
    } else {
        math::exp2_flushed(max - to)
    }
}

/// A maximum and a sum at an address of shared memory.
///
/// # Safety
/// Two f32 are there, at a multiple of 8 bytes.
#[inline(always)]
unsafe fn load_stat(address: u32) -> Stat {
    // SAFETY: upheld by the caller.
    let [max, sum] = unsafe { <[u32; 2]>::load_shared(address) };
    (f32::from_bits(max), f32::from_bits(sum))
}

/// The maximum and the sum of `count` parts of a row, `stride` bytes apart in shared memory.
///
/// # Safety
/// `count` pairs of f32 are there, at multiples of 8 bytes.
#[inline(always)]
unsafe fn combined(at: u32, stride: u32, count: u32) -> Stat {
    let (mut max, mut i) = (f32::NEG_INFINITY, 0);
    while i < count {
        // SAFETY: upheld by the caller.
        max = math::max(max, unsafe { load_stat(at + i * stride) }.0);
        i += 1;
    }
    let mut sum = 0.0;
    i = 0;
    while i < count {
        // SAFETY: upheld by the caller.
        let part = unsafe { load_stat(at + i * stride) };
        sum = math::fma(part.1, factor(part.0, max), sum);
        i += 1;
    }
    (max, sum)
}

/// Adds `factor` times four parts, where the factor is not 0: what it multiplies may then be anything.
#[inline(always)]
fn add(o: &mut [f32; 4], parts: [u32; 4], factor: f32) {
    if factor != 0.0 {
        repeat::<4>(inlined!(
            |i| o[i] = math::fma(f32::from_bits(parts[i]), factor, o[i])
        ));
    }
}

/// Elements from one row of O to the next in shared memory.
const fn o_stride<C: Tiles>() -> u32 {
    C::HEAD_DIM_V + 8
}

/// Calls `f` with each row and each [`COLUMNS`]th column of O that is this thread's.
#[inline(always)]
fn each_place<C: Tiles>(rows: u32, f: impl Fn(u32, u32)) {
    let chunks = C::HEAD_DIM_V / COLUMNS;
    let mut at = thread::tid();
    while at < rows * chunks {
        f(at / chunks, COLUMNS * (at % chunks));
        at += C::THREADS;
    }
}

/// A tile whose O is in shared memory.
#[derive(Clone, Copy)]
pub struct Epilogue<'a> {
    /// Arguments of a checked problem.
    pub args: &'a Sm80Args,
    /// The tile.
    pub tile: &'a Tile,
    /// From here on are O of each group and, [`Tiles::O_BYTES`] after it, a maximum and a sum of each row of each group.
    pub smem: u32,
    /// The keys that the tile reads.
    pub keys: &'a KeyRows,
    /// The values.
    pub values: &'a KeyRows,
}

impl Epilogue<'_> {
    /// Combines the groups' O and stores it: to O, or to the workspace, from which the last split to come stores the tile.
    ///
    /// # Safety
    /// All threads of the CTA make the call. O, f32, and its pairs are in shared memory, and a barrier has passed.
    #[inline(always)]
    pub unsafe fn store_parts<C: Tiles<T: Packed>>(self) {
        let Epilogue { args, tile, .. } = self;
        let stats = self.smem + C::O_BYTES;
        let is_split = tile.split[1] > 1;
        let slot = (tile.index * args.splits + tile.split[0]) as u64;
        let store = inlined!(|row: u32, column: u32| {
            // SAFETY: a pair for each row of each group is there.
            let stat = unsafe { combined(stats + 8 * row, 8 * C::M, C::GROUPS) };
            let (mut o, mut group) = ([0.0f32; 4], 0);
            while group < C::GROUPS {
                let of = group * C::M + row;
                // SAFETY: a pair for each row of each group is there.
                let (max, _) = unsafe { load_stat(stats + 8 * of) };
                let at = self.smem + 4 * (of * o_stride::<C>() + column);
                // SAFETY: the row has as many columns, and starts at a multiple of 16 bytes.
                let part = unsafe { <[u32; 4]>::load_shared(at) };
                add(&mut o, part, factor(max, stat.0));
                group += 1;
            }
            // A loop: registers have no index, so an element is chosen among all.
            let mut i = 0;
            while i < 4 && !tile.are_plain() {
                let is = inlined!(|n: usize| n == i as usize);
                let mut value = 0.0;
                repeat::<4>(inlined!(|n| value = if is(n) { o[n] } else { value }));
                if value.is_nan() && column < args.problem.head_dim_v {
                    // SAFETY: a row and a column of the tile.
                    let again = unsafe { self.again::<C>((row, column + i), stat.0) };
                    repeat::<4>(inlined!(|n| o[n] = if is(n) { again } else { o[n] }));
                }
                i += 1;
            }
            if !is_split {
                // SAFETY: the row is a query of the sequence.
                return unsafe { self.store_four::<C>((row, column), stat, o) };
            }
            let row_at = slot * C::M as u64 + row as u64;
            let to = args.partials + 4 * (row_at * C::HEAD_DIM_V as u64 + column as u64);
            // SAFETY: the workspace has a row of O for each row of each split.
            unsafe { <[u32; 4]>::store_global(to, o.map(f32::to_bits)) };
            if column == 0 {
                let pair = [stat.0.to_bits(), stat.1.to_bits()];
                // SAFETY: the workspace has a pair for each row of each split.
                unsafe { <[u32; 2]>::store_global(args.stats + 8 * row_at, pair) };
            }
        });
        each_place::<C>(tile.rows, store);
        if is_split {
            // SAFETY: all threads of the CTA are here; the parts of this split are stored.
            unsafe { self.store_splits::<C>() };
        }
    }

    /// Whether this CTA's split of the tile is the last to be done.
    ///
    /// # Safety
    /// All threads of the CTA make the call; what they have stored of their split is what others are to read. O is not read any more.
    #[inline(always)]
    unsafe fn is_last(self) -> bool {
        let done = self.args.done + 4 * self.tile.index as u64;
        let used = self.tile.split[1];
        // SAFETY: all threads of the CTA are here. What they stored is ordered before the count by the barrier and its release.
        unsafe { thread::sync() };
        if thread::tid() == 0 {
            // SAFETY: the counter of the tile, which only this kernel changes.
            let before = unsafe { counter::add_one(done) };
            // SAFETY: O in shared memory has been read, and its place is free.
            unsafe { u32::store_shared(self.smem, before) };
            if before + 1 == used {
                // SAFETY: all splits have counted.
                unsafe { counter::clear(done) };
            }
        }
        // SAFETY: all threads of the CTA are here.
        unsafe { thread::sync() };
        // SAFETY: thread 0 has stored it.
        unsafe { u32::load_shared(self.smem) + 1 == used }
    }

    /// Stores the tile from the parts of its splits, if this CTA's is the last to be done.
    ///
    /// # Safety
    /// As [`store_parts`](Self::store_parts); this split's parts are stored.
    #[inline(always)]
    unsafe fn store_splits<C: Tiles<T: Packed>>(self) {
        let Epilogue {
            args, tile, smem, ..
        } = self;
        let used = tile.split[1];
        // SAFETY: all threads of the CTA are here, and have stored the parts of the split.
        if !unsafe { self.is_last() } {
            return;
        }
        // SAFETY: all threads of the CTA are here; all have read the count before its place is used again.
        unsafe { thread::sync() };
        let first = (tile.index * args.splits) as u64 * C::M as u64;
        // The maxima and sums of all splits: (row, split).
        let mut at = thread::tid();
        while at < tile.rows * used {
            let row = div(at, used);
            let split = at - row * used;
            let from = args.stats + 8 * (first + (split * C::M + row) as u64);
            // SAFETY: each split has stored a pair for each row, before it counted.
            let pair = unsafe { <[u32; 2]>::load_global(from) };
            // SAFETY: the launcher limits the splits so that they fit in the place of O.
            unsafe { <[u32; 2]>::store_shared(smem + 8 * at, pair) };
            at += C::THREADS;
        }
        // SAFETY: all threads of the CTA are here.
        unsafe { thread::sync() };
        let store = inlined!(|row: u32, column: u32| {
            let stats = smem + 8 * row * used;
            // SAFETY: a pair of each split is there.
            let stat = unsafe { combined(stats, 8, used) };
            let (mut o, mut split) = ([0.0f32; 4], 0);
            while split < used {
                let mut parts = [[0u32; 4]; AT_ONCE];
                let mut factors = [0.0f32; AT_ONCE];
                repeat::<AT_ONCE>(inlined!(|i| {
                    let of = split + i as u32;
                    if of < used {
                        let row_at = first + (of * C::M + row) as u64;
                        let from =
                            args.partials + 4 * (row_at * C::HEAD_DIM_V as u64 + column as u64);
                        // SAFETY: each split has stored its rows of O before it counted.
                        parts[i] = unsafe { <[u32; 4]>::load_global(from) };
                        // SAFETY: a pair of each split is there.
                        factors[i] = factor(unsafe { load_stat(stats + 8 * of) }.0, stat.0);
                    }
                }));
                repeat::<AT_ONCE>(inlined!(|i| add(&mut o, parts[i], factors[i])));
                split += AT_ONCE as u32;
            }
            // SAFETY: the row is a query of the sequence.
            unsafe { self.store_four::<C>((row, column), stat, o) };
        });
        each_place::<C>(tile.rows, store);
    }

    /// Stores a tile that one group has computed of all keys, as elements that are divided by the sums.
    ///
    /// # Safety
    /// All threads of the CTA make the call. O, of elements, and its pairs are in shared memory, and a barrier has passed.
    #[inline(always)]
    pub unsafe fn store_whole<C: Tiles<T: Packed>>(self) {
        let Epilogue { args, tile, .. } = self;
        // A thread has eight columns of rows that are as far from each other as all threads fill.
        let (chunks, thread) = (C::HEAD_DIM_V / 8, thread::tid());
        let (first, column, apart) = (thread / chunks, 8 * (thread % chunks), C::THREADS / chunks);
        let (is_there, is_plain) = (column < args.problem.head_dim_v, tile.are_plain());
        let load = inlined!(|i: u32| {
            let from = self.smem
                + 2 * (first * o_stride::<C>() + column)
                + 2 * i * apart * o_stride::<C>();
            // SAFETY: eight columns of a row, at a multiple of 16 bytes.
            unsafe { <[u32; 4]>::load_shared(from) }
        });
        let is_nan = inlined!(|words: [u32; 4]| {
            let is_nan = words.map(inlined!(|word| {
                let [a, b] = C::T::unpack(word);
                a.is_nan() | b.is_nan()
            }));
            u32::from(is_nan[0] | is_nan[1] | is_nan[2] | is_nan[3])
        });
        let (mut nan, mut i) = (0, 0);
        if tile.pack == 1 {
            // Rows are queries one after the other.
            let (mut to, step) = (
                self.place((first, column)),
                2 * apart as u64 * args.o.sequence,
            );
            while i < C::M / apart {
                let words = unrolled::<_, WHOLE_AT_ONCE>(inlined!(|n| load(i + n as u32)));
                repeat::<WHOLE_AT_ONCE>(inlined!(|n| {
                    if first + (i + n as u32) * apart < tile.rows && is_there {
                        // SAFETY: eight columns of a row of O, which starts at a multiple of 16 bytes.
                        unsafe { <[u32; 4]>::store_global(to, words[n]) };
                    }
                    to += step;
                }));
                if !is_plain {
                    repeat::<WHOLE_AT_ONCE>(
                        inlined!(|n| nan |= is_nan(words[n]) << (i + n as u32)),
                    );
                }
                i += WHOLE_AT_ONCE as u32;
            }
        } else {
            while first + i * apart < tile.rows && is_there {
                let words = load(i);
                // SAFETY: as above.
                unsafe { <[u32; 4]>::store_global(self.place((first + i * apart, column)), words) };
                if !is_plain {
                    nan |= is_nan(words) << i;
                }
                i += 1;
            }
        }
        while nan != 0 {
            let row = first + nan.trailing_zeros() * apart;
            if row < tile.rows {
                // SAFETY: eight columns of a row of the tile, which this thread has stored.
                unsafe { self.store_again::<C>((row, column)) };
            }
            nan &= nan - 1;
        }
        let mut row = thread::tid();
        while row < tile.rows {
            // SAFETY: a pair for each row is there.
            let stat = unsafe { load_stat(self.smem + C::O_BYTES + 8 * row) };
            // SAFETY: the row is a query of the tile.
            unsafe { self.store_log(row, stat) };
            row += C::THREADS;
        }
    }

    /// Stores eight columns of a row of O again, those that are NaN from the keys that the row sees alone.
    ///
    /// # Safety
    /// As [`store_whole`](Self::store_whole); eight columns of a row of the tile, which no other thread touches.
    #[cold]
    #[inline(always)]
    unsafe fn store_again<C: Tiles<T: Packed>>(self, (row, column): (u32, u32)) {
        // SAFETY: a pair for each row is there.
        let stat = unsafe { load_stat(self.smem + C::O_BYTES + 8 * row) };
        let mut i = column;
        while i < column + 8 && i < self.args.problem.head_dim_v {
            let from = self.smem + 2 * (row * o_stride::<C>() + i / 2 * 2);
            // SAFETY: two columns of the row.
            let [a, b] = C::T::unpack(unsafe { u32::load_shared(from) });
            if (if i % 2 == 0 { a } else { b }).is_nan() {
                // SAFETY: a row and a column of the tile.
                let sum = unsafe { self.again::<C>((row, i), stat.0) };
                let word = C::T::pack(sum * math::reciprocal(stat.1), 0.0);
                // SAFETY: an element of O.
                unsafe { (self.place((row, i)) as *mut u16).write(word as u16) };
            }
            i += 1;
        }
    }

    /// Stores four columns of a row of O, and with the first its logarithm.
    ///
    /// # Safety
    /// The row is a query of the tile; O and LSE, where there is one, have a place for it.
    #[inline(always)]
    unsafe fn store_four<C: Tiles<T: Packed>>(self, at: (u32, u32), stat: Stat, o: [f32; 4]) {
        let factor = math::reciprocal(stat.1);
        let o = o.map(inlined!(|o| if stat.1 == 0.0 { 0.0 } else { o * factor }));
        if at.1 < self.args.problem.head_dim_v {
            let words = [C::T::pack(o[0], o[1]), C::T::pack(o[2], o[3])];
            // SAFETY: upheld by the caller; columns of O are a multiple of 8, at multiples of 16 bytes.
            unsafe { <[u32; 2]>::store_global(self.place(at), words) };
        }
        if at.1 == 0 {
            // SAFETY: upheld by the caller.
            unsafe { self.store_log(at.0, stat) };
        }
    }

    /// Stores the logarithm of a row's sum.
    ///
    /// # Safety
    /// The row is a query of the tile; LSE, where there is one, has a place for it.
    #[inline(always)]
    unsafe fn store_log(self, row: u32, (max, sum): Stat) {
        let (problem, work) = (&self.args.problem, &self.tile.work);
        if problem.lse == 0 {
            return;
        }
        let (query, head) = self.tile.row(row);
        let mut log = f32::NEG_INFINITY;
        if sum != 0.0 {
            log = (max + math::log2(sum)) * core::f32::consts::LN_2;
        }
        let at = problem.lse(work.batch, work.start[0] + query, head);
        // SAFETY: upheld by the caller.
        unsafe { u32::store_global(at, log.to_bits()) };
    }

    /// Device address of a row and a column of O.
    #[inline(always)]
    fn place(self, (row, column): (u32, u32)) -> u64 {
        let ((query, head), work) = (self.tile.row(row), &self.tile.work);
        let row = self.args.o.at(work.batch, work.start[0] + query, head);
        row + 2 * column as u64
    }

    /// A column of a row again, key by key, not yet divided, where a value that a mask hides is NaN or infinite.
    ///
    /// # Safety
    /// The row is a query of the tile, the column is of O.
    #[cold]
    #[inline(always)]
    unsafe fn again<C: Tiles<T: Packed>>(self, (row, column): (u32, u32), max: f32) -> f32 {
        let Epilogue { args, tile, .. } = self;
        let (query, head) = tile.row(row);
        let work = &tile.work;
        let [from, to] = work.keys(query, args.problem.window);
        let [first, end] = tile.blocks.map(|block| block * C::N as i32);
        let seen = [from.max(first), to.min(end)];
        let q = args.q.at(work.batch, work.start[0] + query, head);
        let key_row = inlined!(|key| {
            // SAFETY: a key that the row sees is in the tensor, which the caller keeps alive.
            unsafe { self.keys.row(key) }
        });
        let value_row = inlined!(|key| {
            // SAFETY: as the key's row, of the values.
            unsafe { self.values.row(key) }
        });
        // SAFETY: a query's row and slope of a checked problem; the keys are those of the split that the row sees.
        unsafe {
            weighted_value::<C::T>(
                (&args.problem, args.changed != 0),
                (work, query, head),
                (seen, max),
                (q, column),
                key_row,
                value_row,
            )
        }
    }
}
