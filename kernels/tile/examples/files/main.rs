//! Tile programs on NumPy files.
//!
//! ```text
//! files batch-norm IN.npy OUT.npy [--cuda]            each column to mean 0, deviation 1
//! files precisions IN.npy OUT.npy [--cuda]            f64 to f32, f16, i32: OUT.f32.npy, OUT.f16.npy, OUT.i32.npy
//! files mixed A.npy B.npy OUT.npy [--cuda]            (a + b) 2 + 1 of f16 and f32
//! files softmax IN.npy OUT.npy [--cuda]               of rows of up to 4096
//! files layer-norm IN.npy OUT.npy [--cuda]            of rows of up to 4096
//! files attention Q.npy K.npy V.npy OUT.npy [--cuda]  one head of 64
//! ```
//!
//! Without `--cuda` the programs run on the CPU's cores, with it on the first GPU: the same functions.

mod jobs;
mod npy;

use std::error::Error;
use std::path::Path;

use azulejo_runtime::Device;
use jobs::Machine;

fn main() -> std::process::ExitCode {
    npy::output::end(run())
}

fn run() -> Result<(), Box<dyn Error>> {
    let mut args: Vec<_> = std::env::args_os().skip(1).collect();
    let machine = match args.iter().position(|arg| arg == "--cuda") {
        Some(at) => {
            args.remove(at);
            Machine::Gpu(Device::new(0)?)
        }
        None => Machine::Cpu,
    };
    let command = args.first().and_then(|arg| arg.to_str());
    let command = command.unwrap_or_default();
    let paths: Vec<&Path> = args.iter().skip(1).map(Path::new).collect();
    let said = match (command, &paths[..]) {
        ("batch-norm", [from, to]) => jobs::batch_norm(&machine, from, to)?,
        ("precisions", [from, to]) => jobs::precisions(&machine, from, to)?,
        ("mixed", [a, b, to]) => jobs::mixed(&machine, a, b, to)?,
        ("softmax", [from, to]) => jobs::softmax(&machine, from, to)?,
        ("layer-norm", [from, to]) => jobs::layer_norm(&machine, from, to)?,
        ("attention", [q, k, v, to]) => jobs::attention(&machine, q, k, v, to)?,
        _ => return Err("usage: files COMMAND IN.npy … OUT.npy [--cuda]; commands: batch-norm precisions mixed softmax layer-norm attention".into()),
    };
    println!("{command}: {said}");
    Ok(())
}
