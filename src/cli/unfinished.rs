//! [`replace`]: a file that takes its name once it is whole, and leaves nothing behind before.
//!
//! Until then it has a hidden name. A failure removes it, and so do the signals that end a program: a thread waits for
//! them, removes the file and lets the signal do what it does.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

use tempfile::NamedTempFile;

/// The file that is being written. It is locked while one is made, named or removed.
static UNFINISHED: Mutex<Option<PathBuf>> = Mutex::new(None);

fn unfinished() -> MutexGuard<'static, Option<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Writes a file by `put` and then gives it the name `path`, which may be another file's, whose permissions it then has.
pub fn replace(path: &Path, put: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    watch();
    let mut file = {
        let mut unfinished = unfinished();
        let file = hidden(path.parent().unwrap_or(Path::new("")))?;
        *unfinished = Some(file.path().to_path_buf());
        file
    };
    let written = match fs::metadata(path) {
        // Before there is anything to read in it.
        Ok(old) => permit(file.as_file(), &old),
        Err(_) => Ok(()),
    };
    let written = written.and_then(|()| put(file.as_file_mut()));
    let mut unfinished = unfinished();
    let ended = match written {
        Ok(()) => file.persist(path).map(|_| ()).map_err(io::Error::from),
        Err(error) => file.close().and(Err(error)),
    };
    *unfinished = None;
    ended
}

/// Gives the file the owner, the group and the permissions of one that it is to replace, as far as the system lets us.
///
/// Another group gets no more than all others have.
#[cfg(unix)]
fn permit(file: &File, old: &fs::Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};
    let new = file.metadata()?;
    if new.gid() != old.gid() {
        // The mode below is of the group that there is then.
        let _ = fchown(file, None, Some(old.gid()));
    }
    if new.uid() != old.uid() {
        let _ = fchown(file, Some(old.uid()), None);
    }
    let mut mode = old.mode() & 0o777;
    if file.metadata()?.gid() != old.gid() {
        mode &= 0o707 | (mode & 0o007) << 3;
    }
    file.set_permissions(fs::Permissions::from_mode(mode))
}

/// A file that may be written has no other permission.
#[cfg(not(unix))]
fn permit(_: &File, _: &fs::Metadata) -> io::Result<()> {
    Ok(())
}

/// Makes a file in the folder and removes it: an error if that cannot be.
pub fn probe(folder: &Path) -> io::Result<()> {
    watch();
    let mut unfinished = unfinished();
    let file = hidden(folder)?;
    *unfinished = Some(file.path().to_path_buf());
    let closed = file.close();
    *unfinished = None;
    closed
}

/// A new file in the folder, gone unless it is given a name.
fn hidden(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".azulejo-").suffix(".npy");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // What a new file gets; the process's mask takes away from it.
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    let here = folder.as_os_str().is_empty();
    builder.tempfile_in(if here { Path::new(".") } else { folder })
}

/// Removes the unfinished file, and keeps others from being made.
fn remove() -> MutexGuard<'static, Option<PathBuf>> {
    let mut unfinished = unfinished();
    if let Some(path) = unfinished.take() {
        // Nothing is left to tell it to.
        let _ = std::fs::remove_file(path);
    }
    unfinished
}

/// Starts the thread that waits for signals, once.
fn watch() {
    static WATCH: Once = Once::new();
    WATCH.call_once(|| {
        // Without it everything works but the removal.
        let _ = wait_for_signals();
    });
}

#[cfg(unix)]
fn wait_for_signals() -> io::Result<()> {
    use signal_hook::consts::{
        SIGALRM, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGXCPU, SIGXFSZ,
    };
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    // What the caller ignores stays ignored: `nohup` does that with SIGHUP.
    let asked = match ignored() {
        Some(ignored) => {
            let mut all = vec![
                SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU,
            ];
            all.retain(|signal| ignored >> (signal - 1) & 1 == 0);
            all
        }
        None => vec![SIGINT, SIGTERM],
    };
    let mut signals = Signals::new(asked.iter().chain(&[SIGXFSZ]))?;
    let wait = move || {
        for signal in signals.forever() {
            // A file that grows too large is an error of its writer.
            if signal == SIGXFSZ {
                continue;
            }
            let _held = remove();
            // A parent of the program sees that the signal ended it.
            let _ = emulate_default_handler(signal);
        }
    };
    std::thread::Builder::new().spawn(wait).map(|_| ())
}

/// The signals that this program was started to ignore, a bit each, where the system tells.
#[cfg(unix)]
fn ignored() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let mask = status
        .lines()
        .find_map(|line| line.strip_prefix("SigIgn:"))?;
    u64::from_str_radix(mask.trim(), 16).ok()
}

#[cfg(windows)]
fn wait_for_signals() -> Result<(), ctrlc::Error> {
    ctrlc::set_handler(|| {
        let _held = remove();
        // STATUS_CONTROL_C_EXIT, what Windows itself ends a program with.
        std::process::exit(0xC000_013Au32 as i32)
    })
}

#[cfg(not(any(unix, windows)))]
fn wait_for_signals() -> io::Result<()> {
    Ok(())
}
