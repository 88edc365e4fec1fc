//! `azulejo bench` from its flags to its table.

use std::process::Command;

use azulejo::tensor::DType;

use super::args::{Args, Subject};
use super::case::{Case, suite, usual};
use super::report::{Row, keep, processor, recorded, save};
use super::{attention, attention_cpu, gemm_cpu, gemm_cuda, memory_cpu, memory_cuda};
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
    let on_cuda = matches!(args.device, Device::Cuda(_));
    if let Some(flag) = args.cuda.given()
        && !(on_cuda && args.subject == Subject::Gemm)
    {
        let why = "only products on a GPU are compared with it; use bench gemm --device cuda:N or omit it";
        return Err(Failure::argument(flag, why));
    }
    let of_the_cpu = [
        (!args.shape.is_empty(), "--shape"),
        (args.suite.is_some(), "--suite"),
        (args.threads.is_some(), "--threads"),
        (args.keep, "--keep"),
    ];
    if let Some((_, flag)) = of_the_cpu.iter().find(|(given, _)| *given && on_cuda) {
        let why = "only the CPU's timings have it; omit it, or give products of a GPU with --product MxNxK";
        return Err(Failure::argument(flag, why));
    }
    let of_one = [
        (!args.size.is_empty(), "--size", Subject::Attention),
        (!args.shape.is_empty(), "--shape", Subject::Gemm),
        (args.suite.is_some(), "--suite", Subject::Gemm),
        (args.keep, "--keep", Subject::Gemm),
    ];
    let of_two = [
        (!args.dtype.is_empty(), "--dtype"),
        (args.threads.is_some(), "--threads"),
    ];
    if let Some((_, flag)) = of_two.iter().find(|(given, _)| *given)
        && args.subject == Subject::Memory
    {
        let why = "bench memory times one thread and types of its own; omit the flag";
        return Err(Failure::argument(flag, why));
    }
    if let Some((_, flag, _)) = of_one
        .iter()
        .find(|(given, _, subject)| *given && *subject != args.subject)
    {
        let why = "another subject has it; --shape, --suite and --keep are of bench gemm, --size of bench attention";
        return Err(Failure::argument(flag, why));
    }
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
    let available = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = args.threads.unwrap_or(available);
    if threads == 0 {
        return Err(Failure::argument(
            "--threads",
            "0 threads compute nothing; use 1 or more",
        ));
    }
    if threads > MOST_THREADS && threads > available {
        return Err(Failure::argument(
            "--threads",
            format!(
                "{threads} threads would wait for each other; this machine runs {available} at once, and up to {MOST_THREADS} are started"
            ),
        ));
    }
    let wanted = threads.to_string();
    if POOLS
        .iter()
        .any(|name| std::env::var(name).as_deref() != Ok(wanted.as_str()))
    {
        return again(&wanted);
    }
    let mut rows = match args.subject {
        Subject::Gemm => {
            let mut rows: Vec<Row> = Vec::new();
            for case in cases(&args)? {
                let row = gemm_cpu::run(case, threads)?;
                row.print(rows.is_empty());
                rows.push(row);
            }
            rows
        }
        Subject::Attention => {
            let mut rows: Vec<Row> = Vec::new();
            let sizes = match args.size.is_empty() {
                true => attention::usual(),
                false => args.size.clone(),
            };
            for dtype in dtypes(&args) {
                for (size, causal) in sizes.iter().flat_map(|size| [(size, false), (size, true)]) {
                    let row = attention_cpu::run(dtype, *size, causal, threads)?;
                    row.print(rows.is_empty());
                    rows.push(row);
                }
            }
            rows
        }
        Subject::Memory => {
            let rows = memory_cpu::run()?;
            rows.iter()
                .enumerate()
                .for_each(|(at, row)| row.print(at == 0));
            rows
        }
    };
    if let Some(path) = &args.json {
        let note = match args.subject {
            Subject::Gemm if cfg!(feature = "baselines") => {
                "C = A B, all row-major, random values, interleaved on the same buffers, medians. `azulejo bench gemm --dtype f32,f64,f16,bf16,tf32,i8 --shape 64,256,512,1000,1024,2048,64x2048x2048 --threads N --json FILE --keep`, built with `--features baselines`. What several threads bring is the median, round by round, of one thread's time over theirs in the same run."
            }
            Subject::Gemm => "Row-major; medians.",
            Subject::Attention => {
                "Self-attention, (batch, sequence, heads, head_dim); medians, interleaved with the two products alone."
            }
            Subject::Memory => {
                "Arrays of 64 MiB; one thread; medians, interleaved with the standard library."
            }
        };
        keep(old, &gemm_cpu::KEY, &mut rows);
        save(path, &processor(), note, rows)?;
    }
    Ok(())
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

/// The element types asked for; f32 where none is.
fn dtypes(args: &Args) -> Vec<DType> {
    match args.dtype.is_empty() {
        true => vec![DType::F32],
        false => args.dtype.clone(),
    }
}

fn cases(args: &Args) -> Result<Vec<Case>, Failure> {
    if let Some(path) = &args.suite {
        return suite(path);
    }
    let dtypes = dtypes(args);
    let shapes = if args.shape.is_empty() {
        usual()
    } else {
        args.shape.clone()
    };
    let pairs = dtypes.iter().flat_map(|dtype| {
        shapes.iter().map(|shape| Case {
            dtype: *dtype,
            shape: *shape,
        })
    });
    Ok(pairs.collect())
}
