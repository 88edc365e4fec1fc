//! Times on the device: between events, interleaved, as medians.
//!
//! What takes turns meets the same clocks and the same other work, so ratios of medians repeat where times do not.

pub use super::rotating::{Pool, ROTATED, RotatingOperands};
use super::{Error, Graph, Replay, Stream};

/// A way to do the work, and its name.
pub type Call<'a, E> = (&'static str, Box<dyn FnMut() -> Result<(), E> + 'a>);

/// The median; sorts the times.
///
/// ```
/// use azulejo_kernels::host::timing::median;
/// assert_eq!(median(&mut [3.0, 1.0, 2.0]), 2.0);
/// ```
pub fn median(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// The place of the least time; 0 where there is none.
///
/// ```
/// use azulejo_kernels::host::timing::least;
/// assert_eq!(least(&[3.0, 1.0, 2.0]), 1);
/// ```
pub fn least(times: &[f64]) -> usize {
    let places = 0..times.len();
    places
        .min_by(|x, y| times[*x].total_cmp(&times[*y]))
        .unwrap_or(0)
}

/// The distance between the 10th and the 90th percentile as a part of the median; sorts the times.
///
/// ```
/// use azulejo_kernels::host::timing::spread;
/// assert_eq!(spread(&mut [4.0, 4.0, 5.0]), 0.25);
/// ```
pub fn spread(times: &mut [f64]) -> f64 {
    let middle = median(times);
    (times[times.len() * 9 / 10] - times[times.len() / 10]) / middle
}

/// Seconds of the device for what `work` queues.
///
/// # Errors
/// The driver's, and those of `work`.
pub fn timed<E: From<Error>>(
    stream: &Stream,
    work: impl FnOnce() -> Result<(), E>,
) -> Result<f64, E> {
    let start = stream.record()?;
    work()?;
    let end = stream.record()?;
    end.synchronize()?;
    Ok(f64::from(start.milliseconds_to(&end)?) / 1e3)
}

/// A graph of `count` starts of `work`, one after the other from its beginning again.
///
/// # Errors
/// The driver's.
pub fn graph<'a, T: Replay>(
    stream: &Stream,
    work: &'a [T],
    count: usize,
) -> Result<Graph<'a>, Error> {
    let work: Vec<&dyn Replay> = work.iter().map(|one| one as &dyn Replay).collect();
    Graph::record(stream, &work, count)
}

/// Seconds of one of the `count` launches in a graph.
///
/// # Errors
/// The driver's.
pub fn replay(stream: &Stream, graph: &Graph<'_>, count: usize) -> Result<f64, Error> {
    let time = timed(stream, || graph.replay(stream))?;
    Ok(time / count as f64)
}

/// Seconds of each call in `rounds` rounds of all of them, after two that do not count.
///
/// # Errors
/// The driver's, and those of the calls.
pub fn interleaved<E: From<Error>>(
    stream: &Stream,
    rounds: usize,
    calls: &mut [Call<'_, E>],
) -> Result<Vec<Vec<f64>>, E> {
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
///
/// # Errors
/// The driver's.
pub fn graphs<const N: usize>(
    stream: &Stream,
    rounds: usize,
    graphs: &[Graph<'_>; N],
    count: usize,
) -> Result<[Vec<f64>; N], Error> {
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
