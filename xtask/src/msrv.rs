//! `cargo xtask msrv`: what is published, also in combinations of features that the tests do not build, with the oldest Rust
//! that it supports: the one that `Cargo.toml` names.
//!
//! Without that Rust the one of the machine checks what `lint` does not: the libraries with fewer features.

use std::fs;

use crate::command::{Command, Failure, Outcome};
use crate::shell::{at, output, program, root, run, target_dir};

/// What is checked.
const CHECKS: [&[&str]; 4] = [
    // The command line, the libraries with arrays of another crate and the helper of build scripts, the executor of PTX.
    &[
        "--package",
        "azulejo",
        "--package",
        "azulejo-simt",
        "--features",
        "azulejo/ndarray",
    ],
    // A library user without the command line.
    &["--package", "azulejo", "--lib", "--no-default-features"],
    // No allocator, no standard library.
    &["--package", "azulejo-layout", "--no-default-features"],
    &["--package", "azulejo-tensor", "--no-default-features"],
];

pub const COMMAND: Command = Command {
    name: "msrv",
    about: "cargo check of the published packages with the oldest supported Rust, where rustup has it: also without the command line and without std",
    run: |_| {
        let version = oldest()?;
        // rustup names a toolchain by what it was asked for: a minor version, or one of its patches.
        let names = [version.clone(), format!("{version}.0")];
        let toolchain = names
            .iter()
            .map(|name| format!("+{name}"))
            .find(|name| output(&["cargo", name, "--version"]).is_some());
        // The present Rust has checked other crates for `lint`, in this step's folder.
        let folder = match toolchain {
            Some(_) => target_dir().join("msrv"),
            None => target_dir(),
        };
        let checks = match toolchain {
            Some(_) => &CHECKS[..],
            None => &CHECKS[1..],
        };
        for check in checks {
            let mut line = vec!["cargo"];
            line.extend(toolchain.as_deref());
            line.extend(["check", "--locked"]);
            line.extend(*check);
            run(program(&line)
                .env("RUSTUP_AUTO_INSTALL", "0")
                .env("CARGO_TARGET_DIR", &folder))?;
        }
        Ok(match toolchain {
            Some(_) => Outcome::Done,
            None => Outcome::Skipped(format!(
                "Rust {version}, which `rustup toolchain install {version} --profile minimal` brings; the checks ran with the present one"
            )),
        })
    },
};

/// The version that `Cargo.toml` names.
fn oldest() -> Result<String, Failure> {
    let manifest = root().join("Cargo.toml");
    let text = fs::read_to_string(&manifest).map_err(at(&manifest))?;
    text.lines()
        .find_map(|line| line.strip_prefix("rust-version = "))
        .map(|version| version.trim_matches('"').to_owned())
        .ok_or_else(|| "Cargo.toml names no rust-version".to_owned())
}
