//! Several jobs at once, for programs that keep one core busy each.

use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// The most workers: each may need memory, and a build folder of its own.
const MOST: usize = 4;

/// Runs `work` on every job, as many at once as there are cores, and returns the results in the order of the jobs.
///
/// `work` is told the number of its worker, from 0; no two jobs run under the same number at a time.
pub fn each<J: Sync, R: Send>(jobs: &[J], work: impl Fn(usize, &J) -> R + Sync) -> Vec<R> {
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    let next = AtomicUsize::new(0);
    let worker = |number: usize| {
        let mut done = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(job) = jobs.get(index) else {
                return done;
            };
            done.push((index, work(number, job)));
        }
    };
    let worker = &worker;
    let mut results: Vec<(usize, R)> = thread::scope(|scope| {
        let count = cores.min(MOST).min(jobs.len());
        let workers: Vec<_> = (0..count)
            .map(|number| scope.spawn(move || worker(number)))
            .collect();
        workers
            .into_iter()
            .flat_map(|worker| {
                worker
                    .join()
                    .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            })
            .collect()
    });
    results.sort_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::each;

    #[test]
    fn results_come_in_the_order_of_the_jobs() {
        let jobs: Vec<u64> = (0..20).rev().collect();
        let results = each(&jobs, |worker, job| {
            assert!(worker < 4);
            job * job
        });
        assert_eq!(
            results,
            jobs.iter().map(|job| job * job).collect::<Vec<_>>()
        );
        assert!(each(&[0u8; 0], |_, _| ()).is_empty());
    }
}
