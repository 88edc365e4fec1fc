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
mod case;
mod cubin;
mod data;
mod forward;
#[path = "../../../src/harness/mod.rs"]
mod harness;
mod time;

use std::process::ExitCode;

use azulejo_kernels::host::Stream;
use harness::{Args, Checks, Failure, on_gpu};

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
    let (small, mut checks) = (args.has("--small"), Checks::default());
    case::check(&cache::cases(small), stream, args, &mut checks);
    case::check(&forward::cases(small), stream, args, &mut checks);
    case::check(&backward::cases(small), stream, args, &mut checks);
    if checks.right + checks.wrong.len() == 0 {
        return Err("no case has such a name".into());
    }
    checks.end()
}
