//! `cargo xtask ptx`: compiles the device code and writes `kernels/ptx/`; `--check` compares instead.
//!
//! A text for each architecture and PTX file of the kernel table, with the table's launch bounds in it, the same byte for
//! byte on every machine with the same compiler.
//!
//! What was built last from the same sources, and has the same text since, is left out ([`stamps`]); `--all` builds it, too.
//!
//! `cargo xtask ptx pack` makes the compressed modules from the texts alone, after a merge; `--all` also those that are current.
//! `cargo xtask ptx show KERNEL` prints
//! a kernel's module, or that of a PTX file's kernels, also where the file has only what differs from another's.

use std::collections::{BTreeMap, BTreeSet, btree_map::Entry};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use azulejo_build::{Bounds, BuildError, DeviceCrate, Ptx, text_hash};
use azulejo_kernels::registry::group;
use azulejo_kernels::table::{Kernel, Variant};

use crate::command::{Command, Failure, Outcome};
use crate::rows::kernels;
use crate::shell::{root, target_dir};
use crate::stamps::{Stamp, Stamps, is_short};
use crate::texts::{Files, Texts, areas, clear, folded, folder, pack, read};
use crate::{stamps, texts, workers};

pub const COMMAND: Command = Command {
    name: "ptx",
    about: "build the PTX of changed kernels into kernels/ptx ([memory|sm80|tile|hopper_bf16|…]: these; --all: every kernel; --check: compare with what is committed; pack: compress the committed texts; show KERNEL: print its whole text)",
    run: |args| {
        let has = |flag: &str| args.iter().any(|arg| arg == flag);
        let groups: Vec<&str> = args
            .iter()
            .map(String::as_str)
            .filter(|arg| !arg.starts_with("--"))
            .collect();
        if let ["show", name] = groups[..] {
            return show(name).map(|()| Outcome::Done);
        }
        if groups == ["pack"] {
            if has("--all") {
                clear()?;
            }
            write(Texts::new())?;
            return Ok(Outcome::Done);
        }
        // Every day a test of this program does.
        if has("--check") && has("--all") {
            texts::compare()?;
        }
        let known = RUNS.concat();
        if let Some(unknown) = groups.iter().find(|group| !known.contains(group)) {
            return Err(format!("no group `{unknown}`: {}", known.join(", ")));
        }
        match DeviceCrate::available() {
            Ok(()) => {}
            Err(BuildError::Missing(what)) => {
                return Ok(Outcome::Skipped(format!(
                    "{what}; the committed PTX is used as it is"
                )));
            }
            Err(error) => return Err(error.to_string()),
        }
        let stamps = Stamps::of_builds();
        let today = stamps.of_today(is_short).filter(|_| has("--check"));
        let mut builds = Vec::new();
        for build in known.iter().flat_map(|group| builds_of(group)) {
            let asked = groups.contains(&build.group) || groups.is_empty() && has("--all");
            if asked || groups.is_empty() && is_due(&stamps, today, build)? {
                builds.push(build);
            }
        }
        // A source that changes while it is compiled is not what the stamp is of.
        let made: Vec<_> = builds.iter().map(|build| build.sources()).collect();
        let built = build(&builds).map_err(|error| error.to_string())?;
        if has("--check") {
            compare(built)?;
            return Ok(Outcome::Done);
        }
        write(built)?;
        let made = builds.iter().zip(made).map(|(build, sources)| {
            let (inputs, texts) = (sources?, build.texts()?);
            Ok((build.name(), Stamp { inputs, texts }))
        });
        stamps.commit(made.collect::<Result<Vec<_>, Failure>>()?)?;
        Ok(Outcome::Done)
    },
};

/// Prints the module of a kernel, or of all in a PTX file, for each variant that has it.
fn show(name: &str) -> Result<(), Failure> {
    let mut found = false;
    for variant in [Variant::Sm80, Variant::Sm90a] {
        let is = |kernel: &&Kernel| {
            variant.holds(kernel) && (kernel.name == name || kernel.file == name)
        };
        if let Some(row) = kernels().find(is) {
            let whole = read(&folder(), variant, row.file)?;
            let text = whole.part(|entry| entry == name || row.file == name);
            write!(std::io::stdout(), "{text}").map_err(|error| error.to_string())?;
            found = true;
        }
    }
    if found {
        Ok(())
    } else {
        Err(format!("no kernel and no area `{name}` in the table"))
    }
}

/// What is compiled in one run: the entry points of these features of the package. What takes longest comes first; small ones
/// share what the compiler must do for each run.
const RUNS: &[&[&str]] = &[
    &[
        "hopper_bf16",
        "hopper_f16",
        "hopper_tf32",
        "hopper_i8",
        "hopper_fused",
        "hopper_aux",
    ],
    &["hopper_fp8"],
    &["sm80"],
    &["attention", "attention_sm80"],
    &["attention_backward", "attention_sm80_backward"],
    &["memory"],
    &["tile"],
];

/// The kernels of a group for one architecture.
#[derive(Clone, Copy)]
struct Build {
    variant: Variant,
    group: &'static str,
}

impl Build {
    /// What its stamp is called.
    fn name(self) -> String {
        format!("{}/{}", self.variant.name(), self.group)
    }

    fn areas(self) -> Vec<&'static str> {
        let rows = kernels().filter(|row| self.variant.holds(row) && group(row) == self.group);
        let mut areas: Vec<_> = rows.map(|row| row.file).collect();
        areas.dedup();
        areas
    }

    /// The hash of its sources and the compiler, and of this file, which has the flags.
    fn sources(self) -> Result<u64, Failure> {
        stamps::sources(&[&own(self.group)[..], &["xtask/src/ptx.rs"]].concat())
    }

    /// The hash of its committed texts.
    fn texts(self) -> Result<u64, Failure> {
        let mut all = String::new();
        for area in self.areas() {
            all += &read(&folder(), self.variant, area)?.to_string();
        }
        Ok(text_hash(all.bytes()))
    }
}

/// The builds of a group: an architecture for which it has no kernels has none.
fn builds_of(group: &'static str) -> impl Iterator<Item = Build> {
    [Variant::Sm80, Variant::Sm90a]
        .map(|variant| Build { variant, group })
        .into_iter()
        .filter(|build| !build.areas().is_empty())
}

/// Whether its sources or its texts have changed since they were committed together, or it is the one of `today`.
fn is_due(stamps: &Stamps, today: Option<&str>, build: Build) -> Result<bool, Failure> {
    let name = build.name();
    let inputs = build.sources()?;
    let current = build
        .texts()
        .is_ok_and(|texts| stamps.is_current(&name, Stamp { inputs, texts }));
    match (current, today == Some(&name)) {
        (true, true) => println!("{name}: unchanged, and built as the one of today"),
        (true, false) => println!("{name}: unchanged"),
        (false, _) => println!("{name}: its sources or its texts have changed"),
    }
    Ok(!current || today == Some(&name))
}

/// What a group's device code is in, beside what all builds read: files and directories.
fn own(group: &str) -> Vec<&'static str> {
    const HOPPER: &[&str] = &[
        "kernels/src/device/gemm/mod.rs",
        "kernels/src/device/gemm/args.rs",
        "kernels/src/device/gemm/major.rs",
        "kernels/src/device/gemm/hopper",
    ];
    const SM80: &[&str] = &[
        "kernels/src/device/gemm/mod.rs",
        "kernels/src/device/gemm/args.rs",
        "kernels/src/device/gemm/major.rs",
        "kernels/src/device/gemm/sm80",
    ];
    const ATTENTION: &[&str] = &["kernels/src/device/attention"];
    const MEMORY: &[&str] = &[
        "kernels/src/device/cast",
        "kernels/src/device/copy",
        "kernels/src/device/map",
        "kernels/src/device/probe",
        "kernels/src/device/rows",
        "kernels/src/device/zeros",
    ];
    match group {
        "attention" | "attention_backward" | "attention_sm80" | "attention_sm80_backward" => {
            ATTENTION.to_vec()
        }
        "sm80" => SM80.to_vec(),
        "memory" => MEMORY.to_vec(),
        // What feature `tile` of the kernels turns on.
        "tile" => {
            let own: &[&str] = &["kernels/tile/Cargo.toml", "kernels/tile/src"];
            [HOPPER, own].concat()
        }
        _ => HOPPER.to_vec(),
    }
}

/// The texts of the builds by their paths below `kernels/ptx`.
fn build(builds: &[Build]) -> Result<BTreeMap<PathBuf, String>, BuildError> {
    let mut jobs = Vec::new();
    for run in RUNS {
        for variant in [Variant::Sm90a, Variant::Sm80] {
            let mut run = run.to_vec();
            let is = |build: &Build, group| build.variant == variant && build.group == group;
            run.retain(|group| builds.iter().any(|build| is(build, *group)));
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
    let folder = match worker {
        // That of the tests' device crates, which use the same crates.
        0 => "atoms".to_owned(),
        worker => format!("ptx-{worker}"),
    };
    let folder = target_dir().join(folder);
    // The programs use device code of every PTX file, whose entry points are not theirs.
    let package = package(groups);
    let mut device =
        DeviceCrate::new(root().join("Cargo.toml"), package, &folder).feature("entries");
    if package == "azulejo-kernels" {
        for group in groups {
            device = device.feature(*group);
        }
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
    let ptx = device.compile(variant.name())?;
    for group in groups {
        stamped(&folder, package, &own(group))?;
    }
    let ptx = Ptx::parse(&ptx)?
        .part(|name| !elsewhere(name))
        .with_bounds(&bounds)?;
    let mut areas: Vec<_> = rows.iter().map(|kernel| kernel.file).collect();
    areas.dedup();
    let text = |area| {
        let part = ptx.part(|name| {
            rows.iter()
                .any(|kernel| kernel.name == name && kernel.file == area)
        });
        let path = Path::new(variant.name()).join(area).with_extension("ptx");
        (path, part.to_string())
    };
    Ok(areas.into_iter().map(text).collect())
}

/// The package with the entry points of these groups.
fn package(groups: &[&str]) -> &'static str {
    match groups {
        ["tile"] => "azulejo-tile",
        _ => "azulejo-kernels",
    }
}

/// Checks that the sources which the compiler read in the last build of `package` in `folder` are those whose hash is a stamp.
fn stamped(folder: &Path, package: &str, own: &[&str]) -> Result<(), BuildError> {
    let deps = folder.join("nvptx64-nvidia-cuda/release/deps");
    let failure = |error| BuildError::Io(deps.clone(), error);
    // The youngest list of each crate; the tests' device crates are in the same folder.
    let crates = [
        "azulejo-layout",
        "azulejo-tensor",
        "azulejo-device",
        "azulejo-scalar",
        "azulejo-kernels",
        package,
    ];
    let crates: BTreeSet<String> = crates.iter().map(|name| name.replace('-', "_")).collect();
    let mut lists = BTreeMap::new();
    for file in fs::read_dir(&deps).map_err(failure)? {
        let file = file.map_err(failure)?;
        let name = file.file_name().to_string_lossy().into_owned();
        if let Some((name, _)) = name
            .strip_suffix(".d")
            .and_then(|name| name.split_once('-'))
            && crates.contains(name)
        {
            let time = file
                .metadata()
                .and_then(|of| of.modified())
                .map_err(failure)?;
            let list = lists.entry(name.to_owned()).or_insert((time, file.path()));
            *list = (time, file.path()).max(list.clone());
        }
    }
    if lists.len() < crates.len() {
        return Err(BuildError::Mismatch(format!(
            "{}: not every crate has a list of its sources",
            deps.display()
        )));
    }
    for (_, list) in lists.values() {
        let text = fs::read_to_string(list).map_err(|e| BuildError::Io(list.clone(), e))?;
        let sources = text.lines().filter_map(|line| line.strip_suffix(':'));
        if let Some(other) = sources
            .into_iter()
            .find(|source| !stamps::holds(own, source))
        {
            return Err(BuildError::Mismatch(format!(
                "{other} is compiled, and no stamp is of it: add it to `own` in xtask/src/ptx.rs"
            )));
        }
    }
    Ok(())
}

/// Every text of the table: the built ones, and the committed ones of what was not built, less kernels that the table no
/// longer has.
fn all(mut built: Texts) -> Result<Texts, Failure> {
    for variant in [Variant::Sm80, Variant::Sm90a] {
        let mut files = Files::new(&folder(), variant);
        for area in areas(variant) {
            let path = Path::new(variant.name()).join(area).with_extension("ptx");
            if let Entry::Vacant(missing) = built.entry(path) {
                let kept = |name: &str| {
                    kernels().any(|k| k.name == name && k.file == area && variant.holds(k))
                };
                missing.insert(files.read(area)?.part(kept).to_string());
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_group_has_builds_whose_sources_are_there() {
        for group in RUNS.concat() {
            let builds: Vec<_> = builds_of(group).collect();
            assert!(!builds.is_empty(), "{group}");
            for source in own(group) {
                assert!(root().join(source).exists(), "{group}: {source}");
            }
        }
    }
}
