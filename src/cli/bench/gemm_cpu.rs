//! Matrix products on the CPU: azulejo against the crates `matrixmultiply` and `gemm`.

use std::cell::RefCell;

#[cfg(feature = "baselines")]
use azulejo::gemm::AsTf32;
use azulejo::gemm::{Epilogue, GemmError, MatMut, MatRef, Operand, Output, gemm};
use azulejo::tensor::{DType, Element, bf16, f16};

use super::baselines::Baselines;
use super::extents::{Case, Shape};
use super::report::Row;
use crate::cli::failure::Failure;
use crate::harness::{Call, Times, compare, values};
#[cfg(feature = "baselines")]
use crate::harness::{raw, value};

/// Elements of a result that are checked.
const SAMPLE: usize = 500;

/// Ours on one thread, in a run on several.
pub const ONE_THREAD: &str = "azulejo, one thread";

/// The cells that tell rows apart.
pub const KEY: [&str; 3] = ["dtype", "M×N×K", "threads"];

/// C of f16. Kernels for results of f16 are compiled where peers have them, too.
#[cfg(feature = "baselines")]
type HalfResult = f16;
#[cfg(not(feature = "baselines"))]
type HalfResult = f32;

/// Checks and times one case, everything row-major.
pub fn run(case: Case, threads: usize) -> Result<Row, Failure> {
    let (shape, single) = (case.shape, f64::from(f32::EPSILON));
    macro_rules! of {
        ($T:ty => $O:ty, $eps:expr) => {
            product::<$T, $O>(shape, $eps, values::<$T>, |x| x.to_f64())
        };
    }
    let timed = match case.dtype {
        DType::F32 => of!(f32 => f32, single),
        DType::F64 => of!(f64 => f64, f64::EPSILON),
        DType::F16 => of!(f16 => HalfResult, single),
        DType::BF16 => of!(bf16 => f32, single),
        DType::I8 => of!(i8 => i32, 0.0),
        // f32 inputs rounded to tf32 as they are packed: no peer does that, so ours stands alone.
        #[cfg(feature = "baselines")]
        DType::TF32 => product::<AsTf32, f32>(
            shape,
            single,
            |seed, count| values(seed, count).into_iter().map(AsTf32).collect(),
            |x| value(DType::TF32, raw(DType::TF32, f64::from(x.0))),
        ),
        dtype => {
            let what = format!(
                "products of {dtype} are not timed on the cpu; use f32, f64, f16, bf16 or i8, and tf32 in a program with the feature `baselines`"
            );
            return Err(Failure::argument("--dtype", what));
        }
    }?;
    let mut row = Row::new();
    row.text(KEY[0], case.dtype.short_name());
    row.text(KEY[1], &shape.to_string().replace('x', "×"));
    row.count(KEY[2], threads);
    row.timings("GFLOP/s", shape.flops() / 1e9, &timed);
    Ok(row)
}

/// A pool of one thread, where this run has several and the product is large: what threads bring is timed in the same rounds.
#[cfg(feature = "baselines")]
fn one_thread(shape: Shape) -> Option<rayon::ThreadPool> {
    let is_large = rayon::current_num_threads() > 1 && shape.n.min(shape.k) >= 1000;
    let pool = || rayon::ThreadPoolBuilder::new().num_threads(1).build();
    is_large.then(pool)?.ok()
}

/// Times a product with C in `O`; `eps` is that of the sums, `number` what an element counts as.
fn product<T, O>(
    shape: Shape,
    eps: f64,
    elements: fn(u64, usize) -> Vec<T>,
    number: fn(&T) -> f64,
) -> Result<Vec<Times>, Failure>
where
    T: Operand + Baselines<O>,
    O: Element + Output<T::Sum>,
{
    let Shape { m, n, k } = shape;
    let (a, b) = (elements(1, m * k), elements(2, k * n));
    let ours = |c: &mut [O]| -> Result<(), GemmError> {
        let (a, b) = (MatRef::row_major(&a, m, k)?, MatRef::row_major(&b, k, n)?);
        gemm(a, b, MatMut::row_major(c, m, n)?, &Epilogue::default())
    };
    let check = |c: &[O], name: &str| check(shape, eps, [&a, &b], number, c, name);

    let mut c = vec![O::default(); m * n];
    let failed = |error: GemmError| Failure::Work(error.to_string());
    ours(&mut c).map_err(failed)?;
    check(&c, "azulejo")?;
    for (name, call) in T::baselines() {
        c.fill(O::default());
        call([m, n, k], &a, &b, &mut c);
        check(&c, name)?;
    }

    // They take turns on one result.
    let c = RefCell::new(c);
    let mut calls: Vec<Call<'_, GemmError>> =
        vec![("azulejo", Box::new(|| ours(&mut c.borrow_mut())))];
    #[cfg(feature = "baselines")]
    if let Some(pool) = one_thread(shape) {
        let (ours, c) = (&ours, &c);
        let call = move || {
            let mut c = c.borrow_mut();
            let c = &mut c[..];
            pool.install(|| ours(c))
        };
        calls.push((ONE_THREAD, Box::new(call)));
    }
    for (name, call) in T::baselines() {
        let (a, b, c) = (&a, &b, &c);
        let call = move || {
            call([m, n, k], a, b, &mut c.borrow_mut());
            Ok(())
        };
        calls.push((name, Box::new(call)));
    }
    compare(calls).map_err(failed)
}

/// Compares a sample of C with `f64`: within 2 K eps of the sum of magnitudes, and half a unit of C's own type.
fn check<T, O: Element>(
    shape: Shape,
    eps: f64,
    [a, b]: [&[T]; 2],
    number: fn(&T) -> f64,
    c: &[O],
    name: &str,
) -> Result<(), Failure> {
    let Shape { n, k, .. } = shape;
    for sample in 0..SAMPLE.min(c.len()) {
        let index = sample * (c.len() / SAMPLE.min(c.len()));
        let (i, j) = (index / n, index % n);
        let terms = (0..k).map(|l| number(&a[i * k + l]) * number(&b[l * n + j]));
        let (sum, magnitude) = terms.fold((0.0, 0.0), |(sum, all), term| {
            (sum + term, all + term.abs())
        });
        let bound = 2.0 * k as f64 * eps * magnitude + O::EPSILON * f64::abs(sum);
        let difference = (c[index].to_f64() - sum).abs();
        if difference > bound || difference.is_nan() {
            return Err(Failure::Work(format!(
                "{name} is wrong at ({i}, {j}) of {shape}: off by {difference:e}, {bound:e} is allowed; nothing was timed"
            )));
        }
    }
    Ok(())
}
