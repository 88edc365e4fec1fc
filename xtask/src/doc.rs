//! `cargo xtask doc`: the documentation builds, every link in it leads somewhere.
//!
//! With the features of `lint` and through clippy, so that the crates below are checked once for both.

use crate::command::{Command, Outcome};
use crate::lint::{FEATURES, as_clippy};
use crate::shell::{program, run};

pub const COMMAND: Command = Command {
    name: "doc",
    about: "rustdoc on every package, warnings denied",
    run: |_| {
        let line = ["cargo", "doc", "--workspace", "--no-deps", "--locked"];
        let line = [&line[..], &FEATURES].concat();
        run(as_clippy(&mut program(&line)).env("RUSTDOCFLAGS", "-D warnings"))?;
        Ok(Outcome::Done)
    },
};
