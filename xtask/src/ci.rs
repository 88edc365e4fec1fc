//! `cargo xtask ci`: everything that continuous integration checks after the tests, in one go.
//!
//! Every step runs, also after one has failed, so that one run names all that is wrong.

use std::time::Instant;

use crate::command::{Command, Outcome};
use crate::{
    asan, custom_kernel, deny, doc, features, fmt, golden, lines, lint, miri, ptx, ptx_check,
    readme,
};

const STEPS: &[(&Command, &[&str])] = &[
    (&fmt::COMMAND, &[]),
    (&lines::COMMAND, &[]),
    (&readme::COMMAND, &["--check"]),
    (&deny::COMMAND, &[]),
    (&lint::COMMAND, &[]),
    (&features::COMMAND, &[]),
    (&doc::COMMAND, &[]),
    (&asan::COMMAND, &[]),
    (&miri::COMMAND, &[]),
    (&ptx::COMMAND, &["--check"]),
    (&ptx_check::COMMAND, &[]),
    (&custom_kernel::COMMAND, &["--check"]),
    (&golden::COMMAND, &[]),
];

pub const COMMAND: Command = Command {
    name: "ci",
    about: "every check but the tests themselves, as continuous integration runs them",
    run: |_| {
        let mut failures = Vec::new();
        for (command, args) in STEPS {
            let args: Vec<String> = args.iter().map(|arg| arg.to_string()).collect();
            println!("== {}", command.name);
            let start = Instant::now();
            let end = (command.run)(&args);
            let seconds = start.elapsed().as_secs_f64();
            match end {
                Ok(Outcome::Done) => println!("== {}: passed in {seconds:.1} s", command.name),
                Ok(Outcome::Skipped(why)) => println!("== {}: skipped: {why}", command.name),
                Err(failure) => {
                    println!("== {}: FAILED in {seconds:.1} s\n{failure}", command.name);
                    failures.push(command.name);
                }
            }
        }
        if failures.is_empty() {
            Ok(Outcome::Done)
        } else {
            Err(format!("failed: {}", failures.join(", ")))
        }
    },
};
