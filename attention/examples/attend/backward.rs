//! The backward by each family of kernels, against the CPU's in f32.

use std::fmt;

use azulejo_attention::gpu::{self, BackwardTensors};
use azulejo_attention::{AttentionElement, Gradients, Saved, backward, forward};
use azulejo_kernels::cpu::{Array, Stored};
use azulejo_kernels::host::{DeviceElement, Stream, View, ViewMut};
use azulejo_tensor::DType;

use crate::case::{self, Check, families};
use crate::data::{Random, SCORES, Scores, array, bound, compare, count, found, nan, wide};
use crate::harness::{Failure, Run};

/// A call.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    dtype: DType,
    seq: [usize; 2],
    heads: [usize; 2],
    dims: [usize; 2],
    scores: Scores,
    is_deterministic: bool,
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Case {
            dtype,
            seq,
            heads,
            dims: [d, dv],
            scores,
            is_deterministic,
        } = self;
        let name = dtype.short_name();
        write!(
            f,
            "backward {name} seq {seq:?} heads {heads:?} d{d} dv{dv} {scores:?} deterministic {is_deterministic}"
        )
    }
}

/// Every case against the CPU's.
pub fn check(run: &mut Run) -> Result<(), Failure> {
    case::check(&cases(run.is_small()), run)
}

/// The cases: few for continuous integration.
fn cases(small: bool) -> Vec<Case> {
    let edges: &[usize] = if small {
        &[65]
    } else {
        &[1, 31, 33, 64, 127, 129, 500]
    };
    let dims = [
        [64, 64],
        [128, 128],
        [192, 128],
        [192, 192],
        [256, 256],
        [40, 72],
    ];
    let seqs = edges
        .iter()
        .flat_map(|q| edges.iter().map(move |k| [*q, *k]));
    let of = |(i, scores): (usize, Scores)| {
        seqs.clone().enumerate().map(move |(j, seq)| Case {
            dtype: [DType::BF16, DType::F16][j % 2],
            seq,
            heads: [[2, 1], [4, 2], [3, 3]][(i + j) % 3],
            dims: dims[(i + j) % dims.len()],
            scores,
            is_deterministic: (i + j) % 4 == 0,
        })
    };
    SCORES.into_iter().enumerate().flat_map(of).collect()
}

impl Check for Case {
    fn dtype(&self) -> DType {
        self.dtype
    }

    /// In a fixed order of additions compares ten launches with each other, too.
    fn run<T: AttentionElement + Stored + DeviceElement>(
        &self,
        stream: &Stream,
    ) -> Result<(), Failure> {
        let ([seq_q, seq_k], [heads, kv_heads], [d, dv]) = (self.seq, self.heads, self.dims);
        let of_q = [2, seq_q, heads, d];
        let (of_k, of_v) = ([2, seq_k, kv_heads, d], [2, seq_k, kv_heads, dv]);
        let (of_o, of_lse) = ([2, seq_q, heads, dv], [2, heads, seq_q]);
        let mut random = Random::new((seq_q + 1000 * seq_k) as u64);
        let [q, k, v, d_out] =
            [of_q, of_k, of_v, of_o].map(|shape| random.normal::<T>(count(&shape)));
        let slopes = self.scores.slopes(heads);
        let options = self.scores.options(slopes.as_deref());
        let (q32, k32) = (array(wide(&q), &of_q)?, array(wide(&k), &of_k)?);
        let (v32, d_out32) = (array(wide(&v), &of_v)?, array(wide(&d_out), &of_o)?);
        let mut out32 = Array::<f32>::zeros(&of_o)?;
        let mut lse32 = Array::<f32>::zeros(&of_lse)?;
        let views = (q32.view(), k32.view(), v32.view());
        let (to, logs) = (out32.view_mut(), Some(lse32.view_mut()));
        forward(views.0, views.1, views.2, to, logs, &options)?;
        let rounded: Vec<T> = out32
            .data()
            .iter()
            .map(|x| T::from_f64(f64::from(*x)))
            .collect();
        let (mut dq32, mut dk32) = (Array::<f32>::zeros(&of_q)?, Array::<f32>::zeros(&of_k)?);
        let mut dv32 = Array::<f32>::zeros(&of_v)?;
        let saved = Saved {
            q: views.0,
            k: views.1,
            v: views.2,
            out: out32.view(),
            lse: lse32.view(),
        };
        let gradients = Gradients {
            dq: dq32.view_mut(),
            dk: dk32.view_mut(),
            dv: dv32.view_mut(),
        };
        backward(saved, d_out32.view(), gradients, &options)?;

        let [q, k, v, out, d_out] = [&q, &k, &v, &rounded, &d_out].map(|x| stream.upload(x));
        let (q, k, v, out, d_out) = (q?, k?, v?, out?, d_out?);
        let lse = stream.upload(lse32.data())?;
        let [dq, dk, dv_] = [of_q, of_k, of_v].map(|shape| stream.upload(&nan::<T>(&shape)));
        let (mut dq, mut dk, mut dv_) = (dq?, dk?, dv_?);
        let launches = if self.is_deterministic { 10 } else { 2 };
        for family in families(stream) {
            let mut first = None;
            for _ in 0..launches {
                let tensors = BackwardTensors {
                    inputs: [
                        View::row_major(&q, &of_q)?.into(),
                        View::row_major(&k, &of_k)?.into(),
                        View::row_major(&v, &of_v)?.into(),
                        View::row_major(&out, &of_o)?.into(),
                        View::row_major(&d_out, &of_o)?.into(),
                    ],
                    lse: View::row_major(&lse, &of_lse)?.into(),
                    gradients: [
                        ViewMut::row_major(&mut dq, &of_q)?.into(),
                        ViewMut::row_major(&mut dk, &of_k)?.into(),
                        ViewMut::row_major(&mut dv_, &of_v)?.into(),
                    ],
                };
                let fixed = self.is_deterministic;
                gpu::prepare_backward_by(*family, stream, tensors, &options, fixed)?.launch()?;
                let found = [
                    found(stream, &dq)?,
                    found(stream, &dk)?,
                    found(stream, &dv_)?,
                ];
                let expected = [&dq32, &dk32, &dv32];
                let most = |all: &Array<f32>| all.data().iter().fold(0f32, |m, x| m.max(x.abs()));
                // Of a row with one key dS is 0: dQ and dK are what rounding leaves of terms as large as those of dV.
                let least = (most(&dv32) / 1024.0).max(1e-3);
                for ((name, found), expected) in ["dQ", "dK", "dV"].iter().zip(&found).zip(expected)
                {
                    // P, dS and O are rounded: an error is small beside the largest value.
                    let largest = most(expected).max(least);
                    let found: Vec<f64> = found.iter().map(|x| x / f64::from(largest)).collect();
                    let expected: Vec<f32> = expected.data().iter().map(|x| x / largest).collect();
                    let name = format!("{name} by {family:?}");
                    compare(&name, &found, &expected, 2.0 * bound::<T>())?;
                }
                if *first.get_or_insert_with(|| found.clone()) != found && fixed {
                    return Err("a launch gave other bits than the first".into());
                }
            }
        }
        Ok(())
    }
}
