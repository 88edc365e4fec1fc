//! The backward by each family of kernels, against the CPU's in f32.

use azulejo_attention::gpu::{self, BackwardTensors};
use azulejo_attention::{AttentionElement, Gradients, Saved, backward, forward};
use azulejo_kernels::cpu::{Array, Stored};
use azulejo_kernels::host::{DeviceElement, Stream};
use azulejo_tensor::DType;

use crate::case::{self, Check, families};
use crate::data::{Random, SCORES, Scores, bound, compare, count};
use crate::harness::{Failure, Run, Size};
use crate::tensor::Tensor;

/// A call.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    dtype: DType,
    seq: [usize; 2],
    heads: [usize; 2],
    dims: [usize; 2],
    scores: Scores,
    is_deterministic: bool,
    launches: usize,
}

/// Every case against the CPU's.
pub fn check(run: &mut Run) -> Result<(), Failure> {
    // An executor makes every launch in one order.
    let most = if run.size == Size::Tiny { 2 } else { 10 };
    case::check(&cases(run.is_small(), most), run)
}

/// The cases, few for continuous integration; those of a fixed order of additions are launched `most` times.
fn cases(small: bool, most: usize) -> Vec<Case> {
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
            launches: if (i + j) % 4 == 0 { most } else { 2 },
        })
    };
    SCORES.into_iter().enumerate().flat_map(of).collect()
}

impl Check for Case {
    fn dtype(&self) -> DType {
        self.dtype
    }

    /// In a fixed order of additions compares launches with each other, too.
    fn run<T: AttentionElement + Stored + DeviceElement>(
        &self,
        stream: &Stream,
    ) -> Result<(), Failure> {
        let ([seq_q, seq_k], [heads, kv_heads], [d, dv]) = (self.seq, self.heads, self.dims);
        let of_q = [2, seq_q, heads, d];
        let (of_k, of_v) = ([2, seq_k, kv_heads, d], [2, seq_k, kv_heads, dv]);
        let (of_o, of_lse) = ([2, seq_q, heads, dv], [2, heads, seq_q]);
        let mut random = Random::new((seq_q + 1000 * seq_k) as u64);
        let inputs = [of_q, of_k, of_v, of_o]
            .map(|shape| Tensor::new(stream, &random.normal::<T>(count(&shape)), &shape));
        let [q, k, v, d_out] = inputs;
        let (q, k, v, d_out) = (q?, k?, v?, d_out?);
        let slopes = self.scores.slopes(heads);
        let options = self.scores.options(slopes.as_deref());
        let (mut out32, mut lse32) = (Array::zeros(&of_o)?, Array::zeros(&of_lse)?);
        let (of_q32, of_k32, of_v32) = (q.host.view(), k.host.view(), v.host.view());
        let logs = Some(lse32.view_mut());
        forward(of_q32, of_k32, of_v32, out32.view_mut(), logs, &options)?;
        let [dq, dk, dv_] = [of_q, of_k, of_v].map(|shape| Tensor::<T>::output(stream, &shape));
        let (mut dq, mut dk, mut dv_) = (dq?, dk?, dv_?);
        let saved = Saved {
            q: of_q32,
            k: of_k32,
            v: of_v32,
            out: out32.view(),
            lse: lse32.view(),
        };
        let gradients = Gradients {
            dq: dq.host.view_mut(),
            dk: dk.host.view_mut(),
            dv: dv_.host.view_mut(),
        };
        backward(saved, d_out.host.view(), gradients, &options)?;

        let rounded = out32.data().iter().map(|x| T::from_f64(f64::from(*x)));
        let out = Tensor::new(stream, &rounded.collect::<Vec<T>>(), &of_o)?;
        let lse = Tensor::new(stream, lse32.data(), &of_lse)?;
        for family in families(stream) {
            let mut first = None;
            for _ in 0..self.launches {
                let tensors = BackwardTensors {
                    inputs: [q.view()?, k.view()?, v.view()?, out.view()?, d_out.view()?],
                    lse: lse.view()?,
                    gradients: [dq.view_mut()?, dk.view_mut()?, dv_.view_mut()?],
                };
                gpu::prepare_backward_by(
                    *family,
                    stream,
                    tensors,
                    &options,
                    self.is_deterministic,
                )?
                .launch()?;
                let gradients = [&dq, &dk, &dv_];
                let most =
                    |all: &Tensor<T>| all.host.data().iter().fold(0f32, |m, x| m.max(x.abs()));
                // Of a row with one key dS is 0: dQ and dK are what rounding leaves of terms as large as those of dV.
                let least = (most(&dv_) / 1024.0).max(1e-3);
                let mut all = Vec::new();
                for (name, gradient) in ["dQ", "dK", "dV"].iter().zip(gradients) {
                    // P, dS and O are rounded: an error is small beside the largest value.
                    let (largest, found) = (most(gradient).max(least), gradient.found(stream)?);
                    let parts: Vec<f64> = found.iter().map(|x| x / f64::from(largest)).collect();
                    let expected: Vec<f32> =
                        gradient.host.data().iter().map(|x| x / largest).collect();
                    compare(
                        &format!("{name} by {family:?}"),
                        &parts,
                        &expected,
                        2.0 * bound::<T>(),
                    )?;
                    all.push(found);
                }
                if *first.get_or_insert_with(|| all.clone()) != all && self.is_deterministic {
                    return Err("a launch gave other bits than the first".into());
                }
            }
        }
        Ok(())
    }
}
