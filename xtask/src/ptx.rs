//! `cargo xtask ptx`: compiles the device code and writes `kernels/ptx/`; `--check` compares instead.
//!
//! A text for each architecture and area of the kernel table, with the table's launch bounds in it, the same byte for
//! byte on every machine with the same compiler.
//!
//! `cargo xtask ptx pack` makes the compressed modules from the texts alone, after a merge.

use std::collections::{BTreeMap, btree_map::Entry};
use std::fs;
use std::path::{Path, PathBuf};

use azulejo_kernels::build::{Bounds, BuildError, DeviceCrate, Ptx};
use azulejo_kernels::table::{Variant, group, kernels};

use crate::command::{Command, Failure, Outcome};
use crate::shell::{root, target_dir};
use crate::texts::{Texts, areas, folded, folder, pack, read};
use crate::{texts, workers};

pub const COMMAND: Command = Command {
    name: "ptx",
    about: "build the PTX of every kernel into kernels/ptx ([memory|ladder|tile|hopper_bf16|…] --check: compare with what is committed; pack: compress the committed texts)",
    run: |args| {
        let check = args.iter().any(|arg| arg == "--check");
        let groups: Vec<&str> = args
            .iter()
            .map(String::as_str)
            .filter(|arg| *arg != "--check")
            .collect();
        if groups == ["pack"] {
            write(Texts::new())?;
            return Ok(Outcome::Done);
        }
        if check {
            texts::compare()?;
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
            compare(built)?
        } else {
            write(built)?
        }
        Ok(Outcome::Done)
    },
};

/// What is compiled in one run: the entry points of these features of the package. What takes longest comes first; small ones
/// share what the compiler must do for each run.
const RUNS: &[&[&str]] = &[
    &["ladder"],
    &["attention"],
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
    // Programs are entry points of every build; those of another variant are left out.
    let elsewhere = |name: &str| kernels().any(|k| k.name == name && !variant.holds(k));
    let ptx = Ptx::parse(&device.compile(variant.name())?)?
        .part(|name| !elsewhere(name))
        .with_bounds(&bounds)?;
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

/// Every text of the table: the built ones, and the committed ones of what was not built, less kernels that the table no
/// longer has.
fn all(mut built: Texts) -> Result<Texts, Failure> {
    for variant in [Variant::Sm80, Variant::Sm90a] {
        for area in areas(variant) {
            let path = Path::new(variant.name()).join(area).with_extension("ptx");
            if let Entry::Vacant(missing) = built.entry(path) {
                let kept = |name: &str| {
                    kernels().any(|k| k.name == name && k.area == area && variant.holds(k))
                };
                missing.insert(read(&folder(), variant, area)?.part(kept).to_string());
            }
        }
    }
    Ok(built)
}

/// The committed files by their paths below the folder.
fn committed() -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for variant in [Variant::Sm80, Variant::Sm90a] {
        let of = folder().join(variant.name());
        let listed = fs::read_dir(&of).map_err(|error| format!("{}: {error}", of.display()))?;
        files.extend(
            listed
                .flatten()
                .map(|file| Path::new(variant.name()).join(file.file_name())),
        );
    }
    Ok(files)
}

/// Whether a committed file is the one to be, whatever hashes its symbols hold.
fn same(old: &str, text: &str) -> bool {
    old == text || Ptx::parse(old).is_ok_and(|old| old.to_string() == text)
}

fn write(built: Texts) -> Result<(), Failure> {
    let files = folded(&all(built)?)?;
    for (path, text) in &files {
        let path = folder().join(path);
        if fs::read_to_string(&path).is_ok_and(|old| same(&old, text)) {
            continue;
        }
        fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
        println!("wrote {}", path.display());
    }
    for path in committed()?
        .iter()
        .filter(|path| !files.contains_key(*path))
    {
        let path = folder().join(path);
        fs::remove_file(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        println!("removed {}", path.display());
    }
    pack()
}

fn compare(built: Texts) -> Result<(), Failure> {
    let names: Vec<_> = built.keys().cloned().collect();
    let files = folded(&all(built)?)?;
    let is = |path: &Path, text: &String| {
        fs::read_to_string(folder().join(path)).is_ok_and(|old| same(&old, text))
    };
    let mut stale: Vec<_> = committed()?
        .into_iter()
        .filter(|path| !files.contains_key(path))
        .collect();
    stale.extend(
        files
            .iter()
            .filter(|(path, text)| !is(path, text))
            .map(|(path, _)| path.clone()),
    );
    for path in names
        .iter()
        .filter(|path| !stale.contains(path) && !stale.contains(&path.with_extension("like")))
    {
        println!("{} is what its source compiles to", path.display());
    }
    if stale.is_empty() {
        Ok(())
    } else {
        let stale: Vec<_> = stale
            .iter()
            .map(|path| path.display().to_string())
            .collect();
        Err(format!(
            "not what the source compiles to: {}; run `cargo xtask ptx`",
            stale.join(", ")
        ))
    }
}
