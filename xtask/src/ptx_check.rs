//! `cargo xtask ptx-check`: assembles the committed PTX and checks every kernel by what `ptxas` reports.
//!
//! No stack frame, no spill but those of `SPILLING`, no more registers than the launch bounds leave, no warning that says
//! instructions were serialised; and, without `ptxas` too, as many of each collective instruction as
//! `kernels/ptx/collectives.txt` says, which `--bless` rewrites. And machine code of the kernels that have some is of their committed
//! PTX ([`cubin`]). No kernel calls code that panics, but tile programs and functions of `libm`.
//!
//! A text that has passed the same assembler is left out ([`crate::stamps`]); `--all` assembles it, too, and `--check` records
//! nothing.

use std::fs;

use azulejo_build::{Assembly, Ptxas, collectives, text_hash};
use azulejo_kernels::registry::group;
use azulejo_kernels::table::{Kernel, Variant};
use azulejo_runtime::ptx::for_sm_90;

use crate::command::{Command, Failure, Outcome};
use crate::rows::kernels;
use crate::shell::{at, root, target_dir};
use crate::stamps::{Stamp, Stamps};
use crate::texts::{Files, folder};
use crate::{cubin, workers};

pub const COMMAND: Command = Command {
    name: "ptx-check",
    about: "check the committed PTX: registers, stack, spills, warnings, collectives ([memory|sm80|hopper_bf16|…] --all --check --bless --verbose)",
    run: |args| {
        let has = |flag: &str| args.iter().any(|arg| arg == flag);
        count(has("--bless"))?;
        cubin::check(has("--all"))?;
        let Some(ptxas) = Ptxas::find(&root()) else {
            let why = "registers, stack, spills and warnings (no ptxas; `pip install nvidia-cuda-nvcc` installs it; the collectives were counted and the stamps of machine code compared)";
            return Ok(Outcome::Skipped(why.into()));
        };
        let groups: Vec<&str> = args
            .iter()
            .map(String::as_str)
            .filter(|arg| !arg.starts_with("--"))
            .collect();
        let rows: Vec<_> = kernels()
            .filter(|kernel| groups.is_empty() || groups.contains(&group(kernel)))
            .collect();
        let every = has("--all") || has("--verbose") || !groups.is_empty();
        let passed = assemble(&ptxas, &rows, every, has("--verbose"))?;
        if !has("--check") {
            Stamps::of_assembly().commit(passed)?;
        }
        Ok(Outcome::Done)
    },
};

/// The areas of `rows` that have kernels on `variant`.
fn areas(variant: Variant, rows: &[&Kernel]) -> Vec<&'static str> {
    let mut areas: Vec<_> = rows
        .iter()
        .filter(|kernel| variant.holds(kernel))
        .map(|kernel| kernel.file)
        .collect();
    areas.dedup();
    areas
}

fn count(bless: bool) -> Result<(), Failure> {
    let (mut counted, mut panicking) = (String::new(), Vec::new());
    let rows: Vec<_> = kernels().collect();
    for variant in [Variant::Sm80, Variant::Sm90a] {
        let mut files = Files::new(&folder(), variant);
        for file in areas(variant, &rows) {
            let ptx = files.read(file)?;
            for name in ptx.entries() {
                let text = ptx.entry(name).unwrap_or_default();
                let row = rows.iter().find(|row| row.name == name);
                // Programs index as they please, and `libm` does in its tables.
                let may = |row: &&Kernel| group(row) == "tile" || row.file.starts_with("long_");
                if text.contains("panicking") && !row.is_some_and(may) {
                    panicking.push(format!("{} {name}", variant.name()));
                }
                let counts: Vec<_> = collectives(text)
                    .iter()
                    .map(|(op, n)| format!("{op}={n}"))
                    .collect();
                if !counts.is_empty() {
                    counted += &format!("{} {name} {}\n", variant.name(), counts.join(" "));
                }
            }
        }
    }
    if !panicking.is_empty() {
        return Err(format!(
            "these kernels call code that panics, as a division by what may be zero does:\n  {}\ngive the divisor a type that has no zero, or divide by its `max(1)`, then `cargo xtask ptx`",
            panicking.join("\n  ")
        ));
    }
    let path = folder().join("collectives.txt");
    if bless {
        return fs::write(&path, counted).map_err(at(&path));
    }
    let committed = fs::read_to_string(&path).map_err(at(&path))?;
    let missing = |a: &str, b: &str| {
        a.lines()
            .filter(|line| !b.lines().any(|l| l == *line))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let (gone, new) = (missing(&committed, &counted), missing(&counted, &committed));
    if gone.is_empty() && new.is_empty() {
        return Ok(());
    }
    Err(format!(
        "collectives changed.\ncommitted:\n  {}\nin the PTX:\n  {}\nread the kernels, then `cargo xtask ptx-check --bless`",
        gone.join("\n  "),
        new.join("\n  ")
    ))
}

/// Kernels of attention whose accumulators leave no register, for both element types, and the bytes of stack that they take at most.
///
/// Forward tiles of 64 columns that fit take 96 keys, and are slower by 6 to 10 %; those of 256 columns are as fast as without their
/// few bytes (`benches/results/attention/README.md`). The others have no smaller form yet.
const SPILLING: &[(&str, u32)] = &[
    ("attention_*_d64", 24),
    // Producers of 24 registers, which wide rows of O leave them.
    ("attention_*_d192", 32),
    ("attention_*_d256", 32),
    ("attention_*_d256_full", 32),
    ("attention_backward_*_d64", 168),
    ("attention_backward_*_d128_changed", 56),
    ("attention_sm80_*_d64", 16),
    ("attention_sm80_*_d128", 24),
    // What does not change over the blocks of queries, beside 128 sums of dK and dV and 64 of scores or of dQ.
    ("attention_sm80_backward_*_d64", 248),
    ("attention_sm80_backward_*_d128_wide", 144),
    ("attention_sm80_backward_*_d256_wide", 96),
    ("attention_sm80_backward_*_d256", 8),
    // Masked blocks alone, and as text of compute capability 8.0.
    ("attention_sm80_*_d256_decode", 64),
];

/// Bytes of stack that a kernel may take.
pub fn most_stack(kernel: &str) -> u32 {
    let of_any_type = kernel.replace("_bf16_", "_*_").replace("_f16_", "_*_");
    let found = SPILLING.iter().find(|(name, _)| *name == of_any_type);
    found.map_or(0, |(_, bytes)| *bytes)
}

/// A text to assemble.
struct Job {
    /// The architecture: that of the text, or 9.0 for one that has instructions of it where devices have them.
    arch: &'static str,
    file: &'static str,
    text: String,
    /// The stamp, should it pass.
    stamp: Stamp,
}

impl Job {
    fn new(
        version: &str,
        arch: &'static str,
        (file, text): (&'static str, String),
        rows: &[&Kernel],
    ) -> Self {
        let bounds = rows.iter().filter(|kernel| kernel.file == file);
        let bounds: String = bounds
            .map(|kernel| format!("{} {}\n", kernel.name, kernel.register_budget()))
            .collect();
        let stamp = Stamp {
            inputs: text_hash(format!("{version}\n{bounds}").bytes()),
            texts: text_hash(text.bytes()),
        };
        Self {
            arch,
            file,
            text,
            stamp,
        }
    }

    fn name(&self) -> String {
        format!("{}/{}", self.arch, self.file)
    }
}

/// Texts of fewer bytes are short: one of them is assembled each day.
const SHORT: usize = 200_000;

/// Assembles the texts of `rows`, those with a stamp only if `every` one is asked for, checks their kernels and returns the
/// stamps.
fn assemble(
    ptxas: &Ptxas,
    rows: &[&Kernel],
    every: bool,
    verbose: bool,
) -> Result<Vec<(String, Stamp)>, Failure> {
    let version = ptxas.version().map_err(|error| error.to_string())?;
    let stamps = Stamps::of_assembly();
    let mut jobs = Vec::new();
    for variant in [Variant::Sm80, Variant::Sm90a] {
        let mut files = Files::new(&folder(), variant);
        for file in areas(variant, rows) {
            let text = files.read(file)?.to_string();
            let filled = for_sm_90(&text);
            if filled != text {
                jobs.push(Job::new(&version, "sm_90", (file, filled.into()), rows));
            }
            jobs.push(Job::new(&version, variant.name(), (file, text), rows));
        }
    }
    let count = jobs.len();
    // Long texts take the assembler half a minute.
    let is_short = |name: &str| {
        let of = |job: &Job| job.name() == name && job.text.len() < SHORT;
        jobs.iter().any(of)
    };
    let today = stamps.of_today(is_short).map(str::to_owned);
    jobs.retain(|job| {
        let name = job.name();
        every || today.as_ref() == Some(&name) || !stamps.is_current(&name, job.stamp)
    });
    println!("{} of {count} texts have passed before", count - jobs.len());
    // The assembler keeps one core busy for a text.
    let results = workers::each(&jobs, |_, job| {
        let path = target_dir()
            .join("ptx-check")
            .join(job.name())
            .with_extension("ptx");
        let made = fs::create_dir_all(path.with_file_name(""));
        let end = made
            .and_then(|()| fs::write(&path, &job.text))
            .map_err(at(&path))
            .and_then(|()| {
                let assembled = ptxas.assemble(&path, job.arch);
                assembled.map_err(|error| error.to_string())
            });
        (path, end)
    });
    let mut faults = Vec::new();
    for (job, (path, end)) in jobs.iter().zip(results) {
        let Assembly { reports, warnings } = end.map_err(at(&path))?;
        faults.extend(
            warnings
                .iter()
                .map(|warning| format!("{}: {warning}", path.display())),
        );
        let prints = job.text.contains("vprintf");
        let most = reports
            .iter()
            .map(|report| report.registers)
            .max()
            .unwrap_or(0);
        println!(
            "{}: {} kernels, at most {most} registers",
            job.name(),
            reports.len()
        );
        for report in &reports {
            let budget = rows
                .iter()
                .find(|kernel| kernel.name == report.name)
                .map_or(0, |kernel| kernel.register_budget());
            if verbose {
                println!(
                    "  {:<44} {:>3} of {budget} registers",
                    report.name, report.registers
                );
            }
            // What a kernel prints passes through memory.
            let stack = if prints { 0 } else { report.stack };
            let spilled = stack > 0 || report.spills > 0;
            if (spilled && stack > most_stack(&report.name)) || report.registers > budget {
                faults.push(format!(
                    "{} {}: {} registers of {budget}, {} bytes of stack, {} of spills",
                    job.arch, report.name, report.registers, report.stack, report.spills
                ));
            }
        }
    }
    if faults.is_empty() {
        Ok(jobs.iter().map(|job| (job.name(), job.stamp)).collect())
    } else {
        Err(faults.join("\n"))
    }
}
