//! `cargo xtask lint`: clippy on everything, warnings as errors.
//!
//! With the features that the tests leave out, so that this compiles them, too. The corpus' replays through types, which
//! `cargo xtask corpus-types` writes and which allow every lint, are left to the tests (`cfg(not(clippy))`).

use std::path::Path;
use std::process::Command as Process;

use crate::command::{Command, Outcome};
use crate::shell::{output, program, run};

/// The peers of the benchmark; buffers and streams of the crate `cust`. Features of `azulejo` alone: those of another package
/// would be turned on in its build for build scripts, too.
pub const FEATURES: [&str; 2] = ["--features", "azulejo/baselines,azulejo/cust"];

/// What clippy is told.
const DENIED: [&str; 2] = ["-D", "warnings"];

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
        let line = [&line[..], &FEATURES, &["--"], &DENIED].concat();
        run(&mut program(&line))?;
        Ok(Outcome::Done)
    },
};

/// Has cargo check packages of the workspace as `cargo clippy` does here: what clippy has checked is then not checked again.
pub fn as_clippy(command: &mut Process) -> &mut Process {
    let Some(sysroot) = output(&["rustc", "--print", "sysroot"]) else {
        return command;
    };
    let driver = format!("clippy-driver{}", std::env::consts::EXE_SUFFIX);
    let driver = Path::new(sysroot.trim()).join("bin").join(driver);
    if !driver.exists() {
        return command;
    }
    // As `cargo clippy` hands its arguments on.
    let args = DENIED.map(|arg| format!("{arg}__CLIPPY_HACKERY__"));
    command
        .env("RUSTC_WORKSPACE_WRAPPER", driver)
        .env("CLIPPY_ARGS", args.concat())
}
