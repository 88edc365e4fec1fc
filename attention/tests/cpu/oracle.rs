//! Attention by its definition: one loop per index, f64, no blocks.

use azulejo_attention::{
    AttentionElement, AttentionError, Gradients, Options, Saved, backward, forward,
};
use azulejo_cpu::{Array, Stored, View};

/// `(batch, sequence, heads, dim)` in f64.
#[derive(Clone, Debug)]
pub struct Tensor {
    pub shape: [usize; 4],
    pub data: Vec<f64>,
}

impl Tensor {
    pub fn zeros(shape: [usize; 4]) -> Self {
        Self {
            shape,
            data: vec![0.0; shape.iter().product()],
        }
    }

    /// Values about normally distributed, the same for the same seed, exact in `T`.
    pub fn random<T: AttentionElement>(shape: [usize; 4], seed: u64) -> Self {
        let mut tensor = Self::zeros(shape);
        let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        let mut uniform = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 40) as f64 / (1u64 << 24) as f64 - 0.5
        };
        for x in &mut tensor.data {
            let sum: f64 = (0..4).map(|_| uniform()).sum();
            *x = T::from_f64(sum * 3f64.sqrt()).to_f64();
        }
        tensor
    }

    pub fn at(&self, [b, i, h, x]: [usize; 4]) -> usize {
        let [_, rows, heads, dim] = self.shape;
        ((b * rows + i) * heads + h) * dim + x
    }

    pub fn get(&self, at: [usize; 4]) -> f64 {
        self.data[self.at(at)]
    }

    pub fn row(&self, [b, i, h]: [usize; 3]) -> &[f64] {
        &self.data[self.at([b, i, h, 0])..][..self.shape[3]]
    }

    fn row_mut(&mut self, [b, i, h]: [usize; 3]) -> &mut [f64] {
        let (at, dim) = (self.at([b, i, h, 0]), self.shape[3]);
        &mut self.data[at..][..dim]
    }

    pub fn array<T: AttentionElement + Stored>(&self) -> Array<T> {
        let data = self.data.iter().map(|x| T::from_f64(*x)).collect();
        Array::from_vec(data, &self.shape).unwrap()
    }
}

/// The elements of an array as f64.
pub fn wide<T: AttentionElement>(array: &Array<T>) -> Vec<f64> {
    array.data().iter().map(|x| x.to_f64()).collect()
}

/// The largest difference; equal infinities and NaN on both sides are none, NaN on one side is all.
pub fn difference(found: &[f64], expected: &[f64]) -> f64 {
    assert_eq!(found.len(), expected.len());
    let one = |(x, y): (&f64, &f64)| match (x - y).abs() {
        _ if x == y || (x.is_nan() && y.is_nan()) => 0.0,
        error if error.is_nan() => f64::INFINITY,
        error => error,
    };
    found.iter().zip(expected).map(one).fold(0.0, f64::max)
}

fn dot(x: &[f64], y: &[f64]) -> f64 {
    x.iter().zip(y).map(|(x, y)| x * y).sum()
}

fn add(to: &mut [f64], factor: f64, from: &[f64]) {
    for (to, from) in to.iter_mut().zip(from) {
        *to += factor * from;
    }
}

/// One row of scores, after scale, cap and bias, and the derivative of each by its product; −∞ where hidden.
fn scores(
    q: &Tensor,
    k: &Tensor,
    [b, i, h]: [usize; 3],
    options: &Options<'_>,
    round: &dyn Fn(f64) -> f64,
) -> Vec<(f64, f64)> {
    let ([_, queries, heads, dim], [_, keys, kv_heads, _]) = (q.shape, k.shape);
    let scale = f64::from(options.scale_for(dim));
    let (left, right) = options.mask.window();
    (0..keys)
        .map(|j| {
            let diagonal = i as i64 + keys as i64 - queries as i64;
            let (j_, open) = (j as i64, i64::MAX / 4);
            let near = |limit: Option<usize>| limit.map_or(open, |limit| limit.min(1 << 40) as i64);
            if j_ < diagonal - near(left) || j_ > diagonal + near(right) {
                return (f64::NEG_INFINITY, 0.0);
            }
            let kv = h / (heads / kv_heads);
            let dot = dot(q.row([b, i, h]), k.row([b, j, kv]));
            let (mut score, mut slope) = (round(scale * dot), 1.0);
            if let Some(cap) = options.softcap.map(f64::from) {
                let t = (score / cap).tanh();
                (score, slope) = (round(cap * t), 1.0 - t * t);
            }
            if let Some(slopes) = options.alibi {
                score = round(score - f64::from(slopes[h]) * (diagonal - j_).abs() as f64);
            }
            (score, slope)
        })
        .collect()
}

/// O and the LSE, every step rounded by `round`.
pub fn attention(
    q: &Tensor,
    k: &Tensor,
    v: &Tensor,
    options: &Options<'_>,
    round: &dyn Fn(f64) -> f64,
) -> (Tensor, Vec<f64>) {
    let ([batch, queries, heads, _], [_, keys, kv_heads, dim]) = (q.shape, v.shape);
    let mut out = Tensor::zeros([batch, queries, heads, dim]);
    let mut lse = vec![f64::NEG_INFINITY; batch * heads * queries];
    for (b, h, i) in index(batch, heads, queries) {
        let scores = scores(q, k, [b, i, h], options, round);
        let hidden = |j: usize| scores[j].0 == f64::NEG_INFINITY;
        let max = scores
            .iter()
            .fold(f64::NEG_INFINITY, |max, score| max.max(score.0));
        if (0..keys).all(hidden) {
            continue;
        }
        let sum: f64 = scores.iter().map(|score| (score.0 - max).exp()).sum();
        lse[(b * heads + h) * queries + i] = max + sum.ln();
        let row = out.row_mut([b, i, h]);
        for j in (0..keys).filter(|j| !hidden(*j)) {
            let weight = round((scores[j].0 - max).exp() / sum);
            add(row, weight, v.row([b, j, h / (heads / kv_heads)]));
        }
        row.iter_mut().for_each(|x| *x = round(*x));
    }
    (out, lse)
}

/// The gradients of Q, K and V, every step rounded by `round`.
pub fn gradients(
    q: &Tensor,
    k: &Tensor,
    v: &Tensor,
    d_out: &Tensor,
    options: &Options<'_>,
    round: &dyn Fn(f64) -> f64,
) -> [Tensor; 3] {
    let ([batch, queries, heads, dim], [_, keys, kv_heads, _]) = (q.shape, v.shape);
    let scale = f64::from(options.scale_for(dim));
    let (out, lse) = attention(q, k, v, options, round);
    let mut result = [q.shape, k.shape, v.shape].map(Tensor::zeros);
    for (b, h, i) in index(batch, heads, queries) {
        let lse = lse[(b * heads + h) * queries + i];
        let kv = h / (heads / kv_heads);
        let delta = dot(out.row([b, i, h]), d_out.row([b, i, h]));
        let scores = scores(q, k, [b, i, h], options, round);
        for (j, (score, slope)) in scores.into_iter().enumerate().take(keys) {
            if score == f64::NEG_INFINITY {
                continue;
            }
            let p = round((score - lse).exp());
            let dp = round(dot(v.row([b, j, kv]), d_out.row([b, i, h])));
            let ds = scale * round(p * (dp - delta) * slope);
            add(result[2].row_mut([b, j, kv]), p, d_out.row([b, i, h]));
            add(result[0].row_mut([b, i, h]), ds, k.row([b, j, kv]));
            add(result[1].row_mut([b, j, kv]), ds, q.row([b, i, h]));
        }
    }
    for tensor in &mut result {
        tensor.data.iter_mut().for_each(|x| *x = round(*x));
    }
    result
}

pub fn index(a: usize, b: usize, c: usize) -> impl Iterator<Item = (usize, usize, usize)> {
    (0..a).flat_map(move |i| (0..b).flat_map(move |j| (0..c).map(move |k| (i, j, k))))
}

/// Q, K, V and the gradient of O.
pub struct Case {
    pub q: Tensor,
    pub k: Tensor,
    pub v: Tensor,
    pub d_out: Tensor,
}

impl Case {
    /// Random tensors of `(batch, queries, keys)`, `(heads, kv_heads)` and `(head_dim, value_dim)`.
    pub fn random<T: AttentionElement>(
        [batch, queries, keys]: [usize; 3],
        [heads, kv_heads]: [usize; 2],
        [dim, value_dim]: [usize; 2],
    ) -> Self {
        Self {
            q: Tensor::random::<T>([batch, queries, heads, dim], 1),
            k: Tensor::random::<T>([batch, keys, kv_heads, dim], 2),
            v: Tensor::random::<T>([batch, keys, kv_heads, value_dim], 3),
            d_out: Tensor::random::<T>([batch, queries, heads, value_dim], 4),
        }
    }

    /// O and the LSE of the library, from arrays full of NaN.
    pub fn forward<T: AttentionElement + Stored>(
        &self,
        options: &Options<'_>,
    ) -> Result<(Array<T>, Array<f32>), AttentionError> {
        let ([batch, queries, heads, _], value_dim) = (self.q.shape, self.v.shape[3]);
        let mut out = filled(&[batch, queries, heads, value_dim]);
        let mut lse = filled(&[batch, heads, queries]);
        let [q, k, v] = [&self.q, &self.k, &self.v].map(|tensor| tensor.array::<T>());
        forward(
            q.view(),
            k.view(),
            v.view(),
            out.view_mut(),
            Some(lse.view_mut()),
            options,
        )?;
        Ok((out, lse))
    }

    /// The gradients of the library, from arrays full of NaN.
    pub fn backward<T: AttentionElement + Stored>(
        &self,
        options: &Options<'_>,
    ) -> Result<[Array<T>; 3], AttentionError> {
        let (out, lse) = self.forward::<T>(options)?;
        let [q, k, v, d_out] =
            [&self.q, &self.k, &self.v, &self.d_out].map(|tensor| tensor.array::<T>());
        let [mut dq, mut dk, mut dv] = [&q, &k, &v].map(|array| filled(array.extents()));
        backward(
            Saved {
                q: q.view(),
                k: k.view(),
                v: v.view(),
                out: out.view(),
                lse: lse.view(),
            },
            d_out.view(),
            Gradients {
                dq: dq.view_mut(),
                dk: dk.view_mut(),
                dv: dv.view_mut(),
            },
            options,
        )?;
        Ok([dq, dk, dv])
    }

    pub fn oracle(
        &self,
        options: &Options<'_>,
        round: &dyn Fn(f64) -> f64,
    ) -> (Vec<f64>, Vec<f64>) {
        let (out, lse) = attention(&self.q, &self.k, &self.v, options, round);
        (out.data, lse)
    }

    pub fn gradients(&self, options: &Options<'_>, round: &dyn Fn(f64) -> f64) -> [Vec<f64>; 3] {
        let Self { q, k, v, d_out } = self;
        gradients(q, k, v, d_out, options, round).map(|tensor| tensor.data)
    }
}

/// An array full of NaN.
pub fn filled<T: AttentionElement>(shape: &[usize]) -> Array<T> {
    let mut array = Array::zeros(shape).unwrap();
    array.data_mut().fill(T::from_f64(f64::NAN));
    array
}

/// A view of some elements with strides of their own.
pub fn strided<'a, T: AttentionElement>(
    data: &'a [T],
    shape: &[usize],
    strides: &[usize],
) -> View<'a, T> {
    let layout = azulejo_cpu::Strided::new(shape, strides).unwrap();
    View::new(data, layout).unwrap()
}
