//! Elementwise programs on the CPU against the plain loops that they stand for.

use std::hint::black_box;
use std::time::{Duration, Instant};

use azulejo_kernels::cpu::{View, ViewMut};
use azulejo_kernels::tile::programs::ScaleAny;
use azulejo_kernels::tile::{Array, ArrayMut, Block, In, Out, tile_program};
use azulejo_layout::{ints::_1024, tile};

use crate::harness::{Failure, median};

/// Rounds of all contestants.
const ROUNDS: usize = 31;

type V = (usize,);

fn blend(blk: &Block, a: Array<'_, f32, V>, b: Array<'_, f32, V>, mut y: ArrayMut<'_, f32, V>) {
    let a = a.load(tile!(_1024), blk.id());
    let b = b.load(tile!(_1024), blk.id());
    y.store((0,), a * 0.75 + b * 0.25);
}

tile_program! {
    /// `y = 0.75 a + 0.25 b`.
    Blend = blend "example_blend" (a: In<f32, V>, b: In<f32, V>, y: Out<f32, V, (_1024,)>);
}

/// The loops that rustc vectorises, a part of the data on each core, on threads that are kept from round to round.
fn plain_scale(x: &[f32], y: &mut [f32], threads: usize) {
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

fn plain_blend(a: &[f32], b: &[f32], y: &mut [f32], threads: usize) {
    let share = a.len().div_ceil(threads);
    rayon::scope(|scope| {
        for ((a, b), y) in a
            .chunks(share)
            .zip(b.chunks(share))
            .zip(y.chunks_mut(share))
        {
            scope.spawn(move |_| {
                for ((a, b), y) in a.iter().zip(b).zip(y) {
                    *y = a * 0.75 + b * 0.25;
                }
            });
        }
    });
}

/// Rounds in which each contestant is called many times in a row, or once, after a pause in which all threads fall asleep.
struct Mode {
    name: &'static str,
    calls: usize,
    /// Calls at the start of a round that do not count.
    unseen: usize,
    pause: Duration,
}

const MODES: [Mode; 2] = [
    Mode {
        name: "in a row",
        calls: 8,
        unseen: 2,
        pause: Duration::ZERO,
    },
    Mode {
        name: "from rest",
        calls: 1,
        unseen: 0,
        pause: Duration::from_millis(2),
    },
];

pub fn run() -> Result<(), Failure> {
    let threads = rayon::current_num_threads();
    println!(
        "f32 on {threads} threads, medians of {ROUNDS} interleaved rounds; y = 2 x, then y = 0.75 a + 0.25 b"
    );
    for mode in MODES {
        for n in [1 << 16, 1 << 18, 1 << 20, 1 << 22, 1 << 25] {
            let [a, b] = [4001, 997].map(|m| (0..n).map(|i| (i % m) as f32).collect::<Vec<f32>>());
            let mut y = vec![0.0f32; n];
            let mut times = [const { Vec::new() }; 4];
            for turn in 0..ROUNDS * times.len() {
                // Each follows each as often.
                let who = (turn + turn / times.len()) % times.len();
                std::thread::sleep(mode.pause);
                for call in 0..mode.calls {
                    let start = Instant::now();
                    match who {
                        0 => plain_scale(black_box(&a), black_box(&mut y), threads),
                        1 => ScaleAny::run(View::from_slice(&a), ViewMut::from_slice(&mut y))?,
                        2 => plain_blend(black_box(&a), black_box(&b), black_box(&mut y), threads),
                        _ => Blend::run(
                            View::from_slice(&a),
                            View::from_slice(&b),
                            ViewMut::from_slice(&mut y),
                        )?,
                    }
                    if call >= mode.unseen {
                        times[who].push(start.elapsed().as_secs_f64());
                    }
                }
            }
            let [scale, tiles, blend, blended] = times.each_mut().map(|times| median(times));
            let speed = |bytes: f64, time: f64| bytes * n as f64 / time / 1e9;
            println!(
                "{:<9} {n:>9} elements   loop {:6.1} GB/s, tiles {:.2} of it   loop {:6.1} GB/s, tiles {:.2} of it",
                mode.name,
                speed(8.0, scale),
                scale / tiles,
                speed(12.0, blend),
                blend / blended
            );
        }
    }
    Ok(())
}
