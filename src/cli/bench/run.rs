//! `azulejo bench` from its flags to its table.

use std::process::Command;

use azulejo::attention::Mask;
use azulejo::tensor::DType;

use super::args::{Args, Subject};
use super::extents::{Case, suite, usual_shapes, usual_sizes};
use super::report::{Table, keep, processor, recorded, save};
use super::{attention_cpu, gemm_cpu, gemm_cuda, memory_cpu, memory_cuda};
use crate::cli::device::Device;
use crate::cli::failure::Failure;
use crate::cli::output::check;

/// The variables from which the thread pools take their size, when they start.
const POOLS: [&str; 2] = ["RAYON_NUM_THREADS", "MATMUL_NUM_THREADS"];

/// Threads that are started at most, but for machines that run more at once.
const MOST_THREADS: usize = 1024;

/// Runs every case and prints a row for each.
pub fn run(args: Args) -> Result<(), Failure> {
    if let Some(path) = &args.json {
        check("--json", path)?;
    }
    args.check()?;
    if let Device::Cuda(device) = args.device {
        return match args.subject {
            Subject::Gemm => gemm_cuda::run(device, &args.dtype, &args.cuda, args.json.as_deref()),
            Subject::Attention => Err(Failure::argument(
                "--device",
                "attention is not timed on a GPU yet; use --device cpu",
            )),
            Subject::Memory => memory_cuda::run(device, args.json.as_deref()),
        };
    }
    let old = match &args.json {
        Some(path) if args.keep => recorded(path)?,
        _ => Vec::new(),
    };
    let threads = threads(&args)?;
    let wanted = threads.to_string();
    let is_other = |name: &&str| std::env::var(name).as_deref() != Ok(wanted.as_str());
    if POOLS.iter().any(is_other) {
        return again(&wanted);
    }
    let mut table = Table::default();
    let note = match args.subject {
        Subject::Gemm => {
            let cases = cases(&args)?;
            let name = if args.suite.is_some() {
                "--suite"
            } else {
                "--shape"
            };
            cases.iter().try_for_each(|case| case.held(name))?;
            for case in cases {
                table.push(gemm_cpu::run(case, threads)?);
            }
            match cfg!(feature = "baselines") {
                true => {
                    "C = A B, all row-major, random values, interleaved on the same buffers, medians. `azulejo bench gemm --dtype f32,f64,f16,bf16,tf32,i8 --shape 64,256,512,1000,1024,2048,64x2048x2048 --threads N --json FILE --keep`, built with `--features baselines`. What several threads bring is the median, round by round, of one thread's time over theirs in the same run."
                }
                false => "Row-major; medians.",
            }
        }
        Subject::Attention => {
            let sizes = or(&args.size, usual_sizes);
            for dtype in dtypes(&args) {
                sizes
                    .iter()
                    .try_for_each(|size| size.held("--size", dtype))?;
                let masks = [Mask::Full, Mask::Causal];
                for (size, mask) in sizes.iter().flat_map(|size| masks.map(|mask| (size, mask))) {
                    table.push(attention_cpu::run(dtype, *size, mask, threads)?);
                }
            }
            "Self-attention, (batch, sequence, heads, head_dim); medians, interleaved with the two products alone."
        }
        Subject::Memory => {
            memory_cpu::run(&mut table).map_err(|error| Failure::Work(error.to_string()))?;
            "Arrays of 64 MiB; one thread; medians, interleaved with the standard library."
        }
    };
    if let Some(path) = &args.json {
        keep(old, &gemm_cpu::KEY, &mut table.0);
        save(path, &processor(), note, table.0)?;
    }
    Ok(())
}

/// How many threads compute.
fn threads(args: &Args) -> Result<usize, Failure> {
    let available = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = args.threads.unwrap_or(available);
    let what = match threads {
        0 => "0 threads compute nothing; use 1 or more".to_owned(),
        _ if threads > MOST_THREADS.max(available) => format!(
            "{threads} threads would wait for each other; this machine runs {available} at once, and up to {MOST_THREADS} are started"
        ),
        _ => return Ok(threads),
    };
    Err(Failure::argument("--threads", what))
}

/// Starts this program once more with the variables that size every thread pool, and waits for it.
fn again(threads: &str) -> Result<(), Failure> {
    let cannot = |error: std::io::Error| Failure::Work(format!("cannot start again: {error}"));
    let mut command = Command::new(std::env::current_exe().map_err(cannot)?);
    command.args(std::env::args_os().skip(1));
    POOLS.iter().for_each(|name| {
        command.env(name, threads);
    });
    match command.status().map_err(cannot)?.code() {
        Some(0) => Ok(()),
        code => std::process::exit(code.unwrap_or(1)),
    }
}

/// What was given, or what is usual.
fn or<T: Clone>(given: &[T], usual: impl FnOnce() -> Vec<T>) -> Vec<T> {
    match given.is_empty() {
        true => usual(),
        false => given.to_vec(),
    }
}

/// The element types asked for; f32 where none is.
fn dtypes(args: &Args) -> Vec<DType> {
    or(&args.dtype, || vec![DType::F32])
}

fn cases(args: &Args) -> Result<Vec<Case>, Failure> {
    if let Some(path) = &args.suite {
        return suite(path);
    }
    let shapes = or(&args.shape, usual_shapes);
    let of = |dtype| shapes.iter().map(move |&shape| Case { dtype, shape });
    Ok(dtypes(args).into_iter().flat_map(of).collect())
}
