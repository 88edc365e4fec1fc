//! [`expected`]: attention by its definition, with a bound of the kernel's error.

use azulejo_tensor::DType;

use crate::Case;

/// What a kernel should store.
#[derive(Clone, Debug)]
pub struct Expected {
    /// O, in the order of Q.
    pub o: Vec<f64>,
    /// How far each element may be off: P and O are rounded to the element type.
    pub bound: Vec<f64>,
    /// LSE, (batch, head, query), packed (head, query).
    pub lse: Vec<f64>,
}

/// The scores of a query of one head with the keys that it sees.
pub struct Row {
    /// The position of the query among those of all batches.
    pub query: usize,
    /// The head of Q.
    pub head: usize,
    /// The head of K.
    pub head_kv: usize,
    /// Positions of the keys among those of all batches.
    pub keys: std::ops::Range<usize>,
    /// The score of each, and its derivative by the scaled product.
    pub scores: Vec<(f64, f64)>,
    /// The largest score.
    pub max: f64,
    /// The sum of the exponentials of the distances to it.
    pub sum: f64,
    /// Where its LSE is.
    pub lse: usize,
}

/// Q, K or V as the element type rounds them.
pub fn rounded(case: &Case, which: usize) -> Vec<f64> {
    let values = case.operands[which].iter();
    values.map(|x| f64::from(case.round(*x))).collect()
}

/// The rows that have a finite score, of the operands as the element type rounds them.
pub fn rows(case: &Case) -> Vec<Row> {
    let [batch, heads, heads_kv] = case.heads;
    let ([total_q, _], [d, _]) = (case.totals(), case.dims);
    let [q, k] = [0, 1].map(|which| rounded(case, which));
    let mut all = Vec::new();
    let (mut start_q, mut start_k) = (0, 0);
    for b in 0..batch {
        let [seq_q, seq_k] = if case.is_packed() {
            case.seqs[b]
        } else {
            case.seqs[0]
        };
        for (h, i) in (0..heads).flat_map(|h| (0..seq_q).map(move |i| (h, i))) {
            let head_kv = h * heads_kv / heads;
            let own = i as i64 + seq_k as i64 - seq_q as i64;
            let seen = |j: &usize| {
                let j = *j as i64;
                case.window[0].is_none_or(|left| own - i64::from(left) <= j)
                    && case.window[1].is_none_or(|right| j <= own + i64::from(right))
            };
            let Some(first) = (0..seq_k).find(seen) else {
                continue;
            };
            let score = |j: usize| {
                let q = &q[((start_q + i) * heads + h) * d..][..d];
                let k = &k[((start_k + j) * heads_kv + head_kv) * d..][..d];
                let sum: f64 = q.iter().zip(k).map(|(a, b)| a * b).sum();
                let (mut s, mut slope) = (sum * f64::from(case.scale), 1.0);
                if case.softcap > 0.0 {
                    let cap = f64::from(case.softcap);
                    let tanh = (s / cap).tanh();
                    (s, slope) = (cap * tanh, 1.0 - tanh * tanh);
                }
                if let Some(bias) = case.slopes.get(h) {
                    s -= f64::from(*bias) * (own - j as i64).abs() as f64;
                }
                (s, slope)
            };
            let scores: Vec<_> = (first..seq_k).take_while(seen).map(score).collect();
            let max = scores
                .iter()
                .map(|(s, _)| *s)
                .fold(f64::NEG_INFINITY, f64::max);
            // NaN is a score.
            if scores.iter().all(|(s, _)| *s == f64::NEG_INFINITY) {
                continue;
            }
            all.push(Row {
                query: start_q + i,
                head: h,
                head_kv,
                keys: start_k + first..start_k + first + scores.len(),
                sum: scores.iter().map(|(s, _)| (s - max).exp()).sum(),
                scores,
                max,
                lse: if case.is_packed() {
                    h * total_q + start_q + i
                } else {
                    (b * heads + h) * seq_q + i
                },
            });
        }
        start_q += seq_q;
        start_k += seq_k;
    }
    all
}

/// The result in f64 of the operands as the element type rounds them.
pub fn expected(case: &Case) -> Expected {
    let [_, heads, heads_kv] = case.heads;
    let ([total_q, _], dv) = (case.totals(), case.dims[1]);
    let half_unit = if case.dtype == DType::F16 {
        f64::powi(2.0, -11)
    } else {
        f64::powi(2.0, -8)
    };
    let mut out = Expected {
        o: vec![0.0; total_q * heads * dv],
        bound: vec![0.0; total_q * heads * dv],
        lse: vec![f64::NEG_INFINITY; total_q * heads],
    };
    let v = rounded(case, 2);
    for row in rows(case) {
        out.lse[row.lse] = row.max + row.sum.ln();
        let at = (row.query * heads + row.head) * dv;
        let (o, weights) = (&mut out.o[at..][..dv], &mut out.bound[at..][..dv]);
        for (j, (s, _)) in row.keys.zip(row.scores) {
            let p = (s - row.max).exp() / row.sum;
            let values = &v[(j * heads_kv + row.head_kv) * dv..][..dv];
            for ((o, weight), value) in o.iter_mut().zip(&mut *weights).zip(values) {
                *o += p * value;
                *weight += p * value.abs();
            }
        }
        for (o, weight) in o.iter().zip(weights) {
            *weight = 1.05 * half_unit * (*weight + o.abs()) + 2e-5;
        }
    }
    out
}
