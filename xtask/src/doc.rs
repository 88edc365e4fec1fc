//! `cargo xtask doc`: the documentation builds, every link in it leads somewhere.

use crate::command::{Command, Outcome};
use crate::shell::{program, run};

pub const COMMAND: Command = Command {
    name: "doc",
    about: "rustdoc on every package, warnings denied",
    run: |_| {
        let line = ["cargo", "doc", "--workspace", "--no-deps", "--locked"];
        run(program(&line).env("RUSTDOCFLAGS", "-D warnings"))?;
        Ok(Outcome::Done)
    },
};
