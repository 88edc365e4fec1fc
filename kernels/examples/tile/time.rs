//! The large programs between the driver's copy and the hand-written kernels, interleaved, on the same buffers.

use azulejo_kernels::cpu::{Op, Strided};
use azulejo_kernels::host::{Device, View, ViewMut, layer_norm, map, softmax};
use azulejo_kernels::tile::{StagedView, programs::*};
use azulejo_tensor::bf16;

use crate::harness::{Call, Failure, report};

/// Rounds of all contestants.
const ROUNDS: usize = 11;

/// A way to do the work, and its name.
fn call<'a>(
    name: &'static str,
    work: impl FnMut() -> Result<(), Failure> + 'a,
) -> Call<'a, Failure> {
    (name, Box::new(work))
}

/// Rows and columns of the arrays: a gibibyte of `f32`.
const SHAPE: [usize; 2] = [1 << 16, 1 << 12];

pub fn run(device: &Device) -> Result<(), Failure> {
    let stream = &device.stream()?;
    let [rows, columns] = SHAPE;
    let n = rows * columns;
    let value = |i: usize| ((i * 7919) % 4001) as f32 / 1000.0 - 2.0;
    let block: Vec<f32> = (0..1 << 20).map(value).collect();
    let mut x = stream.zeros::<f32>(n)?;
    for part in 0..n / block.len() {
        let range = part * block.len()..(part + 1) * block.len();
        stream.write(&block, &mut x.slice_mut(range)?)?;
    }
    let x = &x;
    let (mut y, mut z) = (stream.zeros::<f32>(n)?, stream.zeros::<f32>(n)?);
    let gamma = stream.upload(&block[..columns])?;
    let beta = stream.upload(&block[columns..2 * columns])?;
    let (gigabytes, square, side) = (8.0 * n as f64 / 1e9, [4096, 4096], 4096.0f64);
    let timed = |title: &str, calls: Vec<Call<'_, Failure>>, work: f64, unit: &str| {
        println!("{title}");
        report(stream, ROUNDS, calls, work, unit)
    };
    let line = || View::row_major(x, &[n]);
    let matrix = || View::row_major(x, &SHAPE);
    {
        let mut w = stream.zeros::<f32>(n)?;
        let calls = vec![
            call("driver's copy", || Ok(stream.copy(x, &mut w)?)),
            call("tile program, whole", || {
                Ok(ScaleWhole::launch(
                    stream,
                    line()?,
                    ViewMut::row_major(&mut y, &[n])?,
                )?)
            }),
            call("tile program, any length", || {
                Ok(ScaleAny::launch(
                    stream,
                    line()?,
                    ViewMut::row_major(&mut z, &[n])?,
                )?)
            }),
        ];
        timed(
            &format!("elementwise, {n} elements of f32"),
            calls,
            gigabytes,
            "GB/s",
        )?;
    }
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
    let (queries, keys) = (16384, 4096);
    let calls = vec![call("tile program attention", || {
        let head = |n| View::row_major(x, &[n, 64]);
        let out = ViewMut::row_major(&mut z, &[queries, 64])?;
        let (q, k, v) = (head(queries)?, head(keys)?, head(keys)?);
        Ok(Attention::launch(stream, q, k, v, out, 0.125)?)
    })];
    let title = format!("attention, {queries} queries, {keys} keys, heads of 64, f32");
    timed(
        &title,
        calls,
        4.0 * (queries * keys * 64) as f64 / 1e12,
        "TFLOP/s",
    )?;
    let calls = vec![
        call("hand-written softmax", || {
            Ok(softmax(
                stream,
                &matrix()?,
                &mut ViewMut::row_major(&mut y, &SHAPE)?,
            )?)
        }),
        call("tile program softmax", || {
            Ok(Softmax::launch(
                stream,
                matrix()?,
                ViewMut::row_major(&mut z, &SHAPE)?,
            )?)
        }),
    ];
    timed(
        &format!("softmax, {rows} rows of {columns}"),
        calls,
        gigabytes,
        "GB/s",
    )?;
    let row = |of| View::row_major(of, &[columns]);
    let calls = vec![
        call("hand-written layer norm", || {
            let (gamma, beta) = (row(&gamma)?, row(&beta)?);
            let out = &mut ViewMut::row_major(&mut y, &SHAPE)?;
            Ok(layer_norm(
                stream,
                &matrix()?,
                Some(&gamma),
                Some(&beta),
                1e-5,
                out,
            )?)
        }),
        call("tile program layer norm", || {
            let out = ViewMut::row_major(&mut z, &SHAPE)?;
            Ok(LayerNorm::launch(
                stream,
                matrix()?,
                row(&gamma)?,
                row(&beta)?,
                out,
                1e-5,
            )?)
        }),
    ];
    timed(
        &format!("layer norm, {rows} rows of {columns}"),
        calls,
        gigabytes,
        "GB/s",
    )?;
    let teraflops = 2.0 * side.powi(3) / 1e12;
    {
        let values: Vec<bf16> = block.iter().map(|x| bf16::from_f32(*x)).collect();
        let whole = values.repeat(square[0] * square[1] / values.len());
        let (a, b) = (stream.upload(&whole)?, stream.upload(&whole)?);
        let mut c = stream.zeros::<bf16>(whole.len())?;
        let left = StagedView::new(stream, View::row_major(&a, &square)?)?;
        let right = StagedView::new(stream, View::row_major(&b, &square)?)?;
        let calls = vec![call("tile program, staged", || {
            let c = ViewMut::row_major(&mut c, &square)?;
            Ok(StagedBf16::launch(stream, left.clone(), right.clone(), c)?)
        })];
        timed("bf16 product, 4096 cubed", calls, teraflops, "TFLOP/s")?;
    }
    let calls = vec![call("tile program product", || {
        let (a, b) = (View::row_major(x, &square)?, View::row_major(&y, &square)?);
        Ok(GemmF32::launch(
            stream,
            a,
            b,
            ViewMut::row_major(&mut z, &square)?,
        )?)
    })];
    timed("f32 product, 4096 cubed", calls, teraflops, "TFLOP/s")
}
