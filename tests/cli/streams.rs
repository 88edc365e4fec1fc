//! Standard output and standard error that are closed or full.

use std::fs::File;
use std::process::{Command, Output};

/// Runs the program on words that spaces part, with streams of the caller's.
fn run(line: &str, streams: impl FnOnce(&mut Command) -> &mut Command) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_azulejo"));
    command.args(line.split_whitespace());
    streams(&mut command).output().unwrap()
}

/// The exit code is all that is left of an error that cannot be written.
#[test]
fn an_error_that_cannot_be_written_is_an_exit_code() {
    for line in ["layout x(", "gemm", "zeros --shape -1 -o x", "map neg -.5"] {
        let output = run(line, |command| {
            command.stderr(File::create("/dev/full").unwrap())
        });
        assert_eq!(output.status.code(), Some(2), "{line}");
    }
}

/// Help that was asked for and cannot be written is work that failed.
#[test]
fn help_that_cannot_be_written_is_an_exit_code() {
    for line in ["--help", "--version", "gemm --help", "layout -h"] {
        let output = run(line, |command| {
            command.stdout(File::create("/dev/full").unwrap())
        });
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{line}: {told}");
        assert!(told.starts_with("error: standard output: "), "{told}");
    }
}

/// Nobody who listens any more: the program ends without a word.
#[test]
fn a_closed_pipe_ends_the_program() {
    for line in [
        "atoms",
        "doctor",
        "layout --offsets 1000000:1",
        "layout --table (99,99):(1,99)",
    ] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = run(line, |command| command.stdout(writer));
        let told = String::from_utf8(output.stderr).unwrap();
        let ended = (output.status.code(), told.as_str());
        assert_eq!(ended, (Some(0), ""), "{line}");
    }
}
