//! The flags of `azulejo gemm`.

use std::path::PathBuf;

use azulejo::gemm::Activation;
use azulejo::tensor::DType;
use clap::ValueEnum;

use crate::cli::conversion::number;
use crate::cli::device::Device;

/// C = activation(alpha A B + beta C0 + bias), from .npy files to a .npy file.
///
/// Arrays of rank 2; leading axes are a batch and broadcast by NumPy's rule. Element types:
/// float32, float64, float16, bfloat16, int8 and the 8-bit floats. Of two different types, one
/// becomes the other where that holds all of its values, as float32 does those of float16 and int8;
/// else cast one first. Products are accumulated in float32 (float64 for float64, int32 for int8)
/// and rounded once. Long products show a progress bar on a terminal
/// (AZULEJO_PROGRESS=always|never: on all, on none).
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Args {
    /// The left matrix, (M, K), or (K, M) with --transpose-a
    pub a: PathBuf,
    /// The right matrix, (K, N), or (N, K) with --transpose-b
    pub b: PathBuf,
    /// Where the result goes
    #[arg(short, long, value_name = "C.npy")]
    pub output: PathBuf,
    /// The matrix that beta multiplies, (M, N)
    #[arg(long, value_name = "C0.npy")]
    pub c: Option<PathBuf>,
    /// Factor of the product
    #[arg(long, default_value_t = 1.0, allow_hyphen_values = true, value_parser = number)]
    pub alpha: f64,
    /// Factor of C0 [default: 1 with --c, else 0]
    #[arg(long, allow_hyphen_values = true, value_parser = number)]
    pub beta: Option<f64>,
    /// One value a column of the result, added before the activation
    #[arg(long, value_name = "V.npy")]
    pub bias: Option<PathBuf>,
    /// What is applied to every element at the end: max(x, 0), GELU in its tanh form, or x / (1 + exp(-x)); to int8 products relu alone
    #[arg(long, value_enum)]
    pub activation: Option<ActivationName>,
    /// Take A as the transpose of what the file holds
    #[arg(long)]
    pub transpose_a: bool,
    /// Take B as the transpose of what the file holds
    #[arg(long)]
    pub transpose_b: bool,
    /// Round float32 inputs to tfloat32 (10 fraction bits) first, as tensor cores do
    #[arg(long)]
    pub tf32: bool,
    /// Where to compute: cpu or cuda:N
    #[arg(long, default_value_t = Device::Cpu)]
    pub device: Device,
    /// Element type of the result [default: that of the inputs, int32 for int8, float32 for the 8-bit floats, on a GPU bfloat16]
    #[arg(long, value_name = "DTYPE")]
    pub out_dtype: Option<DType>,
}

/// The value of `--activation`.
#[derive(Clone, Copy, ValueEnum)]
pub enum ActivationName {
    Relu,
    Gelu,
    Silu,
}

impl ActivationName {
    /// The activation that the library takes.
    pub fn activation(name: Option<Self>) -> Activation {
        match name {
            None => Activation::None,
            Some(ActivationName::Relu) => Activation::Relu,
            Some(ActivationName::Gelu) => Activation::Gelu,
            Some(ActivationName::Silu) => Activation::Silu,
        }
    }
}
