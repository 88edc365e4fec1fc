//! Hashes of texts and of source files.

use std::{
    fs,
    path::{Path, PathBuf},
};

use super::BuildError;

/// FNV-1a with 64 bits, without carriage returns: the same on systems that end lines in two bytes.
pub fn text_hash(bytes: impl IntoIterator<Item = u8>) -> u64 {
    bytes
        .into_iter()
        .filter(|byte| *byte != b'\r')
        .fold(0xCBF2_9CE4_8422_2325, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
        })
}

/// The [`text_hash`] of files, each its path below `root` and its text; a directory is all files in it.
///
/// # Errors
/// [`BuildError::Io`] if a file cannot be read.
pub fn source_hash(root: &Path, sources: &[&str]) -> Result<u64, BuildError> {
    let mut open: Vec<PathBuf> = sources.iter().map(|source| root.join(source)).collect();
    let mut files = Vec::new();
    while let Some(path) = open.pop() {
        if !path.is_dir() {
            files.push(path);
            continue;
        }
        let failure = |e| BuildError::Io(path.clone(), e);
        for entry in fs::read_dir(&path).map_err(failure)? {
            open.push(entry.map_err(failure)?.path());
        }
    }
    files.sort();
    let mut all = Vec::new();
    for file in &files {
        let name = file.strip_prefix(root).unwrap_or(file);
        all.extend(name.to_string_lossy().replace('\\', "/").into_bytes());
        all.extend(fs::read(file).map_err(|e| BuildError::Io(file.clone(), e))?);
    }
    Ok(text_hash(all))
}
