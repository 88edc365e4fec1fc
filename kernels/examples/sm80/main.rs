//! Checks every kernel for compute capability 8.0 against sums over the operands, then times it between the calls of cuBLASLt.
//!
//! ```text
//! sm80 check [PART,…] [--small | --tiny] [--only WORDS]   every kernel, every order, ragged sizes, guard elements around D
//! sm80 once --size M,N,K [--only WORDS] [--library]   every kernel three times at one size, for a profiler, and the library's
//! sm80 time [--json FILE] [--only WORDS] [--size M,N,K] medians of rounds in which ours and cuBLASLt's take turns
//! ```
//!
//! `--only` takes the kernels whose names hold one of the words, between commas. `--small` keeps to sizes that compute-sanitizer gets
//! through in seconds, `--tiny` to those of an interpreter. Without a GPU it prints a message and exits with 3.

mod check;
#[path = "../../../src/harness/mod.rs"]
mod harness;
#[path = "../../../src/harness/library.rs"]
mod library;
mod time;

use harness::{Part, run};

const USAGE: &str = "usage: sm80 check [PART,…] [--small | --tiny] [--only WORDS] | once --size M,N,K [--only WORDS] [--library] | time [--json FILE] [--only WORDS] [--size M,N,K]";

const CHECKS: [Part; 3] = [
    ("kernels", check::kernels),
    ("kernels, NaN", check::specials),
    ("chosen", check::chosen),
];

fn main() -> std::process::ExitCode {
    let (time, once): ([Part; 1], [Part; 1]) = ([("time", time::all)], [("once", time::once)]);
    run(
        USAGE,
        &[("check", &CHECKS), ("time", &time), ("once", &once)],
    )
}
