//! The product of bf16 matrices on tensor cores against cuBLASLt, interleaved, on the same operands.

use azulejo_kernels::device::gemm::hopper::operand::Major;
use azulejo_kernels::host::gemm::Region;
use azulejo_kernels::host::{Replay, Stream, View, ViewMut};
use azulejo_kernels::tile::{StagedView, programs::StagedBf16};
use azulejo_tensor::{DType, bf16};

use crate::harness::{Call, Failure, calls, median, sizes, uniform};
use crate::library::{self, Library};

/// Rounds of all contestants, and launches in a round.
const ROUNDS: usize = 11;
const LAUNCHES: usize = 10;

/// Queues a call [`LAUNCHES`] times.
fn several<'a>(
    name: &'static str,
    mut call: impl FnMut() -> Result<(), Failure> + 'a,
) -> Call<'a, Failure> {
    (
        name,
        Box::new(move || (0..LAUNCHES).try_for_each(|_| call())),
    )
}

pub fn run(stream: &Stream) -> Result<(), Failure> {
    let cublas = library::open(stream)?;
    for side in [4096u32, 8192] {
        let (square, elements) = ([side as usize; 2], u64::from(side) * u64::from(side));
        let random = |seed| {
            let number = |at| bf16::from_f64(uniform(DType::BF16, seed, at));
            stream.upload(&(0..elements).map(number).collect::<Vec<_>>())
        };
        let (a, b) = (random(1)?, random(2)?);
        let mut c = stream.zeros::<bf16>(elements as usize)?;
        let mut d = stream.zeros::<bf16>(elements as usize)?;
        let product = library::product(sizes([side; 3]), [Major::K, Major::Mn], [DType::BF16; 3]);
        let sets = [[Region::read(&a), Region::read(&b), Region::write(&mut d)]];
        let library = Library::new(&cublas, &product, &sets, LAUNCHES)?;
        let [first, best] = library.calls(&sets)?;
        let left = StagedView::new(stream, View::row_major(&a, &square)?)?;
        let right = StagedView::new(stream, View::row_major(&b, &square)?)?;
        let mut rivals = [
            several("tile program", || {
                let c = ViewMut::row_major(&mut c, &square)?;
                Ok(StagedBf16::launch(stream, left.clone(), right.clone(), c)?)
            }),
            several("first", || Ok(first[0].start()?)),
            several("best", || Ok(best[0].start()?)),
        ];
        let mut times = calls(stream, ROUNDS, &mut rivals)?;
        drop(rivals);
        let work = LAUNCHES as f64 * 2.0 * f64::from(side).powi(3);
        let [ours, theirs, fastest] = [0, 1, 2].map(|at| work / median(&mut times[at]) / 1e12);
        println!(
            "bf16 product, {side} cubed: tile program {ours:.1} TFLOP/s, cuBLASLt {theirs:.1} (its first), {fastest:.1} (its best of {}): {:.3} of the first, {:.3} of the best",
            library.prepared.algorithms(),
            ours / theirs,
            ours / fastest
        );
        drop((first, best));
        let (ours, theirs) = (stream.download(&c)?, stream.download(&d)?);
        let pairs = ours.iter().zip(&theirs);
        let worst = pairs
            .map(|(x, y)| (x.to_f32() - y.to_f32()).abs())
            .fold(0.0, f32::max);
        let largest = ours.iter().map(|x| x.to_f32().abs()).fold(0.0, f32::max);
        println!("  at most {worst} apart, of values to {largest}");
    }
    Ok(())
}
