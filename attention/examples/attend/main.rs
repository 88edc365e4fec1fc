//! Checks attention by `mma.sync` on a GPU, forward, over a cache, and backward, against the CPU's, and times it.
//!
//! ```text
//! attend check [--small] [--only WORDS]   masks, edges, pages, splits, appended keys, packed sequences, hidden NaN, exact inputs
//! attend time [--only WORDS]              decode in TB/s of keys and values, forward and backward in TFLOP/s beside the kernels of the GPU
//! attend cubin [--small]                  forwards by machine code and by PTX have the same bits
//! ```
//!
//! Without a GPU it prints a message and exits with 3.

mod backward;
mod cache;
mod cubin;
mod data;
mod forward;
#[path = "../../../src/harness/mod.rs"]
mod harness;
mod time;

use std::process::ExitCode;

use azulejo_kernels::host::Stream;
use harness::{Args, Failure, on_gpu};

fn main() -> ExitCode {
    let args = Args::of_process();
    on_gpu(&args, |device| {
        let stream = device.stream()?;
        match args.at(0) {
            Some("check") => check(&stream, &args),
            Some("time") => time::run(&stream, &args),
            Some("cubin") => cubin::compare(&stream, args.has("--small")),
            _ => Err(
                "usage: attend check [--small] [--only WORDS] | time [--only WORDS] | cubin [--small]".into(),
            ),
        }
    })
}

/// Runs the cases that `--only` names.
fn check(stream: &Stream, args: &Args) -> Result<(), Failure> {
    let small = args.has("--small");
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
        if args.wants(&name) {
            report(&name, case.check(stream));
        }
    }
    for case in forward::cases(small) {
        let name = case.to_string();
        if args.wants(&name) {
            report(&name, case.check(stream));
        }
    }
    for case in backward::cases(small) {
        let name = case.to_string();
        if args.wants(&name) {
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
