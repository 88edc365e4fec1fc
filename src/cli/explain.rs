//! `azulejo explain`: the compiler's messages with layout types in the notation, from standard input to standard output.

use std::io::{self, Write};

use azulejo_build::explain;

use super::failure::Failure;
use super::say::printed;
use super::text;

/// Rewrite the compiler's messages, read from standard input, with layout types in the notation.
///
/// `UInt<UInt<UTerm, B1>, B0>` becomes `_2`, `Cons<…>` a tuple, `Layout<…>` its shape and stride as in
/// `(_4,_8):(_1,_4)`. Everything else stays as it is, and so do types that nest more than 512 deep:
///
///     cargo check 2>&1 | azulejo explain
///
/// The compiler leaves the middle of long types out; asked for `--verbose` it writes them whole:
///
///     cargo rustc --profile check -- --verbose 2>&1 | azulejo explain
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Args {}

/// Copies every line as soon as it is there.
pub fn run(_: Args) -> Result<(), Failure> {
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    let mut line = Vec::new();
    loop {
        let read = text::next(&mut input, &mut line);
        read.map_err(|error| Failure::Work(format!("standard input: {error}")))?;
        if line.is_empty() {
            return Ok(());
        }
        // A file that is not text cannot hold a type. A line that is longer than any message comes in pieces.
        let written = match std::str::from_utf8(&line) {
            Ok(text) => output.write_all(explain(text).as_bytes()),
            Err(_) => output.write_all(&line),
        };
        printed(written.and_then(|()| output.flush()))?;
    }
}
