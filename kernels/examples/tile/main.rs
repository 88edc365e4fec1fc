//! Runs every tile program on a GPU and on the CPU and compares bits; then times the large ones.
//!
//! ```text
//! tile check [PART,…] [--small | --tiny]   every program, both machines; small: no arrays of GiB; tiny: no large ones at all
//! tile time [PART,…]  medians of interleaved rounds against the hand-written kernels, the driver's copy and cuBLASLt
//! tile say MACHINE    what programs print, on `cpu` or `cuda`; `wrong` fails an assertion on the device
//! tile cpu            elementwise programs on the CPU against the plain loops
//! ```
//!
//! Without a GPU the first two say so and exit with 3.

mod both;
mod check;
mod cpu;
#[path = "../../../src/harness/mod.rs"]
mod harness;
#[cfg(feature = "cublaslt")]
#[path = "../../../src/harness/library.rs"]
#[allow(dead_code, reason = "a part of it")]
mod library;
mod parts;
mod ranks;
mod shapes;
#[cfg(feature = "cublaslt")]
mod tensor;
mod time;

use harness::{Args, Part, run, status};

const CHECKS: [Part; 7] = [
    ("vectors", check::vectors),
    ("matrices", check::matrices),
    ("products", check::products),
    ("parts", parts::run),
    ("ranks", ranks::run),
    ("shapes", shapes::run),
    ("texts", shapes::texts),
];

const TIMES: &[Part] = &[
    ("programs", time::run),
    #[cfg(feature = "cublaslt")]
    ("product", tensor::run),
];

fn main() -> std::process::ExitCode {
    let words = Args::of_process()
        .map(|args| args.words)
        .unwrap_or_default();
    match words.iter().map(|word| &word[..]).collect::<Vec<_>>()[..] {
        ["cpu"] => status(cpu::run()),
        ["say", machine] => status(shapes::say(machine)),
        _ => run(
            "usage: tile check [PART,…] [--small | --tiny] | time [PART,…] | say MACHINE | cpu",
            &[("check", &CHECKS), ("time", TIMES)],
        ),
    }
}
