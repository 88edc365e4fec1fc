//! [`rejected`]: the library's errors as those of flags and files.

use azulejo::attention::AttentionError;

use super::args::Args;
use crate::cli::failure::Failure;
use crate::cli::gpu::rejected as rejected_by_gpu;

/// The flag or the file that an error is about, and what to type in place of it.
pub fn rejected(args: &Args, error: AttentionError) -> Failure {
    let tensor = |argument: &str| match argument {
        "q" => ("Q", args.q.display().to_string()),
        "k" => ("K", args.k.display().to_string()),
        "v" => ("V", args.v.display().to_string()),
        other => ("Q, K and V", other.to_owned()),
    };
    match error {
        AttentionError::Shape {
            argument,
            shape,
            expected,
            from,
        } => {
            let (name, path) = tensor(argument);
            let from = from.replace('`', "").to_uppercase().replace("AND", "and");
            Failure::argument(
                name,
                format!(
                    "{path} has shape {shape:?} as (batch, sequence, heads, head_dim), not {expected:?}, which follows from {from}; \
                     give a file of that shape"
                ),
            )
        }
        AttentionError::HeadDim { argument, shape } => {
            let (name, path) = tensor(argument);
            Failure::argument(
                name,
                format!(
                    "{path} has shape {shape:?}; give a file whose head dimension is at least 1"
                ),
            )
        }
        AttentionError::Heads { heads, kv_heads } => Failure::argument(
            "K",
            format!(
                "Q has {heads} heads and K has {kv_heads}; give K and V a number of heads that divides that of Q"
            ),
        ),
        AttentionError::Scale { scale } => Failure::argument(
            "--scale",
            format!(
                "{scale} is not finite; give a finite factor, or omit the flag for 1 / sqrt(head_dim)"
            ),
        ),
        AttentionError::Softcap { softcap } => Failure::argument(
            "--softcap",
            format!(
                "{softcap} is no cap; give a positive finite number, or omit the flag for no cap"
            ),
        ),
        AttentionError::AlibiLength { len, heads } => Failure::argument(
            "--alibi",
            format!(
                "{len} slopes are given, and Q has {heads} heads; give one slope per head of Q"
            ),
        ),
        AttentionError::AlibiSlope { head, slope } => Failure::argument(
            "--alibi",
            format!("the slope of head {head} is {slope}; give finite slopes"),
        ),
        AttentionError::GpuDtype { dtype, gpu } => Failure::argument(
            "--device",
            format!(
                "Q, K and V hold {dtype}, and the kernels for {gpu} take float16 and bfloat16; cast them first, or use --device cpu"
            ),
        ),
        AttentionError::Gemm(_) => Failure::Work(error.to_string()),
        AttentionError::Gpu(error) => rejected_by_gpu("Q, K and V", error),
        other => Failure::argument("Q, K and V", other),
    }
}
