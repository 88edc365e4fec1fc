//! The product on a GPU: operands uploaded as their files hold them, one launch to warm up, one that is timed.

use std::time::{Duration, Instant};

use azulejo::cpu::{AnyArray, Array, Stored};
use azulejo::gemm::gpu::{
    GpuBias, GpuEpilogue, GpuMatMut, GpuMatRef, GpuVecRef, Plan, output_types,
};
use azulejo::runtime::{AnyBuffer, Buffer, Device, Error, Stream};
use azulejo::tensor::{DType, with_dtype};

use super::args::{ActivationName, Args};
use super::compute::{Job, Stack, signed};
use super::inputs::{Matrices, Setup, factor, typed};
use super::report;
use super::verify::error;
use crate::cli::failure::Failure;
use crate::cli::gpu;
use crate::cli::npy::write;

/// Multiplies on the GPU with this number, compares with `f64`, writes the result and prints the figures.
pub fn run(ordinal: u32, args: &Args, a: &Matrices, b: &Matrices) -> Result<(), Failure> {
    let reject = |what: String| Failure::argument("--device", what);
    let types = [a.array.dtype(), b.array.dtype()];
    let stored = output_types(types);
    let Some(natural) = stored.first() else {
        return Err(reject(format!(
            "no kernel multiplies {} by {}; there are kernels for float64, float32, float16, bfloat16, int8 and the 8-bit floats, and \
             for float32 with --tf32: convert a file by `azulejo cast`, or use --device cpu",
            types[0], types[1]
        )));
    };
    let out = args.out_dtype.unwrap_or(*natural);
    if !stored.contains(&out) {
        return Err(Failure::argument(
            "--out-dtype",
            format!(
                "products of {} are stored as {natural} on a GPU; omit the flag, or cast the result",
                types[0]
            ),
        ));
    }
    let setup = Setup::new(args, a, b, out)?;
    for (name, value) in [("--alpha", args.alpha), ("--beta", setup.beta)] {
        match out {
            DType::F64 => factor::<f64>(name, value).map(|_| ())?,
            _ => factor::<f32>(name, value).map(|_| ())?,
        }
    }
    let mut result = AnyArray::zeros(out, &setup.shape).map_err(|error| {
        Failure::argument("A and B", format!("the result is too large: {error}"))
    })?;
    let device = Device::new(ordinal as usize).map_err(|error| reject(error.to_string()))?;
    let mut time = Duration::ZERO;
    if setup.batches > 0 {
        let stream = device.stream().map_err(|error| reject(error.to_string()))?;
        (time, result) = product(&stream, args, &setup, [a, b], out).map_err(rejected)?;
    }
    let name = format!("cuda:{ordinal}, {}", device.name());
    let timed = (name.as_str(), time);
    // What the operands and the result hold is exact in f32, but for f64, and so is what it takes to check the result.
    match out {
        DType::F64 => check::<f64>(args, &setup, [a, b], &result, timed),
        _ => check::<f32>(args, &setup, [a, b], &result, timed),
    }
}

/// The library's error of an argument as that of a flag.
fn rejected(error: Error) -> Failure {
    let flag = match &error {
        Error::Argument { argument, .. } => match *argument {
            "alpha" => Some("--alpha"),
            "beta" => Some("--beta"),
            _ => None,
        },
        _ => None,
    };
    match (flag, error) {
        (Some(flag), Error::Argument { why, .. }) => Failure::argument(flag, why),
        (_, error) => gpu::rejected("A and B", error),
    }
}

/// Runs the product twice, and gives the time of the second run and the result.
fn product(
    stream: &Stream,
    args: &Args,
    setup: &Setup,
    [a, b]: [&Matrices; 2],
    out: DType,
) -> Result<(Duration, AnyArray), Error> {
    let (left, right) = (bytes(stream, &a.array)?, bytes(stream, &b.array)?);
    let start = |c: &AnyArray| AnyBuffer::upload(stream, c);
    let c = setup.c0.as_ref().map(start).transpose()?;
    let bias = setup
        .bias
        .as_ref()
        .map(|bias| bytes(stream, bias))
        .transpose()?;
    let mut d = AnyBuffer::zeros(stream, out, &setup.shape)?;
    let epilogue = GpuEpilogue {
        alpha: args.alpha,
        beta: setup.beta,
        c: c.as_ref().map(|c| c.view().try_into()).transpose()?,
        bias: bias
            .as_ref()
            .map(|bias| GpuBias::PerColumn(GpuVecRef::of_bytes(bias, out))),
        activation: ActivationName::activation(args.activation),
        ..GpuEpilogue::default()
    };
    let plan = Plan::new(
        stream,
        matrices(&left, a, &setup.a)?,
        matrices(&right, b, &setup.b)?,
        GpuMatMut::try_from(d.view_mut())?,
        &epilogue,
    )?;
    plan.launch()?;
    stream.synchronize()?;
    let start = Instant::now();
    plan.launch()?;
    stream.synchronize()?;
    let time = start.elapsed();
    drop(plan);
    Ok((time, d.download(stream)?))
}

/// The bytes of an array on the device.
fn bytes(stream: &Stream, array: &AnyArray) -> Result<Buffer<u8>, Error> {
    with_dtype!(array.dtype(), T => stream.upload_bytes(T::peek(array).map_or(&[][..], Array::data)))
}

/// The matrices of an array, as `stack` says.
fn matrices<'a>(
    data: &'a Buffer<u8>,
    of: &Matrices,
    stack: &Stack,
) -> Result<GpuMatRef<'a>, Error> {
    let strides: Vec<isize> = stack.batch.strides().iter().map(|s| *s as isize).collect();
    GpuMatRef::of_bytes(data, of.array.dtype(), stack.shape, signed(stack.strides))?
        .batched(stack.batch.extents(), &strides)
}

/// Compares the result with `f64`, writes it and prints the figures; `S` holds every number exactly.
fn check<S: Stored>(
    args: &Args,
    setup: &Setup,
    [a, b]: [&Matrices; 2],
    result: &AnyArray,
    (device, time): (&str, Duration),
) -> Result<(), Failure> {
    let wide = |array: &AnyArray| {
        array
            .cast(S::DTYPE, None, None)
            .map_err(|error| Failure::argument("A and B", error))
    };
    let (a_wide, b_wide) = (wide(&a.array)?, wide(&b.array)?);
    let bias = setup.bias.as_ref().map(wide).transpose()?;
    let c0 = setup.c0.as_ref().map(wide).transpose()?;
    let job = Job {
        a: setup.a.clone(),
        b: setup.b.clone(),
        alpha: factor::<S>("--alpha", args.alpha)?,
        beta: factor::<S>("--beta", setup.beta)?,
        bias: bias
            .as_ref()
            .map(|bias| typed("--bias", bias))
            .transpose()?,
        activation: ActivationName::activation(args.activation),
        batches: setup.batches,
    };
    let c0 = c0.as_ref().map(|c0| typed("--c", c0)).transpose()?;
    let value = |index| result.get(index).map_or(f64::NAN, |number| number.to_f64());
    let error = error::<S, S>(&job, typed("A", &a_wide)?, typed("B", &b_wide)?, c0, value);
    write("--output", &args.output, result)?;
    let place = format!(
        "{:?} {} in {}",
        setup.shape,
        result.dtype(),
        args.output.display()
    );
    report::print(&job, [a, b], &place, device, time, &error);
    Ok(())
}
