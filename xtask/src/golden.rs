//! `cargo xtask golden`: what goes through layouts costs no more instructions than index arithmetic by hand.
//!
//! The functions of `tests/golden` are compiled to x86-64 assembly and to PTX. Each `typed_NAME` is compared with its `hand_NAME`: it may
//! have fewer instructions, never more.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use azulejo_build::{BuildError, DeviceCrate};

use crate::command::{Command, Failure, Outcome};
use crate::shell::{at, program, run, target_dir};

pub const COMMAND: Command = Command {
    name: "golden",
    about: "compare the instructions of accesses and partitions with those written by hand (x86-64, PTX)",
    run: |_| {
        let mut failures = Vec::new();
        let mut skipped = Vec::new();
        if cfg!(target_arch = "x86_64") {
            failures.extend(compare("x86-64", &functions_of_assembly(&assembly()?))?);
        } else {
            skipped.push("x86-64: this machine is another".to_owned());
        }
        match DeviceCrate::available() {
            Ok(()) => failures.extend(compare("PTX", &functions_of_ptx(&ptx()?))?),
            Err(BuildError::Missing(what)) => skipped.push(format!("PTX: {what}")),
            Err(error) => return Err(error.to_string()),
        }
        match (failures.is_empty(), skipped.is_empty()) {
            (false, _) => Err(failures.join("\n")),
            (true, false) => Ok(Outcome::Skipped(skipped.join("; "))),
            (true, true) => Ok(Outcome::Done),
        }
    },
};

const PACKAGE: &str = "azulejo-golden";

/// Instructions of each function.
type Functions = BTreeMap<String, Vec<String>>;

/// The assembly of this machine.
fn assembly() -> Result<String, Failure> {
    compile(
        &["cargo"],
        &[],
        "release",
        "-Cllvm-args=-x86-asm-syntax=intel",
    )
}

/// The PTX of compute capability 9.0.
fn ptx() -> Result<String, Failure> {
    let toolchain = DeviceCrate::toolchain();
    compile(
        &["rustup", "run", &toolchain, "cargo"],
        &["--target", "nvptx64-nvidia-cuda"],
        "nvptx64-nvidia-cuda/release",
        "-Ctarget-cpu=sm_90a",
    )
}

/// Compiles the package and returns its assembly.
fn compile(cargo: &[&str], target: &[&str], folder: &str, flag: &str) -> Result<String, Failure> {
    let out = target_dir().join("golden");
    let deps = out.join(folder).join("deps");
    // Cargo takes a package whose assembly alone is gone for fresh.
    for entry in [deps.clone(), out.join(folder).join(".fingerprint")] {
        for old in named(&entry) {
            let gone = if old.is_dir() {
                fs::remove_dir_all(&old)
            } else {
                fs::remove_file(&old)
            };
            gone.map_err(at(&old))?;
        }
    }
    let rest = [
        "--package",
        PACKAGE,
        "--",
        "--emit=asm",
        "-Ccodegen-units=1",
        "-Copt-level=3",
        flag,
    ];
    let line: Vec<&str> = cargo
        .iter()
        .chain(["rustc", "--quiet", "--locked", "--lib", "--release"].iter())
        .chain(target)
        .chain(&rest)
        .copied()
        .collect();
    let mut command = program(&line);
    command.env("CARGO_TARGET_DIR", &out);
    for flags in ["RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS"] {
        command.env_remove(flags);
    }
    run(&mut command)?;
    let file = named(&deps)
        .into_iter()
        .find(|file| file.extension().is_some_and(|e| e == "s"))
        .ok_or_else(|| format!("no assembly in {}", deps.display()))?;
    fs::read_to_string(&file).map_err(at(&file))
}

/// The files of a folder that belong to the package.
fn named(folder: &Path) -> Vec<PathBuf> {
    let stems = [PACKAGE.to_owned(), PACKAGE.replace('-', "_")];
    let Ok(files) = fs::read_dir(folder) else {
        return Vec::new();
    };
    files
        .flatten()
        .map(|file| file.path())
        .filter(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            stems
                .iter()
                .any(|stem| name.trim_start_matches("lib").starts_with(stem))
        })
        .collect()
}

/// The functions of an assembly text; those that the compiler made one are taken for the same.
fn functions_of_assembly(text: &str) -> Functions {
    let mut functions = Functions::new();
    let mut same = Vec::new();
    let mut inside: Option<String> = None;
    for line in text.lines() {
        let code = line.split('#').next().unwrap_or_default().trim_end();
        if let Some((alias, of)) = code.split_once(" = ") {
            same.push((alias.trim().to_owned(), of.trim().to_owned()));
        } else if let Some(name) = code.strip_suffix(':')
            && is_ours(name)
        {
            functions.insert(name.to_owned(), Vec::new());
            inside = Some(name.to_owned());
        } else if code.trim().starts_with(".cfi_endproc") {
            inside = None;
        } else if let Some(name) = &inside
            && code.starts_with(['\t', ' '])
            && !code.trim().starts_with('.')
            && !code.trim().is_empty()
        {
            functions
                .entry(name.clone())
                .or_default()
                .push(code.trim().to_owned());
        }
    }
    for (alias, of) in same {
        if let Some(instructions) = functions.get(&of).cloned() {
            functions.insert(alias, instructions);
        }
    }
    functions
}

/// The functions of a PTX text.
fn functions_of_ptx(text: &str) -> Functions {
    let mut functions = Functions::new();
    let mut name = None;
    let mut inside = false;
    for line in text.lines() {
        let code = line.split("//").next().unwrap_or_default().trim();
        if code.starts_with(".visible .func") {
            name = code
                .split(|c: char| !(c.is_alphanumeric() || c == '_'))
                .find(|word| is_ours(word))
                .map(str::to_owned);
            inside = false;
        }
        match code {
            "{" => inside = true,
            "}" => (name, inside) = (None, false),
            _ if inside && !code.is_empty() && !code.starts_with('.') && !code.ends_with(':') => {
                if let Some(name) = &name {
                    functions
                        .entry(name.clone())
                        .or_default()
                        .push(code.to_owned());
                }
            }
            _ => {}
        }
    }
    functions
}

fn is_ours(name: &str) -> bool {
    name.starts_with("typed_") || name.starts_with("hand_")
}

/// Returns `true` if an instruction is one that main loops are made of.
fn of_main_loop(code: &str) -> bool {
    let ops = [
        "cp.async.c",
        "cp.async.bulk.tensor",
        "ldmatrix",
        "mma.sync",
        "wgmma.mma_async",
    ];
    ops.iter().any(|op| code.contains(op))
}

/// From the first of these instructions to the last, where there are some: what comes before is once a kernel.
fn main_loop(code: &[String]) -> &[String] {
    let is = |line: &String| of_main_loop(line);
    match (code.iter().position(is), code.iter().rposition(is)) {
        (Some(first), Some(last)) => &code[first..=last],
        _ => code,
    }
}

/// Prints the counts, and returns a line for each function that is longer than the one by hand.
fn compare(machine: &str, functions: &Functions) -> Result<Vec<String>, Failure> {
    let typed: Vec<_> = functions
        .iter()
        .filter_map(|(name, code)| Some((name.strip_prefix("typed_")?, code)))
        .collect();
    if typed.len() < LEAST {
        return Err(format!(
            "{machine}: only {} functions were found",
            typed.len()
        ));
    }
    let mut failures = Vec::new();
    println!("{machine:<8} {:<24} typed  by hand", "");
    for (name, typed) in typed {
        let hand = functions
            .get(&format!("hand_{name}"))
            .ok_or_else(|| format!("{machine}: no hand_{name}"))?;
        let (typed, hand) = (main_loop(typed), main_loop(hand));
        if typed.iter().filter(|code| of_main_loop(code)).count()
            != hand.iter().filter(|code| of_main_loop(code)).count()
        {
            failures.push(format!(
                "{machine}: typed_{name} and hand_{name} do not issue the same"
            ));
        }
        println!("{:<8} {name:<24} {:>5} {:>8}", "", typed.len(), hand.len());
        if typed.len() > hand.len() {
            failures.push(format!(
                "{machine}: typed_{name} has {} instructions, hand_{name} {}:\n  {}",
                typed.len(),
                hand.len(),
                typed.join("\n  ")
            ));
        }
    }
    Ok(failures)
}

/// The number of accesses and partitions at least.
const LEAST: usize = 14;
