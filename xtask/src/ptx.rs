//! `cargo xtask ptx`: compiles the device code and writes `kernels/ptx/`; `--check` compares instead.
//!
//! A text for each architecture and area of the kernel table, with the table's launch bounds in it, the same byte for
//! byte on every machine with the same compiler.
//!
//! `cargo xtask ptx trial` compiles the candidates of `table::trials` instead, into the folder `trial` of the build, which
//! `AZULEJO_PTX_FOLDER` is then to name, and judges them as `ptx-check` does.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use azulejo_kernels::build::{Bounds, BuildError, DeviceCrate, Ptx, Ptxas};
use azulejo_kernels::table::{Variant, group, kernels, trials};

use crate::command::{Command, Failure, Outcome};
use crate::ptx_check::assemble;
use crate::shell::{root, target_dir};
use crate::workers;

pub const COMMAND: Command = Command {
    name: "ptx",
    about: "build the PTX of every kernel into kernels/ptx ([memory|ladder|tile|hopper_bf16|…] --check: compare with what is committed; trial: candidates, into the build folder)",
    run: |args| {
        let check = args.iter().any(|arg| arg == "--check");
        let groups: Vec<&str> = args
            .iter()
            .map(String::as_str)
            .filter(|arg| *arg != "--check")
            .collect();
        if groups == [TRIAL] && !check {
            return trial();
        }
        let all = RUNS.concat();
        if let Some(unknown) = groups.iter().find(|group| !all.contains(group)) {
            return Err(format!("no group `{unknown}`: {}", all.join(", ")));
        }
        let built = match build(RUNS, &groups) {
            Ok(built) => built,
            Err(BuildError::Missing(what)) => {
                return Ok(Outcome::Skipped(format!(
                    "{what}; the committed PTX is used as it is"
                )));
            }
            Err(error) => return Err(error.to_string()),
        };
        if check {
            compare(&built)?
        } else {
            write(&folder(), &built)?
        }
        Ok(Outcome::Done)
    },
};

/// The group of the candidates.
const TRIAL: &str = "trial";

/// Compiles the candidates and judges them.
fn trial() -> Result<Outcome, Failure> {
    let built = match build(&[&[TRIAL]], &[]) {
        Ok(built) => built,
        Err(BuildError::Missing(what)) => return Ok(Outcome::Skipped(what)),
        Err(error) => return Err(error.to_string()),
    };
    let folder = target_dir().join(TRIAL);
    write(&folder, &built)?;
    println!("AZULEJO_PTX_FOLDER={}", folder.display());
    let Some(ptxas) = Ptxas::find(&root()) else {
        return Ok(Outcome::Skipped("registers and spills: no ptxas".into()));
    };
    let rows: Vec<_> = trials().collect();
    assemble(&ptxas, &folder, &rows, true)?;
    Ok(Outcome::Done)
}

/// What is compiled in one run: the entry points of these features of the package. What takes longest comes first; small ones
/// share what the compiler must do for each run.
const RUNS: &[&[&str]] = &[
    &["ladder"],
    &["memory"],
    &["tile"],
    &["hopper_fp8"],
    &[
        "hopper_bf16",
        "hopper_f16",
        "hopper_tf32",
        "hopper_i8",
        "hopper_fused",
        "hopper_passes",
    ],
];

/// The folder of the committed texts.
pub fn folder() -> PathBuf {
    root().join("kernels/ptx")
}

/// Every text of the groups of `runs` asked for (all, for none) by its path below `kernels/ptx`.
fn build(
    runs: &[&[&'static str]],
    groups: &[&str],
) -> Result<BTreeMap<PathBuf, String>, BuildError> {
    let mut jobs = Vec::new();
    for variant in [Variant::Sm80, Variant::Sm90a] {
        for run in runs {
            let mut run = run.to_vec();
            run.retain(|group| groups.is_empty() || groups.contains(group));
            if !run.is_empty() {
                jobs.push((variant, run));
            }
        }
    }
    // The compiler keeps one core busy for a run.
    let parts = workers::each(&jobs, |worker, (variant, run)| {
        compiled(*variant, run, worker)
    });
    parts
        .into_iter()
        .try_fold(BTreeMap::new(), |mut texts, part| {
            texts.extend(part?);
            Ok(texts)
        })
}

/// The texts of some groups for one architecture, in the build folder of one worker.
fn compiled(
    variant: Variant,
    groups: &[&str],
    worker: usize,
) -> Result<Vec<(PathBuf, String)>, BuildError> {
    let rows: Vec<_> = kernels()
        .chain(trials())
        .filter(|kernel| variant.holds(kernel) && groups.contains(&group(kernel)))
        .collect();
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let folder = match worker {
        0 => "ptx".to_owned(),
        worker => format!("ptx-{worker}"),
    };
    let mut device = DeviceCrate::new(
        root().join("Cargo.toml"),
        "azulejo-kernels",
        target_dir().join(folder),
    );
    for group in groups {
        device = device.feature(*group);
    }
    // The programs use device code of every area, whose entry points are not theirs.
    if !groups.contains(&"tile") {
        device = device.feature("entries");
    }
    if variant == Variant::Sm90a {
        device = device.feature("sm90a");
    }
    println!("compiling {} for {}", groups.join(", "), variant.name());
    let bounds: Vec<_> = rows
        .iter()
        .map(|kernel| Bounds::new(kernel.name, kernel.threads, kernel.min_ctas))
        .collect();
    let ptx = Ptx::parse(&device.compile(variant.name())?)?.with_bounds(&bounds)?;
    let mut areas: Vec<_> = rows.iter().map(|kernel| kernel.area).collect();
    areas.dedup();
    let text = |area| {
        let part = ptx.part(|name| {
            rows.iter()
                .any(|kernel| kernel.name == name && kernel.area == area)
        });
        let path = Path::new(variant.name()).join(area).with_extension("ptx");
        (path, part.to_string())
    };
    Ok(areas.into_iter().map(text).collect())
}

/// Whether a committed text is the built one, whatever hashes its symbols hold.
fn same(old: &str, text: &str) -> bool {
    old == text || Ptx::parse(old).is_ok_and(|old| old.to_string() == text)
}

fn write(folder: &Path, texts: &BTreeMap<PathBuf, String>) -> Result<(), Failure> {
    for (path, text) in texts {
        let path = folder.join(path);
        if fs::read_to_string(&path).is_ok_and(|old| same(&old, text)) {
            continue;
        }
        let made = path.parent().map_or(Ok(()), fs::create_dir_all);
        made.and_then(|()| fs::write(&path, text))
            .map_err(|error| format!("{}: {error}", path.display()))?;
        println!("wrote {}", path.display());
    }
    Ok(())
}

fn compare(texts: &BTreeMap<PathBuf, String>) -> Result<(), Failure> {
    let mut stale = Vec::new();
    for (path, text) in texts {
        if fs::read_to_string(folder().join(path)).is_ok_and(|old| same(&old, text)) {
            println!("{} is what its source compiles to", path.display());
        } else {
            stale.push(path.display().to_string());
        }
    }
    if stale.is_empty() {
        Ok(())
    } else {
        Err(format!(
            "not what the source compiles to: {}; run `cargo xtask ptx`",
            stale.join(", ")
        ))
    }
}
