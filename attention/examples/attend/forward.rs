//! The forward by `mma.sync`, against the CPU's in f32.

use std::fmt;

use azulejo_attention::gpu::{self, Family};
use azulejo_attention::{AttentionElement, forward};
use azulejo_kernels::cpu::{Array, Stored};
use azulejo_kernels::host::{DeviceElement, Stream, View, ViewMut};
use azulejo_tensor::{DType, bf16, f16};

use crate::Failure;
use crate::data::{Random, SCORES, Scores, array, bound, compare, wide};

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

/// The cases: few for continuous integration.
pub fn cases(small: bool) -> Vec<Case> {
    let plain = Case {
        dtype: DType::BF16,
        batch: 2,
        seq: [100, 130],
        heads: [2, 1],
        dims: [128, 128],
        scores: SCORES[0],
    };
    let mut cases = Vec::new();
    let dims = [
        [64, 64],
        [96, 96],
        [128, 128],
        [192, 128],
        [192, 192],
        [256, 256],
        [80, 48],
    ];
    for (dims, dtype) in dims
        .iter()
        .flat_map(|dims| [(dims, DType::BF16), (dims, DType::F16)])
    {
        cases.push(Case {
            dims: *dims,
            dtype,
            scores: SCORES[1],
            ..plain
        });
        if !small {
            cases.push(Case {
                dims: *dims,
                dtype,
                seq: [300, 300],
                batch: 1,
                ..plain
            });
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
            let large = q * k > 100_000;
            cases.push(Case {
                scores,
                seq: [q, k],
                batch: 1,
                dims: [64, 64],
                ..plain
            });
            if !small && !large {
                cases.push(Case {
                    scores,
                    seq: [q, k],
                    batch: 1,
                    heads: [3, 3],
                    ..plain
                });
            }
        }
    }
    cases
}

impl Case {
    /// Compares the call on the GPU with that on the CPU.
    pub fn check(&self, stream: &Stream) -> Result<(), Failure> {
        match self.dtype {
            DType::BF16 => self.run::<bf16>(stream),
            _ => self.run::<f16>(stream),
        }
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
        let count = |shape: &[usize; 4]| shape.iter().product::<usize>();
        let mut random = Random::new((seq_q + 1000 * seq_k) as u64);
        let [q, k, v] = [0, 1, 2].map(|i: usize| random.normal::<T>(count(&shapes[i])));
        let slopes = self.scores.slopes(heads);
        let options = self.scores.options(slopes.as_deref());
        let (q32, k32, v32) = (
            array(wide(&q), &shapes[0])?,
            array(wide(&k), &shapes[1])?,
            array(wide(&v), &shapes[2])?,
        );
        let mut out32 = Array::<f32>::zeros(&shapes[3])?;
        let mut lse32 = Array::<f32>::zeros(&[batch, heads, seq_q])?;
        forward(
            q32.view(),
            k32.view(),
            v32.view(),
            out32.view_mut(),
            Some(lse32.view_mut()),
            &options,
        )?;
        let (q, k, v) = (stream.upload(&q)?, stream.upload(&k)?, stream.upload(&v)?);
        let mut out = stream.upload(&vec![T::from_f64(f64::NAN); count(&shapes[3])])?;
        let mut lse = stream.upload(&vec![f32::NAN; batch * heads * seq_q])?;
        let tensors = [
            View::row_major(&q, &shapes[0])?.into(),
            View::row_major(&k, &shapes[1])?.into(),
            View::row_major(&v, &shapes[2])?.into(),
        ];
        let to = ViewMut::row_major(&mut out, &shapes[3])?.into();
        let logs = ViewMut::row_major(&mut lse, &[batch, heads, seq_q])?.into();
        gpu::prepare_by(Family::Sm80, stream, tensors, to, Some(logs), &options)?.launch()?;
        let found: Vec<f64> = stream.download(&out)?.iter().map(|x| x.to_f64()).collect();
        compare("O", &found, out32.data(), bound::<T>())?;
        let found: Vec<f64> = stream
            .download(&lse)?
            .iter()
            .map(|x| f64::from(*x))
            .collect();
        compare("LSE", &found, lse32.data(), 2e-5)
    }
}
