//! Elementwise programs on the CPU against the plain loops that they stand for.

use std::hint::black_box;
use std::time::{Duration, Instant};

use azulejo_cpu::{View, ViewMut};
use azulejo_layout::{ints::_1024, tile};
use azulejo_tile::programs::ScaleAny;
use azulejo_tile::{Array, ArrayMut, Block, In, Out, tile_program};

use crate::prelude::*;

/// Rounds of all implementations.
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

/// A loop that rustc vectorises, a part of the data on each core, on threads that are kept from round to round.
fn plain(y: &mut [f32], threads: usize, part: impl Fn(usize, &mut [f32]) + Sync) {
    let share = y.len().div_ceil(threads);
    let part = &part;
    rayon::scope(|scope| {
        for (at, y) in y.chunks_mut(share).enumerate() {
            scope.spawn(move |_| part(at * share, y));
        }
    });
}

/// Calls in a round of each implementation, those at its start that do not count, and a pause before, in which all threads fall asleep.
const MODES: [(&str, usize, usize, Duration); 2] = [
    ("in a row", 8, 2, Duration::ZERO),
    ("from rest", 1, 0, Duration::from_millis(2)),
];

pub fn run() -> Result<(), Failure> {
    let threads = rayon::current_num_threads();
    println!(
        "f32 on {threads} threads, medians of {ROUNDS} interleaved rounds; y = 2 x, then y = 0.75 a + 0.25 b"
    );
    for ((name, calls, unseen, pause), n) in cross(&MODES, &[16, 18, 20, 22, 25]) {
        let n = 1 << n;
        let [a, b] = [4001, 997].map(|m| (0..n).map(|i| (i % m) as f32).collect::<Vec<f32>>());
        let mut y = vec![0.0f32; n];
        let mut call = |who| -> Result<(), Failure> {
            let (a, b, y) = (black_box(&a[..]), black_box(&b[..]), black_box(&mut y[..]));
            let [x, z] = [a, b].map(View::from_slice);
            match who {
                0 => plain(y, threads, |at, y| {
                    y.iter_mut().zip(&a[at..]).for_each(|(y, x)| *y = x * 2.0);
                }),
                1 => ScaleAny::run(x, ViewMut::from_slice(y))?,
                2 => plain(y, threads, |at, y| {
                    let all = y.iter_mut().zip(a[at..].iter().zip(&b[at..]));
                    all.for_each(|(y, (a, b))| *y = a * 0.75 + b * 0.25);
                }),
                _ => Blend::run(x, z, ViewMut::from_slice(y))?,
            }
            Ok(())
        };
        let mut times = interleaved(4, ROUNDS, |who| -> Result<f64, Failure> {
            std::thread::sleep(pause);
            let mut times = each(0..calls, |_| {
                let start = Instant::now();
                call(who).map(|()| start.elapsed().as_secs_f64())
            })?;
            Ok(median(&mut times[unseen..]))
        })?;
        let [scale, tiles, blend, blended] = [0, 1, 2, 3].map(|at| median(&mut times[at]));
        let speed = |bytes: f64, time: f64| bytes * n as f64 / time / 1e9;
        println!(
            "{name:<9} {n:>9} elements   loop {:6.1} GB/s, tiles {:.2} of it   loop {:6.1} GB/s, tiles {:.2} of it",
            speed(8.0, scale),
            scale / tiles,
            speed(12.0, blend),
            blend / blended
        );
    }
    Ok(())
}
