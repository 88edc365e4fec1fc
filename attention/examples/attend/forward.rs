//! The forward by each family of kernels, against the CPU's in f32.

use std::fmt;

use azulejo_attention::gpu;
use azulejo_attention::{AttentionElement, forward};
use azulejo_kernels::cpu::{Array, Stored};
use azulejo_kernels::host::{DeviceElement, Stream, View, ViewMut};
use azulejo_tensor::DType;

use crate::case::{self, Check, families, with};
use crate::data::{Random, SCORES, Scores, array, bound, compare, count, found, nan, wide};
use crate::harness::{Failure, Run};

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

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Case {
            dtype,
            batch,
            seq,
            heads,
            dims,
            scores,
        } = self;
        write!(
            f,
            "forward {} batch {batch} seq {seq:?} heads {heads:?} d{} dv{} {scores:?}",
            dtype.short_name(),
            dims[0],
            dims[1]
        )
    }
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
        let shapes = [
            [batch, seq_q, heads, d],
            [batch, seq_k, kv_heads, d],
            [batch, seq_k, kv_heads, dv],
            [batch, seq_q, heads, dv],
        ];
        let of_lse = [batch, heads, seq_q];
        let mut random = Random::new((seq_q + 1000 * seq_k) as u64);
        let [q, k, v] = [0, 1, 2].map(|i: usize| random.normal::<T>(count(&shapes[i])));
        let slopes = self.scores.slopes(heads);
        let options = self.scores.options(slopes.as_deref());
        let (q32, k32) = (array(wide(&q), &shapes[0])?, array(wide(&k), &shapes[1])?);
        let v32 = array(wide(&v), &shapes[2])?;
        let (mut out32, mut lse32) = (
            Array::<f32>::zeros(&shapes[3])?,
            Array::<f32>::zeros(&of_lse)?,
        );
        let (to, logs) = (out32.view_mut(), Some(lse32.view_mut()));
        forward(q32.view(), k32.view(), v32.view(), to, logs, &options)?;
        let (q, k, v) = (stream.upload(&q)?, stream.upload(&k)?, stream.upload(&v)?);
        for family in families(stream) {
            let mut out = stream.upload(&nan::<T>(&shapes[3]))?;
            let mut lse = stream.upload(&nan::<f32>(&of_lse))?;
            let tensors = [
                View::row_major(&q, &shapes[0])?.into(),
                View::row_major(&k, &shapes[1])?.into(),
                View::row_major(&v, &shapes[2])?.into(),
            ];
            let to = ViewMut::row_major(&mut out, &shapes[3])?.into();
            let logs = ViewMut::row_major(&mut lse, &of_lse)?.into();
            gpu::prepare_by(*family, stream, tensors, to, Some(logs), &options)?.launch()?;
            let (o, logs) = (format!("O by {family:?}"), format!("LSE by {family:?}"));
            compare(&o, &found(stream, &out)?, out32.data(), bound::<T>())?;
            compare(&logs, &found(stream, &lse)?, lse32.data(), 2e-5)?;
        }
        Ok(())
    }
}
