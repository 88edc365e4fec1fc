//! Checks every memory kernel against the CPU's answers; `azulejo bench memory` times them.
//!
//! ```text
//! memory check [--small] [--variant V] [--only TEXT]  every kernel, ragged sizes, guard elements around every buffer
//! ```
//!
//! `--small` keeps to sizes that compute-sanitizer gets through in seconds, `--variant sm_80` runs the kernels of older
//! GPUs on a newer one, `--only` keeps to the parts or rows whose name holds the text. Without a GPU it prints a message and exits with 3.

mod area;
mod arrays;
#[path = "../../../src/harness/mod.rs"]
mod harness;
mod jobs;
mod large;
mod maps;
mod order;
mod rejections;
mod rows;

use std::process::ExitCode;

use area::Area;
use azulejo_kernels::host::Device;
use harness::{Args, Failure, on_gpu};

/// A part of the check, its name, and whether it is left out of a small one.
type Check = (&'static str, fn(&mut Area) -> Result<(), Failure>, bool);

const PARTS: [Check; 9] = [
    ("zeros and fill", arrays::fills, false),
    ("copy and transpose", arrays::copies, false),
    ("cast", arrays::casts, false),
    ("map", maps::check, false),
    ("rows and reductions", rows::check, false),
    ("jobs and exchange", jobs::check, false),
    ("order", order::check, false),
    ("rejections", rejections::check, false),
    ("large and asynchronous", large::check, true),
];

fn main() -> ExitCode {
    let args = Args::of_process();
    on_gpu(&args, |device| match args.at(0) {
        Some("check") => check(device, &args),
        _ => Err("usage: memory check [--small] [--variant V] [--only WORDS]".into()),
    })
}

/// Runs the parts that `--only` names, or all; each of them, also after one has failed.
fn check(device: &Device, args: &Args) -> Result<(), Failure> {
    let small = args.has("--small");
    let mut failures = Vec::new();
    for (seed, (name, check, is_large)) in PARTS.into_iter().enumerate() {
        if !args.wants(name) || (small && is_large) {
            continue;
        }
        let start = std::time::Instant::now();
        let mut area = Area::new(device, small, seed as u64 + 1)?;
        if let Err(e) = check(&mut area) {
            failures.push(format!("{name}, check {}: {e}", area.checks.right));
        }
        failures.extend(area.checks.wrong.drain(..).map(|e| format!("{name}: {e}")));
        let (count, seconds) = (area.checks.right, start.elapsed().as_secs_f64());
        println!("{name:<24} {count:>6} checks passed, {seconds:.2} s");
    }
    device.synchronize()?;
    if !failures.is_empty() {
        return Err(failures.join("\n").into());
    }
    println!("all checks passed");
    Ok(())
}
