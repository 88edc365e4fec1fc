//! `cargo xtask lint`: clippy on everything, warnings as errors.
//!
//! With the features that the tests leave out, so that this compiles them, too.

use crate::command::{Command, Outcome};
use crate::shell::{program, run};

/// The peers of the benchmark; buffers and streams of the crate `cust`.
pub const FEATURES: [&str; 2] = ["--features", "azulejo/baselines,azulejo-kernels/cust"];

pub const COMMAND: Command = Command {
    name: "lint",
    about: "clippy on every target of every package with the features that tests leave out, warnings denied",
    run: |_| {
        let line = [
            "cargo",
            "clippy",
            "--workspace",
            "--all-targets",
            "--locked",
        ];
        let line = [&line[..], &FEATURES, &["--", "-D", "warnings"]].concat();
        run(&mut program(&line))?;
        Ok(Outcome::Done)
    },
};
