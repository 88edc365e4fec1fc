//! The large programs between the driver's copy, the hand-written kernels and cuBLASLt, interleaved, on the same buffers.

use azulejo_runtime::{layer_norm, softmax};
use azulejo_tile::{StagedView, programs::*};

use crate::prelude::*;

/// Rounds of all implementations.
const ROUNDS: usize = 11;

/// Launches of a product in a round.
const LAUNCHES: usize = 10;

/// Rows and columns of the arrays: 1 GiB of `f32`.
const SHAPE: [usize; 2] = [1 << 16, 1 << 12];

/// Times ways to do some work, by their names, and prints the rate of each.
macro_rules! time {
    ($stream:ident, $title:expr, $work:expr, $unit:literal; $($name:literal: $call:expr;)*) => {{
        println!("{}", $title);
        let calls: Vec<Call<'_, Failure>> = vec![$(($name, Box::new(|| Ok($call)))),*];
        report($stream, ROUNDS, calls, $work, $unit)?;
    }};
}

pub fn programs(run: &mut Run) -> Result<(), Failure> {
    let stream = &run.stream;
    let [rows, columns] = SHAPE;
    let (n, square) = (rows * columns, [4096, 4096]);
    let value = |i: usize| ((i * 7919) % 4001) as f32 / 1000.0 - 2.0;
    let block: Vec<f32> = (0..1 << 20).map(value).collect();
    let x = &repeated(stream, &block, n)?;
    let (mut y, mut z) = (stream.zeros::<f32>(n)?, stream.zeros::<f32>(n)?);
    let of_row = |at: usize| stream.upload(&block[at * columns..][..columns]);
    let (gamma, beta) = (of_row(0)?, of_row(1)?);
    let row = |of| View::row_major(of, &[columns]);
    let of = |extents: &[usize]| View::row_major(x, extents);
    let gigabytes = 8.0 * n as f64 / 1e9;

    let mut w = stream.zeros::<f32>(n)?;
    time! { stream, "elementwise, f32", gigabytes, "GB/s";
        "driver's copy": stream.copy(x, &mut w)?;
        "tile program, whole": ScaleWhole::launch(stream, of(&[n])?, ViewMut::row_major(&mut y, &[n])?)?;
        "tile program, any length": ScaleAny::launch(stream, of(&[n])?, ViewMut::row_major(&mut z, &[n])?)?;
    }
    drop(w);
    // Matrices whose width no tile divides, in rows of 4096 places: `2 x` against the hand-written `-x`.
    for width in [4092, 4093] {
        let layout = Strided::new(&[65533, width], &[4096, 1])?;
        let title = format!("padded, 65533 rows of {width} in 4096 places");
        time! { stream, title, 8.0 * 65533.0 * width as f64 / 1e9, "GB/s";
            "hand-written map": map(stream, Op::Neg, &[&View::new(x, layout)?], &mut ViewMut::new(&mut y, layout)?)?;
            "tile program": PaddedRows::launch(stream, View::new(x, layout)?, ViewMut::new(&mut z, layout)?)?;
        }
    }
    time! { stream, format!("softmax, {rows} rows of {columns}"), gigabytes, "GB/s";
        "hand-written softmax": softmax(stream, &of(&SHAPE)?, &mut ViewMut::row_major(&mut y, &SHAPE)?)?;
        "tile program softmax": Softmax::launch(stream, of(&SHAPE)?, ViewMut::row_major(&mut z, &SHAPE)?)?;
    }
    time! { stream, format!("layer norm, {rows} rows of {columns}"), gigabytes, "GB/s";
        "hand-written layer norm": {
            let out = &mut ViewMut::row_major(&mut y, &SHAPE)?;
            layer_norm(stream, &of(&SHAPE)?, Some(&row(&gamma)?), Some(&row(&beta)?), 1e-5, out)?
        };
        "tile program layer norm": {
            let out = ViewMut::row_major(&mut z, &SHAPE)?;
            LayerNorm::launch(stream, of(&SHAPE)?, row(&gamma)?, row(&beta)?, out, 1e-5)?
        };
    }
    let (queries, keys) = (16384, 4096);
    let title = format!("attention, {queries} queries, {keys} keys, heads of 64, f32");
    time! { stream, title, 4.0 * (queries * keys * 64) as f64 / 1e12, "TFLOP/s";
        "tile program attention": {
            let (q, k, v) = (of(&[queries, 64])?, of(&[keys, 64])?, of(&[keys, 64])?);
            Attention::launch(stream, q, k, v, ViewMut::row_major(&mut z, &[queries, 64])?, 0.125)?
        };
    }
    time! { stream, "f32 product, 4096 cubed", 2.0 * 4096f64.powi(3) / 1e12, "TFLOP/s";
        "tile program product": {
            let (b, out) = (View::row_major(&y, &square)?, ViewMut::row_major(&mut z, &square)?);
            GemmF32::launch(stream, of(&square)?, b, out)?
        };
    }
    Ok(())
}

/// The product of bf16 matrices on tensor cores against cuBLASLt.
pub fn product(run: &mut Run) -> Result<(), Failure> {
    let stream = &run.stream;
    let cublas = library(stream)?;
    for side in [4096u32, 8192] {
        let (square, elements) = ([side as usize; 2], (side * side) as usize);
        let random = |seed| stream.upload(&values::<bf16>(seed, elements));
        let (a, b) = (random(1)?, random(2)?);
        let mut c = stream.zeros::<bf16>(elements)?;
        let mut d = stream.zeros::<bf16>(elements)?;
        let orders = [Major::K, Major::Mn];
        let product = Asked::new([side; 3], [DType::BF16; 3], orders, &[]);
        let sets = [[Region::read(&a), Region::read(&b), Region::write(&mut d)]];
        let on = Timed::new(stream, &product, (&sets, &[]), LAUNCHES);
        let library = Library::new(&cublas, &on)?;
        let [first, best] = library.calls(&sets)?;
        let left = StagedView::new(stream, View::row_major(&a, &square)?)?;
        let right = StagedView::new(stream, View::row_major(&b, &square)?)?;
        let work = LAUNCHES as f64 * product.flops() / 1e12;
        time! { stream, format!("bf16 product, {side} cubed"), work, "TFLOP/s";
            "tile program": for _ in 0..LAUNCHES {
                StagedBf16::launch(stream, left.clone(), right.clone(), ViewMut::row_major(&mut c, &square)?)?;
            };
            "cuBLASLt's first": (0..LAUNCHES).try_for_each(|_| first[0].start())?;
            "cuBLASLt's best": (0..LAUNCHES).try_for_each(|_| best[0].start())?;
        }
        drop((first, best));
        let (ours, theirs) = (stream.download(&c)?, stream.download(&d)?);
        let (mut worst, mut most) = (0.0f32, 0.0f32);
        for (x, y) in ours.iter().zip(&theirs) {
            worst = worst.max((x.to_f32() - y.to_f32()).abs());
            most = most.max(x.to_f32().abs());
        }
        println!("  at most {worst} apart, of values to {most}");
    }
    Ok(())
}
