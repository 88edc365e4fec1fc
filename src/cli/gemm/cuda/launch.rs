//! The launches: a kernel for Hopper where there is one for the types, else one of the ladder, which any GPU runs.

use std::time::{Duration, Instant};

use azulejo::gemm::Activation;
use azulejo::gemm::gpu::{Finish, GpuProblem, Tuned};
use azulejo::kernels::cpu::{AnyArray, Stored};
use azulejo::kernels::device::gemm::hopper::args::activation;
use azulejo::kernels::device::gemm::hopper::operand::Major;
use azulejo::kernels::host::gemm::ladder::{LadderEpilogue, LadderGemm, StridedMatrix};
use azulejo::kernels::host::gemm::{Epilogue, HopperGemm, Matrix, Region, Sizes};
use azulejo::kernels::host::{Device, DeviceElement, Error, Stream};

use super::placed::Placed;
use crate::cli::gemm::args::{ActivationName, Args};
use crate::cli::gemm::inputs::{Matrices, Setup};
use crate::cli::gpu::{download, upload};

/// Runs the model's choice of a kernel for Hopper twice and gives the time of the second run and the result, of elements `T`.
pub fn hopper<T: Stored + DeviceElement>(
    device: &Device,
    args: &Args,
    setup: &Setup,
    [a, b]: [&Matrices; 2],
) -> Result<(Duration, AnyArray), Error> {
    let stream = device.stream()?;
    let sizes = sizes(setup)?;
    let (m, n) = (setup.a.shape.0, setup.b.shape.1);
    let left = Placed::new(&stream, &a.array, &setup.a, setup.batches)?;
    let right = Placed::new(&stream, &b.array, &setup.b.transposed(), setup.batches)?;
    let rows = |region| Matrix {
        region,
        major: Major::K,
        run: n as u64,
        lines: m as u64,
        ld: n as u64,
        batches: setup.batches as u64,
        batch_stride: (m * n) as u64,
    };
    let held = |array: &Option<AnyArray>| array.as_ref().map(|x| upload(&stream, x)).transpose();
    let (c, bias) = (held(&setup.c0)?, held(&setup.bias)?);
    let mut d = stream.zeros::<T>(setup.batches * m * n)?;
    let target = rows(Region::write(&mut d));
    let epilogue = Epilogue {
        alpha: args.alpha as f32,
        beta: setup.beta as f32,
        c: c.as_ref().map(|c| rows(c.region())),
        bias: bias.as_ref().map(|bias| (bias.region(), Major::K)),
        activation: curve(args),
        ..Epilogue::default()
    };
    let problem = GpuProblem {
        m: sizes.m,
        n: sizes.n,
        k: sizes.k.max(1),
        batches: sizes.batches,
        types: [a.array.dtype(), b.array.dtype(), T::DTYPE],
        a: left.major,
        b: right.major,
        promoted: false,
        halves: false,
        finish: Finish::of(&epilogue, &target, T::DTYPE),
    };
    // A file of measured choices, where there is one; one that cannot be read is as good as none.
    let tuned = std::env::var_os("AZULEJO_TUNED")
        .and_then(|path| Tuned::load(path.as_ref()).ok())
        .unwrap_or_default();
    let sms = device.multiprocessors();
    let choice = tuned.select(&problem, sms).ok_or_else(|| Error::Argument {
        argument: "A",
        why: "no kernel takes these operands".into(),
    })?;
    let (x, y) = (left.matrix(), right.matrix());
    let schedule = choice.schedule;
    let product =
        HopperGemm::prepare(&stream, choice.row, sizes, x, y, target, epilogue, schedule)?;
    let time = second(&stream, || product.launch())?;
    drop(product);
    Ok((time, download(&stream, &d, &setup.shape)?))
}

/// As [`hopper`], with the kernel that the ladder's launcher chooses.
pub fn ladder<T: Stored + DeviceElement>(
    device: &Device,
    args: &Args,
    setup: &Setup,
    [a, b]: [&Matrices; 2],
) -> Result<(Duration, AnyArray), Error> {
    let stream = device.stream()?;
    let sizes = sizes(setup)?;
    let (m, n) = (setup.a.shape.0, setup.b.shape.1);
    let left = Placed::new(&stream, &a.array, &setup.a, setup.batches)?;
    let right = Placed::new(&stream, &b.array, &setup.b.transposed(), setup.batches)?;
    let held = |array: &Option<AnyArray>| array.as_ref().map(|x| upload(&stream, x)).transpose();
    let (c, bias) = (held(&setup.c0)?, held(&setup.bias)?);
    let mut d = stream.zeros::<T>(setup.batches * m * n)?;
    let rows = |region| StridedMatrix::row_major(region, m as u64, n as u64);
    let epilogue = LadderEpilogue {
        alpha: args.alpha,
        beta: setup.beta,
        c: c.as_ref().map(|c| rows(c.region())),
        bias: bias.as_ref().map(|bias| (bias.region(), Major::K)),
        activation: curve(args),
    };
    let (x, y) = (left.strided(), right.strided().transposed());
    let target = rows(Region::write(&mut d));
    let types = (a.array.dtype(), T::DTYPE);
    let product = LadderGemm::prepare(&stream, types, sizes, x, y, target, epilogue)?;
    let time = second(&stream, || product.launch())?;
    drop(product);
    Ok((time, download(&stream, &d, &setup.shape)?))
}

fn sizes(setup: &Setup) -> Result<Sizes, Error> {
    let number = |extent: usize, argument| {
        let why = format!("an extent of {extent} is more than a kernel counts");
        u32::try_from(extent).map_err(|_| Error::Argument { argument, why })
    };
    Ok(Sizes {
        m: number(setup.a.shape.0, "A")?,
        n: number(setup.b.shape.1, "B")?,
        k: number(setup.a.shape.1, "A")?,
        batches: number(setup.batches, "A")?,
    })
}

/// The activation as kernels number it.
fn curve(args: &Args) -> u32 {
    match ActivationName::activation(args.activation) {
        Activation::Relu => activation::RELU,
        Activation::Gelu => activation::GELU,
        Activation::Silu => activation::SILU,
        _ => activation::NONE,
    }
}

/// Launches twice and gives the time of the second launch, to its end.
fn second(stream: &Stream, launch: impl Fn() -> Result<(), Error>) -> Result<Duration, Error> {
    launch()?;
    stream.synchronize()?;
    let start = Instant::now();
    launch()?;
    stream.synchronize()?;
    Ok(start.elapsed())
}
