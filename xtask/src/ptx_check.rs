//! `cargo xtask ptx-check`: assembles the committed PTX and judges every kernel by what `ptxas` reports.
//!
//! No stack frame, no spill, no more registers than the launch bounds leave, no warning that says instructions were
//! serialised; and, without `ptxas` too, as many of each collective instruction as `kernels/ptx/collectives.txt`
//! says, which `--bless` rewrites.

use std::fs;

use azulejo_kernels::build::{Ptxas, collectives};
use azulejo_kernels::table::{Kernel, Variant, group, kernels};

use crate::command::{Command, Failure, Outcome};
use crate::shell::{root, target_dir};
use crate::texts::{folder, read};
use crate::workers;

pub const COMMAND: Command = Command {
    name: "ptx-check",
    about: "judge the committed PTX: registers, stack, spills, warnings, collectives ([memory|ladder|hopper_bf16|…] --bless --verbose)",
    run: |args| {
        let has = |flag: &str| args.iter().any(|arg| arg == flag);
        count(has("--bless"))?;
        let Some(ptxas) = Ptxas::find(&root()) else {
            let why = "registers, stack, spills and warnings (no ptxas; `pip install nvidia-cuda-nvcc` brings it; the collectives were counted)";
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
        assemble(&ptxas, &rows, has("--verbose"))?;
        Ok(Outcome::Done)
    },
};

/// The areas of `rows` that have kernels on `variant`.
fn areas(variant: Variant, rows: &[&Kernel]) -> Vec<&'static str> {
    let mut areas: Vec<_> = rows
        .iter()
        .filter(|kernel| variant.holds(kernel))
        .map(|kernel| kernel.area)
        .collect();
    areas.dedup();
    areas
}

fn count(bless: bool) -> Result<(), Failure> {
    let mut counted = String::new();
    let rows: Vec<_> = kernels().collect();
    for variant in [Variant::Sm80, Variant::Sm90a] {
        for area in areas(variant, &rows) {
            let ptx = read(&folder(), variant, area)?;
            for name in ptx.entries() {
                let counts: Vec<_> = collectives(ptx.entry(name).unwrap_or_default())
                    .iter()
                    .map(|(op, n)| format!("{op}={n}"))
                    .collect();
                if !counts.is_empty() {
                    counted += &format!("{} {name} {}\n", variant.name(), counts.join(" "));
                }
            }
        }
    }
    let path = folder().join("collectives.txt");
    if bless {
        return fs::write(&path, counted).map_err(|error| format!("{}: {error}", path.display()));
    }
    let committed =
        fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
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

/// Assembles the texts of `rows` and checks their kernels.
fn assemble(ptxas: &Ptxas, rows: &[&Kernel], verbose: bool) -> Result<(), Failure> {
    let mut jobs = Vec::new();
    for variant in [Variant::Sm80, Variant::Sm90a] {
        jobs.extend(areas(variant, rows).into_iter().map(|area| (variant, area)));
    }
    // The assembler keeps one core busy for a text.
    let results = workers::each(&jobs, |_, (variant, area)| {
        let path = target_dir().join("ptx-check").join(variant.name());
        let full = read(&folder(), *variant, area).and_then(|ptx| {
            let made = fs::create_dir_all(&path);
            let path = path.join(area).with_extension("ptx");
            made.and_then(|()| fs::write(&path, ptx.to_string()))
                .map_err(|error| format!("{}: {error}", path.display()))
        });
        let path = path.join(area).with_extension("ptx");
        let end = full.and_then(|()| {
            ptxas
                .assemble(&path, variant.name())
                .map_err(|error| error.to_string())
        });
        (path, end)
    });
    let mut faults = Vec::new();
    for ((variant, area), (path, end)) in jobs.into_iter().zip(results) {
        let (reports, warnings) = end.map_err(|error| format!("{}: {error}", path.display()))?;
        faults.extend(
            warnings
                .iter()
                .map(|warning| format!("{}: {warning}", path.display())),
        );
        let speaks = fs::read_to_string(&path).is_ok_and(|text| text.contains("vprintf"));
        let most = reports
            .iter()
            .map(|report| report.registers)
            .max()
            .unwrap_or(0);
        println!(
            "{} {area}: {} kernels, at most {most} registers",
            variant.name(),
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
            let stack = if speaks { 0 } else { report.stack };
            if stack > 0 || report.spills > 0 || report.registers > budget {
                faults.push(format!(
                    "{} {}: {} registers of {budget}, {} bytes of stack, {} of spills",
                    variant.name(),
                    report.name,
                    report.registers,
                    report.stack,
                    report.spills
                ));
            }
        }
    }
    if faults.is_empty() {
        Ok(())
    } else {
        Err(faults.join("\n"))
    }
}
