//! A signal while a file is being written: the program ends by it, and nothing partial stays.

use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use crate::support::Scratch;

/// Starts a program that writes 64 MiB to `c.npy`, and sends `signal` once its hidden file is there. Tells whether the
/// signal came before the end.
fn interrupted(scratch: &Scratch, signal: Signal) -> bool {
    let mut child = Command::new(env!("CARGO_BIN_EXE_azulejo"))
        .args(["zeros", "--shape", "16777216", "-o"])
        .arg(scratch.path("c.npy"))
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let start = Instant::now();
    // The first hidden file only tries the folder; the second grows.
    let grows = |name: &String| {
        name.starts_with(".azulejo-")
            && std::fs::metadata(scratch.path(name)).is_ok_and(|file| file.len() > 0)
    };
    while !scratch.files().iter().any(grows) {
        if child.try_wait().unwrap().is_some() {
            return false;
        }
        assert!(
            start.elapsed() < Duration::from_secs(60),
            "no file is written"
        );
    }
    kill_process(Pid::from_child(&child), signal).unwrap();
    let status = child.wait().unwrap();
    if status.success() {
        return false;
    }
    assert_eq!(status.signal(), Some(signal.as_raw()), "{status}");
    true
}

#[test]
fn no_partial_file_stays_after_a_signal() {
    for signal in [Signal::INT, Signal::TERM] {
        let scratch = Scratch::new();
        std::fs::write(scratch.path("c.npy"), "what was there").unwrap();
        // A machine may be so fast that the file is whole before the signal comes.
        let came = (0..20).any(|_| {
            std::fs::write(scratch.path("c.npy"), "what was there").unwrap();
            interrupted(&scratch, signal)
        });
        assert!(came, "no signal came in time");
        assert_eq!(scratch.files(), ["c.npy"], "{signal:?}");
        let left = std::fs::read(scratch.path("c.npy")).unwrap();
        assert_eq!(left, b"what was there", "{signal:?}");
    }
}
