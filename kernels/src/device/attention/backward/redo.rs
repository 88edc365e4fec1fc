//! Rows of gradients again, pair by pair, where a row that a mask hides, or that has no finite score, is NaN or infinite.
//!
//! The products of a block take all its rows, hidden ones with a factor of 0; but 0 times NaN is NaN. A warp computes a row again from
//! the pairs of query and key that the mask lets through alone: a lane has each 32nd column. A kernel of its own, for its registers would
//! leave the postprocess fewer CTAs an SM.

use azulejo_device::barrier::wait_on_dependent_grids;
use azulejo_device::ptx::vector::Vector;
use azulejo_device::ptx::{math, thread};
use azulejo_device::register::all_reduce;
use azulejo_device::scheduler::WorkTile;
use azulejo_device::{inlined, repeat};

use super::args::{Args, BLOCK};
use super::work::{Queries, Work};
use crate::device::attention::packed::Packed;
use crate::device::attention::work::{at_least_0, div};
use crate::device::element::{read, write};

/// Columns of a lane that are computed at once.
const COLUMNS: usize = 2;
/// All lanes of a warp, for reductions.
const ALL: u32 = 31;

/// Computes the rows that hold NaN again, of the blocks of keys and of queries whose words say so: a warp a block.
///
/// # Safety
/// Launched with whole warps and arguments of a checked problem, after the postprocess.
#[inline(always)]
pub unsafe fn redo<T: Packed>(args: &Args) {
    wait_on_dependent_grids();
    let keys = args.tiles.tiles_m * args.planes;
    let count = keys + args.query_blocks * args.planes * args.problem.group;
    let warps = thread::ntid() / 32;
    let mut block = thread::ctaid() * warps + thread::tid() / 32;
    while block < count {
        // SAFETY: the workspace has a word for each block.
        if unsafe { <u32 as Vector>::load_global(args.nan + 4 * block as u64) } != 0 {
            // SAFETY: all lanes of the warp, on a block that no other warp has.
            unsafe { redo_block::<T>(args, (block, keys)) };
        }
        block += thread::nctaid() * warps;
    }
}

/// Computes the rows of block `block` that hold NaN again: of keys below `keys`, and of queries from there on.
///
/// # Safety
/// All lanes of the warp make the call, on a block that no other warp has, after the postprocess.
#[inline(always)]
unsafe fn redo_block<T: Packed>(args: &Args, (block, keys): (u32, u32)) {
    if block < keys {
        let plane = div(block, args.tiles.tiles_m);
        let batch = div(plane, args.tiles.tiles_n);
        let tile = WorkTile {
            m: block - plane * args.tiles.tiles_m,
            n: plane - batch * args.tiles.tiles_n,
            batch,
        };
        // SAFETY: the caller has arguments of a checked problem.
        if let Some(work) = unsafe { args.work(tile, args.keys) } {
            // SAFETY: upheld by the caller.
            unsafe { redo_keys::<T>(args, &work) };
        }
        return;
    }
    // SAFETY: the caller has arguments of a checked problem.
    let Some(queries) = (unsafe { args.queries(block - keys) }) else {
        return;
    };
    let mut row = 0;
    while row < BLOCK && queries.work.query + (row as i32) < queries.work.seq[0] {
        // SAFETY: upheld by the caller; a query of the sequence.
        unsafe { redo_query::<T>(args, &queries, row) };
        row += 1;
    }
}

/// P and dS of a query and a key, in all lanes, and the addresses of their rows of Q, dO and K; `None` of a query that has no finite
/// score. The query is of head `head` of Q, and has row `row` of the workspace; sequences of the batch have their starts and lengths.
///
/// # Safety
/// All lanes of the warp make the call, with arguments of a checked problem, after the preprocess.
#[inline(always)]
unsafe fn weights<T: Packed>(
    args: &Args,
    (batch, head): (u32, u32),
    (start, seq): ([i32; 2], [i32; 2]),
    [query, key]: [i32; 2],
    row: u64,
) -> Option<([f32; 2], [u64; 3])> {
    let (problem, [_, d_o, q, k, v]) = (&args.problem, &args.read);
    let [q, d_o] = [q, d_o].map(inlined!(|of| of.at(batch, start[0] + query, head)));
    let [k, v] = [k, v].map(inlined!(|of| of.at(
        batch,
        start[1] + key,
        problem.head_kv(head)
    )));
    let statistic = inlined!(|of: u64| {
        // SAFETY: the workspace has a value for the query.
        f32::from_bits(unsafe { <u32 as Vector>::load_global(of + 4 * row) })
    });
    let lse2 = statistic(args.lse2);
    if lse2 == f32::INFINITY {
        return None;
    }
    // SAFETY: a checked problem has a slope for the head, where there are any.
    let change = unsafe { problem.change(0, head) };
    // SAFETY: all lanes of the warp, on rows of `head_dim` elements.
    let (capped, slope) = change.capped(unsafe { dot::<T>([q, k], problem.head_dim) });
    // SAFETY: all lanes of the warp, on rows of `head_dim_v` elements.
    let product = unsafe { dot::<T>([d_o, v], problem.head_dim_v) };
    let score = change.biased(capped, (query + seq[1] - seq[0] - key) as f32);
    let power = math::fma(score, core::f32::consts::LOG2_E, -lse2);
    let p = math::exp2_flushed(power);
    Some((
        [p, p * (product - statistic(args.delta)) * slope],
        [q, d_o, k],
    ))
}

/// The product of two rows, in all lanes.
///
/// # Safety
/// All lanes of the warp make the call; the rows have `columns` elements.
#[inline(always)]
unsafe fn dot<T: Packed>(rows: [u64; 2], columns: u32) -> f32 {
    let (mut sum, mut column) = (0.0f32, thread::lane());
    while column < columns {
        let [x, y] = rows.map(inlined!(|row| {
            // SAFETY: the caller's row has the column.
            unsafe { read(row as *const T, column as usize) }.widen()
        }));
        sum = math::fma(x, y, sum);
        column += 32;
    }
    // SAFETY: all lanes of the warp are here.
    unsafe { all_reduce::<ALL, _>(sum, |a, b| a + b) }
}

/// The bits that a lane of the warp has.
///
/// # Safety
/// All lanes of the warp make the call.
#[inline(always)]
pub unsafe fn any(bits: u32) -> u32 {
    // SAFETY: all lanes of the warp are here.
    unsafe { all_reduce::<ALL, _>(bits, |a, b| a | b) }
}

/// Computes a row of a gradient again where it holds NaN: `scale` times the sum over `pairs` pairs of the row that `term` gives, if any, times
/// its factor.
///
/// # Safety
/// All lanes of the warp make the call, on rows of `columns` elements; no other warp writes this one.
#[inline(always)]
unsafe fn redo_row<T: Packed>(
    (to, columns, scale): (u64, u32, f32),
    pairs: u32,
    term: impl Fn(u32) -> Option<(f32, u64)>,
) {
    let (mut nan, mut column) = (0, thread::lane());
    while column < columns {
        // SAFETY: the caller's row has the column.
        let x = unsafe { read(to as *const T, column as usize) };
        nan |= x.widen().is_nan() as u32;
        column += 32;
    }
    // SAFETY: all lanes of the warp are here.
    if unsafe { any(nan) } == 0 {
        return;
    }
    let mut first = thread::lane();
    // All lanes go together: lane 0 has columns where another has any.
    while first - thread::lane() < columns {
        let (mut sums, mut i) = ([0.0f32; COLUMNS], 0);
        while i < pairs {
            let Some((factor, row)) = term(i) else {
                i += 1; // All lanes: the query is one for all.
                continue;
            };
            repeat::<COLUMNS>(inlined!(|n| {
                let column = first + 32 * n as u32;
                if column < columns {
                    // SAFETY: the caller's row has the column.
                    let x = unsafe { read(row as *const T, column as usize) };
                    sums[n] = math::fma(factor, x.widen(), sums[n]);
                }
            }));
            i = if factor.is_nan() { pairs } else { i + 1 }; // So is every column.
        }
        repeat::<COLUMNS>(inlined!(|n| {
            let column = first + 32 * n as u32;
            if column < columns {
                let bits = T::pack(sums[n] * scale, 0.0) as u16;
                // SAFETY: the caller's row has the column, and it is this thread's alone.
                unsafe { write(to as *mut u16, column as usize, bits) };
            }
        }));
        first += 32 * COLUMNS as u32;
    }
}

/// Computes a row of dQ that holds NaN again.
///
/// # Safety
/// All lanes of the warp make the call, with arguments of a checked problem, after the postprocess; `row` is a query of the sequence of
/// `queries`, counted from its first. No other warp writes its row.
#[inline(always)]
unsafe fn redo_query<T: Packed>(args: &Args, queries: &Queries, row: u32) {
    let work = &queries.work;
    let query = work.query + row as i32;
    let [from, to] = work.keys(query, args.problem.window);
    let from = at_least_0(from);
    let term = inlined!(|i: u32| {
        let (of, sequences) = ((work.batch, work.head), (work.start, work.seq));
        let (place, row) = ([query, from + i as i32], queries.row + row as u64);
        // SAFETY: all lanes of the warp, on a query and a key of the sequence.
        unsafe { weights::<T>(args, of, sequences, place, row) }.map(|([_, ds], [_, _, k])| (ds, k))
    });
    let to_q = args.written[0].at(work.batch, work.start[0] + query, work.head);
    let of = (to_q, args.problem.head_dim, args.problem.scale);
    // SAFETY: all lanes of the warp; the caller has no other warp that writes this row.
    unsafe { redo_row::<T>(of, at_least_0(to - from) as u32, term) };
}

/// Computes the rows of dK and dV that hold NaN again, of the keys of a block.
///
/// # Safety
/// All lanes of the warp make the call, with arguments of a checked problem, after the main kernel; no other warp has this block.
#[inline(always)]
unsafe fn redo_keys<T: Packed>(args: &Args, work: &Work) {
    let problem = &args.problem;
    let mut key = work.key;
    while key < work.key + args.keys as i32 && key < work.seq[1] {
        let [from, to] = work.queries(key, problem.window);
        let (from, of_head) = (at_least_0(from), at_least_0(to - at_least_0(from)) as u32);
        let mut of = 0;
        // dK, then dV.
        while of < 2 {
            let is_k = of == 0;
            let written = if is_k {
                &args.written[1]
            } else {
                &args.written[2]
            };
            let to = written.at(work.batch, work.start[1] + key, work.head);
            let (columns, scale) = if is_k {
                (problem.head_dim, problem.scale)
            } else {
                (problem.head_dim_v, 1.0)
            };
            let term = inlined!(|i: u32| {
                let head = div(i, of_head);
                let query = from + (i - head * of_head) as i32;
                let head = work.head * problem.group + head;
                let row = head as u64 * args.rows as u64 + (work.row + query as u32) as u64;
                let (of, sequences) = ((work.batch, head), (work.start, work.seq));
                // SAFETY: all lanes of the warp, on a query and a key of the sequence.
                let weights = unsafe { weights::<T>(args, of, sequences, [query, key], row) };
                weights.map(|([p, ds], [q, d_o, _])| if is_k { (ds, q) } else { (p, d_o) })
            });
            // SAFETY: all lanes of the warp, on a row of a gradient that is this warp's alone.
            unsafe { redo_row::<T>((to, columns, scale), problem.group * of_head, term) };
            of += 1;
        }
        key += 1;
    }
}
