//! The forward by each family of kernels, against the CPU's in f32.

use azulejo_attention::gpu;
use azulejo_attention::{AttentionElement, forward};
use azulejo_kernels::cpu::Stored;
use azulejo_kernels::host::{DeviceElement, Stream};
use azulejo_tensor::DType;

use crate::case::{self, Check, families, with};
use crate::data::{Random, SCORES, Scores, bound, count};
use crate::harness::{Failure, Run};
use crate::tensor::Tensor;

/// A call.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    dtype: DType,
    batch: usize,
    seq: [usize; 2],
    heads: [usize; 2],
    dims: [usize; 2],
    scores: Scores,
}

/// Every case against the CPU's.
pub fn check(run: &mut Run) -> Result<(), Failure> {
    case::check(&cases(run.is_small()), run)
}

/// The cases: few for continuous integration.
fn cases(small: bool) -> Vec<Case> {
    let plain = Case {
        dtype: DType::BF16,
        batch: 2,
        seq: [100, 130],
        heads: [2, 1],
        dims: [128, 128],
        scores: SCORES[0],
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
    cases
}

impl Check for Case {
    fn dtype(&self) -> DType {
        self.dtype
    }

    fn run<T: AttentionElement + Stored + DeviceElement>(
        &self,
        stream: &Stream,
    ) -> Result<(), Failure> {
        let Case {
            batch,
            seq: [seq_q, seq_k],
            heads: [heads, kv_heads],
            dims: [d, dv],
            ..
        } = *self;
        let mut random = Random::new((seq_q + 1000 * seq_k) as u64);
        let of_q = [batch, seq_q, heads, d];
        let (of_k, of_v) = ([batch, seq_k, kv_heads, d], [batch, seq_k, kv_heads, dv]);
        let inputs = [of_q, of_k, of_v]
            .map(|shape| Tensor::new(stream, &random.normal::<T>(count(&shape)), &shape));
        let [q, k, v] = inputs;
        let (q, k, v) = (q?, k?, v?);
        let slopes = self.scores.slopes(heads);
        let options = self.scores.options(slopes.as_deref());
        for family in families(stream) {
            let mut out = Tensor::<T>::output(stream, &[batch, seq_q, heads, dv])?;
            let mut lse = Tensor::<f32>::output(stream, &[batch, heads, seq_q])?;
            let (to, logs) = (out.host.view_mut(), Some(lse.host.view_mut()));
            forward(
                q.host.view(),
                k.host.view(),
                v.host.view(),
                to,
                logs,
                &options,
            )?;
            let (to, logs) = (out.view_mut()?, Some(lse.view_mut()?));
            let tensors = [q.view()?, k.view()?, v.view()?];
            gpu::prepare_by(*family, stream, tensors, to, logs, &options)?.launch()?;
            out.compare(stream, &format!("O by {family:?}"), bound::<T>())?;
            lse.compare(stream, &format!("LSE by {family:?}"), 2e-5)?;
        }
        Ok(())
    }
}
