//! `azulejo gemm` from its flags to its report.

use azulejo::cpu::{AnyArray, Array, ArrayError, Stored};
use azulejo::gemm::{Accumulator, GemmError, Operand, Output};
use azulejo::tensor::{DType, Element, bf16, f16};

use super::args::{ActivationName, Args};
use super::compute::{Job, compute, warm_up};
use super::inputs::{Matrices, Setup, factor, typed};
use super::verify::error;
use super::{cuda, report};
use crate::cli::device::Device;
use crate::cli::failure::Failure;
use crate::cli::npy::write;
use crate::cli::output::check;

/// Reads the inputs, checks them, multiplies, compares with `f64`, writes the result and prints the figures.
pub fn run(args: Args) -> Result<(), Failure> {
    check("--output", &args.output)?;
    let mut a = Matrices::read("A", &args.a, args.transpose_a)?;
    let mut b = Matrices::read("B", &args.b, args.transpose_b)?;
    if args.tf32 {
        for matrices in [&mut a, &mut b] {
            let dtype = matrices.array.dtype();
            if dtype != DType::F32 {
                return Err(Failure::argument(
                    "--tf32",
                    format!(
                        "rounds float32 inputs, and {} holds {dtype}; omit the flag",
                        matrices.name
                    ),
                ));
            }
            matrices.cast(DType::TF32)?;
            matrices.dtype = DType::TF32;
        }
    }
    match args.device {
        Device::Cpu => on_cpu(&args, a, b),
        Device::Cuda(ordinal) => cuda::run(ordinal, &args, &a, &b),
    }
}

/// Chooses the element type that the CPU multiplies in.
fn on_cpu(args: &Args, mut a: Matrices, mut b: Matrices) -> Result<(), Failure> {
    let [left, right] = [a.array.dtype(), b.array.dtype()];
    let dtype = left
        .promote(right)
        .map_err(|error| Failure::argument("B", error))?;
    // Every 8-bit float is a float16, and every tfloat32 a float32.
    let operand = match dtype {
        DType::F8E4M3 | DType::F8E5M2 => DType::F16,
        DType::TF32 => DType::F32,
        dtype => dtype,
    };
    let out = args.out_dtype.unwrap_or(match dtype {
        DType::I8 => DType::I32,
        DType::F8E4M3 | DType::F8E5M2 | DType::TF32 => DType::F32,
        dtype => dtype,
    });
    if !matches!(
        operand,
        DType::F32 | DType::F64 | DType::F16 | DType::BF16 | DType::I8
    ) {
        // The type is that of one of the two.
        let of = if left == dtype { &a } else { &b };
        return Err(Failure::argument(
            of.name,
            format!(
                "{} holds {operand}, of which no matrices are multiplied; cast it to float32, float64, float16, bfloat16 or int8 first",
                of.path.display()
            ),
        ));
    }
    a.widen(operand)?;
    b.widen(operand)?;
    match operand {
        DType::F32 => multiply::<f32>(args, &a, &b, out),
        DType::F64 => multiply::<f64>(args, &a, &b, out),
        DType::F16 => multiply::<f16>(args, &a, &b, out),
        DType::BF16 => multiply::<bf16>(args, &a, &b, out),
        _ => multiply::<i8>(args, &a, &b, out),
    }
}

fn multiply<T>(args: &Args, a: &Matrices, b: &Matrices, out: DType) -> Result<(), Failure>
where
    T: Operand + Stored,
    T::Sum: Accumulator + Stored + Output<T::Sum>,
{
    let setup = Setup::new(args, a, b, <T::Sum as Element>::DTYPE)?;
    let too_large = |error: ArrayError| {
        Failure::argument("A and B", format!("the result is too large: {error}"))
    };
    let mut c = Array::<T::Sum>::zeros(&setup.shape).map_err(too_large)?;
    let c0 = setup
        .c0
        .as_ref()
        .map(|c0| typed::<T::Sum>("--c", c0))
        .transpose()?;
    if let Some(c0) = c0 {
        c.data_mut().copy_from_slice(c0);
    }
    let job = Job {
        a: setup.a.clone(),
        b: setup.b.clone(),
        alpha: factor::<T::Sum>("--alpha", args.alpha)?,
        beta: factor::<T::Sum>("--beta", setup.beta)?,
        bias: setup
            .bias
            .as_ref()
            .map(|bias| typed("--bias", bias))
            .transpose()?,
        activation: ActivationName::activation(args.activation),
        batches: setup.batches,
    };
    let (a_data, b_data) = (a.data::<T>()?, b.data::<T>()?);
    warm_up::<T>().map_err(|error| Failure::Work(error.to_string()))?;
    let time = compute(&job, a_data, b_data, c.data_mut()).map_err(rejected)?;
    let result: AnyArray = if out == <T::Sum as Element>::DTYPE {
        c.into()
    } else {
        AnyArray::from(c).cast(out, None, None).map_err(too_large)?
    };
    let value = |index| result.get(index).map_or(f64::NAN, |number| number.to_f64());
    let error = error(&job, a_data, b_data, c0, value);
    write("--output", &args.output, &result)?;
    let device = format!(
        "cpu, {} threads",
        std::thread::available_parallelism().map_or(1, usize::from)
    );
    let place = format!("{:?} {out} in {}", setup.shape, args.output.display());
    report::print(&job, [a, b], &place, &device, time, &error);
    Ok(())
}

/// The library's error of an argument as that of a flag.
fn rejected(error: GemmError) -> Failure {
    match &error {
        GemmError::IntegerActivation { .. } => Failure::argument("--activation", error),
        _ => Failure::argument("A and B", error),
    }
}
