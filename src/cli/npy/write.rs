//! [`write`]: an array as a `.npy` file, whole or not at all.

use std::fs::{self, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use azulejo::kernels::cpu::AnyArray;
use azulejo::tensor::{Element, with_dtype};

use super::header::format;
use crate::cli::failure::Failure;

/// Elements that are converted at a time.
const CHUNK: usize = 1 << 13;

/// Writes the array to the file given as the argument `name`, in C order.
///
/// The bytes go to a new file in the same folder that takes the name at the end, so a failure leaves no partial file,
/// and an input may be overwritten by its result. What exists and is no regular file (a pipe, `/dev/null`) is written
/// directly.
pub fn write(name: &str, path: &Path, array: &AnyArray) -> Result<(), Failure> {
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
            let file = OpenOptions::new().write(true).open(path).map_err(cannot)?;
            put(file, array).map_err(cannot)
        }
        // A link stays a link: the file that it leads to is replaced.
        Ok(_) => replace(&fs::canonicalize(path).map_err(cannot)?, array).map_err(cannot),
        Err(_) => replace(path, array).map_err(cannot),
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
    let folder = folder(path);
    if !folder.is_dir() || path.file_name().is_none() {
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

fn replace(path: &Path, array: &AnyArray) -> io::Result<()> {
    let mut file = unnamed(&folder(path))?;
    put(file.as_file_mut(), array)?;
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

fn put(file: impl Write, array: &AnyArray) -> io::Result<()> {
    let mut out = BufWriter::with_capacity(1 << 16, file);
    out.write_all(&format(array.dtype(), array.extents()))?;
    with_dtype!(array.dtype(), T => {
        if let Some(array) = <T as azulejo::kernels::cpu::Stored>::peek(array) {
            elements::<T>(&mut out, array.data())?;
        }
    });
    out.flush()
}

fn elements<T: Element>(out: &mut impl Write, values: &[T]) -> io::Result<()> {
    let size = size_of::<T>();
    let mut buffer = Vec::with_capacity(CHUNK * size);
    for values in values.chunks(CHUNK) {
        buffer.clear();
        for value in values {
            buffer.extend_from_slice(&value.to_raw().to_le_bytes()[..size]);
        }
        out.write_all(&buffer)?;
    }
    Ok(())
}
