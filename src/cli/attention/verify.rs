//! How far O is from the same attention in `f64`, by its definition.

use azulejo::attention::{Options, Problem};
use azulejo::tensor::Element;

/// Rows of O that are checked at most.
const ROWS: usize = 256;

/// The result of a check.
pub struct Error {
    /// The largest difference from `f64`.
    pub largest: f64,
    /// The largest magnitude in the checked rows.
    pub scale: f64,
    /// Rows that were compared, of all.
    pub checked: [usize; 2],
}

/// Compares rows of O, spread evenly, with attention in `f64`; everything compact, `(batch, sequence, heads, head_dim)`.
pub fn error<T: Element>(
    problem: &Problem,
    [q, k, v, out]: [&[T]; 4],
    options: &Options<'_>,
) -> Error {
    let (queries, keys, heads) = (problem.queries, problem.keys, problem.heads);
    let (head_dim, value_dim) = (problem.head_dim, problem.value_dim);
    let total = problem.batch * queries * heads;
    let checked = total.min(ROWS);
    let mut result = Error {
        largest: 0.0,
        scale: 0.0,
        checked: [checked, total],
    };
    for sample in 0..checked {
        // The first row and the last, and steps that do not favor a head.
        let row = match sample {
            0 => 0,
            _ if sample + 1 == checked => total - 1,
            _ => (sample * (total / checked) + sample % heads).min(total - 1),
        };
        let (b, i, h) = (row / (queries * heads), row / heads % queries, row % heads);
        let kv =
            |j: usize, dim: usize| ((b * keys + j) * problem.kv_heads + h / problem.group()) * dim;
        let query = &q[row * head_dim..][..head_dim];
        let seen = options.mask.keys(i, queries, keys);
        let scores: Vec<f64> = seen
            .clone()
            .map(|j| {
                let key = &k[kv(j, head_dim)..][..head_dim];
                let products = query.iter().zip(key).map(|(x, y)| x.to_f64() * y.to_f64());
                let mut score = products.sum::<f64>() * f64::from(options.scale_for(head_dim));
                if let Some(cap) = options.softcap.map(f64::from) {
                    score = cap * (score / cap).tanh();
                }
                let slope = options.alibi.map_or(0.0, |slopes| f64::from(slopes[h]));
                let distance = (i as f64 + keys as f64 - queries as f64 - j as f64).abs();
                score - slope * distance
            })
            .collect();
        let max = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let mut expected = vec![0.0; value_dim];
        // Scores of −∞ alone are as no keys: the row is 0.
        let nothing = scores.iter().all(|score| *score == f64::NEG_INFINITY);
        let sum: f64 = scores.iter().map(|score| (score - max).exp()).sum();
        let read = if nothing { 0 } else { scores.len() };
        for (score, j) in scores[..read].iter().zip(seen) {
            let weight = (score - max).exp() / sum;
            let value = &v[kv(j, value_dim)..][..value_dim];
            for (x, y) in expected.iter_mut().zip(value) {
                *x += weight * y.to_f64();
            }
        }
        for (found, expected) in out[row * value_dim..].iter().zip(expected) {
            let found = found.to_f64();
            let difference = (found - expected).abs();
            // NaN on both sides and equal infinities are right; NaN on one side is not.
            let wrong = match difference.is_nan() {
                true if found == expected || (found.is_nan() && expected.is_nan()) => 0.0,
                true => f64::INFINITY,
                false => difference,
            };
            result.largest = result.largest.max(wrong);
            result.scale = result.scale.max(found.abs());
        }
    }
    result
}
