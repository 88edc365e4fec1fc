//! `cargo xtask targets`: other machines, for which nothing but Rust's own standard library may be needed.

use crate::command::{Command, Outcome};
use crate::shell::{output, program, run, target_dir};

/// Targets of the command line with its default features: no C compiler for them, no library of theirs.
const WHOLE: [&str; 3] = [
    "x86_64-pc-windows-gnu",
    "aarch64-apple-darwin",
    "aarch64-unknown-linux-gnu",
];

/// Targets of the packages that need no standard library.
const BARE: [&str; 2] = ["wasm32-unknown-unknown", "thumbv7em-none-eabi"];

pub const COMMAND: Command = Command {
    name: "targets",
    about: "cargo check for Windows, macOS, AArch64, wasm32 and thumbv7em, where rustup has them ([TARGET]...: those alone)",
    run: |asked| {
        let installed = output(&["rustup", "target", "list", "--installed"]).unwrap_or_default();
        let whole = ["--package", "azulejo"];
        let bare = [
            "--package",
            "azulejo-layout",
            "--package",
            "azulejo-tensor",
            "--no-default-features",
        ];
        let whole = WHOLE.iter().map(|target| (target, &whole[..]));
        let all = whole.chain(BARE.iter().map(|target| (target, &bare[..])));
        let mut missing = Vec::new();
        for (target, packages) in all {
            if !asked.is_empty() && !asked.iter().any(|name| name == target) {
                continue;
            }
            if !installed.lines().any(|line| line == *target) {
                missing.push(*target);
                continue;
            }
            let line = [
                &["cargo", "check", "--locked", "--target", target],
                packages,
            ]
            .concat();
            // A C compiler that is called for is an error, also where the machine has one.
            run(program(&line)
                .env("CC", "no-c-compiler")
                .env("CARGO_TARGET_DIR", target_dir().join("targets")))?;
        }
        Ok(match missing.as_slice() {
            [] => Outcome::Done,
            _ => Outcome::Skipped(format!(
                "{} not installed; `rustup target add` installs them",
                missing.join(", ")
            )),
        })
    },
};
