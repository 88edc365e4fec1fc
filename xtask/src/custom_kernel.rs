//! `cargo xtask custom-kernel`: compiles the kernels of `examples` and writes their PTX; `--check` compares.

use azulejo_kernels::build::{BuildError, DeviceCrate, SOURCE};

use crate::command::{Command, Outcome};
use crate::shell::{program, run};

/// The programs whose build scripts embed kernels.
const PROGRAMS: &[&str] = &["custom-kernel", "tutorial"];

pub const COMMAND: Command = Command {
    name: "custom-kernel",
    about: "build the PTX of the examples' kernels (--check: compare with what is committed)",
    run: |args| {
        let check = args.iter().any(|arg| arg == "--check");
        match DeviceCrate::available() {
            Ok(()) => {}
            Err(BuildError::Missing(what)) => {
                return Ok(Outcome::Skipped(format!(
                    "{what}; the committed PTX is used as it is"
                )));
            }
            Err(error) => return Err(error.to_string()),
        }
        let packages = PROGRAMS.iter().flat_map(|package| ["--package", package]);
        // As the tests are built: what they compiled serves here.
        let line: Vec<&str> = ["cargo", "build", "--profile", "test", "--locked", "--quiet"]
            .into_iter()
            .chain(packages)
            .collect();
        run(program(&line).env(SOURCE, if check { "check" } else { "commit" }))?;
        Ok(Outcome::Done)
    },
};
