//! The forward and the backward by each family of kernels, against the CPU's in f32.

use azulejo_attention::gpu::{self, BackwardTensors};
use azulejo_attention::{AttentionElement, Gradients, Saved, backward, forward};

use super::data::{bound, compare};
use super::scores::{SCORES, Scores, families};
use super::tensor::{Check, Tensor, inputs};
use crate::prelude::*;

/// A call.
#[derive(Clone, Copy, Debug)]
struct Call {
    dtype: DType,
    batch: usize,
    seq: [usize; 2],
    heads: [usize; 2],
    dims: [usize; 2],
    scores: Scores,
    /// Of a backward: whether it adds in a fixed order, and how many launches are compared.
    gradients: Option<(bool, usize)>,
}

/// Every head dimension, and every mask at the edges of blocks.
pub fn forwards(run: &mut Run) -> Result<(), Failure> {
    let plain = Call {
        dtype: DType::BF16,
        batch: 2,
        seq: [100, 130],
        heads: [2, 1],
        dims: [128, 128],
        scores: SCORES[0],
        gradients: None,
    };
    let (small, mut cases) = (run.is_small(), Vec::new());
    for dims in extents! { 64 x 64, 96 x 96, 128 x 128, 192 x 128, 192 x 192, 256 x 256, 80 x 48 } {
        for dtype in [DType::BF16, DType::F16] {
            let case = with!(plain, dims: dims, dtype: dtype);
            cases.push(with!(case, scores: SCORES[1]));
            if !small {
                cases.push(with!(case, seq: [300, 300], batch: 1));
            }
        }
    }
    let edges = run.few(&[65, 200], &[1, 63, 64, 65, 127, 129, 1000]);
    for (scores, (q, k)) in cross(&SCORES, &cross(&edges, &edges)) {
        let case = with!(plain, scores: scores, seq: [q, k], batch: 1);
        cases.push(with!(case, dims: [64, 64]));
        if !small && q * k <= 100_000 {
            cases.push(with!(case, heads: [3, 3]));
        }
    }
    run.cases(cases);
    Ok(())
}

/// Every mask at the edges of blocks; those of a fixed order of additions are launched several times.
pub fn backwards(run: &mut Run) -> Result<(), Failure> {
    // An executor makes every launch in one order.
    let most = if run.size == Size::Tiny { 2 } else { 10 };
    let edges = run.few(&[65], &[1, 31, 33, 64, 127, 129, 500]);
    let dims = extents! { 64 x 64, 128 x 128, 192 x 128, 192 x 192, 256 x 256, 40 x 72 };
    for (i, scores) in SCORES.into_iter().enumerate() {
        for (j, (q, k)) in cross(&edges, &edges).into_iter().enumerate() {
            let is_deterministic = (i + j) % 4 == 0;
            let launches = if is_deterministic { most } else { 2 };
            run.cases([Call {
                dtype: [DType::BF16, DType::F16][j % 2],
                batch: 2,
                seq: [q, k],
                heads: [[2, 1], [4, 2], [3, 3]][(i + j) % 3],
                dims: dims[(i + j) % dims.len()],
                scores,
                gradients: Some((is_deterministic, launches)),
            }]);
        }
    }
    Ok(())
}

impl Check for Call {
    fn dtype(&self) -> DType {
        self.dtype
    }

    fn run<T: AttentionElement + Stored + DeviceElement>(
        &self,
        on: &Stream,
    ) -> Result<(), Failure> {
        let ([seq_q, seq_k], [heads, kv_heads], [d, dv]) = (self.seq, self.heads, self.dims);
        let of = |seq, heads, dim| [self.batch, seq, heads, dim];
        let [of_q, of_k] = [of(seq_q, heads, d), of(seq_k, kv_heads, d)];
        let [of_v, of_o] = [of(seq_k, kv_heads, dv), of(seq_q, heads, dv)];
        let of_lse = [self.batch, heads, seq_q];
        let seed = seq_q + 1000 * seq_k;
        let [q, k, v, d_out] = inputs::<T, 4>(on, seed, [of_q, of_k, of_v, of_o])?;
        let slopes = self.scores.slopes(heads);
        let options = self.scores.options(slopes.as_deref());
        let mut out = Tensor::<T>::output(on, &of_o)?;
        let mut lse = Tensor::<f32>::output(on, &of_lse)?;
        let (q32, k32, v32) = (q.on_host()?, k.on_host()?, v.on_host()?);
        let logs = Some(lse.on_host_mut()?);
        forward(q32, k32, v32, out.on_host_mut()?, logs, &options)?;
        let Some((is_deterministic, launches)) = self.gradients else {
            for family in families(on) {
                let tensors = [q.on_device()?, k.on_device()?, v.on_device()?].map(Into::into);
                let mut to = Tensor::<T>::output(on, &of_o)?;
                let mut logs = Tensor::<f32>::output(on, &of_lse)?;
                let (o, l) = (to.on_device_mut()?.into(), logs.on_device_mut()?.into());
                gpu::prepare_by(*family, on, tensors, o, Some(l), &options)?.launch()?;
                (to.host, logs.host) = (out.host.clone(), lse.host.clone());
                to.compare(on, &format!("O by {family:?}"), bound::<T>())?;
                logs.compare(on, &format!("LSE by {family:?}"), 2e-5)?;
            }
            return Ok(());
        };
        let gradients = [of_q, of_k, of_v].map(|shape| Tensor::<T>::output(on, &shape));
        let [dq, dk, dv] = gradients;
        let (mut dq, mut dk, mut dv) = (dq?, dk?, dv?);
        let saved = Saved {
            q: q32,
            k: k32,
            v: v32,
            out: out.on_host()?,
            lse: lse.on_host()?,
        };
        let gradients = Gradients {
            dq: dq.on_host_mut()?,
            dk: dk.on_host_mut()?,
            dv: dv.on_host_mut()?,
        };
        backward(saved, d_out.on_host()?, gradients, &options)?;
        let rounded = out.host.iter().map(|x| T::from_f64(f64::from(*x)));
        let out = Tensor::input(on, rounded.collect(), &of_o)?;
        let lse = Tensor::input(on, lse.host, &of_lse)?;
        let most = |all: &[f32]| all.iter().fold(0f32, |most, x| most.max(x.abs()));
        // Of a row with one key dS is 0: dQ and dK are what rounding leaves of terms as large as those of dV.
        let least = (most(&dv.host) / 1024.0).max(1e-3);
        for family in families(on) {
            let mut first = None;
            for _ in 0..launches {
                let inputs = each([&q, &k, &v, &out, &d_out], Both::on_device)?;
                let gradients = [
                    dq.on_device_mut()?,
                    dk.on_device_mut()?,
                    dv.on_device_mut()?,
                ];
                let tensors = BackwardTensors {
                    inputs: [0, 1, 2, 3, 4].map(|at| inputs[at].into()),
                    lse: lse.on_device()?.into(),
                    gradients: gradients.map(Into::into),
                };
                let by = (*family, is_deterministic);
                gpu::prepare_backward_by(by.0, on, tensors, &options, by.1)?.launch()?;
                let mut all = Vec::new();
                for (name, gradient) in [("dQ", &dq), ("dK", &dk), ("dV", &dv)] {
                    // P, dS and O are rounded: an error is small beside the largest value.
                    let (host, found) = (&gradient.host, gradient.numbers(on)?);
                    let largest = most(host).max(least);
                    let parts: Vec<f64> = found.iter().map(|x| x / f64::from(largest)).collect();
                    let expected: Vec<f32> = host.iter().map(|x| x / largest).collect();
                    let name = format!("{name} by {family:?}");
                    compare(&name, &parts, &expected, 2.0 * bound::<T>())?;
                    all.push(found);
                }
                if *first.get_or_insert_with(|| all.clone()) != all && is_deterministic {
                    return Err("a launch gave other bits than the first".into());
                }
            }
        }
        Ok(())
    }
}
