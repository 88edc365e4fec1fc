//! `cargo xtask simt`: programs on the executor of PTX in `tests/simt`, which stands for the driver's library.
//!
//! A program that is started here loads `libcuda.so` from the build folder, and runs the committed kernels on the CPU with
//! every access checked. `--check` is a part that continuous integration has the time for; `--all` takes every kernel
//! through every job of the programs that check them on a GPU.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::Command as Process;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use crate::command::{Command, Failure, Outcome};
use crate::shell::{as_tests, at, program, run, target_dir};
use crate::workers;

mod runs;

use runs::{Run, all, small};

pub const COMMAND: Command = Command {
    name: "simt",
    about: "programs with the kernels on the CPU, every access checked (COMMAND... | --check | --all [WORD]...)",
    run: |args| {
        if !cfg!(target_os = "linux") {
            return Ok(Outcome::Skipped(
                "it stands for libcuda.so, which is Linux's".into(),
            ));
        }
        match args.first().map(String::as_str) {
            None => return Err("a command to run, or --check, or --all".into()),
            Some("--check") => each(&small(), &args[1..], TESTED)?,
            Some("--all") => each(&all(), &args[1..], LIBRARY)?,
            Some(_) => {
                let library = library(ALONE, TESTED)?;
                let words: Vec<&str> = args.iter().map(String::as_str).collect();
                run(program(&words).env("LD_LIBRARY_PATH", library))?;
            }
        }
        Ok(Outcome::Done)
    },
};

/// The profile of the tests.
const TESTED: &[&str] = &["--profile", "test"];
/// A release whose panics become errors of the driver.
const LIBRARY: &[&str] = &["--profile", "library"];

/// What a command needs, which brings its own program: the executor.
const ALONE: &str = "--package azulejo-simt --locked --quiet";
/// What the runs need, with the packages and targets that the tests are built from, so that what they compiled serves here.
const PROGRAMS: &str = "--workspace --locked --quiet --lib --bin azulejo --bin gpu --bin tutorial --example candle_flash_attn";

/// Builds `targets`, the library among them, and gives the folder in which it is called `libcuda.so`.
fn library(targets: &str, profile: &[&str]) -> Result<PathBuf, Failure> {
    let line: Vec<&str> = ["cargo", "build"]
        .into_iter()
        .chain(targets.split(' '))
        .chain(profile.iter().copied())
        .collect();
    run(as_tests(&mut program(&line)))?;
    let folder = target_dir().join("simt");
    let failure = |error: std::io::Error| format!("{}: {error}", folder.display());
    fs::create_dir_all(&folder).map_err(failure)?;
    let library = folder.join("libcuda.so");
    // A new file: the old one may be in use by a program that still runs.
    match fs::remove_file(&library) {
        Err(error) if error.kind() != ErrorKind::NotFound => return Err(failure(error)),
        _ => {}
    }
    fs::copy(built(profile).join("libazulejo_simt.so"), library).map_err(failure)?;
    Ok(folder)
}

/// The folder of what was built.
fn built(profile: &[&str]) -> PathBuf {
    let folder = if profile == TESTED {
        "debug"
    } else {
        "library"
    };
    target_dir().join(folder)
}

/// Makes those runs whose name holds one of `words`, as many at once as there are cores, and says how each ended.
fn each(runs: &[Run], words: &[String], profile: &[&str]) -> Result<(), Failure> {
    let wanted =
        |run: &&Run| words.is_empty() || words.iter().any(|word| run.name.contains(word.as_str()));
    let runs: Vec<&Run> = runs.iter().filter(wanted).collect();
    if runs.is_empty() {
        return Err("no run has such a name".into());
    }
    let (library, programs) = (library(PROGRAMS, profile)?, built(profile));
    let logs = library.join("logs");
    fs::create_dir_all(&logs).map_err(at(&logs))?;
    let ended = AtomicUsize::new(0);
    let failed = workers::each(&runs, |_, run| {
        let start = Instant::now();
        let end = one(run, &library, &programs, &logs);
        let number = ended.fetch_add(1, Ordering::Relaxed) + 1;
        let (word, text) = match &end {
            Ok(last) => ("passed", last),
            Err(text) => ("FAILED", text),
        };
        println!(
            "{number}/{} {word} in {:.1} s: {}: {text}",
            runs.len(),
            start.elapsed().as_secs_f64(),
            run.name
        );
        end.is_err()
    });
    match failed.iter().filter(|failed| **failed).count() {
        0 => Ok(()),
        count => Err(format!(
            "{count} of {} runs failed; {} holds what they printed",
            runs.len(),
            logs.display()
        )),
    }
}

/// Runs one: the last line it printed, or all that it printed where it failed.
fn one(run: &Run, library: &Path, programs: &Path, logs: &Path) -> Result<String, Failure> {
    let line = run.line.replace("{}", &programs.to_string_lossy());
    let words: Vec<&str> = line.split(' ').collect();
    let mut process: Process = program(&words);
    process
        .env("LD_LIBRARY_PATH", library)
        .env("AZULEJO_SIMT_CC", run.capability)
        // Kernels ask for what they round the start of shared memory up by: here they need it, and an overrun shows.
        .env("AZULEJO_SIMT_SHARED", "16")
        .env("AZULEJO_SIMT_SMS", run.sm_count.to_string());
    let output = process
        .output()
        .map_err(|error| format!("`{line}` did not start: {error}"))?;
    let printed = [output.stderr, output.stdout].concat();
    let printed = String::from_utf8_lossy(&printed);
    let log = logs
        .join(run.name.replace([' ', ','], "_"))
        .with_extension("txt");
    fs::write(&log, printed.as_bytes()).map_err(at(&log))?;
    if output.status.success() {
        Ok(printed.lines().last().unwrap_or_default().to_owned())
    } else {
        Err(format!(
            "`{line}` ended with {}\n{}",
            output.status,
            printed.trim_end()
        ))
    }
}
