//! [`save`]: a file that is written whole or not at all.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use super::failure::Failure;

/// Writes the file given as the argument `name` by `put`.
///
/// The bytes go to a new file in the same folder that takes the name at the end, so a failure leaves no partial file, and
/// an input may be overwritten by its result. What exists and is no regular file (a pipe, `/dev/null`) is written
/// directly. A disk that is full is no wrong input: [`Failure::Work`], which names the file and the cause.
pub fn save(
    name: &str,
    path: &Path,
    put: impl FnOnce(&mut File) -> io::Result<()>,
) -> Result<(), Failure> {
    let cannot = |error: io::Error| {
        Failure::Work(format!(
            "{name}: {} cannot be written: {error}",
            path.display()
        ))
    };
    match fs::metadata(path) {
        Ok(found) if found.is_dir() => Err(Failure::argument(
            name,
            format!("{} is a folder", path.display()),
        )),
        Ok(found) if !found.is_file() => {
            let mut file = OpenOptions::new().write(true).open(path).map_err(cannot)?;
            put(&mut file).map_err(cannot)
        }
        // A link stays a link: the file that it leads to is replaced.
        Ok(_) => replace(&fs::canonicalize(path).map_err(cannot)?, put).map_err(cannot),
        Err(_) => replace(path, put).map_err(cannot),
    }
}

/// Fails early where the output cannot be written: before the work, not after it.
pub fn check(name: &str, path: &Path) -> Result<(), Failure> {
    let refuse = |what: String| {
        Err(Failure::argument(
            name,
            format!("{}: {what}", path.display()),
        ))
    };
    if path.file_name().is_none() {
        return refuse("is no name of a file".into());
    }
    let folder = folder(path);
    if !folder.is_dir() {
        return refuse(format!(
            "{} is no folder; create it first",
            folder.display()
        ));
    }
    match fs::metadata(path) {
        Ok(found) if found.is_dir() => refuse("is a folder; name a file in it".into()),
        // A pipe or a device, which is written directly.
        Ok(found) if !found.is_file() => Ok(()),
        // A file of the folder takes the name at the end; whether there can be one shows now.
        _ => match unnamed(&folder) {
            Ok(_) => Ok(()),
            Err(error) => refuse(format!(
                "no file can be made in {}: {error}",
                folder.display()
            )),
        },
    }
}

fn folder(path: &Path) -> PathBuf {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent.to_path_buf(),
        _ => PathBuf::from("."),
    }
}

fn replace(path: &Path, put: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    let mut file = unnamed(&folder(path))?;
    put(file.as_file_mut())?;
    file.persist(path)?;
    Ok(())
}

/// A new file in the folder, gone unless it is given a name.
fn unnamed(folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".azulejo-").suffix(".npy");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // What a new file gets; the process's mask takes away from it.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}
