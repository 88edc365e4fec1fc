//! `cargo xtask doc`: the documentation builds, every link in it leads somewhere.
//!
//! With the features of `lint` and through clippy, so that the crates below are checked once for both.

use crate::command::{Command, Outcome};
use crate::lint::{FEATURES, as_clippy};
use crate::shell::{program, run};

/// Every library and program with pages. With an example among them cargo counts in what tests depend on, as `lint` does, and
/// the features that it chooses for other crates are the same.
const TARGETS: [&str; 7] = [
    "--lib",
    "--bin",
    "xtask",
    "--bin",
    "custom-kernel",
    "--example",
    "gray",
];

pub const COMMAND: Command = Command {
    name: "doc",
    about: "rustdoc on every package, warnings denied",
    run: |_| {
        let line = ["cargo", "doc", "--workspace", "--no-deps", "--locked"];
        let line = [&line[..], &TARGETS, &FEATURES].concat();
        run(as_clippy(&mut program(&line)).env("RUSTDOCFLAGS", "-D warnings"))?;
        Ok(Outcome::Done)
    },
};
