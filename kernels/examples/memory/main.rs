//! Checks every memory kernel against the CPU's answers, then times it between the driver's own memset and copy.
//!
//! ```text
//! memory check [--small] [--variant V] [--only TEXT]  every kernel, ragged sizes, guard elements around every buffer
//! memory time [--json FILE] [--only TEXT]             medians of interleaved rounds on buffers of a gibibyte
//! ```
//!
//! `--small` keeps to sizes that compute-sanitizer gets through in seconds, `--variant sm_80` runs the kernels of older
//! GPUs on a newer one, `--only` keeps to the parts or rows whose name holds the text. Without a GPU it prints a message and exits with 3.

mod check;
mod guard;
mod jobs;
mod maps;
mod order;
#[path = "../provenance/said.rs"]
mod provenance;
mod rows;
mod time;

use azulejo_kernels::{
    host::{Device, Error},
    table::Variant,
};
use std::process::ExitCode;

/// What went wrong, for a person.
type Failure = Box<dyn std::error::Error>;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let has = |flag: &str| args.iter().any(|arg| arg == flag);
    let option = |flag: &str| {
        let at = args.iter().position(|arg| arg == flag)?;
        args.get(at + 1).map(String::as_str)
    };
    let variant = option("--variant").map(|name| match name {
        "sm_80" => Variant::Sm80,
        _ => Variant::Sm90a,
    });
    let device = match variant {
        None => Device::new(0),
        Some(variant) => Device::with_variant(0, variant),
    };
    let device = match device {
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
    let end = match args.first().map(String::as_str) {
        Some("check") => check::run(&device, has("--small"), option("--only")),
        Some("time") => time::run(&device, option("--json"), option("--only")),
        _ => Err(
            "usage: memory check [--small] [--variant V] [--only TEXT] | memory time [--json FILE] [--only TEXT]"
                .into(),
        ),
    };
    match end {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => {
            eprintln!("FAILED: {e}");
            ExitCode::FAILURE
        }
    }
}
