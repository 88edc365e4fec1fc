//! `azulejo cast`: the elements of a file in another type.

use std::path::PathBuf;

use azulejo::cpu::ArrayError;
use azulejo::runtime;
use azulejo::tensor::{DType, ElementError, Overflow, RoundingMode};

use super::device::Device;
use super::failure::Failure;
use super::gpu;
use super::npy::{read, write};
use super::output::check;

/// Convert the elements of a file to another type.
///
/// Without further flags a value is rounded to the nearest float, ties to even, and to integers
/// toward zero; floats beyond an integer's range give its nearest end and NaN gives 0, integers
/// wrap, and only the 8-bit floats clamp.
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Args {
    /// The array to convert
    input: PathBuf,
    /// Where the result goes
    #[arg(short, long, value_name = "OUT.npy")]
    output: PathBuf,
    /// Element type of the result: bool, u8 to u64, i8 to i64, f16, f32, f64, bf16, tf32, e4m3, e5m2
    #[arg(long, value_name = "DTYPE", visible_alias = "dtype")]
    out_dtype: DType,
    /// nearest_even, nearest_away, zero, negative_inf, positive_inf, or nearest_int_to_zero for integers; not to bool
    #[arg(long, value_name = "MODE", value_parser = rounding)]
    rounding: Option<RoundingMode>,
    /// Clamp what is too large to the largest finite value; not to bool
    #[arg(long)]
    saturate: bool,
    /// Where to compute
    #[arg(long, default_value_t = Device::Cpu)]
    device: Device,
}

/// The modes that a cast has.
const ROUNDINGS: [RoundingMode; 6] = [
    RoundingMode::NearestEven,
    RoundingMode::NearestAway,
    RoundingMode::Zero,
    RoundingMode::NegativeInf,
    RoundingMode::PositiveInf,
    RoundingMode::NearestIntToZero,
];

fn rounding(text: &str) -> Result<RoundingMode, String> {
    let mut modes = ROUNDINGS.into_iter();
    modes.find(|mode| mode.as_str() == text).ok_or_else(|| {
        format!(
            "use one of {}",
            ROUNDINGS.map(RoundingMode::as_str).join(" ")
        )
    })
}

/// Reads, converts, writes.
pub fn run(args: Args) -> Result<(), Failure> {
    let given = [
        (args.rounding.is_some(), "--rounding"),
        (args.saturate, "--saturate"),
    ];
    if let Some((_, flag)) = given.iter().find(|(given, _)| *given)
        && args.out_dtype == DType::Bool
    {
        let what = "every number but 0 is true, and nothing is rounded or clamped; omit the flag";
        return Err(Failure::argument(flag, what));
    }
    check("--output", &args.output)?;
    let reject = |error| Failure::argument("INPUT", error);
    let input = read("INPUT", &args.input)?
        .into_row_major()
        .map_err(reject)?;
    let overflow = args.saturate.then_some(Overflow::Saturate);
    let name = if args.rounding.is_some() {
        "--rounding"
    } else {
        "INPUT"
    };
    let result = match args.device {
        Device::Cpu => input
            .cast(args.out_dtype, args.rounding, overflow)
            .map_err(|error| Failure::argument(name, advice(&error))),
        Device::Cuda(ordinal) => gpu::stream(ordinal)
            .and_then(|stream| gpu::cast(&stream, &input, args.out_dtype, args.rounding, overflow))
            .map_err(|error| match error {
                runtime::Error::Array(error) => Failure::argument(name, advice(&error)),
                error => gpu::rejected(name, error),
            }),
    }?;
    write("--output", &args.output, &result)?;
    say!(
        "{} {} from {}, shape {:?}",
        args.output.display(),
        result.dtype(),
        input.dtype(),
        result.extents()
    );
    Ok(())
}

/// The error, and what to type where it names no remedy.
fn advice(error: &ArrayError) -> String {
    match error {
        ArrayError::Element(ElementError::RoundingNotSupported { .. }) => {
            format!("{error}; omit the flag")
        }
        _ => error.to_string(),
    }
}
