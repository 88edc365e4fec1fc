//! Calls made again: what was prepared is found, streams wait for each other, graphs replay.

use cudarc::driver::sys::CUgraphInstantiate_flags as Flags;
use cudarc::driver::sys::CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_RELAXED as RELAXED;

use crate::prelude::*;

/// The side of the squares.
const SIDE: usize = 64;

/// A diagonal matrix.
fn diagonal<T: Element>(value: f64) -> Vec<T> {
    let entry = |i| T::from_f64(if i % (SIDE + 1) == 0 { value } else { 0.0 });
    (0..SIDE * SIDE).map(entry).collect()
}

fn square<T: DeviceElement>(data: &Buffer<T>) -> Result<GpuMatRef<'_>, Error> {
    GpuMatRef::row_major(data, SIDE, SIDE)
}

fn out<T: DeviceElement>(data: &mut Buffer<T>) -> Result<GpuMatMut<'_>, Error> {
    GpuMatMut::row_major(data, SIDE, SIDE)
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
    gemm(stream, square(a)?, square(b)?, &mut out(d)?, epilogue)
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
    multiply(stream, &a, &b, &mut d, &with!(plain, alpha: 2.0))?;
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
    expect(stream, &x, 64.0)
}

/// Plans in memory of the caller's, launched, recorded and replayed on another stream; a stream that is captured.
pub fn graphs(run: &mut Run) -> Result<(), Failure> {
    let stream = &run.stream.clone();
    let other = stream.device().stream()?;
    let sum = with!(GpuEpilogue::default(), beta: 1.0);
    let a = stream.upload(&diagonal::<bf16>(2.0))?;
    let zeros = || stream.zeros::<bf16>(SIDE * SIDE);
    let (mut d, mut e, mut f) = (zeros()?, zeros()?, zeros()?);
    // By columns of odd length: copied before each launch.
    let b = stream.upload(&[diagonal::<bf16>(1.0), vec![bf16::ZERO; SIDE]].concat())?;
    let (left, right) = (
        square(&a)?,
        GpuMatRef::new(&b, (SIDE, SIDE), (1, SIDE as isize))?,
    );
    let bytes = Plan::workspace_bytes(stream, left, right, &out(&mut d)?, &sum)?;
    let mut workspace = stream.upload(&vec![0xffu8; bytes])?;
    let before = stream.device().memory()?;
    let plan = Plan::with_workspace(stream, left, right, out(&mut d)?, &sum, &mut workspace)?;
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
    let member = |b, d| GpuProduct {
        a: left,
        b,
        d,
        epilogue: sum,
    };
    let members = vec![member(right, out(&mut d)?), member(left, out(&mut e)?)];
    let list = Plan::grouped(stream, members)?;
    list.launch()?;
    let graph = Graph::record(stream, &[&*list], 2)?;
    graph.replay(&other)?;
    drop(graph);
    drop(list);
    expect(stream, &d, 22.0)?;
    expect(stream, &e, 12.0)?;

    // What another library captures.
    let plan = Plan::new(stream, left, right, out(&mut f)?, &sum)?;
    other.raw().begin_capture(RELAXED)?;
    // SAFETY: plan and operands outlive the graph, which is launched once on their stream.
    unsafe { plan.capture(&other) }?;
    let flags = Flags::CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH;
    let graph = other.raw().end_capture(flags)?;
    let graph = graph.ok_or("nothing was captured")?;
    stream.synchronize()?;
    graph.launch()?;
    other.synchronize()?;
    drop(graph);
    drop(plan);
    expect(stream, &f, 2.0)?;
    stream.raw().begin_capture(RELAXED)?;
    let captured = multiply(stream, &a, &a, &mut e, &sum);
    drop(stream.raw().end_capture(flags));
    match captured {
        Err(Error::Argument {
            argument: "stream", ..
        }) => Ok(()),
        other => Err(format!("a call on a stream that is captured: {other:?}").into()),
    }
}
