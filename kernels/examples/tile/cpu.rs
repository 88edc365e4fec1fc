//! An elementwise program on the CPU against the plain loop: once lazy, in one pass, once with the tile loaded first.

use std::hint::black_box;
use std::time::Instant;

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

pub fn run() -> Result<(), Failure> {
    let threads = rayon::current_num_threads();
    println!("y = 2 x in f32 on {threads} threads, medians of {ROUNDS} interleaved rounds");
    for n in [1 << 16, 1 << 18, 1 << 20, 1 << 25] {
        let x: Vec<f32> = (0..n).map(|i| (i % 4001) as f32).collect();
        let mut y = vec![0.0f32; n];
        let mut times = [const { Vec::new() }; 3];
        for _ in 0..ROUNDS {
            let start = Instant::now();
            plain(black_box(&x), black_box(&mut y), threads);
            times[0].push(start.elapsed().as_secs_f64());
            let start = Instant::now();
            ScaleAny::run(View::from_slice(&x), ViewMut::from_slice(&mut y))?;
            times[1].push(start.elapsed().as_secs_f64());
            let start = Instant::now();
            Loaded::run(View::from_slice(&x), ViewMut::from_slice(&mut y))?;
            times[2].push(start.elapsed().as_secs_f64());
        }
        let [hand, lazy, loaded] = times.each_mut().map(|times| median(times));
        let speed = |time: f64| 8.0 * n as f64 / time / 1e9;
        println!(
            "{n:>9} elements   plain loop {:6.2} GB/s   lazy tiles {:6.2}, {:.2} of it   loaded tiles {:6.2}, {:.2} of it",
            speed(hand),
            speed(lazy),
            hand / lazy,
            speed(loaded),
            hand / loaded
        );
    }
    Ok(())
}
