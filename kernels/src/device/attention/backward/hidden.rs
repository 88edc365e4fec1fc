//! Rows of gradients again, pair by pair, where a row that a mask hides is NaN or infinite.
//!
//! The products of a block take all its rows, hidden ones with a factor of 0; but 0 times NaN is NaN. A warp computes a row again from
//! the pairs of query and key that the mask lets through alone: a lane has each 32nd column.

use azulejo_device::ptx::shuffle::Exchange;
use azulejo_device::ptx::vector::Vector;
use azulejo_device::ptx::{math, thread};
use azulejo_device::{inlined, repeat};

use super::args::Args;
use super::work::{Queries, Work};
use crate::device::attention::packed::Packed;
use crate::device::attention::scores::Change;
use crate::device::element::{read, write};

/// Columns of a lane that are computed at once.
const COLUMNS: usize = 2;
/// Columns of a warp that are computed at once.
const PART: u32 = 32 * COLUMNS as u32;

/// The addresses of a query's and of a key's rows, and what the preprocess stored of the query.
#[derive(Clone, Copy)]
struct Pair {
    q: u64,
    k: u64,
    v: u64,
    d_o: u64,
    /// Of LSE and of `rowsum(O dO)`.
    statistics: [u64; 2],
    change: Change,
    distance: f32,
}

/// Adds `factor` times a lane's columns of a row from `first` on to its sums.
///
/// # Safety
/// A row of `columns` elements is at `row`.
#[inline(always)]
unsafe fn add<T: Packed>(
    sums: &mut [f32; COLUMNS],
    factor: f32,
    row: u64,
    [first, columns]: [u32; 2],
) {
    repeat::<COLUMNS>(inlined!(|i| {
        let column = first + thread::lane() + 32 * i as u32;
        if column < columns {
            // SAFETY: the caller's row has the column.
            let x = unsafe { read(row as *const T, column as usize) };
            sums[i] = math::fma(factor, x.widen(), sums[i]);
        }
    }));
}

/// The product of two rows, in all lanes.
///
/// # Safety
/// All lanes of the warp make the call; rows of `columns` elements are at `a` and `b`.
#[inline(always)]
unsafe fn dot<T: Packed>(a: u64, b: u64, columns: u32) -> f32 {
    let (mut sum, mut column) = (0.0f32, thread::lane());
    while column < columns {
        // SAFETY: the caller's first row has the column.
        let x = unsafe { read(a as *const T, column as usize) };
        // SAFETY: the caller's second row has the column.
        let y = unsafe { read(b as *const T, column as usize) };
        sum = math::fma(x.widen(), y.widen(), sum);
        column += 32;
    }
    let mut mask = 1;
    while mask < 32 {
        // SAFETY: all lanes of the warp are here.
        sum += unsafe { sum.across(mask) };
        mask *= 2;
    }
    sum
}

impl Pair {
    /// P and dS, in all lanes.
    ///
    /// # Safety
    /// All lanes of the warp make the call; the addresses are of rows of a checked problem.
    #[inline(always)]
    unsafe fn weights<T: Packed>(&self, args: &Args) -> (f32, f32) {
        let statistic = inlined!(|i: usize| {
            // SAFETY: the caller has a value for the query at each address.
            f32::from_bits(unsafe { <u32 as Vector>::load_global(self.statistics[i]) })
        });
        // SAFETY: all lanes of the warp, on rows of `head_dim` elements.
        let score = unsafe { dot::<T>(self.q, self.k, args.problem.head_dim) };
        // SAFETY: all lanes of the warp, on rows of `head_dim_v` elements.
        let product = unsafe { dot::<T>(self.d_o, self.v, args.problem.head_dim_v) };
        let (capped, slope) = self.change.capped(score);
        let score = self.change.biased(capped, self.distance);
        let power = math::fma(score, core::f32::consts::LOG2_E, -statistic(0));
        let p = math::exp2_flushed(power);
        (p, p * (product - statistic(1)) * slope)
    }
}

/// Stores those of a lane's columns from `first` on that `chosen` chooses.
///
/// # Safety
/// A writable row of `columns` elements is at `row`, and no other thread writes what is chosen.
#[inline(always)]
unsafe fn store<T: Packed>(
    sums: [f32; COLUMNS],
    row: u64,
    [first, columns]: [u32; 2],
    chosen: impl Fn(u32) -> bool,
) {
    repeat::<COLUMNS>(inlined!(|i| {
        let column = first + thread::lane() + 32 * i as u32;
        if column < columns && chosen(column) {
            let bits = T::pack(sums[i], 0.0) as u16;
            // SAFETY: the caller's row has the column, and it is this thread's alone.
            unsafe { write(row as *mut u16, column as usize, bits) };
        }
    }));
}

/// Computes a row of dQ again, and stores its columns that `chosen` chooses.
///
/// # Safety
/// All lanes of the warp make the call, with arguments of a checked problem, after the main kernel; `row` is a query of the sequence of
/// `queries`, counted from its first. No other warp writes what is chosen.
#[inline(always)]
pub unsafe fn redo_query<T: Packed>(
    args: &Args,
    queries: &Queries,
    row: u32,
    chosen: impl Fn(u32) -> bool,
) {
    let (work, at) = (&queries.work, queries.row + row as u64);
    let query = work.query + row as i32;
    let head_kv = args.problem.head_kv(work.head);
    let place = work.start[0] + query;
    let [_, d_o, q, k, v] = args.read;
    let [from, to] = work.keys(query, args.problem.window);
    let (mut first, columns) = (0, args.problem.head_dim);
    while first < columns {
        let mut sums = [0.0; COLUMNS];
        let mut key = if from < 0 { 0 } else { from };
        while key < to {
            let pair = Pair {
                q: q.at(work.batch, place, work.head),
                d_o: d_o.at(work.batch, place, work.head),
                k: k.at(work.batch, work.start[1] + key, head_kv),
                v: v.at(work.batch, work.start[1] + key, head_kv),
                statistics: [args.lse2 + 4 * at, args.delta + 4 * at],
                // SAFETY: slopes of a checked problem have a value for each head.
                change: unsafe { args.problem.change(0, work.head) },
                distance: (query + work.seq[1] - work.seq[0] - key) as f32,
            };
            // SAFETY: all lanes of the warp, on a query and a key of the sequence.
            let (_, ds) = unsafe { pair.weights::<T>(args) };
            // SAFETY: the row of the key has `head_dim` elements.
            unsafe { add::<T>(&mut sums, ds, pair.k, [first, columns]) };
            if ds.is_nan() {
                break; // So is every column.
            }
            key += 1;
        }
        let row = args.written[0].at(work.batch, place, work.head);
        let scaled = sums.map(inlined!(|x| x * args.problem.scale));
        // SAFETY: the row of dQ has `head_dim` elements; the caller has no other warp that writes what is chosen.
        unsafe { store::<T>(scaled, row, [first, columns], &chosen) };
        first += PART;
    }
}

/// Whether a row of 16-bit elements holds NaN, in all lanes.
///
/// # Safety
/// All lanes of the warp make the call; a row of `columns` elements is at `row`.
#[inline(always)]
unsafe fn row_has_nan<T: Packed>(row: u64, columns: u32) -> bool {
    let (mut nan, mut column) = (0, thread::lane());
    while column < columns {
        // SAFETY: the caller's row has the column.
        nan |= unsafe { read(row as *const T, column as usize) }
            .widen()
            .is_nan() as u32;
        column += 32;
    }
    // SAFETY: all lanes of the warp are here.
    (unsafe { any(nan) }) != 0
}

/// The bits that a lane of the warp has.
///
/// # Safety
/// All lanes of the warp make the call.
#[inline(always)]
pub unsafe fn any(mut bits: u32) -> u32 {
    let mut mask = 1;
    while mask < 32 {
        // SAFETY: all lanes of the warp are here.
        bits |= unsafe { bits.across(mask) };
        mask *= 2;
    }
    bits
}

/// Computes the rows of dK and dV that hold NaN again, of `count` keys from the first of `work` on; warp `warp` of `warps` has each
/// `warps`th.
///
/// # Safety
/// All lanes of the warp make the call, with arguments of a checked problem, after the main kernel; no other warp has the same number.
#[inline(always)]
pub unsafe fn redo_keys<T: Packed>(args: &Args, work: &Work, count: i32, warp: u32, warps: u32) {
    let batch = work.batch;
    let [_, d_o, q, k, v] = args.read;
    let mut key = work.key + warp as i32;
    while key < work.key + count && key < work.seq[1] {
        let place = work.start[1] + key;
        let (to_k, to_v) = (
            args.written[1].at(batch, place, work.head),
            args.written[2].at(batch, place, work.head),
        );
        // SAFETY: all lanes of the warp, on the row of the key in dK.
        let nan_k = unsafe { row_has_nan::<T>(to_k, args.problem.head_dim) };
        // SAFETY: all lanes of the warp, on the row of the key in dV.
        let nan_v = unsafe { row_has_nan::<T>(to_v, args.problem.head_dim_v) };
        let [from, to] = work.queries(key, args.problem.window);
        let columns = [args.problem.head_dim, args.problem.head_dim_v];
        let mut first = if nan_k | nan_v { 0 } else { u32::MAX };
        while first < columns[0] || first < columns[1] {
            let (mut sums_k, mut sums_v) = ([0.0; COLUMNS], [0.0; COLUMNS]);
            let mut pairs = args.problem.group;
            while pairs > 0 {
                pairs -= 1;
                let head = work.head * args.problem.group + pairs;
                let mut query = if from < 0 { 0 } else { from };
                while query < to {
                    let at = head as u64 * args.rows as u64 + (work.row + query as u32) as u64;
                    let pair = Pair {
                        q: q.at(batch, work.start[0] + query, head),
                        d_o: d_o.at(batch, work.start[0] + query, head),
                        k: k.at(batch, place, work.head),
                        v: v.at(batch, place, work.head),
                        statistics: [args.lse2 + 4 * at, args.delta + 4 * at],
                        // SAFETY: slopes of a checked problem have a value for each head.
                        change: unsafe { args.problem.change(0, head) },
                        distance: (query + work.seq[1] - work.seq[0] - key) as f32,
                    };
                    // SAFETY: all lanes of the warp, on a query and a key of the sequence.
                    let (p, ds) = unsafe { pair.weights::<T>(args) };
                    // SAFETY: the row of the query in Q has `head_dim` elements.
                    unsafe { add::<T>(&mut sums_k, ds, pair.q, [first, columns[0]]) };
                    // SAFETY: the row of the query in dO has `head_dim_v` elements.
                    unsafe { add::<T>(&mut sums_v, p, pair.d_o, [first, columns[1]]) };
                    if p.is_nan() {
                        (query, pairs) = (to, 0); // So is every column of both.
                    }
                    query += 1;
                }
            }
            let scaled = sums_k.map(inlined!(|x| x * args.problem.scale));
            if nan_k {
                // SAFETY: the row of dK has `head_dim` elements, and is this warp's alone.
                unsafe { store::<T>(scaled, to_k, [first, columns[0]], |_| true) };
            }
            if nan_v {
                // SAFETY: the row of dV has `head_dim_v` elements, and is this warp's alone.
                unsafe { store::<T>(sums_v, to_v, [first, columns[1]], |_| true) };
            }
            first += PART;
        }
        key += warps as i32;
    }
}
