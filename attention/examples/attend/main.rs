//! Checks attention on a GPU, forward, over a cache, and backward, against the CPU's, and times it.
//!
//! ```text
//! attend check [PART,…] [--small | --tiny] [--only WORDS]   masks, edges, pages, splits, appended keys, hidden NaN, exact inputs
//! attend time [--only WORDS]              decode in TB/s of keys and values, forward and backward in TFLOP/s by each family of kernels
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
mod tensor;
mod time;

use harness::{Part, run};

const CHECKS: [Part; 3] = [
    ("cache", cache::check),
    ("forward", forward::check),
    ("backward", backward::check),
];

fn main() -> std::process::ExitCode {
    let (time, cubin): ([Part; 1], [Part; 1]) =
        ([("time", time::all)], [("cubin", cubin::compare)]);
    run(
        "usage: attend check [PART,…] [--small | --tiny] [--only WORDS] | time [--only WORDS] | cubin [--small]",
        &[("check", &CHECKS), ("time", &time), ("cubin", &cubin)],
    )
}
