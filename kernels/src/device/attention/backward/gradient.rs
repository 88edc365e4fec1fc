//! Scores and the products of values become probabilities and their gradient, with queries as the columns.
//!
//! Entry `4 j + 2 e + r` of a thread is of row (key) `r` and of column (query) `e` of pair `j`.

use azulejo_device::inlined;
use azulejo_device::ptx::math;
use azulejo_layout::Int;
use azulejo_tensor::engine::EngineMut;
use azulejo_tensor::{AccumulatorLayout, Extent, OffsetAt, Repeat, Tensor};

use crate::device::attention::scores::Change;

/// Replaces scores by `exp2(scale s - lse)`, where `pair` gives the `lse` of two neighbouring queries.
#[inline(always)]
pub fn probabilities<E, L>(scores: &mut Tensor<E, L>, scale: f32, pair: impl Fn(usize) -> [f32; 2])
where
    E: EngineMut<Item = f32>,
    L: AccumulatorLayout<RowCol: Extent + OffsetAt<usize, Offset: Int> + Copy>,
{
    let mut s = scores.rowcol_mut();
    let mut lse = [0.0; 2];
    s.layout().extent().repeat(inlined!(|i: usize| {
        if i % 4 == 0 {
            lse = pair(i / 4);
        }
        let power = math::fma(s.at(i), scale, -lse[i / 2 % 2]);
        s.put(i, math::exp2_flushed(power));
    }));
}

/// Replaces `dP` by `P (dP - delta)`, where `pair` gives the `delta` of two neighbouring queries.
#[inline(always)]
pub fn gradient<E, L>(
    products: &mut Tensor<E, L>,
    probabilities: &Tensor<E, L>,
    pair: impl Fn(usize) -> [f32; 2],
) where
    E: EngineMut<Item = f32>,
    L: AccumulatorLayout<RowCol: Extent + OffsetAt<usize, Offset: Int> + Copy>,
{
    let (mut d, p) = (products.rowcol_mut(), probabilities.rowcol());
    let mut delta = [0.0; 2];
    d.layout().extent().repeat(inlined!(|i: usize| {
        if i % 4 == 0 {
            delta = pair(i / 4);
        }
        d.put(i, p.at(i) * (d.at(i) - delta[i / 2 % 2]));
    }));
}

/// As [`probabilities`] and then [`gradient`], of scores that softcap and ALiBi change; `own` is the distance from the thread's first
/// query of the block to the one on the diagonal of each key, as `column` counts the queries.
#[inline(always)]
pub fn changed<E, L>(
    (scores, products): (&mut Tensor<E, L>, &mut Tensor<E, L>),
    change: Change,
    (own, column): ([i32; 2], impl Fn(usize) -> i32),
    lse_of: impl Fn(usize) -> [f32; 2],
    delta_of: impl Fn(usize) -> [f32; 2],
) where
    E: EngineMut<Item = f32>,
    L: AccumulatorLayout<RowCol: Extent + OffsetAt<usize, Offset: Int> + Copy>,
{
    let own = [own[0] as f32, own[1] as f32];
    let (mut s, mut d) = (scores.rowcol_mut(), products.rowcol_mut());
    let (mut lse, mut delta) = ([0.0; 2], [0.0; 2]);
    s.layout().extent().repeat(inlined!(|i: usize| {
        if i % 4 == 0 {
            lse = lse_of(i / 4);
            delta = delta_of(i / 4);
        }
        let (capped, slope) = change.capped(s.at(i));
        let score = change.biased(capped, own[i % 2] - column(i) as f32);
        let power = math::fma(score, core::f32::consts::LOG2_E, -lse[i / 2 % 2]);
        let p = math::exp2_flushed(power);
        s.put(i, p);
        d.put(i, p * (d.at(i) - delta[i / 2 % 2]) * slope);
    }));
}
