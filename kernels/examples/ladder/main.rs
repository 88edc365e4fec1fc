//! Checks every kernel of the ladder against sums over the operands, then times it between the calls of cuBLASLt.
//!
//! ```text
//! ladder check [--small | --tiny] [--only WORDS]   every kernel, every order, ragged sizes, guard elements around D
//! ladder once M,N,K [--only WORDS] [--library]   every kernel three times at one size, for a profiler, and the library's
//! ladder time [--json FILE] [--only WORDS] [--size M,N,K] medians of rounds in which ours and cuBLASLt's take turns
//! ```
//!
//! `--only` takes the kernels whose names hold one of the words, between commas; `chosen` the products whose kernel is chosen. `--small` keeps to sizes that compute-sanitizer gets through in seconds. Without a GPU it prints a message and exits with 3.

mod check;
#[path = "../../../src/harness/mod.rs"]
mod harness;
#[path = "../../../src/harness/library.rs"]
mod library;
mod time;

use std::process::ExitCode;

use harness::{Args, Failure, on_gpu};

const USAGE: &str = "usage: ladder check [--small | --tiny] [--only WORDS] | ladder once M,N,K [--only WORDS] [--library] | ladder time [--json FILE] [--only WORDS] [--size M,N,K]";

fn main() -> ExitCode {
    let args = Args::of_process();
    on_gpu(&args, |device| match args.at(0) {
        Some("check") => check::run(device, &args),
        Some("time") => time::run(device, &args, args.value("--size").map(size).transpose()?),
        Some("once") => time::once(device, &args, size(args.at(1).ok_or(USAGE)?)?),
        _ => Err(USAGE.into()),
    })
}

/// M, N and K of a product, between commas.
fn size(text: &str) -> Result<[u32; 3], Failure> {
    let extents = text
        .split(',')
        .map(str::parse)
        .collect::<Result<Vec<u32>, _>>()
        .map_err(|e| format!("--size {text}: {e}"))?;
    extents
        .try_into()
        .map_err(|_| format!("--size {text}: three extents are wanted").into())
}
