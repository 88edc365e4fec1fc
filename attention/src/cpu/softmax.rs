//! [`Softmax`]: a tile of scores becomes probabilities, and what was summed so far is corrected.

use azulejo_gemm::Vectorize;

use super::exp::{LOG2_E, exp2};
use super::score::{Row, Score};

/// One step of the online softmax over a tile of products, row by row.
///
/// In `tile`, products become `exp(score - max)`, and 0 where a row does not see the column. Where the maximum of a row
/// grows, its sum and its row of `out` are scaled.
pub struct Softmax<'a> {
    /// Rows of `width` products.
    pub tile: &'a mut [f32],
    pub width: usize,
    pub rows: &'a [Row],
    pub score: Score,
    /// The largest score of each row so far; −∞ before the first.
    pub max: &'a mut [f32],
    /// The sum of each row's exponentials so far.
    pub sum: &'a mut [f32],
    /// Rows of `dim` sums.
    pub out: &'a mut [f32],
    pub dim: usize,
}

impl Vectorize for Softmax<'_> {
    type Output = ();

    #[inline(always)]
    fn run<const FMA: bool>(self) {
        let tiles = self.tile.chunks_exact_mut(self.width);
        let outs = self.out.chunks_exact_mut(self.dim);
        let state = self.max.iter_mut().zip(self.sum);
        for (((tile, row), out), (max, sum)) in tiles.zip(self.rows).zip(outs).zip(state) {
            tile[..row.from].fill(0.0);
            tile[row.to..].fill(0.0);
            let seen = &mut tile[row.from..row.to];
            if !self.score.is_identity() {
                for (x, j) in seen.iter_mut().zip(row.from..) {
                    *x = self.score.apply::<FMA>(*x, row, j).0;
                }
            }
            let old = *max;
            *max = largest(seen, old);
            // Nothing but −∞ so far: there is nothing to subtract.
            let shift = if *max == f32::NEG_INFINITY { 0.0 } else { *max };
            let added = exponentials::<FMA>(seen, shift);
            if old == *max {
                *sum += added;
                continue;
            }
            let factor = exp2::<FMA>((old - shift) * LOG2_E);
            *sum = *sum * factor + added;
            out.iter_mut().for_each(|x| *x *= factor);
        }
    }
}

/// Values of a row that are reduced side by side.
const LANES: usize = 64;

/// The largest of `values` and `first`; NaN is passed over.
#[inline(always)]
fn largest(values: &[f32], first: f32) -> f32 {
    let max = |a: f32, b: f32| if b > a { b } else { a };
    let mut lanes = [first; LANES];
    let chunks = values.chunks_exact(LANES);
    let rest = chunks.remainder();
    for chunk in chunks {
        for (lane, x) in lanes.iter_mut().zip(chunk) {
            *lane = max(*lane, *x);
        }
    }
    for (lane, x) in lanes.iter_mut().zip(rest) {
        *lane = max(*lane, *x);
    }
    lanes.into_iter().fold(first, max)
}

/// Replaces each value by `exp(value - shift)`; returns their sum.
#[inline(always)]
fn exponentials<const FMA: bool>(values: &mut [f32], shift: f32) -> f32 {
    // The difference first: it is exact for the largest score, whose exponential is then 1.
    let exp = |x: f32| exp2::<FMA>((x - shift) * LOG2_E);
    let mut lanes = [0.0f32; LANES];
    let mut chunks = values.chunks_exact_mut(LANES);
    for chunk in &mut chunks {
        for (lane, x) in lanes.iter_mut().zip(chunk) {
            *x = exp(*x);
            *lane += *x;
        }
    }
    for (lane, x) in lanes.iter_mut().zip(chunks.into_remainder()) {
        *x = exp(*x);
        *lane += *x;
    }
    let mut half = LANES / 2;
    while half > 0 {
        for i in 0..half {
            lanes[i] += lanes[i + half];
        }
        half /= 2;
    }
    lanes[0]
}
