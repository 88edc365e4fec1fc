//! `cargo xtask msrv`: the workspace with the oldest Rust that it supports, the one that `Cargo.toml` names.

use std::fs;

use crate::command::{Command, Outcome};
use crate::shell::{output, program, root, run, target_dir};

pub const COMMAND: Command = Command {
    name: "msrv",
    about: "cargo check of the workspace with the oldest supported Rust, where rustup has it",
    run: |_| {
        let manifest = root().join("Cargo.toml");
        let text = fs::read_to_string(&manifest)
            .map_err(|error| format!("{}: {error}", manifest.display()))?;
        let version = text
            .lines()
            .find_map(|line| line.strip_prefix("rust-version = "))
            .ok_or("Cargo.toml names no rust-version")?
            .trim_matches('"');
        // rustup names a toolchain by what it was asked for: a minor version, or one of its patches.
        let names = [version.to_owned(), format!("{version}.0")];
        let toolchain = names
            .iter()
            .map(|name| format!("+{name}"))
            .find(|name| output(&["cargo", name, "--version"]).is_some());
        let Some(toolchain) = toolchain else {
            return Ok(Outcome::Skipped(format!(
                "no Rust {version}; `rustup toolchain install {version} --profile minimal` brings it"
            )));
        };
        let line = ["cargo", &toolchain, "check", "--workspace", "--locked"];
        run(program(&line)
            .env("RUSTUP_AUTO_INSTALL", "0")
            .env("CARGO_TARGET_DIR", target_dir().join("msrv")))?;
        Ok(Outcome::Done)
    },
};
