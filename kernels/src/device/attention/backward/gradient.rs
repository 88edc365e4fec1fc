//! Scores and the products of values become probabilities and their gradient, with queries as the columns.
//!
//! Entry `(2 j + e) R + r` of a thread, which has `R` rows, is of row (key) `r` and of column (query) `e` of pair `j`.

use azulejo_device::ptx::{counter, math};
use azulejo_device::{inlined, unrolled};
use azulejo_tensor::atom::StaticLayout;
use azulejo_tensor::engine::EngineMut;
use azulejo_tensor::{Extent, Repeat, Tensor};

use super::args::Args;
use crate::device::attention::scores::{Change, clear_outside};
use crate::device::attention::softmax::{Accumulators, rows_of_thread};

/// Replaces scores by `exp2(scale s - lse)`, where `pair` gives the `lse` of two neighbouring queries.
#[inline(always)]
pub fn probabilities<E: EngineMut<Item = f32>, L: Accumulators<RowCol: StaticLayout>>(
    scores: &mut Tensor<E, L>,
    scale: f32,
    pair: impl Fn(usize) -> [f32; 2],
) {
    let rows = const { rows_of_thread::<L>() };
    let mut s = scores.rowcol_mut();
    let mut lse = [0.0; 2];
    s.layout().extent().repeat(inlined!(|i: usize| {
        if i % (2 * rows) == 0 {
            lse = pair(i / (2 * rows));
        }
        let power = math::fma(s.at(i), scale, -lse[i / rows % 2]);

        s.put(i, math::exp2_flushed(power));
    }));
}

/// Replaces `dP` by `P (dP - delta)`, where `pair` gives the `delta` of two neighbouring queries.
#[inline(always)]
pub fn gradient<E: EngineMut<Item = f32>, L: Accumulators<RowCol: StaticLayout>>(
    products: &mut Tensor<E, L>,
    probabilities: &Tensor<E, L>,
    pair: impl Fn(usize) -> [f32; 2],
) {
    let (mut d, p) = (products.rowcol_mut(), probabilities.rowcol());
    let rows = const { rows_of_thread::<L>() };
    let mut delta = [0.0; 2];
    d.layout().extent().repeat(inlined!(|i: usize| {
        if i % (2 * rows) == 0 {
            delta = pair(i / (2 * rows));
        }
        d.put(i, p.at(i) * (d.at(i) - delta[i / rows % 2]));
    }));
}

/// As [`probabilities`] and then [`gradient`], of scores that softcap and ALiBi change; `own` is the distance from the thread's first
/// query of the block to the one on the diagonal of each key, as `column` counts the queries.
#[inline(always)]
pub fn changed<
    const ROWS: usize,
    E: EngineMut<Item = f32>,
    L: Accumulators<RowCol: StaticLayout>,
>(
    (scores, products): (&mut Tensor<E, L>, &mut Tensor<E, L>),
    change: Change,
    (own, column): ([i32; ROWS], impl Fn(usize) -> i32),
    lse_of: impl Fn(usize) -> [f32; 2],
    delta_of: impl Fn(usize) -> [f32; 2],
) {
    let own = own.map(inlined!(|query| query as f32));
    let (mut s, mut d) = (scores.rowcol_mut(), products.rowcol_mut());
    let (mut lse, mut delta) = ([0.0; 2], [0.0; 2]);
    s.layout().extent().repeat(inlined!(|i: usize| {
        if i % (2 * ROWS) == 0 {
            lse = lse_of(i / (2 * ROWS));
            delta = delta_of(i / (2 * ROWS));
        }
        let (capped, slope) = change.capped(s.at(i));
        let score = change.biased(capped, own[i % ROWS] - column(i) as f32);
        let power = math::fma(score, core::f32::consts::LOG2_E, -lse[i / ROWS % 2]);
        let p = math::exp2_flushed(power);
        s.put(i, p);
        d.put(i, p * (d.at(i) - delta[i / ROWS % 2]) * slope);
    }));
}

/// Replaces scores of a head by probabilities, and `dP` by the gradient of the scores; where `is_masked`, what `seen` leaves
/// out becomes 0 in both.
///
/// `seen` gives the queries that see key `r`, from and to, and `own` the one on its diagonal, as `column` counts the queries from the
/// thread's first one on; `lse` and `delta` give the values of two neighbouring queries.
///
/// # Safety
/// Slopes, where there are any, have a value for the head.
#[inline(always)]
pub unsafe fn gradients<
    const ROWS: usize,
    E: EngineMut<Item = f32>,
    L: Accumulators<RowCol: StaticLayout>,
>(
    args: &Args,
    head: u32,
    (scores, products): (&mut Tensor<E, L>, &mut Tensor<E, L>),
    (is_masked, seen): (bool, impl Fn(usize) -> [i32; 2]),
    (own, column): (impl Fn(usize) -> i32, impl Fn(usize) -> i32 + Copy),
    lse: impl Fn(usize) -> [f32; 2],
    delta: impl Fn(usize) -> [f32; 2],
) {
    let outside = inlined!(|tile: &mut Tensor<E, L>| {
        if is_masked {
            clear_outside(tile, column, unrolled::<_, ROWS>(&seen));
        }
    });
    if args.problem.softcap != 0.0 || args.problem.slopes != 0 {
        // SAFETY: upheld by the caller: a slope of the head, where there are any.
        let change = unsafe { args.problem.change(0, head) };
        let own = unrolled::<_, ROWS>(&own);
        changed(
            (&mut *scores, &mut *products),
            change,
            (own, column),
            lse,
            delta,
        );
        outside(scores);
    } else {
        probabilities(scores, args.problem.scale * core::f32::consts::LOG2_E, lse);
        outside(scores);
        gradient(products, scores, delta);
    }
    outside(products);
}

impl Args {
    /// Adds to dQ: where there are turns, when the blocks of keys before these, `before` of them, have added to part `part`.
    ///
    /// `sync` brings the threads together that add, of which one `is_first`.
    ///
    /// # Safety
    /// All threads that add make the call, on a part of the workspace; the blocks before these were taken before, by CTAs that run.
    #[inline(always)]
    pub unsafe fn in_turn(
        &self,
        (part, before): (u64, u32),
        is_first: bool,
        sync: impl Fn(),
        add: impl FnOnce(),
    ) {
        let turn = self.turns + 4 * part;
        if self.turns != 0 {
            if is_first {
                // SAFETY: upheld by the caller: the others add 1 each.
                unsafe { counter::wait_eq(turn, before) };
            }
            sync();
        }
        add();
        if self.turns != 0 {
            sync(); // What was added is ordered before the count.
            if is_first {
                // SAFETY: a counter of the workspace, which only these kernels change.
                unsafe { counter::atomic_add_one(turn) };
            }
        }
    }
}
