//! `cargo xtask fmt`: is every file formatted as rustfmt would?

use crate::command::{Command, Outcome};
use crate::shell::{program, run};

pub const COMMAND: Command = Command {
    name: "fmt",
    about: "check that rustfmt would change nothing",
    run: |_| {
        run(&mut program(&["cargo", "fmt", "--all", "--check"]))?;
        Ok(Outcome::Done)
    },
};
