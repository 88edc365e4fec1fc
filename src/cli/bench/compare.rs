//! [`compare`]: several ways to compute one thing, timed interleaved.
//!
//! One round times each of them once, so that a machine that slows down slows all of them. A time covers as many calls
//! as fill a few milliseconds.

use std::time::{Duration, Instant};

use crate::harness::{median, spread};

/// Rounds at least and at most, and the time after which no new one is begun.
const ROUNDS: (usize, usize) = (7, 60);
const BUDGET: Duration = Duration::from_millis(1500);

/// The least that one time covers.
const SLICE: Duration = Duration::from_millis(2);

/// One way to compute it.
pub struct Implementation<'a> {
    pub name: &'static str,
    pub call: Box<dyn FnMut() + 'a>,
}

impl<'a> Implementation<'a> {
    pub fn new(name: &'static str, call: impl FnMut() + 'a) -> Self {
        Self {
            name,
            call: Box::new(call),
        }
    }
}

/// What came of one implementation.
pub struct Timing {
    pub name: &'static str,
    /// Seconds a call, of each round.
    pub times: Vec<f64>,
}

impl Timing {
    /// Median seconds a call.
    pub fn median(&self) -> f64 {
        median(&mut self.times.clone())
    }

    /// The distance between the 10th and the 90th percentile, as a part of the median.
    pub fn spread(&self) -> f64 {
        spread(&mut self.times.clone(), [0.1, 0.9])
    }

    /// How many times as fast another is: the median over rounds of the quotients, which neither a drifting clock nor a neighbour can
    /// flatter.
    pub fn over(&self, other: &Self) -> f64 {
        let pairs = self.times.iter().zip(&other.times);
        median(&mut pairs.map(|(own, other)| own / other).collect::<Vec<_>>())
    }
}

/// Times every implementation interleaved.
pub fn compare(mut implementations: Vec<Implementation<'_>>) -> Vec<Timing> {
    let calls: Vec<u32> = implementations.iter_mut().map(warm_up).collect();
    let mut times: Vec<Vec<f64>> = implementations.iter().map(|_| Vec::new()).collect();
    let start = Instant::now();
    for round in 0..ROUNDS.1 {
        if round >= ROUNDS.0 && start.elapsed() > BUDGET {
            break;
        }
        for ((implementation, calls), times) in
            implementations.iter_mut().zip(&calls).zip(&mut times)
        {
            let start = Instant::now();
            (0..*calls).for_each(|_| (implementation.call)());
            times.push(start.elapsed().as_secs_f64() / f64::from(*calls));
        }
    }
    let timing = |(implementation, times): (&Implementation<'_>, _)| Timing {
        name: implementation.name,
        times,
    };
    implementations.iter().zip(times).map(timing).collect()
}

/// Calls it once to warm up and once to see how many calls fill a slice.
fn warm_up(implementation: &mut Implementation<'_>) -> u32 {
    (implementation.call)();
    let start = Instant::now();
    (implementation.call)();
    let once = start.elapsed().max(Duration::from_nanos(50));
    (SLICE.as_nanos() / once.as_nanos()).clamp(1, 100_000) as u32
}
