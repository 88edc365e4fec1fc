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

/// The result in f64 of the operands as the element type rounds them.
pub fn expected(case: &Case) -> Expected {
    let [batch, heads, heads_kv] = case.heads;
    let ([total_q, _], [d, dv]) = (case.totals(), case.dims);
    let [q, k, v] = &case.operands;
    let at = |x: &[f32], index: usize| f64::from(case.round(x[index]));
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
    let (mut start_q, mut start_k) = (0, 0);
    for b in 0..batch {
        let [seq_q, seq_k] = if case.is_packed() {
            case.seqs[b]
        } else {
            case.seqs[0]
        };
        for h in 0..heads {
            let h_kv = h * heads_kv / heads;
            for i in 0..seq_q {
                let own = i as i64 + seq_k as i64 - seq_q as i64;
                let seen = |j: usize| {
                    let j = j as i64;
                    case.window[0].is_none_or(|left| own - i64::from(left) <= j)
                        && case.window[1].is_none_or(|right| j <= own + i64::from(right))
                };
                let scores: Vec<(usize, f64)> = (0..seq_k)
                    .filter(|j| seen(*j))
                    .map(|j| {
                        let sum: f64 = (0..d)
                            .map(|c| {
                                at(q, ((start_q + i) * heads + h) * d + c)
                                    * at(k, ((start_k + j) * heads_kv + h_kv) * d + c)
                            })
                            .sum();
                        let mut s = sum * f64::from(case.scale);
                        if case.softcap > 0.0 {
                            let cap = f64::from(case.softcap);
                            s = cap * (s / cap).tanh();
                        }
                        if let Some(slope) = case.slopes.get(h) {
                            s -= f64::from(*slope) * (own - j as i64).abs() as f64;
                        }
                        (j, s)
                    })
                    .collect();
                let max = scores
                    .iter()
                    .map(|(_, s)| *s)
                    .fold(f64::NEG_INFINITY, f64::max);
                if scores.is_empty() {
                    continue;
                }
                let sum: f64 = scores.iter().map(|(_, s)| (s - max).exp()).sum();
                let row = if case.is_packed() {
                    h * total_q + start_q + i
                } else {
                    (b * heads + h) * seq_q + i
                };
                out.lse[row] = max + sum.ln();
                for c in 0..dv {
                    let (mut o, mut weight) = (0.0, 0.0);
                    for &(j, s) in &scores {
                        let p = (s - max).exp() / sum;
                        let value = at(v, ((start_k + j) * heads_kv + h_kv) * dv + c);
                        o += p * value;
                        weight += p * value.abs();
                    }
                    let index = ((start_q + i) * heads + h) * dv + c;
                    out.o[index] = o;
                    out.bound[index] = 1.05 * half_unit * (weight + o.abs()) + 2e-5;
                }
            }
        }
        start_q += seq_q;
        start_k += seq_k;
    }
    out
}
