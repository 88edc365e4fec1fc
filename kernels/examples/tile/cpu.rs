//! An elementwise program on the CPU against the plain loop.

use std::hint::black_box;
use std::time::Instant;

use azulejo_kernels::cpu::{View, ViewMut};
use azulejo_kernels::tile::programs::ScaleAny;

use crate::Failure;

/// Rounds of all contestants.
const ROUNDS: usize = 11;

fn median(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// The loop that rustc vectorises, a part of the data on each core, on threads that are kept from round to round.
fn plain(x: &[f32], y: &mut [f32], threads: usize) {
    let share = x.len().div_ceil(threads);
    rayon::scope(|scope| {
        for (x, y) in x.chunks(share).zip(y.chunks_mut(share)) {
            scope.spawn(move |_| {
                for (x, y) in x.iter().zip(y) {
                    *y = x * 2.0;
                }
            });
        }
    });
}

pub fn run() -> Result<(), Failure> {
    let threads = std::thread::available_parallelism()?.get();
    println!("y = 2 x in f32 on {threads} threads, medians of {ROUNDS} interleaved rounds");
    for n in [1 << 16, 1 << 20, 1 << 25] {
        let x: Vec<f32> = (0..n).map(|i| (i % 4001) as f32).collect();
        let mut y = vec![0.0f32; n];
        let (mut tile, mut hand) = (Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            let start = Instant::now();
            ScaleAny::run(View::from_slice(&x), ViewMut::from_slice(&mut y))?;
            tile.push(start.elapsed().as_secs_f64());
            let start = Instant::now();
            plain(black_box(&x), black_box(&mut y), threads);
            hand.push(start.elapsed().as_secs_f64());
        }
        let (tile, hand) = (median(&mut tile), median(&mut hand));
        let speed = |time: f64| 8.0 * n as f64 / time / 1e9;
        println!(
            "{n:>9} elements   tile program {:6.2} GB/s   plain loop {:6.2} GB/s   ratio {:.2}",
            speed(tile),
            speed(hand),
            hand / tile
        );
    }
    Ok(())
}
