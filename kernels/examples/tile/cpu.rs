//! An elementwise program on the CPU against the plain loop: once lazy, in one pass, once with the tile loaded first.

use std::hint::black_box;
use std::time::{Duration, Instant};

use azulejo_kernels::cpu::{View, ViewMut};
use azulejo_kernels::tile::programs::ScaleAny;
use azulejo_kernels::tile::{Array, ArrayMut, Block, In, Out, tile_program};
use azulejo_layout::{ints::_1024, tile};

use crate::Failure;

/// Rounds of all contestants.
const ROUNDS: usize = 31;

fn loaded(blk: &Block, x: Array<'_, f32, (usize,)>, mut y: ArrayMut<'_, f32, (usize,)>) {
    let t = x.load(tile!(_1024), blk.id());
    y.store((0,), t * 2.0);
}

tile_program! {
    /// `y = 2 x`, the tile loaded before it is computed with.
    Loaded = loaded "example_loaded" (x: In<f32, (usize,)>, y: Out<f32, (usize,), (_1024,)>);
}

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
    println!("y = 2 x in f32 on {threads} threads, medians of {ROUNDS} rounds in turns");
    for mode in MODES {
        for n in [1 << 16, 1 << 18, 1 << 20, 1 << 22, 1 << 25] {
            let x: Vec<f32> = (0..n).map(|i| (i % 4001) as f32).collect();
            let mut y = vec![0.0f32; n];
            let mut times = [const { Vec::new() }; 3];
            for turn in 0..ROUNDS * times.len() {
                // Each follows each as often.
                let who = (turn + turn / times.len()) % times.len();
                std::thread::sleep(mode.pause);
                for call in 0..mode.calls {
                    let start = Instant::now();
                    match who {
                        0 => plain(black_box(&x), black_box(&mut y), threads),
                        1 => ScaleAny::run(View::from_slice(&x), ViewMut::from_slice(&mut y))?,
                        _ => Loaded::run(View::from_slice(&x), ViewMut::from_slice(&mut y))?,
                    }
                    if call >= mode.unseen {
                        times[who].push(start.elapsed().as_secs_f64());
                    }
                }
            }
            let [hand, lazy, loaded] = times.each_mut().map(|times| median(times));
            let speed = |time: f64| 8.0 * n as f64 / time / 1e9;
            println!(
                "{:<9} {n:>9} elements   plain loop {:6.1} GB/s   lazy tiles {:6.1}, {:.2} of it   loaded tiles {:6.1}, {:.2} of it",
                mode.name,
                speed(hand),
                speed(lazy),
                hand / lazy,
                speed(loaded),
                hand / loaded
            );
        }
    }
    Ok(())
}
