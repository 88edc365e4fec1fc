//! The large programs between the driver's copy and the hand-written kernels, interleaved, on the same buffers.

use azulejo_kernels::cpu::{Op, Strided};
use azulejo_kernels::host::{Buffer, Device, Stream, View, ViewMut, layer_norm, map, softmax};
use azulejo_kernels::tile::{StagedView, programs::*};
use azulejo_tensor::bf16;

use crate::harness::{Call, Failure, report};

/// Rounds of all contestants.
const ROUNDS: usize = 11;

/// A matrix whose width no tile divides, in rows of 4096 places: `2 x` against the hand-written `-x`.
fn padded(
    stream: &Stream,
    width: usize,
    [x, y]: [&Buffer<f32>; 2],
    z: &mut Buffer<f32>,
) -> Result<(), Failure> {
    let layout = Strided::new(&[65533, width], &[4096, 1])?;
    let mut w = stream.zeros::<f32>(y.len())?;
    println!("padded, 65533 rows of {width} in 4096 places");
    let calls: Vec<Call<'_>> = vec![
        (
            "hand-written map",
            Box::new(|| {
                let out = &mut ViewMut::new(&mut w, layout)?;
                Ok(map(stream, Op::Neg, &[&View::new(x, layout)?], out)?)
            }),
        ),
        (
            "tile program",
            Box::new(|| {
                let out = ViewMut::new(z, layout)?;
                Ok(PaddedRows::launch(stream, View::new(x, layout)?, out)?)
            }),
        ),
    ];
    report(
        stream,
        ROUNDS,
        calls,
        8.0 * 65533.0 * width as f64 / 1e9,
        "GB/s",
    )?;
    Ok(())
}

/// Attention of 16384 queries over 4096 keys, heads of 64.
fn attention(stream: &Stream, x: &Buffer<f32>, z: &mut Buffer<f32>) -> Result<(), Failure> {
    let (queries, keys) = (16384, 4096);
    println!("attention, {queries} queries, {keys} keys, heads of 64, f32");
    let calls: Vec<Call<'_>> = vec![(
        "tile program attention",
        Box::new(|| {
            let head = |n| View::row_major(x, &[n, 64]);
            let out = ViewMut::row_major(z, &[queries, 64])?;
            Ok(Attention::launch(
                stream,
                head(queries)?,
                head(keys)?,
                head(keys)?,
                out,
                0.125,
            )?)
        }),
    )];
    let work = 4.0 * (queries * keys * 64) as f64;
    report(stream, ROUNDS, calls, work / 1e12, "TFLOP/s")?;
    Ok(())
}

pub fn run(device: &Device) -> Result<(), Failure> {
    let stream = &device.stream()?;
    let (rows, columns) = (1 << 16, 1 << 12);
    let n = rows * columns;
    let block: Vec<f32> = (0..1 << 20)
        .map(|i| ((i * 7919) % 4001) as f32 / 1000.0 - 2.0)
        .collect();
    let mut x = stream.zeros::<f32>(n)?;
    for part in 0..n / block.len() {
        let mut whole = x.slice_mut(part * block.len()..(part + 1) * block.len())?;
        stream.write(&block, &mut whole)?;
    }
    let (mut y, mut z) = (stream.zeros::<f32>(n)?, stream.zeros::<f32>(n)?);
    let (gamma, beta) = (
        stream.upload(&block[..columns])?,
        stream.upload(&block[columns..2 * columns])?,
    );
    let bytes = 8.0 * n as f64;
    let vector = |b: &Buffer<f32>| b.len();
    println!("elementwise, {} elements of f32", vector(&x));
    {
        let mut w = stream.zeros::<f32>(n)?;
        let calls: Vec<Call<'_>> = vec![
            ("driver's copy", Box::new(|| Ok(stream.copy(&x, &mut w)?))),
            (
                "tile program, whole",
                Box::new(|| {
                    Ok(ScaleWhole::launch(
                        stream,
                        View::row_major(&x, &[n])?,
                        ViewMut::row_major(&mut y, &[n])?,
                    )?)
                }),
            ),
            (
                "tile program, any length",
                Box::new(|| {
                    Ok(ScaleAny::launch(
                        stream,
                        View::row_major(&x, &[n])?,
                        ViewMut::row_major(&mut z, &[n])?,
                    )?)
                }),
            ),
        ];
        report(stream, ROUNDS, calls, bytes / 1e9, "GB/s")?;
    }
    for width in [4092, 4093] {
        padded(stream, width, [&x, &y], &mut z)?;
    }
    attention(stream, &x, &mut z)?;
    let shape = [rows, columns];
    println!("softmax, {rows} rows of {columns}");
    {
        let calls: Vec<Call<'_>> = vec![
            (
                "hand-written softmax",
                Box::new(|| {
                    Ok(softmax(
                        stream,
                        &View::row_major(&x, &shape)?,
                        &mut ViewMut::row_major(&mut y, &shape)?,
                    )?)
                }),
            ),
            (
                "tile program softmax",
                Box::new(|| {
                    Ok(Softmax::launch(
                        stream,
                        View::row_major(&x, &shape)?,
                        ViewMut::row_major(&mut z, &shape)?,
                    )?)
                }),
            ),
        ];
        report(stream, ROUNDS, calls, bytes / 1e9, "GB/s")?;
    }
    println!("layer norm, {rows} rows of {columns}");
    {
        let calls: Vec<Call<'_>> = vec![
            (
                "hand-written layer norm",
                Box::new(|| {
                    let (gamma, beta) = (
                        View::row_major(&gamma, &[columns])?,
                        View::row_major(&beta, &[columns])?,
                    );
                    Ok(layer_norm(
                        stream,
                        &View::row_major(&x, &shape)?,
                        Some(&gamma),
                        Some(&beta),
                        1e-5,
                        &mut ViewMut::row_major(&mut y, &shape)?,
                    )?)
                }),
            ),
            (
                "tile program layer norm",
                Box::new(|| {
                    let (gamma, beta) = (
                        View::row_major(&gamma, &[columns])?,
                        View::row_major(&beta, &[columns])?,
                    );
                    Ok(LayerNorm::launch(
                        stream,
                        View::row_major(&x, &shape)?,
                        gamma,
                        beta,
                        ViewMut::row_major(&mut z, &shape)?,
                        1e-5,
                    )?)
                }),
            ),
        ];
        report(stream, ROUNDS, calls, bytes / 1e9, "GB/s")?;
    }
    let side = 4096;
    let square = [side, side];
    println!("bf16 product, {side} cubed");
    {
        let values: Vec<bf16> = block.iter().map(|x| bf16::from_f32(*x)).collect();
        let whole = values.repeat(side * side / values.len());
        let (a, b) = (stream.upload(&whole)?, stream.upload(&whole)?);
        let mut c = stream.zeros::<bf16>(side * side)?;
        let left = StagedView::new(stream, View::row_major(&a, &square)?)?;
        let right = StagedView::new(stream, View::row_major(&b, &square)?)?;
        let calls: Vec<Call<'_>> = vec![(
            "tile program, staged",
            Box::new(|| {
                let c = ViewMut::row_major(&mut c, &square)?;
                Ok(StagedBf16::launch(stream, left.clone(), right.clone(), c)?)
            }),
        )];
        report(
            stream,
            ROUNDS,
            calls,
            2.0 * (side as f64).powi(3) / 1e12,
            "TFLOP/s",
        )?;
    }
    println!("f32 product, {side} cubed");
    {
        let calls: Vec<Call<'_>> = vec![(
            "tile program product",
            Box::new(|| {
                Ok(GemmF32::launch(
                    stream,
                    View::row_major(&x, &square)?,
                    View::row_major(&y, &square)?,
                    ViewMut::row_major(&mut z, &square)?,
                )?)
            }),
        )];
        report(
            stream,
            ROUNDS,
            calls,
            2.0 * (side as f64).powi(3) / 1e12,
            "TFLOP/s",
        )?;
    }
    Ok(())
}
