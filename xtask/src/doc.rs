//! `cargo xtask doc`: the documentation builds, every link in it leads somewhere.
//!
//! With the features of `lint`, so that other crates are checked once for both.

use crate::command::{Command, Outcome};
use crate::lint::FEATURES;
use crate::shell::{program, run};

pub const COMMAND: Command = Command {
    name: "doc",
    about: "rustdoc on every package, warnings denied",
    run: |_| {
        let line = ["cargo", "doc", "--workspace", "--no-deps", "--locked"];
        let line = [&line[..], &FEATURES].concat();
        run(program(&line).env("RUSTDOCFLAGS", "-D warnings"))?;
        Ok(Outcome::Done)
    },
};
