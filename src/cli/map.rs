//! `azulejo map`: an operator applied element by element.

use std::ffi::OsString;
use std::path::PathBuf;

use azulejo::cpu::{AnyArray, ArrayError, Constant, Op, constant, elementwise};
use azulejo::tensor::{Category, DType, ElementError, Loose, Number};
use clap::builder::{OsStringValueParser, TypedValueParser};

use super::conversion::number;
use super::device::Device;
use super::failure::Failure;
use super::gpu;
use super::npy::{read, write};
use super::output::check;

/// Apply an operator element by element, with broadcasting and type promotion.
///
/// Operands are .npy files and numbers: `azulejo map mul x.npy 2.5 -o y.npy`. A number takes the
/// type of the arrays that it meets where it can, and is rejected where that type does not hold it.
/// Numbers alone give a number, of the smallest of int32, int64 and uint64 that holds it, or
/// float32.
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Args {
    /// neg abs floor ceil relu exp exp2 log log2 sqrt rsqrt sin cos tanh sigmoid silu gelu isnan add sub mul div
    /// floordiv mod rem min max pow eq ne lt le gt ge fma clip where
    op: Op,
    /// One to three files or numbers
    #[arg(required = true, num_args = 1..=3, allow_negative_numbers = true, value_parser = OsStringValueParser::new().try_map(Operand::read))]
    operands: Vec<Operand>,
    /// Where the result goes
    #[arg(short, long, value_name = "OUT.npy")]
    output: PathBuf,
    /// Element type that the result is cast to, once computed in the promoted type: the sum of int8 and 127 wraps before [default: that type]
    #[arg(long, value_name = "DTYPE")]
    out_dtype: Option<DType>,
    /// Where to compute
    #[arg(long, default_value_t = Device::Cpu)]
    device: Device,
}

/// A number, or else the path of a file.
#[derive(Clone, Debug)]
enum Operand {
    Constant(Loose),
    File(PathBuf),
}

impl Operand {
    fn constant(&self) -> Option<Loose> {
        match self {
            Operand::Constant(value) => Some(*value),
            Operand::File(_) => None,
        }
    }
}

impl Operand {
    /// Anything but a number is the name of a file in any encoding. A number that float64 does not hold is an error.
    fn read(argument: OsString) -> Result<Self, String> {
        let text = argument.to_str().unwrap_or_default();
        Ok(match (text.parse(), text.parse::<f64>()) {
            (Ok(value), _) => Operand::Constant(Loose::Int(value)),
            (_, Ok(_)) => Operand::Constant(Loose::Float(number(text)?)),
            _ => Operand::File(argument.into()),
        })
    }
}

/// Reads the operands, applies the operator, writes the result.
pub fn run(args: Args) -> Result<(), Failure> {
    check("--output", &args.output)?;
    if args.operands.len() != args.op.arity() {
        let (op, expected, got) = (args.op.name(), args.op.arity(), args.operands.len());
        return Err(Failure::argument(
            "OPERANDS",
            ArrayError::WrongArity { op, expected, got },
        ));
    }
    let reject = |error: ArrayError| Failure::argument("OPERANDS", error);
    let numbers: Option<Vec<Loose>> = args.operands.iter().map(Operand::constant).collect();
    let mut result = match (numbers, args.device) {
        (Some(_), Device::Cuda(_)) => {
            let what = "numbers alone are computed here; omit the flag, or give a file";
            return Err(Failure::argument("--device", what));
        }
        (Some(numbers), Device::Cpu) => of_numbers(args.op, &numbers, args.out_dtype)
            .map_err(|error| Failure::argument("OPERANDS", too_large(args.op, &error)))?,
        (None, Device::Cpu) => {
            let operands = load(args.op, &args.operands)?;
            elementwise(args.op, &operands.iter().collect::<Vec<_>>()).map_err(reject)?
        }
        (None, Device::Cuda(ordinal)) => {
            let operands = load(args.op, &args.operands)?;
            gpu::stream(ordinal)
                .and_then(|stream| gpu::map(&stream, args.op, &operands.iter().collect::<Vec<_>>()))
                .map_err(|error| gpu::rejected("OPERANDS", error))?
        }
    };
    if let Some(dtype) = args.out_dtype {
        result = result.cast(dtype, None, None).map_err(reject)?;
    }
    write("--output", &args.output, &result)?;
    say!(
        "{} {}, shape {:?}",
        args.output.display(),
        result.dtype(),
        result.extents()
    );
    Ok(())
}

/// The operands as arrays; a number becomes a scalar of the type that it takes among the files.
fn load(op: Op, operands: &[Operand]) -> Result<Vec<AnyArray>, Failure> {
    let name = |k: usize| format!("operand {}", k + 1);
    let mut arrays: Vec<Option<AnyArray>> = Vec::new();
    for (k, operand) in operands.iter().enumerate() {
        arrays.push(match operand {
            Operand::Constant(_) => None,
            Operand::File(path) => {
                let npy = read(&name(k), path)?;
                Some(
                    npy.into_row_major()
                        .map_err(|error| Failure::argument(&name(k), error))?,
                )
            }
        });
    }
    // The condition of `where` has no say in the type of the result.
    let first = usize::from(op == Op::Where);
    let mut met: Option<DType> = None;
    for (k, array) in arrays.iter().enumerate().skip(first) {
        let Some(array) = array else { continue };
        met = Some(match met {
            None => array.dtype(),
            Some(met) => met
                .promote(array.dtype())
                .map_err(|error| Failure::argument(&name(k), error))?,
        });
    }
    operands
        .iter()
        .zip(arrays)
        .enumerate()
        .map(|(k, (operand, array))| match (operand, array) {
            (_, Some(array)) => Ok(array),
            (Operand::Constant(value), None) => {
                operand_of(*value, met).map_err(|error| Failure::argument(&name(k), error))
            }
            (Operand::File(path), None) => Err(Failure::argument(&name(k), path.display())),
        })
        .collect()
}

/// What is said of numbers alone whose result no type holds.
fn too_large(op: Op, error: &ArrayError) -> String {
    match error {
        ArrayError::Element(ElementError::FloatOutOfRange { value, dtype })
            if value.is_infinite() =>
        {
            format!(
                "the result of {op} is too large for {dtype}, which makes it inf; give smaller numbers"
            )
        }
        // More than what integers are computed with here.
        ArrayError::Element(ElementError::ConstantOutOfRange {
            value: i128::MAX, ..
        }) => format!(
            "the result of {op} has more than 127 bits; give a number with a point, as 3.0, for a float"
        ),
        ArrayError::Element(ElementError::ConstantOutOfRange { value, dtype: None }) => format!(
            "the result of {op} is {value}, beyond every integer type; give a number with a point, as 3.0, for a float"
        ),
        ArrayError::Element(ElementError::FloatOutOfRange { .. }) => {
            format!("the result of {op}: {error}; --out-dtype f64 holds more")
        }
        other => format!("the result of {op}: {other}"),
    }
}

/// The result of numbers alone: of the type asked for where that holds it, else of its own.
fn of_numbers(op: Op, numbers: &[Loose], asked: Option<DType>) -> Result<AnyArray, ArrayError> {
    match constant(op, numbers)? {
        Constant::Truth(truth) => AnyArray::full(DType::Bool, &[], Number::Unsigned(truth as u64)),
        Constant::Number(value) => {
            // A float that is to be an integer is cut, as an array would be.
            let met = asked.filter(|dtype| {
                dtype.category() != Category::Bool && dtype.category() >= value.category()
            });
            scalar(value, met)
        }
    }
}

/// A number among files, which is not 0 where it was not before.
fn operand_of(value: Loose, met: Option<DType>) -> Result<AnyArray, String> {
    let array = scalar(value, met).map_err(|error| match (&error, met) {
        (
            ArrayError::Element(
                ElementError::ConstantOutOfRange { .. } | ElementError::FloatOutOfRange { .. },
            ),
            Some(_),
        ) => format!("{error}; cast the files to a wider type first"),
        _ => error.to_string(),
    })?;
    let is_zero = array.get(0).is_some_and(|number| number.to_f64() == 0.0);
    match is_zero && value.to_f64() != 0.0 {
        true => Err(format!(
            "{:?} is 0 in {}; cast the files to a wider type first",
            value.to_f64(),
            array.dtype()
        )),
        false => Ok(array),
    }
}

fn scalar(value: Loose, met: Option<DType>) -> Result<AnyArray, ArrayError> {
    let dtype = match met {
        Some(dtype) => value.promote(dtype)?,
        None => value.concretize()?,
    };
    let number = match value {
        Loose::Float(value) => Number::Float(value),
        Loose::Int(value) => match (i64::try_from(value), u64::try_from(value)) {
            (Ok(value), _) => Number::Signed(value),
            (_, Ok(value)) => Number::Unsigned(value),
            _ => Number::Float(value as f64),
        },
    };
    AnyArray::full(dtype, &[], number)
}
