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

use std::process::ExitCode;

use azulejo_kernels::host::Device;
use both::Tile;
use harness::{Args, Failure, on_gpu, status};

const USAGE: &str =
    "usage: tile check [--small | --tiny] | tile time | tile product | tile say MACHINE | tile cpu";

fn main() -> ExitCode {
    let args = Args::of_process();
    match args.at(0) {
        Some("cpu") => status(cpu::run()),
        Some("say") => status(shapes::say(args.at(1).unwrap_or_default())),
        command => on_gpu(&args, |device| match command {
            Some("check") => check(device, &args),
            Some("time") => time::run(device),
            #[cfg(feature = "cublaslt")]
            Some("product") => tensor::run(&device.stream()?),
            _ => Err(USAGE.into()),
        }),
    }
}

fn check(device: &Device, args: &Args) -> Result<(), Failure> {
    let t = &mut Tile::new(device, args)?;
    check::vectors(t)?;
    check::matrices(t)?;
    check::products(t)?;
    parts::run(t)?;
    ranks::run(t)?;
    shapes::run(t)?;
    let checks = std::mem::take(&mut t.checks);
    checks.end()?;
    println!("all programs agree");
    Ok(())
}
