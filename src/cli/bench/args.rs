//! The flags of `azulejo bench`.

use std::path::PathBuf;

use azulejo::tensor::DType;
use clap::ValueEnum;

use super::extents::{Shape, Size};
use super::gemm_cuda::Flags;
use crate::cli::conversion::count;
use crate::cli::device::Device;
use crate::cli::failure::Failure;

/// Time azulejo and its baselines, interleaved, on the same buffers.
///
/// Every result is checked before anything is timed. Figures are medians; the spread is the
/// distance between the 10th and the 90th percentile. On the CPU the baselines are the crates
/// `matrixmultiply` and `gemm`, if this program was built with `--features baselines`, for
/// attention its two products alone, and for memory the standard library's fill and copy. On a GPU
/// they are cuBLASLt, and for memory the driver's memset and copy.
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Args {
    /// What to time
    #[arg(value_enum)]
    pub subject: Subject,
    /// Element types [default: f32]
    #[arg(long, value_delimiter = ',')]
    pub dtype: Vec<DType>,
    /// Sizes, MxNxK [default: a list from 64 to 2048]
    #[arg(long, value_delimiter = ',', allow_negative_numbers = true)]
    pub shape: Vec<Shape>,
    /// Sizes of attention, BxSxHxD: sequences, tokens, heads, head dimension [default: a list up to S = 2048]
    #[arg(
        long,
        value_delimiter = ',',
        value_name = "BxSxHxD",
        allow_negative_numbers = true
    )]
    pub size: Vec<Size>,
    /// A file with one `DTYPE MxNxK` a line; `#` starts a comment
    #[arg(long, value_name = "FILE", conflicts_with_all = ["dtype", "shape"])]
    pub suite: Option<PathBuf>,
    /// Where to compute
    #[arg(long, default_value_t = Device::Cpu)]
    pub device: Device,
    /// Threads on the CPU [default: all]
    #[arg(long, allow_negative_numbers = true, value_parser = count)]
    pub threads: Option<usize>,
    /// Write the figures to a file too
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Keep that file's rows of products of other types, sizes and numbers of threads
    #[arg(long, requires = "json")]
    pub keep: bool,
    /// What only the GPU's comparison has
    #[command(flatten)]
    pub cuda: Flags,
}

/// What can be timed.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Subject {
    /// Matrix products
    Gemm,
    /// Attention, full and causal
    Attention,
    /// Zeros, fill, copy, map, cast, transpose, sums and softmax
    Memory,
}

/// The flags of [`Flags`].
const COMPARISON: [&str; 12] = [
    "--product",
    "--tries",
    "--rounds",
    "--check",
    "--small",
    "--kernel",
    "--no-check",
    "--grouped",
    "--fused",
    "--tune",
    "--once",
    "--verbose",
];

/// Returns `true` if a flag stands on the command line.
fn is_given(flag: &str) -> bool {
    let is_it = |argument: &str| {
        let rest = argument.strip_prefix(flag);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('='))
    };
    std::env::args_os().any(|argument| argument.to_str().is_some_and(is_it))
}

impl Args {
    /// Rejects a flag that has no effect on this subject and device.
    pub fn check(&self) -> Result<(), Failure> {
        let (subject, on_cuda) = (self.subject, matches!(self.device, Device::Cuda(_)));
        let other = "another subject has it; --shape, --suite and --keep are of bench gemm, --size of bench attention";
        let wrong: [(bool, &[&str], &str); 5] = [
            (
                subject != Subject::Gemm || !on_cuda,
                &COMPARISON,
                "only products on a GPU are compared with it; use bench gemm --device cuda:N or omit it",
            ),
            (
                on_cuda,
                &["--shape", "--suite", "--threads", "--keep"],
                "only the CPU's timings have it; omit it, or give products of a GPU with --product MxNxK",
            ),
            (
                subject == Subject::Memory,
                &["--dtype", "--threads"],
                "bench memory times one thread and types of its own; omit the flag",
            ),
            (subject != Subject::Attention, &["--size"], other),
            (
                subject != Subject::Gemm,
                &["--shape", "--suite", "--keep"],
                other,
            ),
        ];
        for (_, flags, why) in wrong.into_iter().filter(|(is_wrong, ..)| *is_wrong) {
            if let Some(flag) = flags.iter().find(|flag| is_given(flag)) {
                return Err(Failure::argument(flag, why));
            }
        }
        Ok(())
    }
}
