//! `cargo xtask lines`: the size and shape of source files.
//!
//! - A file has at most 500 lines; up to 800 if its header gives the reason on a line that starts
//!   with `//! Length:`. A table of data has no limit and says so on its first line (`Data table`).
//! - A package in `kernels/` has at most 20,000 lines of sources.
//! - The modules of the packages in [`ONE_WAY`] import each other in one direction.
//! - Libraries whose manifest says `test = false` have no tests.
//! - `lib.rs` and `mod.rs` declare modules and re-export: no functions, types or impls. A `macro_rules!` that makes the
//!   declarations of a list may stand there.

mod imports;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::command::{Command, Failure, Outcome};
use crate::shell::{at, root};

const FOLDERS: [&str; 12] = [
    "src",
    "layout",
    "tensor",
    "kernels",
    "gemm",
    "attention",
    "capi",
    "fuzz",
    "examples",
    "benches",
    "tests",
    "xtask",
];

/// The sources whose top-level modules import each other in one direction.
const ONE_WAY: [&str; 2] = ["layout/src", "tensor/src"];

/// Lines of the sources of a package in `kernels/`, at most.
const PACKAGE: usize = 20_000;

pub const COMMAND: Command = Command {
    name: "lines",
    about: "sizes of files and packages, no logic in lib.rs and mod.rs, and no modules that import each other",
    run: |_| {
        let mut files = Vec::new();
        for folder in FOLDERS {
            collect(&root().join(folder), &mut files)?;
        }
        files.sort();
        let mut faults = Vec::new();
        for file in &files {
            let text = fs::read_to_string(file).map_err(at(file))?;
            let name = file.strip_prefix(root()).unwrap_or(file).display();
            let is_test =
                |line: &str| line.starts_with("#[test]") || line.starts_with("#[cfg(test)]");
            if text.lines().any(is_test) && is_left_out(file) {
                faults.push(format!("{name}: `[lib] test = false` leaves its tests out"));
            }
            faults.extend(fault(file, &text).map(|fault| format!("{name}: {fault}")));
        }
        faults.extend(too_large(&files)?);
        for src in ONE_WAY {
            let fault = imports::fault(&root().join(src), &files)?;
            faults.extend(fault.map(|fault| format!("{src}: {fault}")));
        }
        println!("lines: {} files", files.len());
        if faults.is_empty() {
            Ok(Outcome::Done)
        } else {
            Err(faults.join("\n"))
        }
    },
};

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Ok(());
    };
    for entry in entries {
        let path = entry.map_err(at(folder))?.path();
        if path.is_dir() {
            if path.file_name().is_some_and(|name| name != "target") {
                collect(&path, files)?;
            }
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    Ok(())
}

/// The packages in `kernels/` that have too many lines.
fn too_large(files: &[PathBuf]) -> Result<Vec<String>, Failure> {
    let mut packages = BTreeMap::new();
    let folder = root().join("kernels");
    for file in files.iter().filter(|file| file.starts_with(&folder)) {
        if let Some(src) = file.ancestors().find(|folder| folder.ends_with("src")) {
            let text = fs::read_to_string(file).map_err(at(file))?;
            *packages.entry(src).or_insert(0) += text.lines().count();
        }
    }
    let large = packages.into_iter().filter(|(_, lines)| *lines > PACKAGE);
    let fault = |(src, lines): (&Path, usize)| {
        format!(
            "{}: {lines} lines; {PACKAGE} is the limit of a package",
            src.display()
        )
    };
    Ok(large.map(fault).collect())
}

/// Returns `true` if a file is of a library whose manifest says `test = false`: what it has of tests is not compiled.
fn is_left_out(file: &Path) -> bool {
    let manifest = file.ancestors().skip(1).find_map(|folder| {
        let text = fs::read_to_string(folder.join("Cargo.toml")).ok()?;
        Some((folder, text))
    });
    let Some((package, manifest)) = manifest else {
        return false;
    };
    let library = manifest
        .split("\n[")
        .find(|section| section.starts_with("lib]"));
    let is_untested = library.is_some_and(|section| section.contains("test = false"));
    is_untested && !file.starts_with(package.join("tests"))
}

/// What is wrong with one file, if anything.
fn fault(path: &Path, text: &str) -> Option<String> {
    let count = text.lines().count();
    let is_data = text
        .lines()
        .next()
        .is_some_and(|line| line.contains("Data table"));
    let has_reason = text
        .lines()
        .take(40)
        .any(|line| line.starts_with("//! Length:"));
    if !is_data && count > 800 {
        return Some(format!("{count} lines; 800 is the limit"));
    }
    if !is_data && count > 500 && !has_reason {
        return Some(format!(
            "{count} lines; above 500 the header gives the reason on a line `//! Length: …`"
        ));
    }
    let is_index = path
        .file_name()
        .is_some_and(|name| name == "mod.rs" || name == "lib.rs");
    let is_test = path.components().any(|part| part.as_os_str() == "tests");
    if is_index && !is_test {
        let mut in_macro = false;
        let logic = text.lines().find(|line| {
            in_macro = (in_macro || line.starts_with("macro_rules!")) && *line != "}";
            if in_macro {
                return false;
            }
            let line = line
                .trim_start()
                .trim_start_matches("pub ")
                .trim_start_matches("const ");
            ["fn ", "impl ", "impl<", "struct ", "enum "]
                .iter()
                .any(|start| line.starts_with(start))
        });
        return logic.map(|line| {
            format!(
                "holds `{}`; such files only declare and re-export",
                line.trim()
            )
        });
    }
    None
}

#[cfg(test)]
mod tests {
    use super::fault;
    use std::path::Path;

    #[test]
    fn long_files_and_logic_in_indices_are_named() {
        let file = Path::new("a/b.rs");
        assert!(fault(file, &"x\n".repeat(500)).is_none());
        assert!(fault(file, &"x\n".repeat(501)).is_some());
        assert!(
            fault(
                file,
                &format!("//! Length: one table.\n{}", "x\n".repeat(600))
            )
            .is_none()
        );
        assert!(
            fault(
                file,
                &format!("//! Length: one table.\n{}", "x\n".repeat(800))
            )
            .is_some()
        );
        assert!(
            fault(
                file,
                &format!("//! Data table: primes.\n{}", "x\n".repeat(900))
            )
            .is_none()
        );
        assert!(fault(Path::new("a/mod.rs"), "mod b;\npub use b::B;\n").is_none());
        assert!(fault(Path::new("a/mod.rs"), "pub fn b() {}\n").is_some());
        let list = "macro_rules! list {\n    () => {\n        fn visit() {}\n    };\n}\n";
        assert!(fault(Path::new("a/mod.rs"), list).is_none());
        assert!(fault(Path::new("a/mod.rs"), &format!("{list}fn b() {{}}\n")).is_some());
    }
}
