//! [`epilogue`]: O of the groups of warps and of the splits, combined and stored.
//!
//! ```text
//! shared memory    O of each group, maxima and sums      → O of the CTA
//! workspace        O of each split, maxima and sums      → O of the tile, by the CTA that is the last of its splits
//! ```
//!
//! Length: the three ways of O to memory (whole tiles, rows, splits through the workspace) share its rows and sums.

use azulejo_device::ptx::{counter, math, thread, vector::Vector};
use azulejo_device::register::ConvertPacked;
use azulejo_device::{inlined, repeat};

use super::args::Sm80Args;
use super::rows::{KeyRows, Tile};
use super::tiles::Tiles;
use crate::device::attention::backward::packed::Packed;
use crate::device::attention::hidden::{Widen, weighted_value};
use crate::device::attention::scores::Change;
use crate::device::attention::work::div;

/// Columns that a thread combines at once.
const COLUMNS: u32 = 4;
/// Splits whose values are on their way at once.
const AT_ONCE: usize = 4;

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

/// Four f32 at an address of shared memory.
///
/// # Safety
/// Four f32 are there, at a multiple of 16 bytes.
#[inline(always)]
unsafe fn load_shared(address: u32) -> [f32; 4] {
    // SAFETY: upheld by the caller.
    let words = unsafe { <[u32; 4]>::load_shared(address) };
    words.map(f32::from_bits)
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

/// Combines the groups' O in shared memory, and stores it: to O, or to the workspace, from which the last split to come stores the tile.
///
/// # Safety
/// All threads of the CTA make the call. From `smem` on are O, a maximum and a sum of each row of each group, as [`Tiles`] has them, and
/// a barrier has passed. `keys` and `values` are the rows that the tile reads; `args` those of a checked problem.
#[inline(always)]
pub unsafe fn epilogue<C: Tiles>(
    args: &Sm80Args,
    tile: &Tile,
    smem: u32,
    keys: &KeyRows,
    values: &KeyRows,
) where
    C::T: Widen,
    f32: ConvertPacked<C::T, In = [f32; 2], Out = u32>,
{
    let stats = smem + C::O_BYTES;
    let is_split = tile.split[1] > 1;
    let slot = (tile.index * args.splits + tile.split[0]) as u64;
    let mut at = thread::tid();
    while at < tile.rows * (C::HEAD_DIM_V / COLUMNS) {
        let row = at / (C::HEAD_DIM_V / COLUMNS);
        let column = COLUMNS * (at % (C::HEAD_DIM_V / COLUMNS));
        // SAFETY: a pair for each row of each group is there.
        let stat = unsafe { combined(stats + 8 * row, 8 * C::M, C::GROUPS) };
        let mut o = [0.0f32; 4];
        let mut group = 0;
        while group < C::GROUPS {
            let of = group * C::M + row;
            // SAFETY: a pair for each row of each group is there.
            let (max, _) = unsafe { load_stat(stats + 8 * of) };
            // SAFETY: the row has as many columns, and starts at a multiple of 16 bytes.
            let part = unsafe { load_shared(smem + 4 * (of * C::O_STRIDE + column)) };
            let factor = factor(max, stat.0);
            if factor != 0.0 {
                repeat::<4>(inlined!(|i| o[i] = math::fma(part[i], factor, o[i])));
            }
            group += 1;
        }
        let mut i = 0;
        while i < 4 && !tile.are_plain() {
            let is = inlined!(|n: usize| n == i as usize);
            let mut value = 0.0;
            repeat::<4>(inlined!(|n| value = if is(n) { o[n] } else { value }));
            if value.is_nan() && column < args.head_dim_v {
                // SAFETY: a row and a column of the tile.
                let again =
                    unsafe { again::<C>(args, tile, (row, column + i), stat.0, keys, values) };
                repeat::<4>(inlined!(|n| o[n] = if is(n) { again } else { o[n] }));
            }
            i += 1;
        }
        if is_split {
            let row_at = slot * C::M as u64 + row as u64;
            let to = args.partials + 4 * (row_at * C::HEAD_DIM_V as u64 + column as u64);
            // SAFETY: the workspace has a row of O for each row of each split.
            unsafe { <[u32; 4]>::store_global(to, o.map(f32::to_bits)) };
            if column == 0 {
                let pair = [stat.0.to_bits(), stat.1.to_bits()];
                // SAFETY: the workspace has a pair for each row of each split.
                unsafe { <[u32; 2]>::store_global(args.stats + 8 * row_at, pair) };
            }
        } else {
            // SAFETY: the row is a query of the sequence.
            unsafe { store::<C>(args, tile, (row, column), stat, o) };
        }
        at += C::THREADS;
    }
    if is_split {
        // SAFETY: all threads of the CTA are here; the parts of this split are stored.
        unsafe { combine::<C>(args, tile, smem) };
    }
}

/// Stores the tile from the parts of its splits, if this CTA's is the last to be done.
///
/// # Safety
/// As [`epilogue`]; this split's parts are stored.
#[inline(always)]
unsafe fn combine<C: Tiles>(args: &Sm80Args, tile: &Tile, smem: u32)
where
    f32: ConvertPacked<C::T, In = [f32; 2], Out = u32>,
{
    let done = args.done + 4 * tile.index as u64;
    let used = tile.split[1];
    // SAFETY: all threads of the CTA are here. What they stored is ordered before the count by the barrier and its release.
    unsafe { thread::sync() };
    if thread::tid() == 0 {
        // SAFETY: the counter of the tile, which only this kernel changes.
        let before = unsafe { counter::add_one(done) };
        // SAFETY: O in shared memory has been read, and its place is free.
        unsafe { u32::store_shared(smem, before) };
        if before + 1 == used {
            // SAFETY: all splits have counted.
            unsafe { counter::clear(done) };
        }
    }
    // SAFETY: all threads of the CTA are here.
    unsafe { thread::sync() };
    // SAFETY: thread 0 has stored it.
    if unsafe { u32::load_shared(smem) } + 1 != used {
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
    at = thread::tid();
    while at < tile.rows * (C::HEAD_DIM_V / COLUMNS) {
        let row = at / (C::HEAD_DIM_V / COLUMNS);
        let column = COLUMNS * (at % (C::HEAD_DIM_V / COLUMNS));
        let stats = smem + 8 * row * used;
        // SAFETY: a pair of each split is there.
        let stat = unsafe { combined(stats, 8, used) };
        let mut o = [0.0f32; 4];
        let mut split = 0;
        while split < used {
            let mut parts = [[0u32; 4]; AT_ONCE];
            let mut factors = [0.0f32; AT_ONCE];
            repeat::<AT_ONCE>(inlined!(|i| {
                let of = split + i as u32;
                if of < used {
                    let row_at = first + (of * C::M + row) as u64;
                    let from = args.partials + 4 * (row_at * C::HEAD_DIM_V as u64 + column as u64);
                    // SAFETY: each split has stored its rows of O before it counted.
                    parts[i] = unsafe { <[u32; 4]>::load_global(from) };
                    // SAFETY: a pair of each split is there.
                    factors[i] = factor(unsafe { load_stat(stats + 8 * of) }.0, stat.0);
                }
            }));
            repeat::<AT_ONCE>(inlined!(|i| {
                if factors[i] != 0.0 {
                    repeat::<4>(inlined!(
                        |c| o[c] = math::fma(f32::from_bits(parts[i][c]), factors[i], o[c])
                    ));
                }
            }));
            split += AT_ONCE as u32;
        }
        // SAFETY: the row is a query of the sequence.
        unsafe { store::<C>(args, tile, (row, column), stat, o) };
        at += C::THREADS;
    }
}

/// Stores a tile that one group has computed of all keys, whose O is in shared memory as elements, divided by the sums.
///
/// # Safety
/// All threads of the CTA make the call. From `smem` on are rows of O, [`Tiles::O_STRIDE`] elements after each other, and from
/// [`Tiles::O_BYTES`] on a maximum and a sum of each; a barrier has passed. `keys` and `values` are the rows that the tile reads; `args`
/// those of a checked problem.
#[inline(always)]
pub unsafe fn store_tile<C: Tiles>(
    args: &Sm80Args,
    tile: &Tile,
    smem: u32,
    keys: &KeyRows,
    values: &KeyRows,
) where
    C::T: Widen + Packed,
{
    // Chunks of eight columns: four loads of a thread are on their way at once.
    let (chunks, end) = (C::HEAD_DIM_V / 8, tile.rows * (C::HEAD_DIM_V / 8));
    let place = inlined!(|at: u32| (at / chunks, 8 * (at % chunks)));
    let from = inlined!(|(row, column): (u32, u32)| smem + 2 * (row * C::O_STRIDE + column));
    let mut first = thread::tid();
    while first < end {
        let mut words = [[0u32; 4]; AT_ONCE];
        repeat::<AT_ONCE>(inlined!(|i| {
            let at = place(first + i as u32 * C::THREADS);
            if at.0 < tile.rows {
                // SAFETY: eight columns of a row, at a multiple of 16 bytes.
                words[i] = unsafe { <[u32; 4]>::load_shared(from(at)) };
            }
        }));
        repeat::<AT_ONCE>(inlined!(|i| {
            let at = place(first + i as u32 * C::THREADS);
            if at.0 < tile.rows && at.1 < args.head_dim_v {
                let to = args.place(tile, at.0) + 2 * at.1 as u64;
                // SAFETY: eight columns of a row of O, which starts at a multiple of 16 bytes.
                unsafe { <[u32; 4]>::store_global(to, words[i]) };
            }
        }));
        let mut nan = 0;
        if !tile.are_plain() {
            repeat::<AT_ONCE>(inlined!(|i| {
                let is_nan = words[i].map(inlined!(|word| {
                    let [a, b] = C::T::unpack(word);
                    a.is_nan() | b.is_nan()
                }));
                let is_nan = is_nan[0] | is_nan[1] | is_nan[2] | is_nan[3];
                nan |= u32::from(is_nan) << i;
            }));
        }
        while nan != 0 {
            let i = nan.trailing_zeros();
            // SAFETY: eight columns of a row of the tile, which this thread has stored.
            unsafe {
                store_again::<C>(
                    args,
                    tile,
                    place(first + i * C::THREADS),
                    smem,
                    keys,
                    values,
                )
            };
            nan &= nan - 1;
        }
        first += AT_ONCE as u32 * C::THREADS;
    }
    let mut row = thread::tid();
    while row < tile.rows {
        // SAFETY: a pair for each row is there.
        let stat = unsafe { load_stat(smem + C::O_BYTES + 8 * row) };
        // SAFETY: the row is a query of the tile.
        unsafe { store_log(args, tile, row, stat) };
        row += C::THREADS;
    }
}

/// Stores eight columns of a row of O again, those that are NaN from the keys that the row sees alone.
///
/// # Safety
/// As [`store_tile`]; eight columns of a row of the tile, which no other thread touches.
#[cold]
#[inline(always)]
unsafe fn store_again<C: Tiles>(
    args: &Sm80Args,
    tile: &Tile,
    (row, column): (u32, u32),
    smem: u32,
    keys: &KeyRows,
    values: &KeyRows,
) where
    C::T: Widen + Packed,
{
    // SAFETY: a pair for each row is there.
    let stat = unsafe { load_stat(smem + C::O_BYTES + 8 * row) };
    let mut i = column;
    while i < column + 8 && i < args.head_dim_v {
        // SAFETY: two columns of the row.
        let pair = unsafe { u32::load_shared(smem + 2 * (row * C::O_STRIDE + i / 2 * 2)) };
        let [a, b] = C::T::unpack(pair);
        if (if i % 2 == 0 { a } else { b }).is_nan() {
            // SAFETY: a row and a column of the tile.
            let sum = unsafe { again::<C>(args, tile, (row, i), stat.0, keys, values) };
            let word = C::T::pack(sum * math::reciprocal(stat.1), 0.0);
            let to = args.place(tile, row) + 2 * i as u64;
            // SAFETY: an element of O.
            unsafe { (to as *mut u16).write(word as u16) };
        }
        i += 1;
    }
}

/// Stores four columns of a row of O, and with the first its logarithm.
///
/// # Safety
/// The row is a query of the tile; O and LSE, where there is one, have a place for it.
#[inline(always)]
unsafe fn store<C: Tiles>(
    args: &Sm80Args,
    tile: &Tile,
    (row, column): (u32, u32),
    stat: Stat,
    o: [f32; 4],
) where
    f32: ConvertPacked<C::T, In = [f32; 2], Out = u32>,
{
    let factor = math::reciprocal(stat.1);
    let o = o.map(inlined!(|o| if stat.1 == 0.0 { 0.0 } else { o * factor }));
    if column < args.head_dim_v {
        let low = <f32 as ConvertPacked<C::T>>::convert([o[0], o[1]]);
        let high = <f32 as ConvertPacked<C::T>>::convert([o[2], o[3]]);
        // SAFETY: upheld by the caller; columns of O are a multiple of 8, at multiples of 16 bytes.
        unsafe { <[u32; 2]>::store_global(args.place(tile, row) + 2 * column as u64, [low, high]) };
    }
    if column == 0 {
        // SAFETY: upheld by the caller.
        unsafe { store_log(args, tile, row, stat) };
    }
}

/// Stores the logarithm of a row's sum.
///
/// # Safety
/// The row is a query of the tile; LSE, where there is one, has a place for it.
#[inline(always)]
unsafe fn store_log(args: &Sm80Args, tile: &Tile, row: u32, (max, sum): Stat) {
    if args.lse == 0 {
        return;
    }
    let (query, head) = tile.row(row);
    let mut log = f32::NEG_INFINITY;
    if sum != 0.0 {
        log = (max + math::log2(sum)) * core::f32::consts::LN_2;
    }
    let [of_batch, of_head] = args.lse_strides;
    let batch = args.batch(tile.work.batch) as u64;
    let at = batch * of_batch + head as u64 * of_head + (tile.work.start[0] + query) as u64;
    // SAFETY: upheld by the caller.
    unsafe { u32::store_global(args.lse + 4 * at, log.to_bits()) };
}

/// A column of a row again, key by key, not yet divided, where a value that a mask hides is NaN or infinite.
///
/// # Safety
/// The row is a query of the tile, the column is of O; `keys` and `values` lead to the rows that it sees.
#[cold]
#[inline(always)]
unsafe fn again<C: Tiles>(
    args: &Sm80Args,
    tile: &Tile,
    (row, column): (u32, u32),
    max: f32,
    keys: &KeyRows,
    values: &KeyRows,
) -> f32
where
    C::T: Widen,
{
    let (query, head) = tile.row(row);
    let batch = args.batch(tile.work.batch);
    let q = args.q.at(batch, tile.work.start[0] + query, head);
    let [from, to] = tile.work.keys(query, args.window);
    let [first, end] = tile.blocks.map(|block| block * C::N as i32);
    let seen = [
        if from > first { from } else { first },
        if to < end { to } else { end },
    ];
    let own = query + tile.work.seq[1] - tile.work.seq[0];
    // SAFETY: the tile's head has a slope where there are slopes.
    let change = unsafe { args.change(tile.work.batch, head) };
    let (scale, changed) = if args.changed != 0 {
        (1.0, Some(change))
    } else {
        (args.scale, None)
    };
    let scale = scale * core::f32::consts::LOG2_E;
    let key_row = inlined!(|key| {
        // SAFETY: a key that the row sees is in the tensor, which the caller keeps alive.
        let row = unsafe { keys.row(key) };
        row as *const C::T
    });
    let value_row = inlined!(|key| {
        // SAFETY: as the key's row, of the values.
        let row = unsafe { values.row(key) };
        row as *const C::T
    });
    // SAFETY: upheld by the caller: the keys are those that the row sees, and Q's row has `head_dim` elements.
    unsafe {
        weighted_value::<C::T>(
            seen,
            q as *const C::T,
            args.head_dim as usize,
            column as usize,
            key_row,
            value_row,
            inlined!(|score, key| {
                let score = match changed {
                    Some(change) => change.of(score, (own - key) as f32),
                    None => score,
                };
                math::exp2_flushed(math::fma(score, scale, -max))
            }),
        )
    }
}

impl Sm80Args {
    /// The device address of a row of O.
    #[inline(always)]
    fn place(&self, tile: &Tile, row: u32) -> u64 {
        let (query, head) = tile.row(row);
        let batch = self.batch(tile.work.batch);
        self.o.at(batch, tile.work.start[0] + query, head)
    }

    /// How the scores of a head change.
    ///
    /// # Safety
    /// Slopes, where there are any, have a value for each head of the batch.
    #[inline(always)]
    pub unsafe fn change(&self, batch: u32, head: u32) -> Change {
        let mut slope = 0.0;
        if self.slopes != 0 {
            let at = batch as u64 * self.slopes_batch as u64 + head as u64;
            // SAFETY: upheld by the caller.
            slope = unsafe { ((self.slopes + 4 * at) as *const f32).read() };
        }
        Change {
            scale: self.scale,
            softcap: self.softcap,
            slope,
        }
    }
}
