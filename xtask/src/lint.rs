//! `cargo xtask lint`: clippy on everything, warnings as errors.

use crate::command::{Command, Outcome};
use crate::shell::{program, run};

pub const COMMAND: Command = Command {
    name: "lint",
    about: "clippy on every target of every package, warnings denied",
    run: |_| {
        let line = [
            "cargo",
            "clippy",
            "--workspace",
            "--all-targets",
            "--locked",
            "--",
            "-D",
            "warnings",
        ];
        run(&mut program(&line))?;
        Ok(Outcome::Done)
    },
};
