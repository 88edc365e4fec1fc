//! Checks the one call for products on a GPU against the CPU's `gemm`.
//!
//! ```text
//! call check [--only TEXT]   types, orders, strides, batches, epilogues, plans, graphs, streams, memory of others, errors
//! call host                  microseconds that the host spends on a call and on a launch of a plan
//! call first [TYPE] [ptx]    milliseconds of a process's first product over a later one, [ptx] without machine code
//! call cubin [--small]       products by machine code and by PTX have the same bits, and their times
//! ```
//!
//! Without a GPU it prints a message and exits with 3.

mod case;
mod cubin;
mod first;
mod host;
mod memory;
mod products;
mod rejected;
mod repeated;

use std::process::ExitCode;

use azulejo_kernels::host::{Device, Error, Stream};

/// What went wrong, for a person.
type Failure = Box<dyn std::error::Error>;

/// A part of the check: its name, and how many products it compared.
type Check = (&'static str, fn(&Stream) -> Result<usize, Failure>);

const CHECKS: [Check; 10] = [
    ("orders", products::orders),
    ("strides", products::strides),
    ("batches", products::batches),
    ("epilogues", products::epilogues),
    ("scales", products::scales),
    ("grouped", products::grouped),
    ("repeated", repeated::calls),
    ("graphs", repeated::graphs),
    ("memory", memory::kinds),
    ("rejected", rejected::arguments),
];

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let only = args
        .iter()
        .position(|arg| arg == "--only")
        .and_then(|at| args.get(at + 1));
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
        Some("check") => check(&stream, only.map(String::as_str)),
        Some("host") => host::time(&stream),
        Some("first") => first::time(&stream, args[1..].iter().map(String::as_str)),
        Some("cubin") => cubin::compare(&stream, args.iter().any(|arg| arg == "--small")),
        _ => Err(
            "usage: call check [--only TEXT] | host | first [TYPE] [ptx] | cubin [--small]".into(),
        ),
    };
    match end {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => {
            eprintln!("{e}");
            ExitCode::FAILURE
        }
    }
}

fn check(stream: &Stream, only: Option<&str>) -> Result<(), Failure> {
    let mut all = 0;
    for (name, run) in CHECKS {
        if only.is_some_and(|text| !name.contains(text)) {
            continue;
        }
        let count = run(stream).map_err(|error| format!("{name}: {error}"))?;
        println!("{name}: {count} products as on the CPU");
        all += count;
    }
    println!("{all} products as on the CPU");
    Ok(())
}
