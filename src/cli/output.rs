//! [`save`]: a file that is written whole or not at all.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use super::failure::Failure;
use super::unfinished;

/// Writes the file given as the argument `name` by `put`.
///
/// The bytes go to a new file in the same folder that takes the name at the end, so a failure or a signal that a program can
/// catch leaves no partial file, and an input may be overwritten by its result. A file that is replaced passes on its permissions.
/// Links are followed: what they lead to is replaced. What exists and is not a regular file (a pipe, `/dev/null`) is written
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
    // A link stays a link: the file that it leads to is written, or made.
    let target = target(path).map_err(cannot)?;
    match fs::metadata(&target) {
        Ok(found) if found.is_dir() => Err(Failure::argument(
            name,
            format!("{} is a directory", path.display()),
        )),
        Ok(found) if !found.is_file() => {
            let mut file = OpenOptions::new()
                .write(true)
                .open(&target)
                .map_err(cannot)?;
            put(&mut file).map_err(cannot)
        }
        Ok(found) => writable(&target, &found)
            .and_then(|()| unfinished::replace(&target, put))
            .map_err(cannot),
        Err(_) => unfinished::replace(&target, put).map_err(cannot),
    }
}

/// Fails early where the output cannot be written: before the work, not after it.
pub fn check(name: &str, path: &Path) -> Result<(), Failure> {
    let reject = |what: String| {
        Err(Failure::argument(
            name,
            format!("{}: {what}", path.display()),
        ))
    };
    if path.file_name().is_none() {
        return reject("is not a file name".into());
    }
    let target = match target(path) {
        Ok(target) => target,
        Err(error) => return reject(format!("cannot be followed: {error}")),
    };
    let folder = folder(&target);
    match fs::metadata(&folder) {
        Ok(found) if found.is_dir() => {}
        Ok(_) => return reject(format!("{} is not a directory", folder.display())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return reject(format!(
                "{} is not a directory; create it first",
                folder.display()
            ));
        }
        Err(error) => {
            return reject(format!(
                "{} is not a directory that can be used: {error}",
                folder.display()
            ));
        }
    }
    let found = match fs::metadata(&target) {
        Ok(found) if found.is_dir() => return reject("is a directory; name a file in it".into()),
        Ok(found) => Some(found),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => {
            return reject(format!("no file can have this name: {error}; name another"));
        }
    };
    if [path, &target].into_iter().any(is_folder) {
        return reject(
            "is the name of a directory; leave out what follows the name of the file".into(),
        );
    }
    if let Some(found) = found {
        // A pipe or a device, which is written directly.
        if !found.is_file() {
            return Ok(());
        }
        if let Err(error) = writable(&target, &found) {
            return reject(format!(
                "is a file that may not be written: {error}; allow it, or name another"
            ));
        }
    }
    // A file of the folder takes the name at the end; whether there can be one shows now.
    match unfinished::probe(&folder) {
        Ok(()) => Ok(()),
        Err(error) => reject(format!(
            "no file can be made in {}: {error}",
            folder.display()
        )),
    }
}

/// Rejects two outputs that are one file, where the second would replace the first. A pipe or a device takes both.
pub fn apart((first, a): (&str, &Path), (second, b): (&str, &Path)) -> Result<(), Failure> {
    let place = |path: &Path| -> io::Result<PathBuf> {
        let target = target(path)?;
        let folder = fs::canonicalize(folder(&target))?;
        Ok(target
            .file_name()
            .map_or(folder.clone(), |name| folder.join(name)))
    };
    // `check` says what is wrong with a path that leads nowhere.
    let (Ok(from), Ok(to)) = (place(a), place(b)) else {
        return Ok(());
    };
    if from == to && fs::metadata(&from).map_or(true, |found| found.is_file()) {
        return Err(Failure::argument(
            second,
            format!("{} is the file of {first}, too; name another", b.display()),
        ));
    }
    Ok(())
}

/// Returns `true` if the path can lead to a directory alone, by what it ends with.
fn is_folder(path: &Path) -> bool {
    let text = path.as_os_str().as_encoded_bytes();
    let bare = text.strip_suffix(b".").unwrap_or(text);
    bare.last()
        .is_some_and(|last| std::path::is_separator(char::from(*last)))
}

/// An error where the file is write-protected: another one could take its name all the same.
fn writable(path: &Path, found: &fs::Metadata) -> io::Result<()> {
    if found.permissions().readonly() {
        return Err(io::Error::new(
            io::ErrorKind::PermissionDenied,
            "it is write-protected",
        ));
    }
    OpenOptions::new().write(true).open(path).map(|_| ())
}

fn folder(path: &Path) -> PathBuf {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent.to_path_buf(),
        _ => PathBuf::from("."),
    }
}

/// Links that are followed from a path to a file, as many as Linux follows.
const LINKS: usize = 40;

/// Where a path leads once its links are followed; what is there need not exist.
fn target(path: &Path) -> io::Result<PathBuf> {
    // `/dev/stdout` leads to a pipe by a link whose text is no path.
    if fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir()) {
        return Ok(path.to_path_buf());
    }
    let mut target = path.to_path_buf();
    for _ in 0..LINKS {
        match fs::symlink_metadata(&target) {
            Ok(found) if found.is_symlink() => {
                // An absolute link replaces the folder.
                let to = fs::read_link(&target)?;
                target = folder(&target).join(to);
            }
            // What cannot be asked for shows its cause where it is written.
            _ => return Ok(target),
        }
    }
    Err(io::Error::other("its links lead in a circle"))
}
