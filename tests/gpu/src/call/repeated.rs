//! Calls made again: what was prepared is found, streams wait for each other, graphs replay.

use azulejo_gemm::gpu::{GpuEpilogue, GpuMatMut, GpuMatRef, GpuProduct, GpuVecMut, Plan, gemm};
use azulejo_kernels::host::{Buffer, DeviceElement, Error, Graph, Stream};
use azulejo_tensor::{Element, bf16, f16};

use crate::harness::{Failure, Run};

/// The side of the squares.
const SIDE: usize = 64;

/// A diagonal matrix.
fn diagonal<T: Element>(value: f64) -> Vec<T> {
    let entry = |i| T::from_f64(if i % (SIDE + 1) == 0 { value } else { 0.0 });
    (0..SIDE * SIDE).map(entry).collect()
}

fn square<'a, T: DeviceElement>(data: &'a Buffer<T>) -> Result<GpuMatRef<'a>, Error> {
    GpuMatRef::row_major(data, SIDE, SIDE)
}

fn expect<T: DeviceElement>(stream: &Stream, data: &Buffer<T>, value: f64) -> Result<(), Failure> {
    let found: Vec<f64> = stream.download(data)?.iter().map(|x| x.to_f64()).collect();
    match found == diagonal::<f64>(value) {
        true => Ok(()),
        false => Err(format!("D begins with {:?}, not {value}", &found[..2]).into()),
    }
}

/// D = A · B of squares, by one call.
fn multiply<T: DeviceElement>(
    stream: &Stream,
    a: &Buffer<T>,
    b: &Buffer<T>,
    d: &mut Buffer<T>,
    epilogue: &GpuEpilogue<'_>,
) -> Result<(), Error> {
    let d = &mut GpuMatMut::row_major(d, SIDE, SIDE)?;
    gemm(stream, square(a)?, square(b)?, d, epilogue)
}

/// The same call on other values, on memory that came back, and on two streams that hand results to each other.
pub fn calls(run: &mut Run) -> Result<(), Failure> {
    let stream = &run.stream.clone();
    let plain = GpuEpilogue::default();
    let mut a = stream.upload(&diagonal::<bf16>(2.0))?;
    let b = stream.upload(&diagonal::<bf16>(3.0))?;
    let mut d = stream.zeros::<bf16>(SIDE * SIDE)?;
    for value in [2.0, 5.0, 7.0] {
        stream.write(&diagonal::<bf16>(value), &mut a)?;
        multiply(stream, &a, &b, &mut d, &plain)?;
        expect(stream, &d, 3.0 * value)?;
    }
    // What the first call made ready is found: a call allocates nothing.
    let before = stream.device().memory()?;
    for _ in 0..3 {
        multiply(stream, &a, &b, &mut d, &plain)?;
    }
    if stream.device().memory()? != before {
        return Err("a call that was made before allocates memory".into());
    }
    // Another factor is another product.
    let twice = GpuEpilogue {
        alpha: 2.0,
        ..plain
    };
    multiply(stream, &a, &b, &mut d, &twice)?;
    expect(stream, &d, 42.0)?;
    for value in [1.0, 4.0] {
        let a = stream.upload(&diagonal::<f16>(value))?;
        let mut d = stream.zeros::<f16>(SIDE * SIDE)?;
        multiply(stream, &a, &a, &mut d, &plain)?;
        expect(stream, &d, value * value)?;
    }

    // Each product reads what the other stream wrote just now.
    let other = stream.device().stream()?;
    let two = stream.upload(&diagonal::<f32>(2.0))?;
    let mut x = stream.upload(&diagonal::<f32>(1.0))?;
    let mut y = other.zeros::<f32>(SIDE * SIDE)?;
    for _ in 0..3 {
        multiply(stream, &x, &two, &mut y, &plain)?;
        multiply(&other, &y, &two, &mut x, &plain)?;
    }
    expect(stream, &x, 64.0)?;
    Ok(())
}

/// Plans in memory of the caller's, launched, recorded and replayed on another stream; a stream that is captured.
pub fn graphs(run: &mut Run) -> Result<(), Failure> {
    let stream = &run.stream.clone();
    let other = stream.device().stream()?;
    let sum = GpuEpilogue {
        beta: 1.0,
        ..GpuEpilogue::default()
    };
    let a = stream.upload(&diagonal::<bf16>(2.0))?;
    let mut d = stream.zeros::<bf16>(SIDE * SIDE)?;
    // By columns of odd length: copied before each launch.
    let mut long = diagonal::<bf16>(1.0);
    long.extend([bf16::ZERO; SIDE]);
    let b = stream.upload(&long)?;
    let right = GpuMatRef::new(&b, (SIDE, SIDE), (1, SIDE as isize))?;
    let bytes = Plan::workspace_bytes(
        stream,
        square(&a)?,
        right,
        &GpuMatMut::row_major(&mut d, SIDE, SIDE)?,
        &sum,
    )?;
    let mut workspace = stream.upload(&vec![0xffu8; bytes])?;
    let before = stream.device().memory()?;
    let plan = Plan::with_workspace(
        stream,
        square(&a)?,
        right,
        GpuMatMut::row_major(&mut d, SIDE, SIDE)?,
        &sum,
        GpuVecMut::new(&mut workspace),
    )?;
    plan.launch()?;
    if stream.device().memory()? != before {
        return Err("a plan in memory of the caller's allocates memory".into());
    }
    let graph = Graph::record(stream, &[&*plan], 3)?;
    graph.replay(&other)?;
    plan.launch()?;
    graph.replay(stream)?;
    drop(graph);
    drop(plan);
    expect(stream, &d, 16.0)?;

    // A list, in a graph.
    let mut e = stream.zeros::<bf16>(SIDE * SIDE)?;
    let list = Plan::grouped(
        stream,
        vec![
            GpuProduct {
                a: square(&a)?,
                b: right,
                d: GpuMatMut::row_major(&mut d, SIDE, SIDE)?,
                epilogue: sum,
            },
            GpuProduct {
                a: square(&a)?,
                b: square(&a)?,
                d: GpuMatMut::row_major(&mut e, SIDE, SIDE)?,
                epilogue: sum,
            },
        ],
    )?;
    list.launch()?;
    let graph = Graph::record(stream, &[&*list], 2)?;
    graph.replay(&other)?;
    drop(graph);
    drop(list);
    expect(stream, &d, 22.0)?;
    expect(stream, &e, 12.0)?;

    // What another library captures.
    let mut f = stream.zeros::<bf16>(SIDE * SIDE)?;
    let mode = cudarc::driver::sys::CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_RELAXED;
    let plan = Plan::new(
        stream,
        square(&a)?,
        right,
        GpuMatMut::row_major(&mut f, SIDE, SIDE)?,
        &sum,
    )?;
    other.raw().begin_capture(mode)?;
    // SAFETY: plan and operands outlive the graph, which is launched once on their stream.
    unsafe { plan.capture(&other) }?;
    let flags = cudarc::driver::sys::CUgraphInstantiate_flags::CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH;
    let graph = other
        .raw()
        .end_capture(flags)?
        .ok_or("nothing was captured")?;
    stream.synchronize()?;
    graph.launch()?;
    other.synchronize()?;
    drop(graph);
    drop(plan);
    expect(stream, &f, 2.0)?;
    stream.raw().begin_capture(mode)?;
    let captured = multiply(stream, &a, &a, &mut e, &sum);
    drop(stream.raw().end_capture(flags));
    match captured {
        Err(Error::Argument {
            argument: "stream", ..
        }) => Ok(()),
        other => Err(format!("a call on a stream that is captured: {other:?}").into()),
    }
}
