//! Attention on the CPU: azulejo against its two products alone, by the GEMM of azulejo.

use std::error::Error;

use azulejo::attention::{AttentionElement, Mask, Options, forward};
use azulejo::cpu::{Strided, View, ViewMut};
use azulejo::gemm::{Epilogue, MatMut, MatRef, Operand, gemm};
use azulejo::tensor::{DType, bf16, f16};

use super::extents::Size;
use super::report::Row;
use crate::cli::failure::Failure;
use crate::harness::{Call, Times, compare, values};

/// Checks and times one size with one mask.
pub fn run(dtype: DType, size: Size, mask: Mask, threads: usize) -> Result<Row, Failure> {
    let timed = match dtype {
        DType::F32 => time::<f32>(size, mask),
        DType::F16 => time::<f16>(size, mask),
        DType::BF16 => time::<bf16>(size, mask),
        dtype => {
            let what = format!("attention of {dtype} is not timed; use f32, f16 or bf16");
            return Err(Failure::argument("--dtype", what));
        }
    };
    let timed = timed.map_err(|error| Failure::Work(error.to_string()))?;
    // A causal mask leaves half of the products.
    let (name, half) = match mask {
        Mask::Causal => ("causal", 2.0),
        _ => ("full", 1.0),
    };
    let mut row = Row::new();
    row.text("dtype", dtype.short_name());
    row.text("B×S×H×D", &size.to_string().replace('x', "×"));
    row.text("mask", name);
    row.count("threads", threads);
    row.timings("GFLOP/s", size.problem().flops() / half / 1e9, &timed);
    Ok(row)
}

fn time<T: AttentionElement + Operand<Sum = f32>>(
    size: Size,
    mask: Mask,
) -> Result<Vec<Times>, Box<dyn Error>> {
    let (problem, [batch, tokens, heads, dim]) = (size.problem(), size.0);
    let options = Options {
        mask,
        ..Options::default()
    };
    let layout = Strided::row_major(&problem.out_shape())?;
    let [q, k, v] = [1, 2, 3].map(|seed| values::<T>(seed, layout.size()));
    let ours = |out: &mut [T]| -> Result<(), Box<dyn Error>> {
        let view = |data| View::new(data, layout);
        let out = ViewMut::new(out, layout)?;
        Ok(forward(
            view(&q)?,
            view(&k)?,
            view(&v)?,
            out,
            None,
            &options,
        )?)
    };
    let mut out = vec![T::ZERO; layout.size()];
    ours(&mut out)?;
    let error = crate::cli::attention::error(&problem, [&q, &k, &v, &out], &options);
    let bound = 4.0 * T::EPSILON.max(1e-6) * error.scale.max(1.0);
    if error.largest > bound {
        let largest = error.largest;
        let what = format!("attention of {size} is off by {largest:e}, {bound:e} is allowed");
        return Err(format!("{what}; nothing was timed").into());
    }
    let scores = values::<T>(4, tokens * tokens);
    let mut sums = vec![0.0f32; tokens * tokens];
    let mut products = vec![0.0f32; layout.size()];
    let theirs = || -> Result<(), Box<dyn Error>> {
        let stride = (heads * dim) as isize;
        for (b, h) in (0..batch).flat_map(|b| (0..heads).map(move |h| (b, h))) {
            let at = (b * tokens * heads + h) * dim;
            let head = |data| MatRef::new(data, (tokens, dim), (stride, 1));
            let plain = Epilogue::default();
            let to = MatMut::row_major(&mut sums, tokens, tokens)?;
            gemm(head(&q[at..])?, head(&k[at..])?.t(), to, &plain)?;
            let from = MatRef::row_major(&scores, tokens, tokens)?;
            let to = MatMut::new(&mut products[at..], (tokens, dim), (stride, 1))?;
            gemm(from, head(&v[at..])?, to, &plain)?;
        }
        Ok(())
    };
    let calls: Vec<Call<'_, Box<dyn Error>>> = vec![
        ("azulejo", Box::new(|| ours(&mut out))),
        ("its products", Box::new(theirs)),
    ];
    compare(calls)
}
