//! Checks the one call for products on a GPU, every element of D; what it costs the host, and how kernels are chosen.
//!
//! ```text
//! call check [PART,…]        types, orders, strides, batches, epilogues, plans, graphs, streams, memory of others, errors
//! call host                  microseconds that the host spends on a call and on a launch of a plan
//! call first [--type TYPE] [--ptx]  milliseconds of a process's first product over a later one, `--ptx` without machine code
//! call cubin [--small]       products by machine code and by PTX have the same bits, and their times
//! call choice …              how near the model's first choice comes to the fastest kernel: `choice/command.rs`
//! ```
//!
//! Without a GPU it prints a message and exits with 3.

mod choice {
    pub mod command;
    mod problems;
    mod record;
    mod time;
}
mod cubin;
#[path = "../../../src/harness/mod.rs"]
mod harness;
mod host;
mod memory;
mod products;
mod rejected;
mod repeated;

use harness::{Args, Part, run, status};

const CHECKS: [Part; 10] = [
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

fn main() -> std::process::ExitCode {
    let words = Args::of_process()
        .map(|args| args.words)
        .unwrap_or_default();
    let words: Vec<&str> = words.iter().map(|word| &word[..]).collect();
    if let ["choice", words @ ..] = &words[..] {
        return status(choice::command::run(words));
    }
    let one = |part: Part| [part];
    run(
        "usage: call check [PART,…] | host | first [--type TYPE] [--ptx] | cubin [--small] | choice …",
        &[
            ("check", &CHECKS),
            ("host", &one(("host", host::calls))),
            ("first", &one(("first", host::first))),
            ("cubin", &one(("cubin", cubin::compare))),
        ],
    )
}
