//! Times on the device, between events, and on the CPU: interleaved, as medians.
//!
//! Interleaved calls run at the same clocks beside the same other work, so ratios of medians repeat where times do not.

use std::borrow::Borrow;
use std::time::{Duration, Instant};

use azulejo_runtime::{Error, Graph, Replay, Stream};

/// Rounds on the CPU at least and at most, and the time after which no new one is begun.
const ROUNDS: (usize, usize) = (7, 60);
const BUDGET: Duration = Duration::from_millis(1500);

/// The least that one time on the CPU covers.
const SLICE: Duration = Duration::from_millis(2);

/// A way to do the work, and its name.
pub type Call<'a, E> = (&'static str, Box<dyn FnMut() -> Result<(), E> + 'a>);

/// The median; sorts the times.
pub fn median(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// A figure of a record, to so many digits behind the point.
pub fn rounded(x: f64, digits: i32) -> f64 {
    let scale = 10f64.powi(digits);
    (x * scale).round() / scale
}

/// The place of the least time; 0 where there is none.
pub fn least(times: &[f64]) -> usize {
    let places = 0..times.len();
    places
        .min_by(|x, y| times[*x].total_cmp(&times[*y]))
        .unwrap_or(0)
}

/// The distance between two quantiles as a part of the median; sorts the times.
pub fn spread(times: &mut [f64], [low, high]: [f64; 2]) -> f64 {
    let middle = median(times);
    let at = |part: f64| times[(times.len() as f64 * part) as usize];
    (at(high) - at(low)) / middle
}

/// Seconds of the device for what `work` queues.
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

/// Microseconds of the host for each of `count` calls, begun when the stream is at rest.
pub fn host_micros<E: From<Error>>(
    stream: &Stream,
    count: usize,
    mut call: impl FnMut() -> Result<(), E>,
) -> Result<f64, E> {
    stream.synchronize()?;
    let start = Instant::now();
    (0..count).try_for_each(|_| call())?;
    Ok(start.elapsed().as_secs_f64() * 1e6 / count as f64)
}

/// A graph of `count` starts of `work`, one after the other from its beginning again.
pub fn graph<'a, T: Replay>(
    stream: &Stream,
    work: &'a [T],
    count: usize,
) -> Result<Graph<'a>, Error> {
    let work: Vec<&dyn Replay> = work.iter().map(|one| one as &dyn Replay).collect();
    Graph::record(stream, &work, count)
}

/// Seconds of one of the `count` launches in a graph.
pub fn replay(stream: &Stream, graph: &Graph<'_>, count: usize) -> Result<f64, Error> {
    Ok(timed(stream, || graph.replay(stream))? / count as f64)
}

/// The order of `count` implementations in a round: over the rounds each follows each other as often.
///
/// A call that draws less power leaves a higher clock to the next one. E. J. Williams, "Experimental Designs Balanced for
/// the Estimation of Residual Effects of Treatments" (1949).
pub fn turns(count: usize, round: usize) -> impl Iterator<Item = usize> {
    // 0, 1, n - 1, 2, n - 2, ...; of an odd number of implementations every second cycle of rounds goes backwards.
    let backwards = count % 2 == 1 && round / count.max(1) % 2 == 1;
    (0..count).map(move |turn| {
        let turn = if backwards { count - 1 - turn } else { turn };
        let step = if turn % 2 == 1 {
            turn.div_ceil(2)
        } else {
            count - turn / 2
        };
        (round + step) % count
    })
}

/// What `time` says of each of `count` implementations in `rounds` rounds of [`turns`], after one round that does not count.
pub fn interleaved<E>(
    count: usize,
    rounds: usize,
    mut time: impl FnMut(usize) -> Result<f64, E>,
) -> Result<Vec<Vec<f64>>, E> {
    let mut times = vec![Vec::new(); count];
    for round in 0..=rounds {
        for which in turns(count, round) {
            let time = time(which)?;
            if round > 0 {
                times[which].push(time);
            }
        }
    }
    Ok(times)
}

/// Median seconds of one of the `count` launches of each graph, [`interleaved`].
pub fn medians<'g>(
    stream: &Stream,
    graphs: &[impl Borrow<Graph<'g>>],
    count: usize,
    rounds: usize,
) -> Result<Vec<f64>, Error> {
    let time = |which: usize| replay(stream, graphs[which].borrow(), count);
    let times = interleaved(graphs.len(), rounds, time)?;
    Ok(times
        .into_iter()
        .map(|mut times| median(&mut times))
        .collect())
}

/// The seconds that a call of this name took in each round.
pub struct Times {
    pub name: &'static str,
    pub seconds: Vec<f64>,
}

impl Times {
    /// Their median.
    pub fn median(&self) -> f64 {
        median(&mut self.seconds.clone())
    }

    /// The distance between the 10th and the 90th percentile, as a part of the median.
    pub fn spread(&self) -> f64 {
        spread(&mut self.seconds.clone(), [0.1, 0.9])
    }

    /// How many times as fast another is: the median over rounds of the quotients, which neither a drifting clock nor a neighbour can
    /// flatter.
    pub fn over(&self, other: &Self) -> f64 {
        let pairs = self.seconds.iter().zip(&other.seconds);
        median(&mut pairs.map(|(own, other)| own / other).collect::<Vec<_>>())
    }
}

/// Seconds of each call on the device, [`interleaved`].
pub fn calls<E: From<Error>>(
    stream: &Stream,
    rounds: usize,
    mut calls: Vec<Call<'_, E>>,
) -> Result<Vec<Times>, E> {
    let times = interleaved(calls.len(), rounds, |which| {
        timed(stream, &mut calls[which].1)
    })?;
    let named = |((name, _), seconds): (&Call<'_, E>, _)| Times { name, seconds };
    Ok(calls.iter().zip(times).map(named).collect())
}

/// Times the calls on the device and prints the rate of each, `work` units a call, and its ratio to the first.
pub fn report<E: From<Error>>(
    stream: &Stream,
    rounds: usize,
    of: Vec<Call<'_, E>>,
    work: f64,
    unit: &str,
) -> Result<(), E> {
    let times = calls(stream, rounds, of)?;
    for of in &times {
        let time = of.median();
        let (name, rate, ratio) = (of.name, work / time, times[0].median() / time);
        println!("{name:<28} {rate:9.1} {unit}  {ratio:.3} of the first");
    }
    Ok(())
}

/// Seconds of each call on the CPU. One round times each of them once, so that a machine that slows down slows all of them; a time
/// covers as many calls as fill a few milliseconds.
pub fn compare<E>(mut calls: Vec<Call<'_, E>>) -> Result<Vec<Times>, E> {
    // Once to warm up and once to see how many calls fill a slice.
    let mut counts = Vec::new();
    for (_, call) in &mut calls {
        call()?;
        let start = Instant::now();
        call()?;
        let once = start.elapsed().max(Duration::from_nanos(50));
        counts.push((SLICE.as_nanos() / once.as_nanos()).clamp(1, 100_000) as u32);
    }
    let times = calls.iter().map(|(name, _)| Times {
        name,
        seconds: Vec::new(),
    });
    let (mut times, start) = (times.collect::<Vec<_>>(), Instant::now());
    for round in 0..ROUNDS.1 {
        if round >= ROUNDS.0 && start.elapsed() > BUDGET {
            break;
        }
        for (at, (_, call)) in calls.iter_mut().enumerate() {
            let start = Instant::now();
            (0..counts[at]).try_for_each(|_| call())?;
            let took = start.elapsed().as_secs_f64();
            times[at].seconds.push(took / f64::from(counts[at]));
        }
    }
    Ok(times)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians_least_and_spread() {
        assert_eq!(median(&mut [3.0, 1.0, 2.0]), 2.0);
        assert_eq!(least(&[3.0, 1.0, 2.0]), 1);
        assert_eq!(spread(&mut [4.0, 4.0, 5.0], [0.1, 0.9]), 0.25);
    }

    #[test]
    fn each_implementation_follows_each_other_as_often() {
        for count in 1..8 {
            let mut follows = vec![vec![0; count]; count];
            for round in 0..2 * count {
                let order: Vec<usize> = turns(count, round).collect();
                let mut sorted = order.clone();
                sorted.sort_unstable();
                assert!(sorted.into_iter().eq(0..count));
                order
                    .windows(2)
                    .for_each(|pair| follows[pair[0]][pair[1]] += 1);
            }
            for (a, row) in follows.iter().enumerate() {
                let others = row.iter().enumerate().filter(|(b, _)| *b != a);
                assert!(others.into_iter().all(|(_, times)| *times == 2));
            }
        }
    }
}
