//! `azulejo zeros`: an array of zeros in a file.

use std::path::PathBuf;

use azulejo::cpu::{AnyArray, ArrayError};
use azulejo::tensor::DType;

use super::device::Device;
use super::failure::Failure;
use super::gpu;
use super::npy::{read, write};
use super::output::check;

/// Write an array of zeros of a given shape, or of the shape of another file.
#[derive(clap::Args)]
#[command(group(clap::ArgGroup::new("extents").required(true).args(["like", "shape"])))]
pub struct Args {
    /// A file whose shape and element type the result has
    like: Option<PathBuf>,
    /// Extents, separated by x or commas: 1024x1024; `()` or an empty text for a scalar, one element without axes
    #[arg(long, allow_hyphen_values = true)]
    shape: Option<Extents>,
    /// Where the result goes
    #[arg(short, long, value_name = "OUT.npy")]
    output: PathBuf,
    /// Element type of the result [default: that of the file, else float32]
    #[arg(long, value_name = "DTYPE", visible_alias = "dtype")]
    out_dtype: Option<DType>,
    /// Where to compute
    #[arg(long, default_value_t = Device::Cpu)]
    device: Device,
}

/// The value of `--shape`.
#[derive(Clone, Debug)]
struct Extents(Vec<usize>);

impl std::str::FromStr for Extents {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if matches!(text, "" | "()") {
            return Ok(Self(Vec::new()));
        }
        let bare = text
            .strip_prefix('(')
            .and_then(|text| text.strip_suffix(')'));
        let inner = bare.unwrap_or(text);
        // As Python writes one extent: `(5,)`.
        let inner = inner.strip_suffix(',').unwrap_or(inner);
        let extents = inner.split(['x', ',']).map(|extent| {
            extent
                .trim()
                .parse()
                .map_err(|_| format!("`{extent}` is not an extent; write extents like 1024x1024"))
        });
        extents.collect::<Result<_, _>>().map(Self)
    }
}

/// Writes the file.
pub fn run(args: Args) -> Result<(), Failure> {
    check("--output", &args.output)?;
    let (name, shape, dtype) = match (&args.like, &args.shape) {
        (Some(path), _) => {
            let npy = read("LIKE", path)?;
            ("LIKE", npy.shape(), npy.array.dtype())
        }
        (None, shape) => (
            "--shape",
            shape.as_ref().map_or(Vec::new(), |shape| shape.0.clone()),
            DType::F32,
        ),
    };
    let dtype = args.out_dtype.unwrap_or(dtype);
    let reject = |error: ArrayError| Failure::argument(name, error);
    let mut zeros = AnyArray::zeros(dtype, &shape).map_err(reject)?;
    if let Device::Cuda(ordinal) = args.device {
        zeros = gpu::stream(ordinal)
            .and_then(|stream| gpu::zeros(&stream, &zeros))
            .map_err(|error| gpu::rejected(name, error))?;
    }
    write("--output", &args.output, &zeros)?;
    say!(
        "{} {dtype}, shape {shape:?}, all zero",
        args.output.display()
    );
    Ok(())
}
