//! [`epilogue`]: O of the groups of warps and of the splits, combined and stored.
//!
//! ```text
//! shared memory    O of each group, maxima and sums      → O of the CTA
//! workspace        O of each split, maxima and sums      → O of the tile, by the CTA that is the last of its splits
//! ```

use azulejo_device::ptx::{counter, math, thread, vector::Vector};
use azulejo_device::register::ConvertPacked;
use azulejo_device::repeat;

use super::args::Sm80Args;
use super::rows::{KeyRows, Tile};
use super::tiles::Tiles;
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
                repeat::<4>(
                    #[inline(always)]
                    |i| o[i] = math::fma(part[i], factor, o[i]),
                );
            }
            group += 1;
        }
        let is_nan = o[0].is_nan() | o[1].is_nan() | o[2].is_nan() | o[3].is_nan();
        if !tile.are_plain() && is_nan && column < args.head_dim_v {
            // SAFETY: a row and columns of the tile.
            o = unsafe { again::<C>(args, tile, (row, column), stat.0, o, keys, values) };
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
            repeat::<AT_ONCE>(
                #[inline(always)]
                |i| {
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
                },
            );
            repeat::<AT_ONCE>(
                #[inline(always)]
                |i| {
                    if factors[i] != 0.0 {
                        repeat::<4>(
                            #[inline(always)]
                            |c| o[c] = math::fma(f32::from_bits(parts[i][c]), factors[i], o[c]),
                        );
                    }
                },
            );
            split += AT_ONCE as u32;
        }
        // SAFETY: the row is a query of the sequence.
        unsafe { store::<C>(args, tile, (row, column), stat, o) };
        at += C::THREADS;
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
    (max, sum): Stat,
    o: [f32; 4],
) where
    f32: ConvertPacked<C::T, In = [f32; 2], Out = u32>,
{
    let (query, head) = tile.row(row);
    let (mut factor, mut log) = (0.0, f32::NEG_INFINITY);
    if sum != 0.0 {
        factor = math::reciprocal(sum);
        log = (max + math::log2(sum)) * core::f32::consts::LN_2;
    }
    let o = azulejo_device::unrolled::<f32, 4>(
        #[inline(always)]
        |i| if sum == 0.0 { 0.0 } else { o[i] * factor },
    );
    let batch = if args.cu_seqlens[0] == 0 {
        tile.work.batch as u64
    } else {
        0
    };
    let position = (tile.work.start[0] + query) as u64;
    if column < args.head_dim_v {
        let low = <f32 as ConvertPacked<C::T>>::convert([o[0], o[1]]);
        let high = <f32 as ConvertPacked<C::T>>::convert([o[2], o[3]]);
        let elements =
            batch * args.o.batch + position * args.o.sequence + head as u64 * args.o.head;
        let to = args.o.address + 2 * (elements + column as u64);
        // SAFETY: upheld by the caller; columns of O are a multiple of 8, at multiples of 16 bytes.
        unsafe { <[u32; 2]>::store_global(to, [low, high]) };
    }
    if column == 0 && args.lse != 0 {
        let [of_batch, of_head] = args.lse_strides;
        let at = batch * of_batch + head as u64 * of_head + position;
        // SAFETY: upheld by the caller.
        unsafe { u32::store_global(args.lse + 4 * at, log.to_bits()) };
    }
}

/// Four columns of a row again, key by key, where a value that a mask hides is NaN or infinite.
///
/// # Safety
/// The row is a query of the tile, the columns are of O; `keys` and `values` lead to the rows that it sees.
#[cold]
#[inline(always)]
unsafe fn again<C: Tiles>(
    args: &Sm80Args,
    tile: &Tile,
    (row, column): (u32, u32),
    max: f32,
    o: [f32; 4],
    keys: &KeyRows,
    values: &KeyRows,
) -> [f32; 4]
where
    C::T: Widen,
{
    let (query, head) = tile.row(row);
    let batch = if args.cu_seqlens[0] == 0 {
        tile.work.batch as u64
    } else {
        0
    };
    let position = (tile.work.start[0] + query) as u64;
    let q = args.q.address
        + 2 * (batch * args.q.batch + position * args.q.sequence + head as u64 * args.q.head);
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
    let mut o = o;
    let mut i = 0;
    while i < 4 {
        let value = o[if i == 0 {
            0
        } else if i == 1 {
            1
        } else if i == 2 {
            2
        } else {
            3
        }];
        if value.is_nan() {
            let key_row = #[inline(always)]
            |key| {
                // SAFETY: a key that the row sees is in the tensor, which the caller keeps alive.
                let row = unsafe { keys.row(key) };
                row as *const C::T
            };
            let value_row = #[inline(always)]
            |key| {
                // SAFETY: as the key's row, of the values.
                let row = unsafe { values.row(key) };
                row as *const C::T
            };
            // SAFETY: upheld by the caller: the keys are those that the row sees, and Q's row has `head_dim` elements.
            let sum = unsafe {
                weighted_value::<C::T>(
                    seen,
                    q as *const C::T,
                    args.head_dim as usize,
                    (column + i) as usize,
                    key_row,
                    value_row,
                    #[inline(always)]
                    |score, key| {
                        let score = match changed {
                            Some(change) => change.of(score, (own - key) as f32),
                            None => score,
                        };
                        math::exp2_flushed(math::fma(score, scale, -max))
                    },
                )
            };
            repeat::<4>(
                #[inline(always)]
                |n| {
                    if n == i as usize {
                        o[n] = sum
                    }
                },
            );
        }
        i += 1;
    }
    o
}

impl Sm80Args {
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
