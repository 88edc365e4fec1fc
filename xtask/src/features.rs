//! `cargo xtask features`: combinations of features that the tests do not build.

use crate::command::{Command, Outcome};
use crate::shell::{program, run};

/// What is checked: what neither the tests nor `lint` compile.
const CHECKS: [&[&str]; 4] = [
    // A library user without the command line.
    &["--package", "azulejo", "--lib", "--no-default-features"],
    // Arrays of another crate.
    &[
        "--package",
        "azulejo",
        "--lib",
        "--no-default-features",
        "--features",
        "ndarray",
    ],
    // No allocator, no standard library.
    &["--package", "azulejo-layout", "--no-default-features"],
    &["--package", "azulejo-tensor", "--no-default-features"],
];

pub const COMMAND: Command = Command {
    name: "features",
    about: "cargo check of the library without the command line and of the no_std builds",
    run: |_| {
        for check in CHECKS {
            let line = [&["cargo", "check", "--locked"], check].concat();
            run(&mut program(&line))?;
        }
        Ok(Outcome::Done)
    },
};
