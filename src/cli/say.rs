//! What is said on standard output and standard error, which may be closed or full.

use std::fmt;
use std::io::{self, Write};
use std::process::exit;

use super::failure::Failure;

/// `println!` for an output that may be closed or full: one that nothing reads any more ends the program without a message, and a
/// full disk with one line and exit code 1.
macro_rules! say {
    ($($text:tt)*) => {
        $crate::cli::say::say(format_args!($($text)*))
    };
}

/// Writes the line, or ends the program. Files are written before lines, so none is left half done.
pub fn say(text: fmt::Arguments<'_>) {
    if let Err(failure) = printed(writeln!(io::stdout(), "{text}")) {
        complain(format_args!("error: {failure}"));
        exit(1)
    }
}

/// What became of standard output; where nothing reads it any more, the program ends without a message.
pub fn printed(outcome: io::Result<()>) -> Result<(), Failure> {
    match outcome {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => exit(0),
        Err(error) => Err(Failure::Work(format!("standard output: {error}"))),
        Ok(()) => Ok(()),
    }
}

/// Writes a line on standard error. Where that cannot be written the exit code still tells.
pub fn complain(text: fmt::Arguments<'_>) {
    let _ = writeln!(io::stderr(), "{text}");
}
