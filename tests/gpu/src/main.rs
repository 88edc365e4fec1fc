//! Checks every kernel on a GPU against its oracle, and times it beside its baseline.
//!
//! ```text
//! gpu check [PART,…] [--small | --tiny] [--only WORDS] [--variant V]   every kernel against the CPU's answers, every byte around what it writes
//! gpu check memory/random [--seed N] [--count N]                       memory kernels on what is drawn
//! gpu time [PART,…] [--only WORDS] [--json FILE] [--size M,N,K]        medians of interleaved rounds, beside cuBLASLt, a copy, the CPU's loops
//! gpu check rejected                                                   what calls and launches reject
//! gpu cubin [PART] [--small]                                            machine code and PTX give the same bits; their times
//! gpu host [PART] [--type TYPE] [--ptx]                                 what a call and the first product of a process cost the host
//! gpu once --size M,N,K [--only WORDS] [--library]                      every kernel three times at one size, for a profiler
//! gpu say MACHINE                                                       what tile programs print, on `cpu` or `cuda`; `wrong` and `unwaited` fail an assertion
//! gpu cpu                                                              tile programs on the CPU beside plain loops
//! gpu choice …                                                          how near the model's first choice comes to the fastest: `choice/command.rs`
//! ```
//!
//! A part is taken where a word is in its name; another word prints the names. `--only` takes cases, or kernels, whose names hold
//! one of the words, between commas. `--small` keeps to sizes that compute-sanitizer gets through in seconds, `--tiny` to those of an
//! interpreter. `--variant sm_80` runs the kernels of older GPUs on a newer one. Without a GPU the program says so and exits with 3.

#[path = "../../../src/harness/mod.rs"]
mod harness;

mod attend {
    pub mod cache;
    pub mod data;
    pub mod rejected;
    pub mod scores;
    mod tensor;
    pub mod time;
    pub mod whole;
}
mod call {
    pub mod host;
    pub mod interop;
    pub mod products;
    pub mod rejected;
    pub mod repeated;
}
mod choice {
    use crate::harness::asked;

    pub mod command;
    mod problems;
    mod record;
    mod time;
}
#[macro_use]
mod both;
mod cubin;
mod hopper;
mod prelude;
mod memory {
    pub mod arrays;
    pub mod jobs;
    pub mod large;
    pub mod maps;
    pub mod order;
    pub mod random;
    pub mod rejected;
    pub mod rows;
}
mod sm80 {
    pub mod check;
    pub mod time;
}
mod tile {
    pub mod check;
    pub mod cpu;
    pub mod parts;
    pub mod ranks;
    pub mod shapes;
    pub mod time;
}

use harness::{Args, Part, run, status};

const CHECKS: [Part; 39] = [
    ("memory/zeros and fill", memory::arrays::fills),
    ("memory/copy and transpose", memory::arrays::copies),
    ("memory/cast", memory::arrays::casts),
    ("memory/map", memory::maps::check),
    ("memory/rows and reductions", memory::rows::check),
    ("memory/jobs and exchange", memory::jobs::check),
    ("memory/random", memory::random::check),
    ("memory/order", memory::order::check),
    ("memory/rejected", memory::rejected::check),
    ("memory/large and asynchronous", memory::large::check),
    ("tile/vectors", tile::check::vectors),
    ("tile/matrices", tile::check::matrices),
    ("tile/products", tile::check::products),
    ("tile/parts", tile::parts::run),
    ("tile/ranks", tile::ranks::run),
    ("tile/shapes", tile::shapes::run),
    ("tile/rejected", tile::shapes::rejected),
    ("tile/texts", tile::shapes::texts),
    ("sm80/kernels", sm80::check::kernels),
    ("sm80/kernels, NaN", sm80::check::specials),
    ("sm80/chosen", sm80::check::chosen),
    ("hopper/kernels", hopper::kernels),
    ("hopper/lists", hopper::lists),
    ("call/orders", call::products::orders),
    ("call/strides", call::products::strides),
    ("call/batches", call::products::batches),
    ("call/epilogues", call::products::epilogues),
    ("call/scales", call::products::scales),
    ("call/grouped", call::products::grouped),
    ("call/repeated", call::repeated::calls),
    ("call/graphs", call::repeated::graphs),
    ("call/interop", call::interop::kinds),
    ("call/turns", call::interop::turns),
    ("call/rejected", call::rejected::arguments),
    ("call/rows", call::rejected::rows),
    ("attend/cache", attend::cache::check),
    ("attend/forward", attend::whole::forwards),
    ("attend/backward", attend::whole::backwards),
    ("attend/rejected", attend::rejected::arguments),
];

const TIMES: [Part; 4] = [
    ("sm80", sm80::time::all),
    ("tile/programs", tile::time::programs),
    ("tile/product", tile::time::product),
    ("attend", attend::time::all),
];

const COMMANDS: [(&str, &[Part]); 5] = [
    ("check", &CHECKS),
    ("time", &TIMES),
    (
        "cubin",
        &[("call", cubin::products), ("attend", cubin::attention)],
    ),
    (
        "host",
        &[("first", call::host::first), ("calls", call::host::calls)],
    ),
    ("once", &[("sm80", sm80::time::once)]),
];

fn main() -> std::process::ExitCode {
    status(Args::of_process().and_then(|args| {
        let words: Vec<&str> = args.words.iter().map(|word| &word[..]).collect();
        match words[..] {
            ["cpu"] => tile::cpu::run(),
            ["say", machine] => tile::shapes::say(machine),
            ["choice", ref words @ ..] => choice::command::run(words),
            _ => run(args, &COMMANDS),
        }
    }))
}
