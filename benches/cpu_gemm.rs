//! Matrix products on the CPU against the crates `matrixmultiply` and `gemm`, interleaved on the same buffers.
//!
//! ```text
//! cargo bench --features baselines --bench cpu_gemm [FILTER]
//! ```
//!
//! FILTER keeps to rows whose name holds it, as in `f32 1000x1000x1000 threads 1`. A round runs every implementation once, one after
//! the other: a change of clock or a neighbour's load meets all alike. Before a size is timed the results are compared with `f64`. The number of threads
//! is that of the variables `RAYON_NUM_THREADS` and `MATMUL_NUM_THREADS`, which must agree. With `AZULEJO_RECORD=FILE`
//! the medians over all rounds go to a record, as `cargo xtask readme` reads them; rows of other sizes, types and thread
//! counts in that file stay.
//!
//! On several threads ours also runs on one, in the same rounds, where the product is large: what the threads bring is
//! the median over rounds of the quotient of the two, which neither a drifting clock nor a neighbour can flatter.

#[path = "baselines/cpu.rs"]
mod baselines;
#[path = "baselines/record.rs"]
mod record;

use std::cell::RefCell;
use std::time::{Duration, Instant};

use azulejo::gemm::{AsTf32, Epilogue, GemmError, MatMut, MatRef, Operand, Output, gemm};
use azulejo::tensor::{Category, Element, bf16, f16};
use baselines::Baselines;
use record::{ONE_THREAD, Record, Row};

/// M, N and K.
const SHAPES: [[usize; 3]; 7] = [
    [64, 64, 64],
    [256, 256, 256],
    [512, 512, 512],
    [1000, 1000, 1000],
    [1024, 1024, 1024],
    [2048, 2048, 2048],
    [64, 2048, 2048],
];

/// The least that one time covers.
const SLICE: Duration = Duration::from_micros(200);

/// Rounds at least, and the time after which no new one is begun.
const ROUNDS: usize = 15;
const BUDGET: Duration = Duration::from_millis(1500);

/// From this many columns and values of k on, several threads are compared with one.
const LARGE: usize = 1000;

/// Elements of a result that are compared with `f64`.
const SAMPLE: usize = 500;

/// A way to compute the product.
type Implementation<'a> = (&'static str, Box<dyn Fn() + 'a>);

/// A pool of one thread, where this run has several and the product is large.
fn one_thread([_, n, k]: [usize; 3]) -> Option<rayon::ThreadPool> {
    (rayon::current_num_threads() > 1 && n.min(k) >= LARGE).then(|| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
        pool.expect("a thread can be started")
    })
}

/// Numbers between -1 and 1 that are the same in every run, whole ones between -8 and 8 for integers.
fn random<T: Element>(seed: u64, count: usize) -> Vec<T> {
    let mut state = seed;
    let scale = if T::DTYPE.category() == Category::Float {
        1.0
    } else {
        8.0
    };
    let next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        T::from_f64(((state >> 11) as f64 / (1u64 << 52) as f64 - 1.0) * scale)
    };
    std::iter::repeat_with(next).take(count).collect()
}

/// Our product of row-major matrices.
fn ours<T: Operand, O: Output<T::Sum>>([m, n, k]: [usize; 3], a: &[T], b: &[T], c: &mut [O]) {
    let mut product = || -> Result<(), GemmError> {
        let (a, b) = (MatRef::row_major(a, m, k)?, MatRef::row_major(b, k, n)?);
        gemm(a, b, MatMut::row_major(c, m, n)?, &Epilogue::default())
    };
    product().expect("the slices are of the size of the matrices");
}

/// Compares a sample of C with `f64`: within 2 K eps of the sum of magnitudes, and half a unit of C's own type.
fn check<T: Element, O: Element>(
    [_, n, k]: [usize; 3],
    eps: f64,
    a: &[T],
    b: &[T],
    c: &[O],
    name: &str,
) {
    for sample in 0..SAMPLE.min(c.len()) {
        let index = sample * (c.len() / SAMPLE.min(c.len()));
        let (i, j) = (index / n, index % n);
        let terms = (0..k).map(|l| a[i * k + l].to_f64() * b[l * n + j].to_f64());
        let (sum, all) = terms.fold((0.0, 0.0), |(sum, all), x| (sum + x, all + x.abs()));
        let difference = (c[index].to_f64() - sum).abs();
        let bound = 2.0 * k as f64 * eps * all + O::EPSILON * sum.abs();
        assert!(
            difference <= bound,
            "{name} is off by {difference:e} at ({i}, {j})"
        );
    }
}

/// Times every implementation interleaved: the row takes the medians of all rounds.
fn compare(row: &mut Row, flops: f64, implementations: &[Implementation<'_>]) {
    implementations.iter().for_each(|(_, call)| call());
    let start = Instant::now();
    implementations[0].1();
    let once = start.elapsed().max(Duration::from_nanos(50));
    let calls = (SLICE.as_nanos() / once.as_nanos()).clamp(1, 10_000) as u32;
    let mut times = vec![Vec::new(); implementations.len()];
    let begin = Instant::now();
    while times[0].len() < ROUNDS || begin.elapsed() < BUDGET {
        for ((_, call), times) in implementations.iter().zip(&mut times) {
            let start = Instant::now();
            (0..calls).for_each(|_| call());
            times.push(start.elapsed().as_secs_f64() / f64::from(calls));
        }
    }
    let names = implementations.iter().map(|(name, _)| *name);
    row.rates(flops, names.zip(times.iter().map(Vec::as_slice)));
    println!("{row}");
}

/// One size of one element type, with C in `O`; `eps` is that of the sums.
fn product<T, O>(record: &mut Record, dtype: &str, shape: [usize; 3], eps: f64)
where
    T: Operand + Element + Baselines<O>,
    O: Element + Output<T::Sum>,
{
    let Some(mut row) = record.row(dtype, shape, rayon::current_num_threads()) else {
        return;
    };
    let [m, n, k] = shape;
    let (a, b) = (
        random::<T>(1 << 40 | 7, m * k),
        random::<T>(1 << 41 | 5, k * n),
    );
    let c = RefCell::new(vec![O::default(); m * n]);
    let pool = one_thread(shape);
    let mut implementations: Vec<Implementation<'_>> = vec![(
        "azulejo",
        Box::new(|| ours::<T, O>(shape, &a, &b, &mut c.borrow_mut())),
    )];
    if let Some(pool) = &pool {
        let (a, b, c) = (&a, &b, &c);
        let call = move || {
            let c = &mut *c.borrow_mut();
            pool.install(|| ours::<T, O>(shape, a, b, c))
        };
        implementations.push((ONE_THREAD, Box::new(call)));
    }
    for (name, call) in T::baselines() {
        let (a, b, c) = (&a, &b, &c);
        implementations.push((
            name,
            Box::new(move || call(shape, a, b, &mut c.borrow_mut())),
        ));
    }
    for (name, call) in &implementations {
        c.borrow_mut().fill(O::default());
        call();
        check(shape, eps, &a, &b, &c.borrow(), name);
    }
    compare(
        &mut row,
        2.0 * m as f64 * n as f64 * k as f64,
        &implementations,
    );
    record.push(row);
}

/// f32 inputs rounded to tf32 as they are packed: no peer does that, so ours stands alone.
fn tf32(record: &mut Record, shape: [usize; 3]) {
    let Some(mut row) = record.row("tf32", shape, rayon::current_num_threads()) else {
        return;
    };
    let [m, n, k] = shape;
    let (a, b) = (
        random::<f32>(1 << 40 | 7, m * k),
        random::<f32>(1 << 41 | 5, k * n),
    );
    let rounded = |x: &[f32]| x.iter().map(|&x| AsTf32(x)).collect::<Vec<_>>();
    let (a, b) = (rounded(&a), rounded(&b));
    let c = RefCell::new(vec![0.0f32; m * n]);
    let pool = one_thread(shape);
    let mut implementations: Vec<Implementation<'_>> = vec![(
        "azulejo",
        Box::new(|| ours::<AsTf32, f32>(shape, &a, &b, &mut c.borrow_mut())),
    )];
    if let Some(pool) = &pool {
        let (a, b, c) = (&a, &b, &c);
        let call = move || {
            let c = &mut *c.borrow_mut();
            pool.install(|| ours::<AsTf32, f32>(shape, a, b, c))
        };
        implementations.push((ONE_THREAD, Box::new(call)));
    }
    compare(
        &mut row,
        2.0 * m as f64 * n as f64 * k as f64,
        &implementations,
    );
    record.push(row);
}

fn main() {
    // `cargo bench` adds a flag of its own.
    let filter = std::env::args().skip(1).find(|arg| !arg.starts_with("--"));
    let mut record = Record::new(filter.unwrap_or_default());
    let (single, double) = (f64::from(f32::EPSILON), f64::EPSILON);
    for shape in SHAPES {
        product::<f32, f32>(&mut record, "f32", shape, single);
        product::<f64, f64>(&mut record, "f64", shape, double);
        product::<f16, f16>(&mut record, "f16", shape, single);
        product::<bf16, f32>(&mut record, "bf16", shape, single);
        tf32(&mut record, shape);
        product::<i8, i32>(&mut record, "i8", shape, 0.0);
    }
    if let Some(path) = std::env::var_os("AZULEJO_RECORD") {
        record
            .save(path.as_ref())
            .expect("the record can be written");
    }
}
