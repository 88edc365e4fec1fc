//! Runs every tile program on a GPU and on the CPU and compares bits; then times the large ones.
//!
//! ```text
//! tile check [--small | --tiny]   every program, both machines; small: no arrays of GiB; tiny: no large ones at all
//! tile time           medians of interleaved rounds against the hand-written kernels and the driver's copy
//! tile product        bf16 on tensor cores against cuBLASLt (feature cublaslt)
//! tile say MACHINE    what programs print, on `cpu` or `cuda`; `wrong` fails an assertion on the device
//! tile cpu            elementwise programs on the CPU against the plain loops
//! ```
//!
//! Without a GPU the first three say so and exit with 3.

mod both;
mod check;
mod cpu;
#[path = "../harness/mod.rs"]
mod harness;
mod parts;
mod ranks;
mod shapes;
#[cfg(feature = "cublaslt")]
mod tensor;
mod time;

use std::process::ExitCode;

use harness::{Args, Failure, end, on_gpu};

/// How large the arrays of a check are.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
pub enum Size {
    /// As small as a program can be checked on.
    Tiny,
    /// No arrays of GiB.
    Small,
    /// All.
    Whole,
}

impl Size {
    fn asked(args: &Args) -> Self {
        if args.has("--tiny") {
            Self::Tiny
        } else if args.has("--small") {
            Self::Small
        } else {
            Self::Whole
        }
    }

    /// All of the cases, or of a tiny check some.
    pub fn of<T>(self, all: &'static [T], tiny: &'static [T]) -> &'static [T] {
        if self == Self::Tiny { tiny } else { all }
    }
}

fn main() -> ExitCode {
    let args = Args::of_process();
    match args.at(0) {
        Some("cpu") => return end(cpu::run()),
        Some("say") => return end(shapes::say(args.at(1).unwrap_or_default())),
        _ => {}
    }
    on_gpu(&args, |device| {
        match args.at(0) {
        Some("check") => check::run(device, Size::asked(&args)),
        Some("time") => time::run(device),
        #[cfg(feature = "cublaslt")]
        Some("product") => tensor::run(&device.stream()?),
        _ => Err("usage: tile check [--small | --tiny] | tile time | tile product | tile say MACHINE | tile cpu".into()),
    }
    })
}
