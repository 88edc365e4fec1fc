//! Checks attention by `mma.sync` on a GPU, forward and over a cache, against the CPU's, and times it.
//!
//! ```text
//! attend check [--small] [--only TEXT]   masks, edges, pages, splits, appended keys, packed sequences, hidden NaN, exact inputs
//! attend time [--only TEXT]              decode in TB/s of keys and values, forward in TFLOP/s beside the kernels of the GPU
//! ```
//!
//! Without a GPU it prints a message and exits with 3.

mod cache;
mod data;
mod forward;
mod time;

use std::process::ExitCode;

use azulejo_kernels::host::{Device, Error, Stream};

/// What went wrong, for a person.
type Failure = Box<dyn std::error::Error>;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let only = args
        .iter()
        .position(|arg| arg == "--only")
        .and_then(|at| args.get(at + 1))
        .map_or("", String::as_str);
    let small = args.iter().any(|arg| arg == "--small");
    let stream = match Device::new(0).and_then(|device| device.stream()) {
        Ok(stream) => stream,
        Err(e) => {
            eprintln!("{e}");
            let is_absent = matches!(e, Error::NoDriver | Error::NoDevice { .. });
            return ExitCode::from(if is_absent { 3 } else { 1 });
        }
    };
    println!("{:?}", stream.device());
    let end = match args.first().map(String::as_str) {
        Some("check") => check(&stream, small, only),
        Some("time") => time::run(&stream, only),
        _ => Err("check or time".into()),
    };
    match end {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => {
            eprintln!("{e}");
            ExitCode::FAILURE
        }
    }
}

/// Runs the cases whose name holds `only`.
fn check(stream: &Stream, small: bool, only: &str) -> Result<(), Failure> {
    let (mut right, mut wrong) = (0, 0);
    let mut report = |name: &str, result: Result<(), Failure>| match result {
        Ok(()) => right += 1,
        Err(why) => {
            wrong += 1;
            println!("WRONG {name}: {why}");
        }
    };
    for case in cache::cases(small) {
        let name = case.to_string();
        if name.contains(only) {
            report(&name, case.check(stream));
        }
    }
    for case in forward::cases(small) {
        let name = case.to_string();
        if name.contains(only) {
            report(&name, case.check(stream));
        }
    }
    println!("{right} right, {wrong} wrong");
    match (wrong, right) {
        (0, 1..) => Ok(()),
        (0, 0) => Err("no case has such a name".into()),
        _ => Err("attention is wrong".into()),
    }
}
