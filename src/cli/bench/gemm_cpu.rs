//! Matrix products on the CPU: azulejo against the crates `matrixmultiply` and `gemm`.

use std::cell::RefCell;

use azulejo::gemm::{Epilogue, GemmError, MatMut, MatRef, Operand, Output, gemm};
use azulejo::tensor::{DType, Element, bf16, f16};

use super::baselines::Baselines;
use super::case::{Case, Shape};
use super::compare::{Implementation, compare};
use super::report::{Random, Row};
use crate::cli::failure::Failure;

/// Elements of a result that are checked.
const SAMPLE: usize = 500;

/// Checks and times one case, everything row-major.
pub fn run(case: Case, threads: usize) -> Result<Row, Failure> {
    let timed = match case.dtype {
        DType::F32 => product::<f32>(case.shape),
        DType::F64 => product::<f64>(case.shape),
        DType::F16 => product::<f16>(case.shape),
        DType::BF16 => product::<bf16>(case.shape),
        DType::I8 => product::<i8>(case.shape),
        dtype => {
            let what = format!(
                "products of {dtype} are not timed on the cpu; use f32, f64, f16, bf16 or i8"
            );
            return Err(Failure::argument("--dtype", what));
        }
    }?;
    let mut row = Row::new();
    row.text("dtype", case.dtype.short_name());
    row.text("M×N×K", &case.shape.to_string().replace('x', "×"));
    row.count("threads", threads);
    row.timings("GFLOP/s", case.shape.flops() / 1e9, &timed);
    Ok(row)
}

fn product<T>(shape: Shape) -> Result<Vec<super::compare::Timing>, Failure>
where
    T: Operand + Element + Baselines<<T as Operand>::Sum>,
    T::Sum: Element + Output<T::Sum>,
{
    let Shape { m, n, k } = shape;
    let mut random = Random::new();
    let (a, b) = (random.values::<T>(m * k), random.values::<T>(k * n));
    let ours = |c: &mut [T::Sum]| -> Result<(), GemmError> {
        let (a, b) = (MatRef::row_major(&a, m, k)?, MatRef::row_major(&b, k, n)?);
        gemm(a, b, MatMut::row_major(c, m, n)?, &Epilogue::default())
    };
    let work = |error: GemmError| Failure::Work(error.to_string());

    let mut c = vec![T::Sum::default(); m * n];
    ours(&mut c).map_err(work)?;
    check::<T>(shape, &a, &b, &c, "azulejo")?;
    for (name, call) in T::baselines() {
        c.fill(T::Sum::default());
        call([m, n, k], &a, &b, &mut c);
        check::<T>(shape, &a, &b, &c, name)?;
    }

    // The implementations take turns on one result.
    let c = RefCell::new(c);
    let mut implementations = vec![Implementation::new("azulejo", || {
        // The same call succeeded above.
        let _ = ours(&mut c.borrow_mut());
    })];
    for (name, call) in T::baselines() {
        let (a, b, c) = (&a, &b, &c);
        implementations.push(Implementation::new(name, move || {
            call([m, n, k], a, b, &mut c.borrow_mut())
        }));
    }
    Ok(compare(implementations))
}

/// Compares a sample of C with `f64`: within 2 K eps of the sum of magnitudes.
fn check<T>(shape: Shape, a: &[T], b: &[T], c: &[T::Sum], name: &str) -> Result<(), Failure>
where
    T: Operand + Element,
    T::Sum: Element,
{
    let Shape { n, k, .. } = shape;
    for sample in 0..SAMPLE.min(c.len()) {
        let index = sample * (c.len() / SAMPLE.min(c.len()));
        let (i, j) = (index / n, index % n);
        let terms = (0..k).map(|k_| a[i * k + k_].to_f64() * b[k_ * n + j].to_f64());
        let (sum, magnitude) = terms.fold((0.0, 0.0), |(sum, all), term| {
            (sum + term, all + term.abs())
        });
        let bound = 2.0 * k as f64 * T::Sum::EPSILON * magnitude;
        let difference = (c[index].to_f64() - sum).abs();
        if difference > bound || difference.is_nan() {
            return Err(Failure::Work(format!(
                "{name} is wrong at ({i}, {j}) of {shape}: off by {difference:e}, {bound:e} is allowed; nothing was timed"
            )));
        }
    }
    Ok(())
}
