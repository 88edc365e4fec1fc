//! Checks every memory kernel against the CPU's answers; `azulejo bench memory` times them.
//!
//! ```text
//! memory check [--small] [--variant V] [--only TEXT]  every kernel, ragged sizes, guard elements around every buffer
//! ```
//!
//! `--small` keeps to sizes that compute-sanitizer gets through in seconds, `--variant sm_80` runs the kernels of older
//! GPUs on a newer one, `--only` keeps to the parts or rows whose name holds the text. Without a GPU it prints a message and exits with 3.

mod check;
mod guard;
#[path = "../harness/mod.rs"]
mod harness;
mod jobs;
mod maps;
mod order;
mod rows;

use std::process::ExitCode;

use harness::{Args, Failure, on_gpu};

fn main() -> ExitCode {
    let args = Args::of_process();
    on_gpu(&args, |device| match args.at(0) {
        Some("check") => check::run(device, &args),
        _ => Err("usage: memory check [--small] [--variant V] [--only WORDS]".into()),
    })
}
