//! [`redo`]: rows again, key by key, where a value that a mask hides is NaN or infinite.
//!
//! The product of a block takes all its values, those of hidden keys with a probability of 0; but 0 times NaN is NaN.

use azulejo_device::ptx::math;
use azulejo_device::{inlined, repeat};
use azulejo_tensor::engine::EngineMut;
use azulejo_tensor::{Extent, Repeat, Tensor};

use super::args::ProblemShape;
use super::packed::Packed;
use super::softmax::{Accumulators, finish};
use super::work::{Work, at_least_0};
use crate::device::element::read;

/// Comparisons of which each waits for the one before it: chains short enough to hide their latency.
const CHAINS: usize = 4;

/// `true` if a thread's rows of O hold NaN.
#[inline(always)]
pub fn has_nan<E: EngineMut<Item = f32>, L: Accumulators>(o: &mut Tensor<E, L>) -> bool {
    let o = o.rowcol_mut();
    let mut nan = [false; CHAINS];
    o.layout()
        .extent()
        .repeat(inlined!(|i: usize| nan[i / 2 % CHAINS] |= o.at(i).is_nan()));
    nan.contains(&true)
}

/// Those of a thread's elements that are NaN, at most 128 of them: a bit each.
pub type Nan = [u32; 4];

/// Finds them.
#[inline(always)]
pub fn nan_elements<E: EngineMut<Item = f32>, L: Accumulators>(o: &mut Tensor<E, L>) -> Nan {
    let (o, mut nan) = (o.rowcol_mut(), [0; 4]);
    o.layout().extent().repeat(inlined!(
        |i: usize| nan[i / 32] |= (o.at(i).is_nan() as u32) << (i % 32)
    ));
    nan
}

/// Computes elements of a thread's rows of O again, from the keys that each row sees alone, and stores them: the sums of values times
/// exponentials of scores less the first of `of_rows`, in exponents of 2, times the second. An element stays NaN where a value that its
/// row sees is. With `changed` softcap, ALiBi and any scale apply.
///
/// `coord` gives the row and the column of an element, `row` the query of a row, its head and the address of its Q where there is such a
/// row, and `rows` the addresses of a key and of its value where they are among those that the caller has summed.
///
/// # Safety
/// Rows at the addresses have the columns of the problem; slopes, where there are any, have a value for each head.
#[inline(always)]
pub unsafe fn redo<T: Packed, const ROWS: usize>(
    (problem, work, changed): (&ProblemShape, &Work, bool),
    (nan, of_rows): (Nan, [[f32; ROWS]; 2]),
    coord: impl Fn(i32) -> (i32, i32),
    row: impl Fn(u32) -> Option<(i32, u32, u64)>,
    rows: impl Fn(i32) -> Option<[u64; 2]>,
    store: impl Fn(i32, i32, f32),
) {
    let scale = core::f32::consts::LOG2_E * if changed { 1.0 } else { problem.scale };
    let element = inlined!(|row: u64, column: usize| {
        // SAFETY: upheld by the caller: a column of a row of Q, K or V.
        unsafe { read(row as *const T, column) }.widen()
    });
    let mut i = 0;
    while i < 128 {
        // Registers have no index: the element's bit and its row's numbers are chosen among all.
        let (mut word, mut base, mut factor) = (0, 0.0, 0.0);
        repeat::<4>(inlined!(|n| word = if i / 32 == n { nan[n] } else { word }));
        repeat::<ROWS>(inlined!(|r| {
            if i % ROWS == r {
                [base, factor] = of_rows.map(inlined!(|of: [f32; ROWS]| of[r]));
            }
        }));
        let (at, column) = coord(i as i32);
        if word >> (i % 32) & 1 != 0
            && (column as u32) < problem.head_dim_v
            && let Some((query, head, q)) = row(at as u32)
        {
            // SAFETY: upheld by the caller: a slope for each head, where there are any.
            let change = unsafe { problem.change(work.batch, head) };
            let own = query + work.seq[1] - work.seq[0];
            let [from, to] = work.keys(query, problem.window);
            // First whether a value is NaN, which takes no scores.
            let (mut sum, mut pass) = (0.0f32, 0);
            while pass < 2 {
                let mut key = at_least_0(from);
                while key < to && !sum.is_nan() {
                    if let Some([k, v]) = rows(key) {
                        let value = element(v, column as usize);
                        if pass == 0 {
                            sum = if value.is_nan() { value } else { sum };
                        } else {
                            let (mut score, mut column) = (0.0, 0);
                            while column < problem.head_dim as usize {
                                score = math::fma(element(q, column), element(k, column), score);
                                column += 1;
                            }
                            if changed {
                                score = change.of(score, (own - key) as f32);
                            }
                            let p = math::exp2_flushed(math::fma(score, scale, -base));
                            sum = math::fma(p, value, sum);
                        }
                    }
                    key += 1;
                }
                pass += 1;
            }
            store(at, column, finish(sum, factor));
        }
        i += 1;
    }
}
