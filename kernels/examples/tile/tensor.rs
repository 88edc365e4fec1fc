//! The product of bf16 matrices on tensor cores against cuBLASLt, interleaved, on the same operands.

use azulejo_kernels::host::cublaslt::{Cublas, Product};
use azulejo_kernels::host::{Replay, Stream, View, ViewMut, gemm::Region, timing::least};
use azulejo_kernels::tile::{StagedView, programs::StagedBf16};
use azulejo_tensor::{DType, bf16};

use crate::harness::{Call, Failure, interleaved, median, uniform};

/// Rounds of all contestants, and launches in a round.
const ROUNDS: usize = 11;
const LAUNCHES: usize = 10;

/// Numbers between -1 and 1.
fn random(n: usize, seed: u64) -> Vec<bf16> {
    let number = |at| uniform(DType::BF16, seed, at) as f32;
    (0..n as u64).map(number).map(bf16::from_f32).collect()
}

/// Queues a call [`LAUNCHES`] times.
fn several(mut call: impl FnMut() -> Result<(), Failure>) -> impl FnMut() -> Result<(), Failure> {
    move || (0..LAUNCHES).try_for_each(|_| call())
}

pub fn run(stream: &Stream) -> Result<(), Failure> {
    let cublas = Cublas::new(stream, 64 << 20)?;
    for side in [4096usize, 8192] {
        let (a, b) = (
            stream.upload(&random(side * side, 1))?,
            stream.upload(&random(side * side, 2))?,
        );
        let (mut c, mut d) = (
            stream.zeros::<bf16>(side * side)?,
            stream.zeros::<bf16>(side * side)?,
        );
        let square = [side, side];
        // Column-major Dᵀ = Bᵀ Aᵀ is row-major D = A B.
        let n = side as u64;
        let product = Product {
            m: n,
            n,
            k: n,
            transpose_a: false,
            transpose_b: false,
            types: [DType::BF16; 3],
            batches: 1,
        };
        let prepared = cublas.prepare(&product, 8)?;
        let sets = [[Region::read(&a), Region::read(&b), Region::write(&mut d)]];
        let fastest = least(&prepared.times(&sets, LAUNCHES)?);
        let [first, best] = [prepared.calls(0, &sets)?, prepared.calls(fastest, &sets)?];
        let left = StagedView::new(stream, View::row_major(&a, &square)?)?;
        let right = StagedView::new(stream, View::row_major(&b, &square)?)?;
        let mut rivals: [Call<'_>; 3] = [
            (
                "tile program",
                Box::new(several(|| {
                    let c = ViewMut::row_major(&mut c, &square)?;
                    Ok(StagedBf16::launch(stream, left.clone(), right.clone(), c)?)
                })),
            ),
            ("first", Box::new(several(|| Ok(first[0].start()?)))),
            ("best", Box::new(several(|| Ok(best[0].start()?)))),
        ];
        let mut times = interleaved(stream, ROUNDS, &mut rivals)?;
        drop(rivals);
        let work = LAUNCHES as f64 * 2.0 * (side as f64).powi(3);
        drop((first, best));
        let [ours, first, best] = [0, 1, 2].map(|at| work / median(&mut times[at]) / 1e12);
        println!(
            "bf16 product, {side} cubed: tile program {ours:.1} TFLOP/s, cuBLASLt {first:.1} (its first), {best:.1} (its best of {}): {:.3} of the first, {:.3} of the best",
            prepared.algorithms(),
            ours / first,
            ours / best
        );
        let (ours, theirs) = (stream.download(&c)?, stream.download(&d)?);
        let worst = ours
            .iter()
            .zip(&theirs)
            .map(|(x, y)| (x.to_f32() - y.to_f32()).abs())
            .fold(0.0, f32::max);
        println!(
            "  at most {worst} apart, of values to {}",
            ours.iter().map(|x| x.to_f32().abs()).fold(0.0, f32::max)
        );
    }
    Ok(())
}
