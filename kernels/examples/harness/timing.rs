//! Times on the device: between events, interleaved, as medians.

use azulejo_kernels::host::{Graph, Stream};

use super::Failure;

/// A way to do the work, and its name.
pub type Call<'a> = (&'static str, Box<dyn FnMut() -> Result<(), Failure> + 'a>);

/// The median; sorts the times.
pub fn median(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// Seconds of the device for what `work` queues.
pub fn timed(
    stream: &Stream,
    work: &mut dyn FnMut() -> Result<(), Failure>,
) -> Result<f64, Failure> {
    let start = stream.record()?;
    work()?;
    let end = stream.record()?;
    end.synchronize()?;
    Ok(f64::from(start.milliseconds_to(&end)?) / 1e3)
}

/// Seconds of one of the `count` launches in a graph.
pub fn replay(stream: &Stream, graph: &Graph<'_>, count: usize) -> Result<f64, Failure> {
    let time = timed(stream, &mut || Ok(graph.replay(stream)?))?;
    Ok(time / count as f64)
}

/// Seconds of each call in `rounds` rounds of all of them, after two that do not count.
pub fn interleaved(
    stream: &Stream,
    rounds: usize,
    calls: &mut [Call<'_>],
) -> Result<Vec<Vec<f64>>, Failure> {
    let mut times = vec![Vec::new(); calls.len()];
    for round in 0..rounds + 2 {
        for ((_, call), times) in calls.iter_mut().zip(&mut times) {
            let time = timed(stream, call)?;
            if round >= 2 {
                times.push(time);
            }
        }
    }
    Ok(times)
}

/// Seconds of one of the `count` launches of each graph, in `rounds` rounds after one that does not count.
///
/// Each turn begins with a replay that is not timed, so that the clock is its own and not what the power of the one before
/// left; and another is the first every second round, every other of which goes backwards.
pub fn graphs<const N: usize>(
    stream: &Stream,
    rounds: usize,
    graphs: &[Graph<'_>; N],
    count: usize,
) -> Result<[Vec<f64>; N], Failure> {
    let mut times = [const { Vec::new() }; N];
    for round in 0..=rounds {
        for turn in 0..N {
            let step = if round % 2 == 0 { turn } else { N - turn };
            let at = (round / 2 + step) % N;
            replay(stream, &graphs[at], count)?;
            let time = replay(stream, &graphs[at], count)?;
            if round > 0 {
                times[at].push(time);
            }
        }
    }
    Ok(times)
}

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
