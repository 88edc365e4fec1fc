//! Checks the one call for products on a GPU, every element of D.
//!
//! ```text
//! call check [--only TEXT]   types, orders, strides, batches, epilogues, plans, graphs, streams, memory of others, errors
//! call host                  microseconds that the host spends on a call and on a launch of a plan
//! call first [TYPE] [ptx]    milliseconds of a process's first product over a later one, [ptx] without machine code
//! call cubin [--small]       products by machine code and by PTX have the same bits, and their times
//! ```
//!
//! Without a GPU it prints a message and exits with 3.

mod cubin;
mod first;
#[path = "../../../src/harness/mod.rs"]
mod harness;
mod host;
mod memory;
mod products;
mod rejected;
mod repeated;

use std::process::ExitCode;

use azulejo_kernels::host::Stream;
use harness::{Args, Failure, on_gpu};

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
    let args = Args::of_process();
    on_gpu(&args, |device| {
        let stream = device.stream()?;
        match args.at(0) {
            Some("check") => check(&stream, &args),
            Some("host") => host::time(&stream),
            Some("first") => first::time(&stream, args.rest().into_iter()),
            Some("cubin") => cubin::compare(&stream, args.has("--small")),
            _ => Err(
                "usage: call check [--only TEXT] | host | first [TYPE] [ptx] | cubin [--small]"
                    .into(),
            ),
        }
    })
}

fn check(stream: &Stream, args: &Args) -> Result<(), Failure> {
    let mut all = 0;
    for (name, run) in CHECKS {
        if !args.wants(name) {
            continue;
        }
        let count = run(stream).map_err(|error| format!("{name}: {error}"))?;
        println!("{name}: {count} products right");
        all += count;
    }
    println!("{all} products right");
    Ok(())
}
