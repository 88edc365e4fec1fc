//! [`redo`]: rows again, key by key, where a value that a mask hides is NaN or infinite.
//!
//! The product of a block takes all its values, those of hidden keys with a probability of 0; but 0 times NaN is NaN.

use azulejo_device::inlined;
use azulejo_device::ptx::math;
use azulejo_tensor::engine::EngineMut;
use azulejo_tensor::{Extent, Repeat, Tensor};

use super::args::{Args, Operand, ProblemShape};
use super::packed::Packed;
use super::softmax::{Accumulators, Softmax};
use super::work::{Work, at_least_0};
use crate::device::element::read;

/// Comparisons of which each waits for the one before it: chains short enough to hide their latency.
const CHAINS: usize = 4;

/// Whether a thread's rows of O hold NaN.
#[inline(always)]
pub fn has_nan<E: EngineMut<Item = f32>, L: Accumulators>(o: &mut Tensor<E, L>) -> bool {
    let o = o.rowcol_mut();
    let mut nan = [false; CHAINS];
    o.layout()
        .extent()
        .repeat(inlined!(|i: usize| nan[i / 2 % CHAINS] |= o.at(i).is_nan()));
    nan.contains(&true)
}

/// A column of O of a query again, not yet divided by the sum: the values of keys `from` to `to`, each times the exponential of its score
/// less `max`, which is in exponents of 2; NaN where a value is. With `changed` softcap, ALiBi and any scale apply.
///
/// # Safety
/// `q` and the rows of the keys that `key_row` gives have `head_dim` elements, those of `value_row` one at `column`; slopes, where there
/// are any, have a value for each head.
#[inline(always)]
pub unsafe fn weighted_value<T: Packed>(
    (problem, changed): (&ProblemShape, bool),
    (work, query, head): (&Work, i32, u32),
    ([from, to], max): ([i32; 2], f32),
    (q, column): (u64, u32),
    key_row: impl Fn(i32) -> u64,
    value_row: impl Fn(i32) -> u64,
) -> f32 {
    let from = at_least_0(from);
    // SAFETY: upheld by the caller: a slope for each head, where there are any.
    let change = unsafe { problem.change(work.batch, head) };
    let scale = core::f32::consts::LOG2_E * if changed { 1.0 } else { problem.scale };
    let own = query + work.seq[1] - work.seq[0];
    let value = inlined!(|key: i32| {
        // SAFETY: upheld by the caller: a column of a value that the query sees.
        unsafe { read(value_row(key) as *const T, column as usize) }.widen()
    });
    let mut sum = 0.0f32;
    let mut key = from;
    while key < to && !sum.is_nan() {
        let value = value(key);
        sum = if value.is_nan() { value } else { sum };
        key += 1;
    }
    key = from;
    while key < to && !sum.is_nan() {
        let k = key_row(key);
        let (mut score, mut column) = (0.0, 0);
        while column < problem.head_dim as usize {
            // SAFETY: upheld by the caller: a column of a query of the sequence.
            let q = unsafe { read(q as *const T, column) };
            // SAFETY: upheld by the caller: a column of a key that the query sees.
            let k = unsafe { read(k as *const T, column) };
            score = math::fma(q.widen(), k.widen(), score);
            column += 1;
        }
        if changed {
            score = change.of(score, (own - key) as f32);
        }
        let p = math::exp2_flushed(math::fma(score, scale, -max));
        sum = math::fma(p, value(key), sum);
        key += 1;
    }
    sum
}

/// Computes those elements of a thread's rows of O again that are NaN, from the keys that each row sees alone, not yet divided by the
/// sum. An element stays NaN where a value that its row sees is.
///
/// # Safety
/// `args.operands` leads to Q, K and V of the problem; the rows are those of `work`, `coord` their coordinates in it.
#[inline(always)]
pub unsafe fn redo<T: Packed, const CHANGED: bool, E: EngineMut<Item = f32>, L: Accumulators>(
    args: &Args,
    work: &Work,
    softmax: &Softmax,
    coord: impl Fn(i32) -> (i32, i32),
    o: &mut Tensor<E, L>,
) {
    let mut o = o.rowcol_mut();
    let extent = o.layout().extent();
    let (problem, max) = (&args.problem, softmax.exponents());
    let operands = args.operands as *const Operand;
    let operand = inlined!(|i: usize| {
        // SAFETY: the caller has three operands at the address.
        let place = unsafe { operands.add(i) };
        // SAFETY: an operand of the caller's. Volatile: it is not kept in registers from the kernel's start on.
        unsafe { place.read_volatile() }
    });
    let (q, k, v) = (operand(0), operand(1), operand(2));
    let head_kv = problem.head_kv(work.head);
    let row_of = inlined!(|operand: Operand, key: i32| {
        operand.at(work.batch, work.start[1] + key, head_kv)
    });
    // A loop: registers have no index, so an element is chosen among all.
    let mut i = 0;
    while i < math::opaque(extent.count() as u32) as usize {
        let mut element = 0.0;
        extent.repeat(inlined!(|n: usize| {
            if n == i {
                element = o.at(n)
            }
        }));
        let (row, column) = coord(i as i32);
        let query = work.query + row;
        if element.is_nan() && query < work.seq[0] && (column as u32) < problem.head_dim_v {
            let keys = work.keys(query, problem.window);
            let q = q.at(work.batch, work.start[0] + query, work.head);
            // SAFETY: rows of keys and values that the query sees, a query of the sequence, a column of O.
            let sum = unsafe {
                weighted_value::<T>(
                    (problem, CHANGED),
                    (work, query, work.head),
                    (keys, if i % 2 == 0 { max[0] } else { max[1] }),
                    (q, column as u32),
                    inlined!(|key| row_of(k, key)),
                    inlined!(|key| row_of(v, key)),
                )
            };
            extent.repeat(inlined!(|n: usize| {
                if n == i {
                    o.put(n, sum)
                }
            }));
        }
        i += 1;
    }
}
