//! Checks every memory kernel against the CPU's answers; `azulejo bench memory` times them.
//!
//! ```text
//! memory check [PART,…] [--small] [--variant V]  every kernel, ragged sizes, guard elements around every buffer
//! ```
//!
//! A part is taken where a word is in its name. `--small` keeps to sizes that compute-sanitizer gets through in seconds,
//! `--variant sm_80` runs the kernels of older GPUs on a newer one. Without a GPU it prints a message and exits with 3.

mod arrays;
#[path = "../../../src/harness/mod.rs"]
mod harness;
mod jobs;
mod large;
mod maps;
mod order;
mod rejections;
mod rows;

use harness::{Part, run};

const CHECKS: [Part; 9] = [
    ("zeros and fill", arrays::fills),
    ("copy and transpose", arrays::copies),
    ("cast", arrays::casts),
    ("map", maps::check),
    ("rows and reductions", rows::check),
    ("jobs and exchange", jobs::check),
    ("order", order::check),
    ("rejections", rejections::check),
    ("large and asynchronous", large::check),
];

fn main() -> std::process::ExitCode {
    let usage = "usage: memory check [PART,…] [--small] [--variant V]";
    run(usage, &[("check", &CHECKS)])
}
