//! How the programs on files end: a whole file or none, and one line that says why.

use std::error::Error;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

/// Writes a file whole or not at all: the bytes go to a file beside it, which takes the name at the end. What is no regular
/// file is written directly.
///
/// # Errors
/// The path and the cause.
pub fn save(path: &Path, bytes: &[u8]) -> Result<(), Box<dyn Error>> {
    let cannot = |e: std::io::Error| format!("{}: cannot be written: {e}", path.display());
    if fs::metadata(path).is_ok_and(|found| !found.is_file()) {
        return Ok(fs::write(path, bytes).map_err(cannot)?);
    }
    let mut beside = path.as_os_str().to_owned();
    beside.push(format!(".{}.part", std::process::id()));
    let written = fs::write(&beside, bytes).and_then(|()| fs::rename(&beside, path));
    if written.is_err() {
        // What there is of it; nothing is left to do where it cannot be removed.
        let _ = fs::remove_file(&beside);
    }
    Ok(written.map_err(cannot)?)
}

/// Exit code 2 and one line for what went wrong.
#[allow(dead_code)] // Not of use to the tests that include this file.
pub fn end(result: Result<(), Box<dyn Error>>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}
