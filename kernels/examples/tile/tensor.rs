//! The product of bf16 matrices on tensor cores against cuBLASLt, interleaved, on the same operands.

use azulejo_kernels::device::gemm::hopper::operand::Major;
use azulejo_kernels::host::gemm::Region;
use azulejo_kernels::host::{Replay, View, ViewMut};
use azulejo_kernels::tile::{StagedView, programs::StagedBf16};
use azulejo_tensor::{DType, bf16};

use crate::harness::{Call, Failure, Run, report, sizes, values};
use crate::library::{self, Library, Timed};

/// Rounds of all implementations, and launches in a round.
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

pub fn run(run: &mut Run) -> Result<(), Failure> {
    let stream = &run.stream;
    let cublas = library::open(stream)?;
    for side in [4096u32, 8192] {
        let (square, elements) = ([side as usize; 2], (side * side) as usize);
        let random = |seed| stream.upload(&values::<bf16>(seed, elements));
        let (a, b) = (random(1)?, random(2)?);
        let mut c = stream.zeros::<bf16>(elements)?;
        let mut d = stream.zeros::<bf16>(elements)?;
        let product = Timed {
            sizes: sizes([side; 3]),
            types: [DType::BF16; 3],
            orders: [Major::K, Major::Mn],
        };
        let sets = [[Region::read(&a), Region::read(&b), Region::write(&mut d)]];
        let library = Library::new(&cublas, &product, &sets, LAUNCHES)?;
        let [first, best] = library.calls(&sets)?;
        let left = StagedView::new(stream, View::row_major(&a, &square)?)?;
        let right = StagedView::new(stream, View::row_major(&b, &square)?)?;
        let rivals = vec![
            several("tile program", || {
                let c = ViewMut::row_major(&mut c, &square)?;
                Ok(StagedBf16::launch(stream, left.clone(), right.clone(), c)?)
            }),
            several("cuBLASLt's first", || Ok(first[0].start()?)),
            several("cuBLASLt's best", || Ok(best[0].start()?)),
        ];
        println!("bf16 product, {side} cubed");
        let work = LAUNCHES as f64 * 2.0 * f64::from(side).powi(3) / 1e12;
        report(stream, ROUNDS, rivals, work, "TFLOP/s")?;
        drop((first, best));
        let (ours, theirs) = (stream.download(&c)?, stream.download(&d)?);
        let largest = |of: &mut dyn Iterator<Item = f32>| of.map(f32::abs).fold(0.0, f32::max);
        let pairs = &mut ours
            .iter()
            .zip(&theirs)
            .map(|(x, y)| x.to_f32() - y.to_f32());
        let (worst, most) = (
            largest(pairs),
            largest(&mut ours.iter().map(|x| x.to_f32())),
        );
        println!("  at most {worst} apart, of values to {most}");
    }
    Ok(())
}
