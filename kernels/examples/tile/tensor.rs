//! The product of bf16 matrices on tensor cores against cuBLASLt, interleaved, on the same operands.

use azulejo_kernels::host::cublaslt::{Cublas, Product};
use azulejo_kernels::host::{Replay, Stream, View, ViewMut, gemm::Region};
use azulejo_kernels::tile::{StagedView, programs::StagedBf16};
use azulejo_tensor::{DType, bf16};

use crate::Failure;

/// Rounds of all contestants, and launches in a round.
const ROUNDS: usize = 11;
const LAUNCHES: usize = 10;

/// Seconds of one of `LAUNCHES` calls, queued together.
fn timed(stream: &Stream, mut call: impl FnMut() -> Result<(), Failure>) -> Result<f64, Failure> {
    let start = stream.record()?;
    for _ in 0..LAUNCHES {
        call()?;
    }
    let end = stream.record()?;
    end.synchronize()?;
    Ok(start.milliseconds_to(&end)? as f64 / 1e3 / LAUNCHES as f64)
}

fn median(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// Numbers of a congruential generator between -1 and 1.
fn random(n: usize, seed: u64) -> Vec<bf16> {
    let mut state = seed;
    let next = || {
        state = state
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        bf16::from_f32((state >> 40) as f32 / (1 << 23) as f32 - 1.0)
    };
    std::iter::repeat_with(next).take(n).collect()
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
        let regions = (Region::read(&b), Region::read(&a), Region::write(&mut d));
        let calls = (0..prepared.algorithms())
            .map(|index| prepared.call(index, regions.0, regions.1, regions.2))
            .collect::<Result<Vec<_>, _>>()?;
        let calls: Vec<_> = calls
            .into_iter()
            .filter(|call| call.start().is_ok())
            .collect();
        let mut fastest = (f64::INFINITY, 0);
        for (index, call) in calls.iter().enumerate() {
            let time = timed(stream, || Ok(call.start()?))?;
            if time < fastest.0 {
                fastest = (time, index);
            }
        }
        let left = StagedView::new(stream, View::row_major(&a, &square)?)?;
        let right = StagedView::new(stream, View::row_major(&b, &square)?)?;
        let (mut ours, mut first, mut best) = (Vec::new(), Vec::new(), Vec::new());
        for round in 0..ROUNDS + 2 {
            let time = timed(stream, || {
                let c = ViewMut::row_major(&mut c, &square)?;
                Ok(StagedBf16::launch(stream, left.clone(), right.clone(), c)?)
            })?;
            let one = timed(stream, || Ok(calls[0].start()?))?;
            let other = timed(stream, || Ok(calls[fastest.1].start()?))?;
            if round >= 2 {
                ours.push(time);
                first.push(one);
                best.push(other);
            }
        }
        let rate = |times: &mut [f64]| 2.0 * (side as f64).powi(3) / median(times) / 1e12;
        let (ours, first, best) = (rate(&mut ours), rate(&mut first), rate(&mut best));
        println!(
            "bf16 product, {side} cubed: tile program {ours:.1} TFLOP/s, cuBLASLt {first:.1} (its first), {best:.1} (its best of {}): {:.3} of the first, {:.3} of the best",
            calls.len(),
            ours / first,
            ours / best
        );
        drop(calls);
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
