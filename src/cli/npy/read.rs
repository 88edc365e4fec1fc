//! [`read`]: a `.npy` file as an array.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use super::decode::{Npy, decode};
use crate::cli::failure::Failure;

/// Reads the file given as the argument `name`.
///
/// The file must be a regular one and hold as many bytes as its header promises; what comes after them is not read.
pub fn read(name: &str, path: &Path) -> Result<Npy, Failure> {
    if path.as_os_str().is_empty() {
        return Err(Failure::argument(name, "the name is empty; name a file"));
    }
    load(path).map_err(|what| Failure::argument(name, format!("{} {what}", path.display())))
}

fn load(path: &Path) -> Result<Npy, String> {
    let cannot = |error: std::io::Error| format!("cannot be read: {error}");
    // Before it is opened: opening a pipe would wait for its other end.
    let metadata = path.metadata().map_err(cannot)?;
    if !metadata.is_file() {
        return Err("is not a regular file; copy it to one".into());
    }
    let file = File::open(path).map_err(cannot)?;
    let length = file.metadata().map_err(cannot)?.len();
    decode(&mut BufReader::new(file), length)
}
