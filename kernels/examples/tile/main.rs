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
mod parts;
mod ranks;
mod shapes;
#[cfg(feature = "cublaslt")]
mod tensor;
mod time;

use azulejo_kernels::host::{Device, Error};
use std::process::ExitCode;

/// What went wrong, for a person.
type Failure = Box<dyn std::error::Error>;

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
    fn asked() -> Self {
        let asked = |flag: &str| std::env::args().any(|arg| arg == flag);
        if asked("--tiny") {
            Self::Tiny
        } else if asked("--small") {
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
    if std::env::args().nth(1).as_deref() == Some("cpu") {
        return match cpu::run() {
            Ok(()) => ExitCode::SUCCESS,
            Err(e) => {
                eprintln!("FAILED: {e}");
                ExitCode::FAILURE
            }
        };
    }
    if std::env::args().nth(1).as_deref() == Some("say") {
        let machine = std::env::args().nth(2).unwrap_or_default();
        return match shapes::say(&machine) {
            Ok(()) => ExitCode::SUCCESS,
            Err(e) => {
                eprintln!("{e}");
                ExitCode::FAILURE
            }
        };
    }
    let device = match Device::new(0) {
        Ok(device) => device,
        Err(e @ (Error::NoDriver | Error::NoDevice { .. })) => {
            eprintln!("{e}");
            return ExitCode::from(3);
        }
        Err(e) => {
            eprintln!("{e}");
            return ExitCode::FAILURE;
        }
    };
    println!("{device:?}");
    let end = match std::env::args().nth(1).as_deref() {
        Some("check") => check::run(&device, Size::asked()),
        Some("time") => time::run(&device),
        #[cfg(feature = "cublaslt")]
        Some("product") => device
            .stream()
            .map_err(Failure::from)
            .and_then(|stream| tensor::run(&stream)),
        _ => {
            Err("usage: tile check [--small | --tiny] | tile time | tile product | tile cpu".into())
        }
    };
    match end {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => {
            eprintln!("FAILED: {e}");
            ExitCode::FAILURE
        }
    }
}
