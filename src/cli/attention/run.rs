//! `azulejo attention` from its flags to its report.

use std::time::{Duration, Instant};

use azulejo::attention::{AttentionElement, AttentionError, Options, Problem, forward, gpu};
use azulejo::cpu::{Array, Stored, Strided, View};
use azulejo::runtime::{self, DeviceElement};
use azulejo::tensor::{DType, bf16, f16};

use super::args::Args;
use super::inputs::{Inputs, Tensor};
use super::rejected::rejected;
use super::verify::{Error, error};
use crate::cli::device::Device;
use crate::cli::failure::Failure;
use crate::cli::npy::write;
use crate::cli::output::{apart, check};

/// Reads the inputs, computes attention, compares with `f64`, writes the results and prints the figures.
pub fn run(args: Args) -> Result<(), Failure> {
    check("--output", &args.output)?;
    if let Some(path) = &args.lse {
        check("--lse", path)?;
        apart(("--output", &args.output), ("--lse", path))?;
    }
    let inputs = Inputs::read(&args)?;
    match inputs.dtype {
        DType::F32 => compute::<f32>(&args, &inputs),
        DType::BF16 => compute::<bf16>(&args, &inputs),
        _ => compute::<f16>(&args, &inputs),
    }
}

fn compute<T: AttentionElement + Stored + DeviceElement>(
    args: &Args,
    inputs: &Inputs,
) -> Result<(), Failure> {
    let options = Options {
        scale: args.scale,
        mask: args.mask(),
        softcap: args.softcap,
        alibi: inputs.alibi.as_deref(),
    };
    let [q, k, v] = &inputs.tensors;
    let views = [view::<T>(q)?, view::<T>(k)?, view::<T>(v)?];
    let [q, k, v] = views;
    let reject = |error| rejected(args, error);
    let problem = Problem::new(q.layout(), k.layout(), v.layout(), &options).map_err(reject)?;
    let too_large =
        |error| Failure::argument("Q and V", format!("the result is too large: {error}"));
    let mut out = Array::<T>::zeros(&problem.out_shape()).map_err(too_large)?;
    let mut lse = Array::<f32>::zeros(&problem.lse_shape()).map_err(too_large)?;
    let (time, device) = match args.device {
        Device::Cpu => {
            let start = Instant::now();
            forward(q, k, v, out.view_mut(), Some(lse.view_mut()), &options).map_err(reject)?;
            let threads = std::thread::available_parallelism().map_or(1, usize::from);
            (start.elapsed(), format!("cpu, {threads} threads"))
        }
        Device::Cuda(ordinal) => {
            let (time, name);
            (time, out, lse, name) =
                on_gpu(ordinal, [q, k, v], &problem, &options).map_err(reject)?;
            (time, format!("cuda:{ordinal}, {name}"))
        }
    };
    let data = [q.data(), k.data(), v.data(), out.data()];
    let error = error(&problem, data, &options);
    let out = Array::from_vec(out.into_vec(), &inputs.out_shape()).map_err(too_large)?;
    write("--output", &args.output, &out.into())?;
    if let Some(path) = &args.lse {
        let lse = Array::from_vec(lse.into_vec(), &inputs.lse_shape()).map_err(too_large)?;
        write("--lse", path, &lse.into())?;
    }
    report(args, inputs, &problem, &device, time, &error);
    Ok(())
}

/// O and the log-sum-exp of a GPU, the time of a second launch and the GPU's name.
fn on_gpu<T: AttentionElement + Stored + DeviceElement>(
    ordinal: u32,
    tensors: [View<'_, T>; 3],
    problem: &Problem,
    options: &Options<'_>,
) -> Result<(Duration, Array<T>, Array<f32>, String), AttentionError> {
    let device = runtime::Device::new(ordinal as usize)?;
    let stream = device.stream()?;
    let [q, k, v] = &tensors;
    let held = [
        stream.upload(q.data())?,
        stream.upload(k.data())?,
        stream.upload(v.data())?,
    ];
    let view = |at: usize| runtime::View::new(&held[at], *tensors[at].layout());
    let (out_shape, lse_shape) = (problem.out_shape(), problem.lse_shape());
    let mut out = stream.zeros::<T>(out_shape.iter().product())?;
    let mut lse = stream.zeros::<f32>(lse_shape.iter().product())?;
    let prepared = gpu::prepare(
        &stream,
        [view(0)?.into(), view(1)?.into(), view(2)?.into()],
        runtime::ViewMut::row_major(&mut out, &out_shape)?.into(),
        Some(runtime::ViewMut::row_major(&mut lse, &lse_shape)?.into()),
        options,
    )?;
    prepared.launch()?;
    stream.synchronize()?;
    let start = Instant::now();
    prepared.launch()?;
    stream.synchronize()?;
    let time = start.elapsed();
    drop(prepared);
    let array = |error| runtime::Error::Array(error);
    let out = Array::from_vec(stream.download(&out)?, &out_shape).map_err(array)?;
    let lse = Array::from_vec(stream.download(&lse)?, &lse_shape).map_err(array)?;
    Ok((time, out, lse, device.name().to_owned()))
}

/// A view of a file's tensor.
fn view<T: AttentionElement + Stored>(tensor: &Tensor) -> Result<View<'_, T>, Failure> {
    let data = T::peek(&tensor.array).map(Array::data).unwrap_or_default();
    Strided::row_major(&tensor.shape)
        .and_then(|layout| View::new(data, layout))
        .map_err(|error| Failure::argument(tensor.name, error))
}

/// Prints a line for each fact.
fn report(
    args: &Args,
    inputs: &Inputs,
    problem: &Problem,
    device: &str,
    time: Duration,
    error: &Error,
) {
    let place = args.output.display();
    for (name, tensor) in ["Q", "K", "V"].iter().zip(&inputs.tensors) {
        say!("{name}        {:?} {}", tensor.shape, inputs.dtype);
    }
    say!(
        "O        {:?} {} in {place}",
        inputs.out_shape(),
        inputs.dtype
    );
    if let Some(path) = &args.lse {
        say!(
            "LSE      {:?} float32 in {}",
            inputs.lse_shape(),
            path.display()
        );
    }
    let seconds = time.as_secs_f64();
    say!("mask     {}", args.mask());
    say!("device   {device}");
    say!("time     {:.3} ms", seconds * 1e3);
    say!(
        "speed    {:.1} GFLOP/s of the unmasked products",
        if problem.flops() == 0.0 {
            0.0
        } else {
            problem.flops() / seconds / 1e9
        }
    );
    let [checked, total] = error.checked;
    say!(
        "error    {:.3e} at most from f64 ({checked} of {total} rows, largest magnitude {:.3e})",
        error.largest,
        error.scale
    );
}
