//! The forward and the backward by each family of kernels, against the CPU's in f32.

use azulejo_attention::gpu::{self, BackwardTensors};
use azulejo_attention::{AttentionElement, Gradients, Saved, backward, forward};
use azulejo_kernels::cpu::{Array, Stored};
use azulejo_kernels::host::{DeviceElement, Stream};
use azulejo_tensor::DType;

use super::data::{bound, compare};
use super::scores::{SCORES, Scores, families};
use super::tensor::{Check, Tensor, inputs};
use crate::harness::{Failure, Run, Size, cross, extents, with};

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
        let ([seq_q, seq_k], [heads, kv_heads]) = (self.seq, self.heads);
        let of = |seq, heads, which: usize| [self.batch, seq, heads, self.dims[which]];
        let [of_q, of_k, of_v] = [
            of(seq_q, heads, 0),
            of(seq_k, kv_heads, 0),
            of(seq_k, kv_heads, 1),
        ];
        let (of_o, of_lse) = (of(seq_q, heads, 1), [self.batch, heads, seq_q]);
        let shapes = [of_q, of_k, of_v, of_o];
        let [q, k, v, d_out] = inputs::<T, 4>(on, seq_q + 1000 * seq_k, shapes)?;
        let slopes = self.scores.slopes(heads);
        let options = self.scores.options(slopes.as_deref());
        let (mut out, mut lse) = (Array::zeros(&of_o)?, Array::zeros(&of_lse)?);
        let (q32, k32, v32) = (q.host.view(), k.host.view(), v.host.view());
        let logs = Some(lse.view_mut());
        forward(q32, k32, v32, out.view_mut(), logs, &options)?;
        let Some((is_deterministic, launches)) = self.gradients else {
            for family in families(on) {
                let mut found = Tensor::<T>::output(on, &of_o)?;
                let mut logs = Tensor::<f32>::output(on, &of_lse)?;
                let (to, to_logs) = (found.view_mut()?, Some(logs.view_mut()?));
                let tensors = [q.view()?, k.view()?, v.view()?];
                gpu::prepare_by(*family, on, tensors, to, to_logs, &options)?.launch()?;
                let [of_o, of_lse] = ["O", "LSE"].map(|name| format!("{name} by {family:?}"));
                compare(&of_o, &found.found(on)?, out.data(), bound::<T>())?;
                compare(&of_lse, &logs.found(on)?, lse.data(), 2e-5)?;
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
            out: out.view(),
            lse: lse.view(),
        };
        let gradients = Gradients {
            dq: dq.host.view_mut(),
            dk: dk.host.view_mut(),
            dv: dv.host.view_mut(),
        };
        backward(saved, d_out.host.view(), gradients, &options)?;
        let rounded = out.data().iter().map(|x| T::from_f64(f64::from(*x)));
        let out = Tensor::new(on, rounded.collect::<Vec<T>>(), &of_o)?;
        let lse = Tensor::new(on, lse.data().to_vec(), &of_lse)?;
        for family in families(on) {
            let mut first = None;
            for _ in 0..launches {
                let tensors = BackwardTensors {
                    inputs: [q.view()?, k.view()?, v.view()?, out.view()?, d_out.view()?],
                    lse: lse.view()?,
                    gradients: [dq.view_mut()?, dk.view_mut()?, dv.view_mut()?],
                };
                let by = (*family, is_deterministic);
                gpu::prepare_backward_by(by.0, on, tensors, &options, by.1)?.launch()?;
                let most = |all: &Array<f32>| all.data().iter().fold(0f32, |m, x| m.max(x.abs()));
                // Of a row with one key dS is 0: dQ and dK are what rounding leaves of terms as large as those of dV.
                let least = (most(&dv.host) / 1024.0).max(1e-3);
                let mut all = Vec::new();
                for (name, gradient) in [("dQ", &dq), ("dK", &dk), ("dV", &dv)] {
                    // P, dS and O are rounded: an error is small beside the largest value.
                    let (host, found) = (&gradient.host, gradient.found(on)?);
                    let largest = most(host).max(least);
                    let parts: Vec<f64> = found.iter().map(|x| x / f64::from(largest)).collect();
                    let expected: Vec<f32> = host.data().iter().map(|x| x / largest).collect();
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
