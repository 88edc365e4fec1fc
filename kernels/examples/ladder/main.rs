//! Checks every kernel of the ladder against sums over the operands, then times it between the calls of cuBLASLt.
//!
//! ```text
//! ladder check [--small]          every kernel, every order, ragged sizes, guard elements around D
//! ladder time [--json FILE]       medians of rounds in which ours and cuBLASLt's take turns
//! ```
//!
//! `--small` keeps to sizes that compute-sanitizer gets through in seconds. Without a GPU it says so and exits with 3.

mod check;
mod data;
mod time;
mod tutorial;

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
    let json = args
        .iter()
        .position(|arg| arg == "--json")
        .and_then(|at| args.get(at + 1));
    let end = match args.first().map(String::as_str) {
        Some("check") => tutorial::run(&device).and_then(|()| check::run(&device, has("--small"))),
        Some("time") => time::run(&device, json.map(String::as_str)),
        _ => Err("usage: ladder check [--small] | ladder time [--json FILE]".into()),
    };
    match end {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => {
            eprintln!("FAILED: {e}");
            ExitCode::FAILURE
        }
    }
}
