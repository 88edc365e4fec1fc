//! `azulejo gemm` from its flags to its report.

use std::path::Path;
use std::time::Duration;

use azulejo::gemm::{Accumulator, Operand, Output};
use azulejo::kernels::cpu::{AnyArray, Array, ArrayError, Stored, Strided, broadcast_shapes};
use azulejo::tensor::{Category, DType, Element, bf16, f16};

use super::args::{ActivationName, Args};
use super::compute::{Job, Stack, compute, warm_up};
use super::verify::error;
use crate::cli::failure::Failure;
use crate::cli::npy::{Npy, check, read, write};

/// Reads the inputs, checks them, multiplies, compares with `f64`, writes the result and prints the figures.
pub fn run(args: Args) -> Result<(), Failure> {
    args.device.require_cpu("gemm")?;
    check("--output", &args.output)?;
    let mut a = Matrices::read("A", &args.a, args.transpose_a)?;
    let mut b = Matrices::read("B", &args.b, args.transpose_b)?;
    let dtype = a
        .array
        .dtype()
        .promote(b.array.dtype())
        .map_err(|error| Failure::argument("B", error))?;
    // Every 8-bit float is a float16.
    let operand = match dtype {
        DType::F8E4M3 | DType::F8E5M2 => DType::F16,
        dtype => dtype,
    };
    let out = args.out_dtype.unwrap_or(match dtype {
        DType::I8 => DType::I32,
        DType::F8E4M3 | DType::F8E5M2 => DType::F32,
        dtype => dtype,
    });
    if args.tf32 {
        if operand != DType::F32 {
            return Err(Failure::argument(
                "--tf32",
                format!("rounds float32 inputs, and these are {dtype}; leave the flag away"),
            ));
        }
        a.cast(DType::F32)?;
        b.cast(DType::F32)?;
        a.cast(DType::TF32)?;
        b.cast(DType::TF32)?;
    }
    a.cast(operand)?;
    b.cast(operand)?;
    match operand {
        DType::F32 => multiply::<f32>(&args, &a, &b, out),
        DType::F64 => multiply::<f64>(&args, &a, &b, out),
        DType::F16 => multiply::<f16>(&args, &a, &b, out),
        DType::BF16 => multiply::<bf16>(&args, &a, &b, out),
        DType::I8 => multiply::<i8>(&args, &a, &b, out),
        _ => Err(Failure::argument(
            "A",
            format!(
                "matrices of {operand} are not multiplied; cast them to float32, float64, float16, bfloat16 or int8 first"
            ),
        )),
    }
}

/// An input: the array of a file, and how its matrices lie in it.
struct Matrices {
    name: &'static str,
    array: AnyArray,
    layout: Stack,
    note: &'static str,
}

impl Matrices {
    fn read(name: &'static str, path: &Path, transposed: bool) -> Result<Self, Failure> {
        let npy = read(name, path)?;
        let shape = npy.shape();
        let [batch @ .., rows, columns] = shape.as_slice() else {
            return Err(Failure::argument(
                name,
                format!(
                    "{} has shape {shape:?}; a matrix has two axes",
                    path.display()
                ),
            ));
        };
        let (batch, rows, columns) = (batch.to_vec(), *rows, *columns);
        // A batch in Fortran order would mix its matrices; its axes are put in C order first.
        let fortran = npy.fortran && batch.is_empty();
        let array = if fortran {
            npy.array
        } else {
            npy.into_row_major()
                .map_err(|error| Failure::argument(name, error))?
        };
        let (shape, strides) = match (fortran, transposed) {
            (false, false) => ((rows, columns), (columns, 1)),
            (false, true) => ((columns, rows), (1, columns)),
            (true, false) => ((rows, columns), (1, rows)),
            (true, true) => ((columns, rows), (rows, 1)),
        };
        let note = match (fortran, transposed) {
            (false, false) => "row-major",
            (true, false) => "column-major",
            (false, true) => "row-major, transposed",
            (true, true) => "column-major, transposed",
        };
        let each = rows.saturating_mul(columns);
        let compact = Strided::row_major(&batch).map_err(|error| Failure::argument(name, error))?;
        let distances: Vec<usize> = compact
            .strides()
            .iter()
            .map(|stride| stride.saturating_mul(each))
            .collect();
        let batch =
            Strided::new(&batch, &distances).map_err(|error| Failure::argument(name, error))?;
        Ok(Self {
            name,
            array,
            layout: Stack {
                shape,
                strides,
                batch,
            },
            note,
        })
    }

    fn cast(&mut self, dtype: DType) -> Result<(), Failure> {
        if self.array.dtype() != dtype {
            self.array = self
                .array
                .cast(dtype, None, None)
                .map_err(|error| Failure::argument(self.name, error))?;
        }
        Ok(())
    }

    fn data<T: Stored>(&self) -> Result<&[T], Failure> {
        typed(self.name, &self.array)
    }
}

fn typed<'a, T: Stored>(name: &str, array: &'a AnyArray) -> Result<&'a [T], Failure> {
    T::peek(array)
        .map(Array::data)
        .ok_or_else(|| Failure::argument(name, format!("is no array of {}", T::DTYPE)))
}

fn multiply<T>(args: &Args, a: &Matrices, b: &Matrices, out: DType) -> Result<(), Failure>
where
    T: Operand + Stored,
    T::Sum: Accumulator + Stored + Output<T::Sum>,
{
    let ((m, k), (rows, n)) = (a.layout.shape, b.layout.shape);
    if k != rows {
        return Err(Failure::argument(
            "B",
            format!(
                "has {rows} rows, but A has {k} columns: A is {m} x {k}, B is {rows} x {n}, transposes applied"
            ),
        ));
    }
    let batch = broadcast_shapes(a.layout.batch.extents(), b.layout.batch.extents())
        .map_err(|error| Failure::argument("B", error))?;
    let shape: Vec<usize> = batch.iter().copied().chain([m, n]).collect();
    let too_large = |error: ArrayError| {
        Failure::argument("A and B", format!("the result is too large: {error}"))
    };
    let mut c = Array::<T::Sum>::zeros(&shape).map_err(too_large)?;

    let bias = args
        .bias
        .as_deref()
        .map(|path| bias::<T::Sum>(path, n))
        .transpose()?;
    let c0 = args
        .c
        .as_deref()
        .map(|path| start::<T::Sum>(path, &shape))
        .transpose()?;
    let beta = args.beta.unwrap_or(if c0.is_some() { 1.0 } else { 0.0 });
    if c0.is_none() && beta != 0.0 {
        return Err(Failure::argument(
            "--beta",
            format!("{beta} multiplies C0, which is missing; give it with --c"),
        ));
    }
    if let Some(c0) = &c0 {
        c.data_mut().copy_from_slice(typed("--c", c0)?);
    }
    let spread = |stack: &Stack| {
        stack
            .batch
            .broadcast(&batch)
            .map_err(|error| Failure::argument("B", error))
    };
    let job = Job {
        a: Stack {
            batch: spread(&a.layout)?,
            ..a.layout.clone()
        },
        b: Stack {
            batch: spread(&b.layout)?,
            ..b.layout.clone()
        },
        alpha: factor::<T::Sum>("--alpha", args.alpha)?,
        beta: factor::<T::Sum>("--beta", beta)?,
        bias: bias
            .as_ref()
            .map(|bias| typed("--bias", bias))
            .transpose()?,
        activation: ActivationName::activation(args.activation),
        // An empty result takes no work, however many matrices it is made of.
        batches: if c.data().is_empty() {
            0
        } else {
            batch.iter().product()
        },
    };

    let (a_data, b_data) = (a.data::<T>()?, b.data::<T>()?);
    warm_up::<T>().map_err(|error| Failure::Work(error.to_string()))?;
    let time = compute(&job, a_data, b_data, c.data_mut())
        .map_err(|error| Failure::argument("A and B", error))?;
    let result: AnyArray = if out == <T::Sum as Element>::DTYPE {
        c.into()
    } else {
        AnyArray::from(c).cast(out, None, None).map_err(too_large)?
    };
    let c0 = if beta == 0.0 {
        None
    } else {
        c0.as_ref()
            .map(|c0| typed::<T::Sum>("--c", c0))
            .transpose()?
    };
    let value = |index| result.get(index).map_or(f64::NAN, |number| number.to_f64());
    let error = error::<T, T::Sum>(&job, a_data, b_data, c0, value);
    write("--output", &args.output, &result)?;

    let kind = |matrices: &Matrices| format!("{}, {}", matrices.array.dtype(), matrices.note);
    println!("A        {m} x {k} {}", kind(a));
    println!("B        {k} x {n} {}", kind(b));
    println!("C        {shape:?} {out} in {}", args.output.display());
    println!(
        "size     M = {m}, N = {n}, K = {k}, {} in the batch",
        job.batches
    );
    println!(
        "device   cpu, {} threads",
        std::thread::available_parallelism().map_or(1, usize::from)
    );
    println!("time     {}", shown(time));
    println!("speed    {:.1} GFLOP/s", speed(&job, time));
    let all = if error.checked == result.size() {
        "all"
    } else {
        "a sample"
    };
    println!(
        "error    {:.3e} at most from f64 ({all} of {} elements, largest magnitude {:.3e})",
        error.largest,
        result.size(),
        error.scale
    );
    Ok(())
}

/// The bias as a row of `n` values of the accumulator's type.
fn bias<S: Stored>(path: &Path, n: usize) -> Result<AnyArray, Failure> {
    let npy = read("--bias", path)?;
    if npy.shape() != [n] {
        return Err(Failure::argument(
            "--bias",
            format!(
                "{} has shape {:?}, expected [{n}], one value a column",
                path.display(),
                npy.shape()
            ),
        ));
    }
    accumulator::<S>("--bias", npy)
}

/// C0 in C order, in the accumulator's type.
fn start<S: Stored>(path: &Path, shape: &[usize]) -> Result<AnyArray, Failure> {
    let npy = read("--c", path)?;
    if npy.shape() != shape {
        return Err(Failure::argument(
            "--c",
            format!(
                "{} has shape {:?}, the result has {shape:?}",
                path.display(),
                npy.shape()
            ),
        ));
    }
    accumulator::<S>("--c", npy)
}

/// The array in the type in which the products are summed, where that loses nothing by cuTile's promotion.
fn accumulator<S: Stored>(name: &str, npy: Npy) -> Result<AnyArray, Failure> {
    let array = npy
        .into_row_major()
        .map_err(|error| Failure::argument(name, error))?;
    let from = array.dtype();
    let widens = from.casts_implicitly_to(S::DTYPE)
        || matches!(from, DType::F8E4M3 | DType::F8E5M2 | DType::TF32);
    if !widens {
        return Err(Failure::argument(
            name,
            format!(
                "is {from}, which does not become {} by itself; cast it first",
                S::DTYPE
            ),
        ));
    }
    array
        .cast(S::DTYPE, None, None)
        .map_err(|error| Failure::argument(name, error))
}

/// A factor in the accumulator's type; an integer accumulator takes whole numbers only.
fn factor<S: Element>(name: &str, value: f64) -> Result<S, Failure> {
    let factor = S::from_f64(value);
    if S::DTYPE.category() != Category::Float && factor.to_f64() != value {
        return Err(Failure::argument(
            name,
            format!(
                "{value} is no {}, in which these inputs are summed",
                S::DTYPE
            ),
        ));
    }
    Ok(factor)
}

/// Floating-point operations a second, in units of 10^9: two for each multiplication.
fn speed<S>(job: &Job<'_, S>, time: Duration) -> f64 {
    let (m, n, k) = job.size();
    let work = 2.0 * m as f64 * n as f64 * k as f64 * job.batches as f64;
    if work == 0.0 {
        0.0
    } else {
        work / time.as_secs_f64() / 1e9
    }
}

fn shown(time: Duration) -> String {
    match time.as_secs_f64() {
        seconds if seconds < 1e-3 => format!("{:.1} us", seconds * 1e6),
        seconds if seconds < 1.0 => format!("{:.2} ms", seconds * 1e3),
        seconds => format!("{seconds:.2} s"),
    }
}
