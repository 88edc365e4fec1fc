//! `cargo xtask features`: combinations of features that the tests do not build.

use crate::command::{Command, Outcome};
use crate::shell::{program, run};

/// What is checked, and why it is not built anyway.
const CHECKS: [&[&str]; 5] = [
    // A library user without the command line.
    &["--package", "azulejo", "--lib", "--no-default-features"],
    // The peers of the benchmark.
    &[
        "--package",
        "azulejo",
        "--all-targets",
        "--features",
        "baselines",
    ],
    // No allocator, no standard library.
    &["--package", "azulejo-layout", "--no-default-features"],
    &["--package", "azulejo-tensor", "--no-default-features"],
    // Buffers and streams of the crate `cust`.
    &["--package", "azulejo-kernels", "--features", "std,cust"],
];

pub const COMMAND: Command = Command {
    name: "features",
    about: "cargo check of the features and the no_std builds that tests leave out",
    run: |_| {
        for check in CHECKS {
            let line = [&["cargo", "check", "--locked"], check].concat();
            run(&mut program(&line))?;
        }
        Ok(Outcome::Done)
    },
};
