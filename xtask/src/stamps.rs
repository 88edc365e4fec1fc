//! What the committed PTX was built from, `kernels/ptx/built.txt`, and what has passed the assembler,
//! `kernels/ptx/assembled.txt`.
//!
//! A line for each build has its name, a hash of its sources with the compiler's version, and a hash of the PTX that it gave.
//! Where both hashes are those of the files, building again would give the same PTX, so `--check` leaves the build out. A
//! changed source or a changed text is always built. One build of little time is made each day all the same, and `--all`
//! makes every one each week. The same holds for the assembler, with a line for each text.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::sync::OnceLock;
use std::time::{SystemTime, UNIX_EPOCH};

use azulejo_build::{DeviceCrate, source_hash, text_hash};

use crate::command::Failure;
use crate::shell::{at, output, root};

/// The hashes of what made or checked a text, and of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    /// Of the sources and the compiler, or of the assembler and the bounds.
    pub inputs: u64,
    /// Of the PTX.
    pub texts: u64,
}

/// The stamps of a file, by the name of the build or of the text.
#[derive(Debug)]
pub struct Stamps {
    file: &'static str,
    head: &'static str,
    all: BTreeMap<String, Stamp>,
}

/// Builds of less than a minute of computing, of which one is made each day. The others take two to five.
const SHORT: [&str; 2] = ["custom-kernel", "sm_90a/hopper_aux"];

/// Returns `true` if a build is one that every day has the time for.
pub fn is_short(build: &str) -> bool {
    SHORT.contains(&build)
}

/// What every device build reads. `ptx.rs` and `custom_kernel.rs` have flags, `build` has more and inserts the launch bounds.
/// What they read of the workspace's manifest is [`of_release`], of its lock file [`of_kernels`].
const SHARED: [&str; 26] = [
    "layout/Cargo.toml",
    "layout/src/lib.rs",
    "layout/src/macros.rs",
    "layout/src/algebra",
    "layout/src/basis",
    "layout/src/int",
    "layout/src/check",
    "layout/src/layout",
    "layout/src/swizzle",
    "layout/src/tree",
    "layout/src/units",
    "tensor/Cargo.toml",
    "tensor/src",
    "kernels/device/Cargo.toml",
    "kernels/device/src",
    "kernels/scalar/Cargo.toml",
    "kernels/scalar/src",
    "kernels/Cargo.toml",
    "kernels/src/lib.rs",
    "kernels/src/table.rs",
    "kernels/build/Cargo.toml",
    "kernels/build/src",
    "kernels/src/device/mod.rs",
    "kernels/src/device/arrive.rs",
    "kernels/src/device/element.rs",
    "kernels/src/device/modes.rs",
];

/// The hash of what a build reads: the sources of every build with the compiler's version, and its own.
///
/// # Errors
/// If a source cannot be read, or the compiler of device code does not print its version.
pub fn sources(own: &[&str]) -> Result<u64, Failure> {
    static OF_ALL: OnceLock<Result<u64, Failure>> = OnceLock::new();
    let all = OF_ALL.get_or_init(|| {
        let toolchain = DeviceCrate::toolchain();
        let version = output(&["rustup", "run", &toolchain, "rustc", "-vV"])
            .ok_or_else(|| format!("`rustup run {toolchain} rustc -vV` failed"))?;
        // The same compiler on another machine writes the same PTX.
        let version = version.lines().filter(|line| !line.starts_with("host: "));
        let manifest = fs::read_to_string(root().join("Cargo.toml"))
            .map_err(|error| format!("Cargo.toml: {error}"))?;
        let workspace = together(
            text_hash(version.flat_map(str::bytes)),
            text_hash(of_release(&manifest).bytes()),
        );
        let lock = fs::read_to_string(root().join("Cargo.lock"))
            .map_err(|error| format!("Cargo.lock: {error}"))?;
        let workspace = together(workspace, text_hash(of_kernels(&lock).bytes()));
        Ok(together(workspace, hash(&SHARED)?))
    });
    Ok(together(all.clone()?, hash(own)?))
}

/// The packages that device code is made of.
const DEVICE_PACKAGES: [&str; 10] = [
    "azulejo-device",
    "azulejo-kernels",
    "azulejo-layout",
    "azulejo-scalar",
    "azulejo-tensor",
    "azulejo-tile",
    "generic-array",
    "half",
    "libm",
    "typenum",
];

/// What a device build in profile `release` reads of the workspace's manifest: all but the sections of other profiles and of packages
/// that it does not have.
fn of_release(manifest: &str) -> String {
    let mut read = true;
    let mut kept = String::new();
    for line in manifest.lines() {
        if line.starts_with('[') {
            let package = line.strip_prefix("[profile.release.package.");
            let package = package.and_then(|rest| rest.strip_suffix(']'));
            read = match package {
                Some(name) => name == "\"*\"" || DEVICE_PACKAGES.contains(&name),
                None => !line.starts_with("[profile.") || line.starts_with("[profile.release"),
            };
        }
        if read && !line.starts_with('#') && !line.is_empty() {
            kept += line;
            kept.push('\n');
        }
    }
    kept
}

/// The entries of a lock file for `azulejo-kernels` and all that it depends on: what tile programs have beside it on a device is the
/// workspace's own.
fn of_kernels(lock: &str) -> String {
    let entries = || lock.split("\n\n");
    let mut found = BTreeSet::new();
    let mut asked = vec!["azulejo-kernels"];
    while let Some(package) = asked.pop() {
        let line = format!("name = \"{package}\"");
        for entry in entries().filter(|entry| entry.lines().any(|of| of == line)) {
            if found.insert(entry) {
                // A dependency's name, behind which its version may stand.
                let needs = entry.lines().filter_map(|of| of.strip_prefix(" \""));
                asked.extend(needs.filter_map(|of| of.split([' ', '"']).next()));
            }
        }
    }
    found.into_iter().collect()
}

fn hash(sources: &[&str]) -> Result<u64, Failure> {
    source_hash(&root(), sources).map_err(|error| error.to_string())
}

/// A hash of two.
fn together(a: u64, b: u64) -> u64 {
    text_hash(format!("{a:016x}{b:016x}").bytes())
}

/// Returns `true` if the builds read `source`, a file below the root, by their hash.
pub fn holds(own: &[&str], source: &str) -> bool {
    SHARED
        .iter()
        .chain(own)
        .any(|path| source == *path || source.starts_with(&format!("{path}/")))
}

impl Stamps {
    /// Those of builds.
    pub fn of_builds() -> Self {
        let head = "# build, hash of its sources, hash of its PTX; written by `cargo xtask ptx` and `cargo xtask custom-kernel`\n";
        Self::read("kernels/ptx/built.txt", head)
    }

    /// Those of texts that have passed the assembler.
    pub fn of_assembly() -> Self {
        let head = "# text, hash of the assembler and the bounds, hash of the PTX that passed; written by `cargo xtask ptx-check`\n";
        Self::read("kernels/ptx/assembled.txt", head)
    }

    /// The committed ones; none where there is no such file.
    fn read(file: &'static str, head: &'static str) -> Self {
        let all = parse(&fs::read_to_string(root().join(file)).unwrap_or_default());
        Self { file, head, all }
    }

    fn text(&self) -> String {
        let line = |(name, stamp): (&String, &Stamp)| {
            format!("{name} {:016x} {:016x}\n", stamp.inputs, stamp.texts)
        };
        let lines: String = self.all.iter().map(line).collect();
        format!("{}{lines}", self.head)
    }

    /// Writes them, with those that were just made.
    pub fn commit(
        mut self,
        made: impl IntoIterator<Item = (String, Stamp)>,
    ) -> Result<(), Failure> {
        self.all.extend(made);
        let path = root().join(self.file);
        fs::write(&path, self.text()).map_err(at(&path))
    }

    /// Returns `true` if these inputs gave or passed these texts.
    pub fn is_current(&self, name: &str, stamp: Stamp) -> bool {
        self.all.get(name) == Some(&stamp)
    }

    /// The one of these that is checked today, whatever its stamp: those that a run has the time for.
    pub fn of_today(&self, is_short: impl Fn(&str) -> bool) -> Option<&str> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        self.of_day(now.map_or(0, |time| time.as_secs() / 86400), is_short)
    }

    fn of_day(&self, day: u64, is_short: impl Fn(&str) -> bool) -> Option<&str> {
        let short: Vec<_> = self.all.keys().filter(|name| is_short(name)).collect();
        let count = short.len().max(1) as u64;
        short.get((day % count) as usize).map(|name| name.as_str())
    }
}

fn parse(text: &str) -> BTreeMap<String, Stamp> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(stamp).collect()
}

/// The name and the stamp of a line.
fn stamp(line: &str) -> Option<(String, Stamp)> {
    let mut words = line.split(' ');
    let name = words.next()?.to_owned();
    let mut hash = || u64::from_str_radix(words.next()?, 16).ok();
    let (inputs, texts) = (hash()?, hash()?);
    Some((name, Stamp { inputs, texts }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stamps(all: BTreeMap<String, Stamp>) -> Stamps {
        let (file, head) = ("", "# head\n");
        Stamps { file, head, all }
    }

    #[test]
    fn a_text_is_current_with_both_hashes_alone() {
        let made = Stamp {
            inputs: 1,
            texts: 0xFEDC_BA98_7654_3210,
        };
        let written = stamps(BTreeMap::from([("sm_80/map".to_owned(), made)]));
        let read = stamps(parse(&written.text()));
        assert_eq!(read.all, written.all);
        assert!(read.is_current("sm_80/map", made));
        assert!(!read.is_current("sm_90a/map", made));
        assert!(!read.is_current("sm_80/map", Stamp { inputs: 2, ..made }));
        assert!(!read.is_current("sm_80/map", Stamp { texts: 2, ..made }));
        // A line that a merge has left unreadable is no stamp.
        assert_eq!(parse("<<<<<<< ours\nsm_80/map 1\n"), BTreeMap::new());
    }

    #[test]
    fn every_build_has_its_day() {
        let made = Stamp {
            inputs: 1,
            texts: 2,
        };
        let names = ["a", "b", "c"].map(|name| (name.to_owned(), made));
        let of_three = stamps(BTreeMap::from(names));
        let every = |_: &str| true;
        let days: Vec<_> = (6..9)
            .filter_map(|day| of_three.of_day(day, every))
            .collect();
        assert_eq!(days, ["a", "b", "c"]);
        let days: Vec<_> = (6..9)
            .filter_map(|day| of_three.of_day(day, |name| name != "b"))
            .collect();
        assert_eq!(days, ["a", "c", "a"]);
        assert_eq!(stamps(BTreeMap::new()).of_day(6, every), None);
    }

    #[test]
    fn profiles_that_device_builds_do_not_use_are_no_source() {
        let device = "[workspace]\nresolver = \"3\"\n[profile.release]\nopt-level = 3\n[profile.release.package.half]\nopt-level = 1\n";
        let others = "[profile.release.package.clap]\nopt-level = 1\n# A test.\n[profile.test.package.a]\nopt-level = 1\n\n[profile.dev]\ndebug = false\n";
        assert_eq!(of_release(&format!("{device}{others}")), device);
        assert_ne!(of_release(&device.replace('3', "2")), device);
    }

    #[test]
    fn packages_that_kernels_do_not_use_are_no_source() {
        let package = |name: &str, needs: &[&str]| {
            let needs: String = needs.iter().map(|need| format!(" \"{need}\",\n")).collect();
            format!(
                "[[package]]\nname = \"{name}\"\nversion = \"1.0.0\"\ndependencies = [\n{needs}]\n\n"
            )
        };
        let used = package("azulejo-kernels", &["half 1.0.0", "typenum"])
            + &package("half", &["azulejo-kernels"]);
        let of_used = of_kernels(&used);
        assert_eq!(of_used.matches("name = ").count(), 2);
        assert_eq!(
            of_kernels(&format!("{used}{}", package("clap", &["half"]))),
            of_used
        );
        assert_ne!(
            of_kernels(&format!("{used}{}", package("typenum", &[]))),
            of_used
        );
    }

    #[test]
    fn the_hash_of_the_sources_is_of_every_file_in_their_directories() {
        assert!(holds(
            &["kernels/src/device/map"],
            "kernels/src/device/map/mod.rs"
        ));
        assert!(!holds(
            &["kernels/src/device/map"],
            "kernels/src/device/mapped.rs"
        ));
        assert!(holds(&[], "layout/src/lib.rs") && !holds(&[], "gemm/src/lib.rs"));
        assert!(hash(&SHARED).is_ok(), "every source is there");
    }
}
