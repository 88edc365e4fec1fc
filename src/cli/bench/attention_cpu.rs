//! Attention on the CPU: azulejo against its two products alone, by the GEMM of azulejo.

use std::cell::RefCell;

use azulejo::attention::{AttentionElement, AttentionError, Mask, Options, Problem, forward};
use azulejo::gemm::{Epilogue, GemmError, MatMut, MatRef, Operand, gemm};
use azulejo::kernels::cpu::{Strided, View, ViewMut};
use azulejo::tensor::{DType, bf16, f16};

use super::attention::Size;
use super::compare::{Implementation, Timing, compare};
use super::report::Row;
use crate::cli::failure::Failure;
use crate::harness::values;

/// Checks and times one size with one mask.
pub fn run(dtype: DType, size: Size, causal: bool, threads: usize) -> Result<Row, Failure> {
    let timed = match dtype {
        DType::F32 => time::<f32>(size, causal),
        DType::F16 => time::<f16>(size, causal),
        DType::BF16 => time::<bf16>(size, causal),
        dtype => {
            let what = format!("attention of {dtype} is not timed; use f32, f16 or bf16");
            return Err(Failure::argument("--dtype", what));
        }
    }?;
    let mut row = Row::new();
    row.text("dtype", dtype.short_name());
    row.text("B×S×H×D", &size.to_string().replace('x', "×"));
    row.text("mask", if causal { "causal" } else { "full" });
    row.count("threads", threads);
    // A causal mask leaves half of the products.
    let half = if causal { 2.0 } else { 1.0 };
    row.timings("GFLOP/s", size.problem().flops() / half / 1e9, &timed);
    Ok(row)
}

fn time<T: AttentionElement + Operand<Sum = f32>>(
    size: Size,
    causal: bool,
) -> Result<Vec<Timing>, Failure> {
    let problem = size.problem();
    let Problem {
        batch,
        queries: tokens,
        heads,
        head_dim: dim,
        ..
    } = problem;
    let options = Options {
        mask: if causal { Mask::Causal } else { Mask::Full },
        ..Options::default()
    };
    let shape = problem.out_shape();
    let wrong = |error| Failure::argument("--shape", error);
    let layout = Strided::row_major(&shape).map_err(wrong)?;
    let [q, k, v] = [1, 2, 3].map(|seed| values::<T>(seed, layout.size()));
    let work = |error: AttentionError| Failure::Work(error.to_string());
    let ours = |out: &mut [T]| -> Result<(), AttentionError> {
        let view = |data| View::new(data, layout);
        let (Ok(q), Ok(k), Ok(v), Ok(out)) =
            (view(&q), view(&k), view(&v), ViewMut::new(out, layout))
        else {
            return Ok(());
        };
        forward(q, k, v, out, None, &options)
    };
    let mut out = vec![T::ZERO; layout.size()];
    ours(&mut out).map_err(work)?;
    let error = crate::cli::attention::error(&problem, [&q, &k, &v, &out], &options);
    let bound = 4.0 * T::EPSILON.max(1e-6) * error.scale.max(1.0);
    if error.largest > bound {
        return Err(Failure::Work(format!(
            "attention of {size} is off by {:e}, {bound:e} is allowed; nothing was timed",
            error.largest
        )));
    }
    let products = |scores: &mut [T], sums: &mut [f32], out: &mut [f32]| -> Result<(), GemmError> {
        let stride = (heads * dim) as isize;
        for (b, h) in (0..batch).flat_map(|b| (0..heads).map(move |h| (b, h))) {
            let at = (b * tokens * heads + h) * dim;
            let head = |data| MatRef::new(data, (tokens, dim), (stride, 1));
            let plain = Epilogue::default();
            let to = MatMut::row_major(sums, tokens, tokens)?;
            gemm(head(&q[at..])?, head(&k[at..])?.t(), to, &plain)?;
            let from = MatRef::row_major(&*scores, tokens, tokens)?;
            let to = MatMut::new(&mut out[at..], (tokens, dim), (stride, 1))?;
            gemm(from, head(&v[at..])?, to, &plain)?;
        }
        Ok(())
    };
    let scores = RefCell::new((
        values::<T>(4, tokens * tokens),
        vec![0.0; tokens * tokens],
        vec![0.0; layout.size()],
    ));
    let out = RefCell::new(out);
    Ok(compare(vec![
        Implementation::new("azulejo", || {
            // The same call succeeded above.
            let _ = ours(&mut out.borrow_mut());
        }),
        Implementation::new("its products", || {
            let (scores, sums, out) = &mut *scores.borrow_mut();
            let _ = products(scores, sums, out);
        }),
    ]))
}
