//! `say!`: a line on standard output.

use std::fmt;
use std::io::{self, Write};
use std::process::exit;

/// `println!` for an output that may be closed or full: nobody who listens any more ends the program without a word, and a
/// full disk with one line and exit code 1.
macro_rules! say {
    ($($text:tt)*) => {
        $crate::cli::say::say(format_args!($($text)*))
    };
}

/// Writes the line, or ends the program. Files are written before lines, so none is left half done.
pub fn say(text: fmt::Arguments<'_>) {
    let Err(error) = writeln!(io::stdout(), "{text}") else {
        return;
    };
    if error.kind() == io::ErrorKind::BrokenPipe {
        exit(0);
    }
    eprintln!("error: standard output: {error}");
    exit(1)
}
