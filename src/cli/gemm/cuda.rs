//! The product on a GPU: operands packed with K contiguous, one launch to warm up, one that is timed.

use std::time::{Duration, Instant};

use azulejo::gemm::Activation;
use azulejo::gemm::gpu::{GpuProblem, select};
use azulejo::kernels::cpu::{AnyArray, Array, ArrayError, Stored, Strided, View, ViewMut, copy};
use azulejo::kernels::device::gemm::hopper::args::activation;
use azulejo::kernels::device::gemm::hopper::operand::Major;
use azulejo::kernels::device::gemm::hopper::table::FAMILIES;
use azulejo::kernels::host::gemm::{Epilogue, HopperGemm, Matrix, Region, Sizes};
use azulejo::kernels::host::{Buffer, Device, Error, Stream};
use azulejo::tensor::{DType, ImplicitCast, with_dtype};

use super::args::{ActivationName, Args};
use super::compute::{Job, Stack};
use super::inputs::{Matrices, Setup, factor, typed};
use super::report;
use super::verify::error;
use crate::cli::failure::Failure;
use crate::cli::npy::write;

/// What the tensor memory accelerator asks of an address and of every stride, in bytes.
const ALIGNMENT: usize = 16;

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
        let launched = launch(&device, args, &setup, [a, b], out);
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

/// Runs the kernel twice and gives the time of the second run and the result.
fn launch(
    device: &Device,
    args: &Args,
    setup: &Setup,
    [a, b]: [&Matrices; 2],
    out: DType,
) -> Result<(Duration, AnyArray), Error> {
    let stream = device.stream()?;
    let number = |extent: usize, argument| {
        let why = format!("an extent of {extent} is more than a kernel counts");
        u32::try_from(extent).map_err(|_| Error::Argument { argument, why })
    };
    let sizes = Sizes {
        m: number(setup.a.shape.0, "A")?,
        n: number(setup.b.shape.1, "B")?,
        k: number(setup.a.shape.1.max(1), "A")?,
        batches: number(setup.batches, "A")?,
    };
    let problem = GpuProblem {
        m: sizes.m,
        n: sizes.n,
        k: sizes.k,
        batches: sizes.batches,
        types: [a.array.dtype(), b.array.dtype(), out],
        a: Major::K,
        b: Major::K,
    };
    let choice = select(&problem, device.multiprocessors()).ok_or_else(|| Error::Argument {
        argument: "A",
        why: "no kernel takes these operands".into(),
    })?;

    let across = Stack {
        shape: (setup.b.shape.1, setup.b.shape.0),
        strides: (setup.b.strides.1, setup.b.strides.0),
        ..setup.b.clone()
    };
    let plain =
        |array: &AnyArray, lines: usize, run: usize| Packed::new(array, setup.batches, lines, run);
    let (m, n) = (setup.a.shape.0, setup.b.shape.1);
    let left = Packed::gathered(&a.array, &setup.a, setup.batches)?.upload(&stream)?;
    let right = Packed::gathered(&b.array, &across, setup.batches)?.upload(&stream)?;
    let c = setup
        .c0
        .as_ref()
        .map(|c0| plain(c0, m, n).upload(&stream))
        .transpose()?;
    let bias = setup
        .bias
        .as_ref()
        .map(|bias| stream.upload(&bytes(bias)))
        .transpose()?;
    let size = out.bytes();
    let mut d = stream.zeros::<u8>(setup.batches * m * n * size)?;
    {
        let target = Matrix {
            region: Region::write(&mut d, &stream),
            major: Major::K,
            run: n as u64,
            lines: m as u64,
            ld: n as u64,
            batches: setup.batches as u64,
            batch_stride: (m * n) as u64,
        };
        let epilogue = Epilogue {
            alpha: args.alpha as f32,
            beta: setup.beta as f32,
            c: c.as_ref().map(|c| c.matrix(&stream)),
            bias: bias
                .as_ref()
                .map(|bias| (Region::read(bias, &stream), Major::K)),
            activation: match ActivationName::activation(args.activation) {
                Activation::Relu => activation::RELU,
                Activation::Gelu => activation::GELU,
                Activation::Silu => activation::SILU,
                _ => activation::NONE,
            },
        };
        let (x, y) = (left.matrix(&stream), right.matrix(&stream));
        let product = HopperGemm::prepare(
            &stream,
            choice.row,
            sizes,
            x,
            y,
            target,
            epilogue,
            choice.schedule,
        )?;
        product.launch()?;
        stream.synchronize()?;
        let start = Instant::now();
        product.launch()?;
        stream.synchronize()?;
        let time = start.elapsed();
        drop(product);
        let data = stream.download(&d)?;
        Ok((
            time,
            with_dtype!(out, T => array::<T>(&data, &setup.shape))?,
        ))
    }
}

/// Matrices as bytes, lines one after the other at distances that are aligned.
struct Packed<B> {
    bytes: B,
    run: usize,
    lines: usize,
    ld: usize,
    batches: usize,
}

impl Packed<Vec<u8>> {
    /// The matrices as they lie, compact.
    fn new(array: &AnyArray, batches: usize, lines: usize, run: usize) -> Self {
        Self {
            bytes: bytes(array),
            run,
            lines,
            ld: run,
            batches,
        }
    }

    /// The matrices of a stack with their second index contiguous, each line padded with zeros.
    fn gathered(array: &AnyArray, stack: &Stack, batches: usize) -> Result<Self, ArrayError> {
        let (lines, run) = stack.shape;
        let ld = run
            .max(1)
            .next_multiple_of(ALIGNMENT / array.dtype().bytes());
        let bytes = with_dtype!(array.dtype(), T => gather::<T>(array, stack, ld))?;
        Ok(Self {
            bytes,
            run: run.max(1),
            lines,
            ld,
            batches,
        })
    }

    fn upload(self, stream: &Stream) -> Result<Packed<Buffer<u8>>, Error> {
        let bytes = stream.upload(&self.bytes)?;
        Ok(Packed {
            bytes,
            run: self.run,
            lines: self.lines,
            ld: self.ld,
            batches: self.batches,
        })
    }
}

impl Packed<Buffer<u8>> {
    fn matrix(&self, stream: &Stream) -> Matrix<'_> {
        Matrix {
            region: Region::read(&self.bytes, stream),
            major: Major::K,
            run: self.run as u64,
            lines: self.lines as u64,
            ld: self.ld as u64,
            batches: self.batches as u64,
            batch_stride: (self.lines * self.ld) as u64,
        }
    }
}

fn gather<T: Stored + ImplicitCast<T>>(
    array: &AnyArray,
    stack: &Stack,
    ld: usize,
) -> Result<Vec<u8>, ArrayError> {
    let data = T::peek(array).map_or(&[][..], Array::data);
    let (lines, run) = stack.shape;
    let join = |tail: [usize; 2], head: &[usize]| [head, &tail].concat();
    let source = Strided::new(
        &join([lines, run], stack.batch.extents()),
        &join([stack.strides.0, stack.strides.1], stack.batch.strides()),
    )?;
    let mut packed = Array::<T>::zeros(&join([lines, ld], stack.batch.extents()))?;
    let padded = Strided::row_major(packed.extents())?;
    let target = Strided::new(source.extents(), padded.strides())?;
    copy(
        View::new(data, source)?,
        &mut ViewMut::new(packed.data_mut(), target)?,
    )?;
    Ok(bytes(&packed.into()))
}

fn bytes(array: &AnyArray) -> Vec<u8> {
    let size = array.dtype().bytes();
    with_dtype!(array.dtype(), T => {
        let data = T::peek(array).map_or(&[][..], Array::data);
        data.iter().flat_map(|x| azulejo::tensor::Element::to_raw(*x).to_le_bytes().into_iter().take(size)).collect()
    })
}

fn array<T: Stored>(data: &[u8], extents: &[usize]) -> Result<AnyArray, ArrayError> {
    let element = |bytes: &[u8]| {
        let mut raw = [0u8; 8];
        raw[..bytes.len()].copy_from_slice(bytes);
        T::from_raw(u64::from_le_bytes(raw))
    };
    Ok(Array::from_vec(
        data.chunks_exact(size_of::<T>()).map(element).collect(),
        extents,
    )?
    .into())
}
