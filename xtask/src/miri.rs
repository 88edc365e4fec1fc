//! `cargo xtask miri`: the tests of the packages that hold `unsafe`, interpreted by Miri.
//!
//! Miri sees what a sanitizer cannot: uninitialised reads, invalid values, aliasing that breaks the
//! rules of references. It needs the component `miri` and the source of the standard library.

use crate::command::{Command, Outcome};
use crate::shell::{output, program, run, target_dir};

pub const COMMAND: Command = Command {
    name: "miri",
    about: "the tests of azulejo-tensor's engines and tensors under Miri (nightly with the miri component)",
    run: |_| {
        if output(&["cargo", "+nightly", "miri", "--version"]).is_none() {
            let why = "no Miri; `rustup +nightly component add miri rust-src` installs it";
            return Ok(Outcome::Skipped(why.into()));
        }
        let line = [
            "cargo",
            "+nightly",
            "miri",
            "test",
            "--locked",
            "--package",
            "azulejo-tensor",
            "--lib",
            "--test",
            "tensor",
        ];
        run(program(&line).env("CARGO_TARGET_DIR", target_dir().join("miri")))?;
        Ok(Outcome::Done)
    },
};
