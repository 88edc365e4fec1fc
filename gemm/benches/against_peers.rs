//! This crate against `matrixmultiply` and `gemm`, interleaved on the same buffers.
//!
//! `MATMUL_NUM_THREADS=N cargo bench -p azulejo-gemm --bench against_peers -- [--threads N] [--json FILE] [FILTER]` prints one row a shape:
//! medians in GFLOP/s of each crate and the ratio of this one to the faster peer. Each round times the three one after
//! the other, so that a change of clock or a neighbour's load meets all of them alike; that is why it is no criterion
//! group, which times one function for seconds before the next. Before a shape is timed the three results are compared.

use std::hint::black_box;
use std::time::{Duration, Instant};

use azulejo_gemm::{
    Accumulator, Epilogue, GemmProblem, Isa, MatMut, MatRef, Operand, Output, gemm, select,
};

const SHAPES: [(usize, usize, usize); 7] = [
    (64, 64, 64),
    (256, 256, 256),
    (512, 512, 512),
    (1000, 1000, 1000),
    (1024, 1024, 1024),
    (2048, 2048, 2048),
    (64, 2048, 2048),
];

/// How long one shape is timed, and the least of one sample.
const BUDGET: Duration = Duration::from_millis(1500);
const SAMPLE: f64 = 2e-4;

struct Row {
    dtype: &'static str,
    shape: (usize, usize, usize),
    threads: usize,
    config: String,
    gflops: [f64; 3],
}

impl Row {
    fn ratio(&self) -> f64 {
        self.gflops[0] / self.gflops[1].max(self.gflops[2])
    }
}

/// What the peers need of an element type.
trait Peer: Accumulator + Operand<Sum = Self> + Output<Self> + Into<f64> {
    fn from_f64(x: f64) -> Self;
    fn matrixmultiply(shape: (usize, usize, usize), a: &[Self], b: &[Self], c: &mut [Self]);
}

macro_rules! peer {
    ($t:ident, $product:path) => {
        impl Peer for $t {
            fn from_f64(x: f64) -> Self {
                x as $t
            }
            fn matrixmultiply(
                (m, n, k): (usize, usize, usize),
                a: &[Self],
                b: &[Self],
                c: &mut [Self],
            ) {
                assert!(a.len() == m * k && b.len() == k * n && c.len() == m * n);
                let (wide, deep) = (n as isize, k as isize);
                // SAFETY: the row-major (m, k), (k, n) and (m, n) matrices fill their slices.
                unsafe {
                    $product(
                        m,
                        k,
                        n,
                        1.0,
                        a.as_ptr(),
                        deep,
                        1,
                        b.as_ptr(),
                        wide,
                        1,
                        0.0,
                        c.as_mut_ptr(),
                        wide,
                        1,
                    )
                }
            }
        }
    };
}
peer!(f32, matrixmultiply::sgemm);
peer!(f64, matrixmultiply::dgemm);

fn gemm_crate<T: Peer>(
    (m, n, k): (usize, usize, usize),
    threads: usize,
    a: &[T],
    b: &[T],
    c: &mut [T],
) {
    assert!(a.len() == m * k && b.len() == k * n && c.len() == m * n);
    let (wide, deep) = (n as isize, k as isize);
    let parallelism = if threads > 1 {
        ::gemm::Parallelism::Rayon(threads)
    } else {
        ::gemm::Parallelism::None
    };
    let (zero, one) = (T::from_f64(0.0), T::from_f64(1.0));
    // SAFETY: the row-major (m, k), (k, n) and (m, n) matrices fill their slices.
    unsafe {
        ::gemm::gemm(
            m,
            n,
            k,
            c.as_mut_ptr(),
            1,
            wide,
            false,
            a.as_ptr(),
            1,
            deep,
            b.as_ptr(),
            1,
            wide,
            zero,
            one,
            false,
            false,
            false,
            parallelism,
        );
    }
}

fn ours<T: Peer>((m, n, k): (usize, usize, usize), a: &[T], b: &[T], c: &mut [T]) {
    let result = gemm(
        MatRef::row_major(a, m, k).expect("a fills its slice"),
        MatRef::row_major(b, k, n).expect("b fills its slice"),
        MatMut::row_major(c, m, n).expect("c fills its slice"),
        &Epilogue::default(),
    );
    result.expect("the shapes match");
}

fn median(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn measure<T: Peer>(shape: (usize, usize, usize), threads: usize) -> Row {
    let (m, n, k) = shape;
    let mut state = 0x9e37_79b9_7f4a_7c15u64;
    let mut random = |len: usize| -> Vec<T> {
        let mut next = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 40) as f64 / (1u64 << 23) as f64 - 1.0
        };
        (0..len).map(|_| T::from_f64(next())).collect()
    };
    let (a, b) = (random(m * k), random(k * n));
    let mut results: [Vec<T>; 3] = std::array::from_fn(|_| vec![T::from_f64(f64::NAN); m * n]);
    let run = |who: usize, results: &mut [Vec<T>; 3]| match who {
        0 => ours(shape, &a, &b, &mut results[0]),
        1 => T::matrixmultiply(shape, &a, &b, &mut results[1]),
        _ => gemm_crate(shape, threads, &a, &b, &mut results[2]),
    };
    (0..3).for_each(|who| run(who, &mut results));
    let eps = if size_of::<T>() == 4 {
        f64::from(f32::EPSILON)
    } else {
        f64::EPSILON
    };
    for (x, y) in results[0]
        .iter()
        .zip(&results[1])
        .chain(results[0].iter().zip(&results[2]))
    {
        let (x, y): (f64, f64) = ((*x).into(), (*y).into());
        assert!(
            (x - y).abs() <= 2.0 * k as f64 * eps * k as f64,
            "{shape:?}: {x} and {y}"
        );
    }
    let flops = 2.0 * m as f64 * n as f64 * k as f64;
    let calls = (SAMPLE * 1e11 / flops).ceil().max(1.0) as usize;
    let mut times: [Vec<f64>; 3] = Default::default();
    let start = Instant::now();
    while start.elapsed() < BUDGET || times[0].len() < 5 {
        for (who, times) in times.iter_mut().enumerate() {
            let start = Instant::now();
            for _ in 0..calls {
                run(who, black_box(&mut results));
            }
            times.push(start.elapsed().as_secs_f64() / calls as f64);
        }
    }
    let config = select(&GemmProblem { m, n, k }, Isa::detect(), threads).to_string();
    let gflops = times.map(|mut times| flops / median(&mut times) / 1e9);
    Row {
        dtype: T::NAME,
        shape,
        threads,
        config,
        gflops,
    }
}

fn main() {
    let mut args = std::env::args().skip(1);
    let (mut threads, mut json, mut filter) = (1, None, String::new());
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--threads" => {
                threads = args
                    .next()
                    .and_then(|n| n.parse().ok())
                    .expect("--threads takes a number")
            }
            "--json" => json = args.next(),
            "--bench" => {}
            "--test" => return,
            _ => filter = arg,
        }
    }
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build_global()
        .expect("the first pool of the process");
    let mut rows = Vec::new();
    for shape in SHAPES {
        for row in [measure::<f32> as fn(_, _) -> Row, measure::<f64>] {
            let name = format!("{}x{}x{}", shape.0, shape.1, shape.2);
            if !name.contains(&filter) {
                continue;
            }
            let row = row(shape, threads);
            let [ours, matrixmultiply, gemm] = row.gflops;
            println!(
                "{} {name:14} {threads} threads  azulejo {ours:6.1}  matrixmultiply {matrixmultiply:6.1}  gemm {gemm:6.1}  ratio {:.3}",
                row.dtype,
                row.ratio()
            );
            rows.push(row);
        }
    }
    if let Some(path) = json {
        let rows: Vec<_> = rows
            .iter()
            .map(|row| {
                let [ours, matrixmultiply, gemm] = row.gflops.map(|x| (x * 10.0).round() / 10.0);
                serde_json::json!({
                    "dtype": row.dtype, "m": row.shape.0, "n": row.shape.1, "k": row.shape.2, "threads": row.threads,
                    "config": row.config, "azulejo": ours, "matrixmultiply": matrixmultiply, "gemm": gemm,
                    "ratio": (row.ratio() * 1000.0).round() / 1000.0,
                })
            })
            .collect();
        std::fs::write(
            path,
            serde_json::to_string_pretty(&rows).expect("numbers are JSON") + "\n",
        )
        .expect("the file can be written");
    }
}
