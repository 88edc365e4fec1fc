//! A signal while a file is being written: the program ends by it, and nothing partial stays.

use std::os::unix::process::ExitStatusExt;
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use crate::support::Scratch;

/// Starts a program that writes 64 MiB to `c.npy`, and sends `signal` once its hidden file is there. Returns how it ended,
/// if the signal came before the end. The shell runs `first` before.
fn signalled(scratch: &Scratch, signal: Signal, first: &str) -> Option<ExitStatus> {
    let mut child = Command::new("sh")
        .args(["-c", &format!("ulimit -c 0; {first} exec \"$0\" \"$@\"")])
        .arg(env!("CARGO_BIN_EXE_azulejo"))
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
            return None;
        }
        assert!(
            start.elapsed() < Duration::from_secs(60),
            "no file is written"
        );
    }
    kill_process(Pid::from_child(&child), signal).unwrap();
    Some(child.wait().unwrap())
}

/// Tells whether the signal ended the program: it came before the end, and nothing else ended it.
fn interrupted(scratch: &Scratch, signal: Signal) -> bool {
    let Some(status) = signalled(scratch, signal, "") else {
        return false;
    };
    assert!(
        status.success() || status.signal() == Some(signal.as_raw()),
        "{status}"
    );
    !status.success()
}

/// Tells whether who started the tests has them, and what they start, ignore the signal, as `nohup` and a shell's `&` do.
fn is_ignored(signal: Signal) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status
        .lines()
        .find_map(|line| line.strip_prefix("SigIgn:"))
        .map_or(0, |mask| u64::from_str_radix(mask.trim(), 16).unwrap());
    ignored >> (signal.as_raw() - 1) & 1 != 0
}

#[test]
fn no_partial_file_stays_after_a_signal() {
    let signals = [
        Signal::INT,
        Signal::TERM,
        Signal::HUP,
        Signal::QUIT,
        Signal::USR1,
        Signal::XCPU,
    ];
    assert!(!is_ignored(Signal::TERM), "the tests are to end by SIGTERM");
    for signal in signals.into_iter().filter(|signal| !is_ignored(*signal)) {
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

/// As `nohup` and a shell's `&` do it.
#[cfg(target_os = "linux")]
#[test]
fn a_signal_that_the_caller_ignores_is_ignored() {
    for (signal, name) in [(Signal::HUP, "HUP"), (Signal::INT, "INT")] {
        let scratch = Scratch::new();
        let trap = format!("trap '' {name};");
        let came = (0..20).find_map(|_| signalled(&scratch, signal, &trap));
        assert!(came.is_some_and(|status| status.success()), "{came:?}");
        assert_eq!(scratch.files(), ["c.npy"], "{name}");
    }
}

/// A file that may not grow is an error, not the end by a signal.
#[test]
fn a_limit_of_the_file_size_is_an_error() {
    let scratch = Scratch::new();
    let limited = Command::new("sh")
        .args([
            "-c",
            "ulimit -f 8; exec \"$0\" zeros --shape 100000 -o \"$1\"",
        ])
        .arg(env!("CARGO_BIN_EXE_azulejo"))
        .arg(scratch.path("c.npy"))
        .output()
        .unwrap();
    let text = String::from_utf8(limited.stderr).unwrap();
    assert_eq!(limited.status.code(), Some(1), "{text}");
    assert!(text.starts_with("error: --output: "), "{text}");
    assert!(scratch.files().is_empty(), "{:?}", scratch.files());
}
