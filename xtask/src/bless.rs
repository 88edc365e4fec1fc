//! `cargo xtask bless`: rewrites everything that is generated and committed, for a person to look at with `git diff`.
//!
//! The PTX and its counts of collective instructions, the compile errors that the `ui` tests expect, README's tables.

use crate::command::{Command, Outcome};
use crate::shell::{program, run};
use crate::{ptx, ptx_check, readme};

pub const COMMAND: Command = Command {
    name: "bless",
    about: "rewrite the PTX, the expected compile errors and README's tables",
    run: |_| {
        for (command, args) in [
            (&ptx::COMMAND, vec![]),
            (&ptx_check::COMMAND, vec!["--bless".to_owned()]),
        ] {
            if let Outcome::Skipped(why) = (command.run)(&args)? {
                println!("{}: skipped: {why}", command.name);
            }
        }
        let line = ["cargo", "test", "--locked", "--workspace", "--test", "ui"];
        run(program(&line).env("BLESS", "1"))?;
        (readme::COMMAND.run)(&[])
    },
};
