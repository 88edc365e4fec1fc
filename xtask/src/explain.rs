//! `cargo xtask explain`: the compiler's messages with layouts in the notation.
//!
//! With arguments, runs cargo with them and rewrites what it prints: `cargo xtask explain check -p azulejo-layout`.
//! Without, rewrites standard input. The work is done by `azulejo explain`, which users have too.

use std::process::{Child, Stdio};

use crate::command::{Command, Failure, Outcome};
use crate::shell::program;

pub const COMMAND: Command = Command {
    name: "explain",
    about: "cargo's messages with layouts in the notation ([CARGO ARGUMENT]...; without: standard input)",
    run: |args| {
        if args.is_empty() {
            return end("azulejo explain", explain(Stdio::inherit())?);
        }
        let mut line = vec!["cargo"];
        line.extend(args.iter().map(String::as_str));
        let cargo = program(&line)
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| format!("cargo did not start: {error}"));
        let mut cargo = cargo?;
        let messages = cargo.stderr.take().map_or_else(Stdio::null, Stdio::from);
        let explained = explain(messages)?;
        end("azulejo explain", explained)?;
        end("cargo", cargo)
    },
};

/// Starts the command on `input`; its output goes where this program's goes.
fn explain(input: Stdio) -> Result<Child, Failure> {
    let line = [
        "cargo",
        "run",
        "--quiet",
        "--package",
        "azulejo",
        "--",
        "explain",
    ];
    program(&line)
        .stdin(input)
        .spawn()
        .map_err(|error| format!("`{}` did not start: {error}", line.join(" ")))
}

fn end(name: &str, mut child: Child) -> Result<Outcome, Failure> {
    let status = child.wait().map_err(|error| format!("{name}: {error}"))?;
    match status.success() {
        true => Ok(Outcome::Done),
        false => Err(format!("{name} ended with {status}")),
    }
}
