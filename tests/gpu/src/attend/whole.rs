//! The forward and the backward by each family of kernels, against the CPU's in f32.

use azulejo_attention::gpu::{self, BackwardTensors};
use azulejo_attention::{AttentionElement, Gradients, Saved, backward, forward};
use azulejo_kernels::cpu::{Array, Stored};
use azulejo_kernels::host::{DeviceElement, Stream};
use azulejo_tensor::DType;

use super::data::{bound, compare};
use super::scores::{SCORES, Scores, families};
use super::tensor::{Check, Tensor, inputs};
use crate::harness::{Failure, Run, Size, with};

/// A call.
#[derive(Clone, Copy, Debug)]
struct Call {
    dtype: DType,
    batch: usize,
    seq: [usize; 2],
    heads: [usize; 2],
    dims: [usize; 2],
    scores: Scores,
    gradients: Option<Gradient>,
}

/// How the backward is computed.
#[derive(Clone, Copy, Debug)]
struct Gradient {
    is_deterministic: bool,
    launches: usize,
}

/// Every head dimension, and every mask at the edges of blocks.
pub fn forwards(run: &mut Run) -> Result<(), Failure> {
    let small = run.is_small();
    let plain = Call {
        dtype: DType::BF16,
        batch: 2,
        seq: [100, 130],
        heads: [2, 1],
        dims: [128, 128],
        scores: SCORES[0],
        gradients: None,
    };
    let mut cases = Vec::new();
    for dims in [
        [64, 64],
        [96, 96],
        [128, 128],
        [192, 128],
        [192, 192],
        [256, 256],
        [80, 48],
    ] {
        for dtype in [DType::BF16, DType::F16] {
            let case = with!(plain, dims: dims, dtype: dtype);
            cases.push(with!(case, scores: SCORES[1]));
            if !small {
                cases.push(with!(case, seq: [300, 300], batch: 1));
            }
        }
    }
    let edges: &[usize] = if small {
        &[65, 200]
    } else {
        &[1, 63, 64, 65, 127, 129, 1000]
    };
    for scores in SCORES {
        for (q, k) in edges
            .iter()
            .flat_map(|q| edges.iter().map(move |k| (*q, *k)))
        {
            let case = with!(plain, scores: scores, seq: [q, k], batch: 1);
            cases.push(with!(case, dims: [64, 64]));
            if !small && q * k <= 100_000 {
                cases.push(with!(case, heads: [3, 3]));
            }
        }
    }
    run.cases(cases);
    Ok(())
}

/// Every mask at the edges of blocks; those of a fixed order of additions are launched several times.
pub fn backwards(run: &mut Run) -> Result<(), Failure> {
    // An executor makes every launch in one order.
    let most = if run.size == Size::Tiny { 2 } else { 10 };
    let edges: &[usize] = if run.is_small() {
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
    for (i, scores) in SCORES.into_iter().enumerate() {
        run.cases(seqs.clone().enumerate().map(|(j, seq)| Call {
            dtype: [DType::BF16, DType::F16][j % 2],
            batch: 2,
            seq,
            heads: [[2, 1], [4, 2], [3, 3]][(i + j) % 3],
            dims: dims[(i + j) % dims.len()],
            scores,
            gradients: Some(Gradient {
                is_deterministic: (i + j) % 4 == 0,
                launches: if (i + j) % 4 == 0 { most } else { 2 },
            }),
        }));
    }
    Ok(())
}

impl Check for Call {
    fn dtype(&self) -> DType {
        self.dtype
    }

    fn run<T: AttentionElement + Stored + DeviceElement>(
        &self,
        stream: &Stream,
    ) -> Result<(), Failure> {
        let (batch, [seq_q, seq_k], [heads, kv_heads], [d, dv]) =
            (self.batch, self.seq, self.heads, self.dims);
        let (of_q, of_k, of_v) = (
            [batch, seq_q, heads, d],
            [batch, seq_k, kv_heads, d],
            [batch, seq_k, kv_heads, dv],
        );
        let (of_o, of_lse) = ([batch, seq_q, heads, dv], [batch, heads, seq_q]);
        let shapes = [of_q, of_k, of_v, of_o];
        let [q, k, v, d_out] = inputs::<T, 4>(stream, seq_q + 1000 * seq_k, shapes)?;
        let slopes = self.scores.slopes(heads);
        let options = self.scores.options(slopes.as_deref());
        let (mut out32, mut lse32) = (Array::zeros(&of_o)?, Array::zeros(&of_lse)?);
        let (q32, k32, v32) = (q.host.view(), k.host.view(), v.host.view());
        forward(
            q32,
            k32,
            v32,
            out32.view_mut(),
            Some(lse32.view_mut()),
            &options,
        )?;
        let Some(how) = self.gradients else {
            for family in families(stream) {
                let (mut out, mut lse) = (
                    Tensor::<T>::output(stream, &of_o)?,
                    Tensor::<f32>::output(stream, &of_lse)?,
                );
                let (to, logs) = (out.view_mut()?, Some(lse.view_mut()?));
                let tensors = [q.view()?, k.view()?, v.view()?];
                gpu::prepare_by(*family, stream, tensors, to, logs, &options)?.launch()?;
                compare(
                    &format!("O by {family:?}"),
                    &out.found(stream)?,
                    out32.data(),
                    bound::<T>(),
                )?;
                compare(
                    &format!("LSE by {family:?}"),
                    &lse.found(stream)?,
                    lse32.data(),
                    2e-5,
                )?;
            }
            return Ok(());
        };
        let gradients = [of_q, of_k, of_v].map(|shape| Tensor::<T>::output(stream, &shape));
        let [dq, dk, dv] = gradients;
        let (mut dq, mut dk, mut dv) = (dq?, dk?, dv?);
        let saved = Saved {
            q: q32,
            k: k32,
            v: v32,
            out: out32.view(),
            lse: lse32.view(),
        };
        let gradients = Gradients {
            dq: dq.host.view_mut(),
            dk: dk.host.view_mut(),
            dv: dv.host.view_mut(),
        };
        backward(saved, d_out.host.view(), gradients, &options)?;
        let rounded = out32.data().iter().map(|x| T::from_f64(f64::from(*x)));
        let out = Tensor::new(stream, rounded.collect::<Vec<T>>(), &of_o)?;
        let lse = Tensor::new(stream, lse32.data().to_vec(), &of_lse)?;
        for family in families(stream) {
            let mut first = None;
            for _ in 0..how.launches {
                let tensors = BackwardTensors {
                    inputs: [q.view()?, k.view()?, v.view()?, out.view()?, d_out.view()?],
                    lse: lse.view()?,
                    gradients: [dq.view_mut()?, dk.view_mut()?, dv.view_mut()?],
                };
                gpu::prepare_backward_by(*family, stream, tensors, &options, how.is_deterministic)?
                    .launch()?;
                let most =
                    |all: &Tensor<T>| all.host.data().iter().fold(0f32, |m, x| m.max(x.abs()));
                // Of a row with one key dS is 0: dQ and dK are what rounding leaves of terms as large as those of dV.
                let least = (most(&dv) / 1024.0).max(1e-3);
                let mut all = Vec::new();
                for (name, gradient) in [("dQ", &dq), ("dK", &dk), ("dV", &dv)] {
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
                if *first.get_or_insert_with(|| all.clone()) != all && how.is_deterministic {
                    return Err("a launch gave other bits than the first".into());
                }
            }
        }
        Ok(())
    }
}
