//! Checks every memory kernel against the CPU's answers, then times it between the driver's own memset and copy.
//!
//! ```text
//! memory check [--small]          every kernel, ragged sizes, guard elements around every buffer
//! memory time [--json FILE]       medians of interleaved rounds on buffers of a gibibyte
//! ```
//!
//! `--small` keeps to sizes that compute-sanitizer gets through in seconds. Without a GPU it says so and exits with 3.

mod check;
mod guard;
mod maps;
mod rows;
mod time;

use azulejo_kernels::host::{Device, Error};
use std::process::ExitCode;

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
    let json = args
        .iter()
        .position(|arg| arg == "--json")
        .and_then(|at| args.get(at + 1));
    let end = match args.first().map(String::as_str) {
        Some("check") => check::run(&device, has("--small")),
        Some("time") => time::run(&device, json.map(String::as_str)),
        _ => Err("usage: memory check [--small] | memory time [--json FILE]".into()),
    };
    match end {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => {
            eprintln!("FAILED: {e}");
            ExitCode::FAILURE
        }
    }
}
