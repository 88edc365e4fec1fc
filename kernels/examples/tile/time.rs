//! The large programs between the driver's copy and the hand-written kernels, interleaved, on the same buffers.

use azulejo_kernels::cpu::{Op, Strided};
use azulejo_kernels::host::{View, ViewMut, layer_norm, map, softmax};
use azulejo_kernels::tile::programs::*;

use crate::harness::{Call, Failure, Run, repeated, report};

/// Rounds of all implementations.
const ROUNDS: usize = 11;

/// A way to do the work, and its name.
fn call<'a>(
    name: &'static str,
    work: impl FnMut() -> Result<(), Failure> + 'a,
) -> Call<'a, Failure> {
    (name, Box::new(work))
}

/// Rows and columns of the arrays: 1 GiB of `f32`.
const SHAPE: [usize; 2] = [1 << 16, 1 << 12];

pub fn run(run: &mut Run) -> Result<(), Failure> {
    let stream = &run.stream;
    let [rows, columns] = SHAPE;
    let (n, square, of_row) = (rows * columns, [4096, 4096], [columns]);
    let value = |i: usize| ((i * 7919) % 4001) as f32 / 1000.0 - 2.0;
    let block: Vec<f32> = (0..1 << 20).map(value).collect();
    let x = &repeated(stream, &block, n)?;
    let (mut y, mut z) = (stream.zeros::<f32>(n)?, stream.zeros::<f32>(n)?);
    let (gamma, beta) = (
        stream.upload(&block[..columns])?,
        stream.upload(&block[columns..2 * columns])?,
    );
    let timed = |title: &str, calls: Vec<Call<'_, Failure>>, work: f64, unit: &str| {
        println!("{title}");
        report(stream, ROUNDS, calls, work, unit)
    };
    let of = |extents: &[usize]| View::row_major(x, extents);
    let gigabytes = 8.0 * n as f64 / 1e9;

    let mut w = stream.zeros::<f32>(n)?;
    let calls = vec![
        call("driver's copy", || Ok(stream.copy(x, &mut w)?)),
        call("tile program, whole", || {
            let out = ViewMut::row_major(&mut y, &[n])?;
            Ok(ScaleWhole::launch(stream, of(&[n])?, out)?)
        }),
        call("tile program, any length", || {
            let out = ViewMut::row_major(&mut z, &[n])?;
            Ok(ScaleAny::launch(stream, of(&[n])?, out)?)
        }),
    ];
    timed("elementwise, f32", calls, gigabytes, "GB/s")?;
    drop(w);
    // Matrices whose width no tile divides, in rows of 4096 places: `2 x` against the hand-written `-x`.
    for width in [4092, 4093] {
        let layout = Strided::new(&[65533, width], &[4096, 1])?;
        let calls = vec![
            call("hand-written map", || {
                let out = &mut ViewMut::new(&mut y, layout)?;
                Ok(map(stream, Op::Neg, &[&View::new(x, layout)?], out)?)
            }),
            call("tile program", || {
                let out = ViewMut::new(&mut z, layout)?;
                Ok(PaddedRows::launch(stream, View::new(x, layout)?, out)?)
            }),
        ];
        let title = format!("padded, 65533 rows of {width} in 4096 places");
        timed(&title, calls, 8.0 * 65533.0 * width as f64 / 1e9, "GB/s")?;
    }
    let calls = vec![
        call("hand-written softmax", || {
            let out = &mut ViewMut::row_major(&mut y, &SHAPE)?;
            Ok(softmax(stream, &of(&SHAPE)?, out)?)
        }),
        call("tile program softmax", || {
            let out = ViewMut::row_major(&mut z, &SHAPE)?;
            Ok(Softmax::launch(stream, of(&SHAPE)?, out)?)
        }),
    ];
    let title = format!("softmax, {rows} rows of {columns}");
    timed(&title, calls, gigabytes, "GB/s")?;
    let calls = vec![
        call("hand-written layer norm", || {
            let out = &mut ViewMut::row_major(&mut y, &SHAPE)?;
            let [gamma, beta] = [&gamma, &beta].map(|row| View::row_major(row, &of_row));
            let (gamma, beta) = (gamma?, beta?);
            Ok(layer_norm(
                stream,
                &of(&SHAPE)?,
                Some(&gamma),
                Some(&beta),
                1e-5,
                out,
            )?)
        }),
        call("tile program layer norm", || {
            let out = ViewMut::row_major(&mut z, &SHAPE)?;
            let [gamma, beta] = [&gamma, &beta].map(|row| View::row_major(row, &of_row));
            Ok(LayerNorm::launch(
                stream,
                of(&SHAPE)?,
                gamma?,
                beta?,
                out,
                1e-5,
            )?)
        }),
    ];
    let title = format!("layer norm, {rows} rows of {columns}");
    timed(&title, calls, gigabytes, "GB/s")?;
    let (queries, keys) = (16384, 4096);
    let calls = vec![call("tile program attention", || {
        let out = ViewMut::row_major(&mut z, &[queries, 64])?;
        let (q, k, v) = (of(&[queries, 64])?, of(&[keys, 64])?, of(&[keys, 64])?);
        Ok(Attention::launch(stream, q, k, v, out, 0.125)?)
    })];
    let title = format!("attention, {queries} queries, {keys} keys, heads of 64, f32");
    let work = 4.0 * (queries * keys * 64) as f64 / 1e12;
    timed(&title, calls, work, "TFLOP/s")?;
    let calls = vec![call("tile program product", || {
        let (b, out) = (
            View::row_major(&y, &square)?,
            ViewMut::row_major(&mut z, &square)?,
        );
        Ok(GemmF32::launch(stream, of(&square)?, b, out)?)
    })];
    let work = 2.0 * 4096f64.powi(3) / 1e12;
    timed("f32 product, 4096 cubed", calls, work, "TFLOP/s")
}
