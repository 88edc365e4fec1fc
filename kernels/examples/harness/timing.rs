//! Rates of calls that take turns.

use azulejo_kernels::host::Stream;
pub use azulejo_kernels::host::timing::{graphs, interleaved, median, replay, timed};

use super::Failure;

/// A way to do the work, and its name.
pub type Call<'a> = azulejo_kernels::host::timing::Call<'a, Failure>;

/// Times the calls interleaved and prints the rate of each, `work` units a call, and its ratio to the first.
pub fn report(
    stream: &Stream,
    rounds: usize,
    mut calls: Vec<Call<'_>>,
    work: f64,
    unit: &str,
) -> Result<(), Failure> {
    let mut times = interleaved(stream, rounds, &mut calls)?;
    let first = median(&mut times[0]);
    for ((name, _), times) in calls.iter().zip(&mut times) {
        let time = median(times);
        println!(
            "{name:<28} {:9.1} {unit}  {:.3} of the first",
            work / time,
            first / time
        );
    }
    Ok(())
}
