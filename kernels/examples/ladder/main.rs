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
mod data;
mod meter;
#[path = "../provenance/said.rs"]
mod provenance;
mod specials;
mod time;

use std::process::ExitCode;

use azulejo_kernels::host::{Device, Error};

/// What went wrong, for a person.
type Failure = Box<dyn std::error::Error>;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let has = |flag: &str| args.iter().any(|arg| arg == flag);
    let device = match Device::new(0) {
        Ok(device) => device,
        Err(e @ (Error::NoDriver | Error::NoDevice { .. })) => {
            eprintln!("{e}");
            return ExitCode::from(3);
        }
        Err(e) => {
            eprintln!("{e}");
            return ExitCode::FAILURE;
        }
    };
    println!("{device:?}");
    let value = |flag: &str| {
        let at = args.iter().position(|arg| arg == flag)?;
        args.get(at + 1).map(String::as_str)
    };
    let end = match args.first().map(String::as_str) {
        Some("check") => check::run(&device, has("--small"), has("--tiny"), value("--only")),
        Some("time") => match value("--size").map(size).transpose() {
            Ok(size) => time::run(&device, value("--json"), value("--only"), size),
            Err(e) => Err(e),
        },
        Some("once") => match args.get(1).map(|text| size(text)) {
            Some(Ok(size)) => time::once(&device, size, value("--only"), has("--library")),
            Some(Err(e)) => Err(e),
            None => Err("usage: ladder once M,N,K [--only WORDS] [--library]".into()),
        },
        _ => Err("usage: ladder check [--small | --tiny] [--only WORDS] | ladder once M,N,K [--only WORDS] [--library] | ladder time [--json FILE] [--only WORDS] [--size M,N,K]".into()),
    };
    match end {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => {
            eprintln!("FAILED: {e}");
            ExitCode::FAILURE
        }
    }
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
