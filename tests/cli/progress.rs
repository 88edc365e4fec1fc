//! The progress bar: on a terminal, and nowhere else.

use std::fs::File;
use std::io::Read;
use std::process::{Command, Stdio};

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

use crate::support::Scratch;

/// A product of two small matrices with standard error on a terminal of its own; what appeared there.
fn on_a_terminal(scratch: &Scratch, progress: &str) -> String {
    let controller = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&controller).unwrap();
    unlockpt(&controller).unwrap();
    let name = ptsname(&controller, Vec::new()).unwrap();
    let terminal = File::options()
        .read(true)
        .write(true)
        .open(name.to_str().unwrap())
        .unwrap();
    let mut command = product(scratch, progress);
    let mut child = command.stderr(terminal).spawn().unwrap();
    // The terminal's last handle but the child's.
    drop(command);
    let mut seen = Vec::new();
    let mut controller = File::from(controller);
    let mut buffer = [0; 4096];
    // Linux says EIO where the other end is closed.
    while let Ok(count @ 1..) = controller.read(&mut buffer) {
        seen.extend(&buffer[..count]);
    }
    assert!(child.wait().unwrap().success());
    String::from_utf8_lossy(&seen).into_owned()
}

fn product(scratch: &Scratch, progress: &str) -> Command {
    scratch.f32("a.npy", &[2, 3], &[1.0; 6]);
    scratch.f32("b.npy", &[3, 2], &[1.0; 6]);
    let mut command = Command::new(env!("CARGO_BIN_EXE_azulejo"));
    command
        .arg("gemm")
        .args(["a.npy", "b.npy"].map(|name| scratch.path(name)))
        .arg("--output")
        .arg(scratch.path("c.npy"))
        .env("AZULEJO_PROGRESS", progress)
        .env("TERM", "xterm")
        .stdout(Stdio::null());
    command
}

#[test]
fn a_terminal_sees_a_bar_where_one_is_asked_for() {
    let scratch = Scratch::new();
    let seen = on_a_terminal(&scratch, "always");
    assert!(seen.contains(" %") && seen.contains("of about"), "{seen:?}");
    // The product is far too short for one by itself.
    assert_eq!(on_a_terminal(&scratch, "auto"), "");
    assert_eq!(on_a_terminal(&scratch, "never"), "");
}

#[test]
fn a_pipe_sees_none() {
    let scratch = Scratch::new();
    let output = product(&scratch, "always").stderr(Stdio::piped()).output();
    assert_eq!(String::from_utf8(output.unwrap().stderr).unwrap(), "");
}
