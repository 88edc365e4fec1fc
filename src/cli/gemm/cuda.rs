//! The product on a GPU: operands uploaded as their files hold them, one launch to warm up, one that is timed.

use std::time::{Duration, Instant};

use azulejo::gemm::Activation;
use azulejo::gemm::gpu::{GpuProblem, Tuned};
use azulejo::kernels::cpu::{AnyArray, Array, ArrayError, Stored, Strided, View, copy};
use azulejo::kernels::device::gemm::hopper::args::activation;
use azulejo::kernels::device::gemm::hopper::operand::Major;
use azulejo::kernels::device::gemm::hopper::table::FAMILIES;
use azulejo::kernels::host::gemm::{Epilogue, HopperGemm, Matrix, Region, Sizes};
use azulejo::kernels::host::{Device, DeviceElement, Error, Stream};
use azulejo::tensor::{DType, ImplicitCast, with_dtype};

use super::args::{ActivationName, Args};
use super::compute::{Job, Stack};
use super::inputs::{Matrices, Setup, factor, typed};
use super::report;
use super::verify::error;
use crate::cli::failure::Failure;
use crate::cli::gpu::{Held, download, upload};
use crate::cli::npy::write;

/// Multiplies on the GPU with this number, compares with `f64`, writes the result and prints the figures.
pub fn run(ordinal: u32, args: &Args, a: &Matrices, b: &Matrices) -> Result<(), Failure> {
    let refuse = |what: String| Failure::argument("--device", what);
    let types = [a.array.dtype(), b.array.dtype()];
    let rows = FAMILIES.iter().copied().flatten();
    let found = rows
        .map(|row| row.config.types)
        .find(|row| row[..2] == types);
    let Some([.., out]) = found else {
        return Err(refuse(format!(
            "no kernel multiplies {} by {}; there are kernels for float16, bfloat16, int8, the 8-bit floats, and float32 with --tf32",
            types[0], types[1]
        )));
    };
    if args.out_dtype.is_some_and(|wanted| wanted != out) {
        return Err(Failure::argument(
            "--out-dtype",
            format!(
                "products of {} are stored as {out} on a GPU; leave the flag away, or cast the result",
                types[0]
            ),
        ));
    }
    let setup = Setup::new(args, a, b, out)?;
    let mut result = AnyArray::zeros(out, &setup.shape).map_err(|error| {
        Failure::argument("A and B", format!("the result is too large: {error}"))
    })?;
    let device = Device::new(ordinal as usize).map_err(|error| refuse(error.to_string()))?;
    let mut time = Duration::ZERO;
    if setup.batches > 0 {
        let launched = with_dtype!(out, T => launch::<T>(&device, args, &setup, [a, b]));
        (time, result) = launched.map_err(|error| refuse(error.to_string()))?;
    }

    // All operand types are exact in f32, and so is what it takes to judge the result.
    let wide = |array: &AnyArray| {
        array
            .cast(DType::F32, None, None)
            .map_err(|error| Failure::argument("A and B", error))
    };
    let (a_wide, b_wide) = (wide(&a.array)?, wide(&b.array)?);
    let bias = setup.bias.as_ref().map(wide).transpose()?;
    let c0 = setup.c0.as_ref().map(wide).transpose()?;
    let job = Job {
        a: setup.a.clone(),
        b: setup.b.clone(),
        alpha: factor::<f32>("--alpha", args.alpha)?,
        beta: factor::<f32>("--beta", setup.beta)?,
        bias: bias
            .as_ref()
            .map(|bias| typed("--bias", bias))
            .transpose()?,
        activation: ActivationName::activation(args.activation),
        batches: setup.batches,
    };
    let c0 = c0.as_ref().map(|c0| typed("--c", c0)).transpose()?;
    let value = |index| result.get(index).map_or(f64::NAN, |number| number.to_f64());
    let error = error::<f32, f32>(&job, typed("A", &a_wide)?, typed("B", &b_wide)?, c0, value);
    write("--output", &args.output, &result)?;
    let place = format!("{:?} {out} in {}", setup.shape, args.output.display());
    let name = format!("cuda:{ordinal}, {}", device.name());
    report::print(&job, [a, b], &place, &name, time, &error);
    Ok(())
}

/// Runs the kernel twice and gives the time of the second run and the result, of elements `T`.
fn launch<T: Stored + DeviceElement>(
    device: &Device,
    args: &Args,
    setup: &Setup,
    [a, b]: [&Matrices; 2],
) -> Result<(Duration, AnyArray), Error> {
    let stream = device.stream()?;
    let number = |extent: usize, argument| {
        let why = format!("an extent of {extent} is more than a kernel counts");
        u32::try_from(extent).map_err(|_| Error::Argument { argument, why })
    };
    let sizes = Sizes {
        m: number(setup.a.shape.0, "A")?,
        n: number(setup.b.shape.1, "B")?,
        k: number(setup.a.shape.1, "A")?,
        batches: number(setup.batches, "A")?,
    };
    let (m, n) = (setup.a.shape.0, setup.b.shape.1);
    let across = setup.b.transposed();
    let left = Placed::new(&stream, &a.array, &setup.a, setup.batches)?;
    let right = Placed::new(&stream, &b.array, &across, setup.batches)?;
    let problem = GpuProblem {
        m: sizes.m,
        n: sizes.n,
        k: sizes.k.max(1),
        batches: sizes.batches,
        types: [a.array.dtype(), b.array.dtype(), T::DTYPE],
        a: left.major,
        b: right.major,
        promoted: false,
    };
    // A file of measured choices, where there is one; one that cannot be read is as good as none.
    let tuned = std::env::var_os("AZULEJO_TUNED")
        .and_then(|path| Tuned::load(path.as_ref()).ok())
        .unwrap_or_default();
    let choice = tuned
        .select(&problem, device.multiprocessors())
        .ok_or_else(|| Error::Argument {
            argument: "A",
            why: "no kernel takes these operands".into(),
        })?;
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
    let target = rows(Region::write(&mut d, &stream));
    let epilogue = Epilogue {
        alpha: args.alpha as f32,
        beta: setup.beta as f32,
        c: c.as_ref().map(|c| rows(c.region(&stream))),
        bias: bias.as_ref().map(|bias| (bias.region(&stream), Major::K)),
        activation: match ActivationName::activation(args.activation) {
            Activation::Relu => activation::RELU,
            Activation::Gelu => activation::GELU,
            Activation::Silu => activation::SILU,
            _ => activation::NONE,
        },
        ..Epilogue::default()
    };
    let (x, y) = (left.matrix(&stream), right.matrix(&stream));
    let schedule = choice.schedule;
    let product =
        HopperGemm::prepare(&stream, choice.row, sizes, x, y, target, epilogue, schedule)?;
    product.launch()?;
    stream.synchronize()?;
    let start = Instant::now();
    product.launch()?;
    stream.synchronize()?;
    let time = start.elapsed();
    drop(product);
    Ok((time, download(&stream, &d, &setup.shape)?))
}

/// A stack of matrices on the device, as it lies in its file: lines of one index, contiguous, or of the other.
struct Placed {
    memory: Box<dyn Held>,
    major: Major,
    run: usize,
    lines: usize,
    ld: usize,
    batches: usize,
    batch_stride: usize,
}

impl Placed {
    /// Uploads the array whose matrices, K their second index, lie as `stack` says.
    ///
    /// Only a batch that is broadcast along some of its axes and not along others has no single distance between its
    /// matrices: it is spread out here.
    fn new(
        stream: &Stream,
        array: &AnyArray,
        stack: &Stack,
        batches: usize,
    ) -> Result<Self, Error> {
        let (lines, k) = stack.shape;
        let step = step(&stack.batch);
        let (memory, strides) = match step {
            Some(_) => (upload(stream, array)?, stack.strides),
            None => (upload(stream, &spread(array, stack)?)?, (k, 1)),
        };
        let (major, run, lines, ld) = match strides {
            (row, 1) => (Major::K, k, lines, row),
            (_, column) => (Major::Mn, lines, k, column),
        };
        Ok(Self {
            memory,
            major,
            run,
            lines,
            ld: ld.max(1),
            batches,
            batch_stride: step.unwrap_or(lines * run),
        })
    }

    fn matrix(&self, stream: &Stream) -> Matrix<'_> {
        Matrix {
            region: self.memory.region(stream),
            major: self.major,
            run: self.run as u64,
            lines: self.lines as u64,
            ld: self.ld as u64,
            batches: self.batches as u64,
            batch_stride: self.batch_stride as u64,
        }
    }
}

/// The distance from each matrix of a batch to the next, where it is one and the same: the batch coalesces to one mode.
fn step(batch: &Strided) -> Option<usize> {
    let modes = batch.extents().iter().zip(batch.strides());
    let mut modes = modes.rev().filter(|(extent, _)| **extent != 1);
    let Some((extent, step)) = modes.next() else {
        return Some(0);
    };
    let mut next = step * extent;
    for (extent, stride) in modes {
        if *stride != next {
            return None;
        }
        next *= extent;
    }
    Some(*step)
}

/// All matrices of a stack one after the other, row-major.
fn spread(array: &AnyArray, stack: &Stack) -> Result<AnyArray, ArrayError> {
    fn copied<T: Stored + ImplicitCast<T>>(
        array: &AnyArray,
        source: Strided,
    ) -> Result<AnyArray, ArrayError> {
        let mut out = Array::<T>::zeros(source.extents())?;
        let data = T::peek(array).map_or(&[][..], Array::data);
        copy(View::new(data, source)?, &mut out.view_mut())?;
        Ok(out.into())
    }
    let join = |head: &[usize], tail: (usize, usize)| [head, &[tail.0, tail.1]].concat();
    let source = Strided::new(
        &join(stack.batch.extents(), stack.shape),
        &join(stack.batch.strides(), stack.strides),
    )?;
    with_dtype!(array.dtype(), T => copied::<T>(array, source))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_batch_has_one_step_unless_it_is_broadcast_in_part() {
        let of =
            |extents: &[usize], strides: &[usize]| step(&Strided::new(extents, strides).unwrap());
        assert_eq!(of(&[], &[]), Some(0));
        assert_eq!(of(&[5], &[12]), Some(12));
        assert_eq!(of(&[2, 5], &[60, 12]), Some(12));
        assert_eq!(of(&[2, 5], &[0, 0]), Some(0));
        assert_eq!(of(&[2, 1, 5], &[60, 7, 12]), Some(12));
        assert_eq!(of(&[2, 5], &[0, 12]), None);
        assert_eq!(of(&[2, 5], &[12, 0]), None);
    }

    #[test]
    fn a_broadcast_batch_is_spread_out() {
        let array = Array::from_vec(vec![1.0f32, 2.0, 3.0, 4.0], &[2, 1, 2]).unwrap();
        let stack = Stack {
            shape: (1, 2),
            strides: (2, 1),
            batch: Strided::new(&[2, 2], &[0, 2]).unwrap(),
        };
        let spread = spread(&array.into(), &stack).unwrap();
        assert_eq!(spread.extents(), [2, 2, 1, 2]);
        let data = f32::peek(&spread).unwrap().data();
        assert_eq!(data, [1.0, 2.0, 3.0, 4.0, 1.0, 2.0, 3.0, 4.0]);
    }
}
