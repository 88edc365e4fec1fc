//! Running other programs from the root of the repository.

use std::ffi::OsString;
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::command::Failure;

/// The root of the repository: the folder that holds `xtask/`.
pub fn root() -> PathBuf {
    let mut root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    root.pop();
    root
}

/// What an error with a file says.
pub fn at<E: Display>(path: &Path) -> impl Fn(E) -> Failure {
    move |error| format!("{}: {error}", path.display())
}

/// The folder that cargo builds into.
pub fn target_dir() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// A program with its arguments, to run in the root of the repository.
pub fn program(line: &[&str]) -> Command {
    let mut command = Command::new(line[0]);
    command.args(&line[1..]).current_dir(root());
    // A toolchain asked for with `+name` must not lose to the one that started this program.
    command.env_remove("RUSTUP_TOOLCHAIN").env_remove("CARGO");
    // Other toolchains and profiles have no use for it.
    command.env_remove(TESTS_BY_CLIPPY);
    command
}

/// Names what compiles the programs that test, where `.ci/run` has clippy do it.
const TESTS_BY_CLIPPY: &str = "RUSTC_WORKSPACE_WRAPPER";

/// What compiles the programs that test, where that is not rustc.
pub fn tests_by_clippy() -> Option<OsString> {
    std::env::var_os(TESTS_BY_CLIPPY)
}

/// Has cargo compile as the tests are compiled: what was compiled for them serves here.
pub fn as_tests(command: &mut Command) -> &mut Command {
    match tests_by_clippy() {
        Some(wrapper) => command.env(TESTS_BY_CLIPPY, wrapper),
        None => command,
    }
}

/// Runs a command with the terminal's own output; an error names it and how it ended.
pub fn run(command: &mut Command) -> Result<(), Failure> {
    let line = shown(command);
    println!("$ {line}");
    let status = command
        .status()
        .map_err(|error| format!("`{line}` did not start: {error}"))?;
    if status.success() {
        Ok(())
    } else {
        Err(format!("`{line}` ended with {status}"))
    }
}

/// The standard output of a command, or `None` where it cannot run or fails.
pub fn output(line: &[&str]) -> Option<String> {
    let output = program(line).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then_some(text)
}

/// The target triple of this machine, as rustc names it.
pub fn host() -> Result<String, Failure> {
    let text = output(&["rustc", "-vV"]).ok_or("`rustc -vV` did not run")?;
    text.lines()
        .find_map(|line| line.strip_prefix("host: "))
        .map(str::to_owned)
        .ok_or_else(|| "`rustc -vV` names no host".to_owned())
}

/// Returns `true` if a nightly toolchain answers.
pub fn has_nightly() -> bool {
    output(&["cargo", "+nightly", "--version"]).is_some()
}

fn shown(command: &Command) -> String {
    let mut words: Vec<String> = command
        .get_envs()
        .filter_map(|(key, value)| {
            Some(format!(
                "{}={:?}",
                key.to_string_lossy(),
                value?.to_string_lossy()
            ))
        })
        .collect();
    words.push(command.get_program().to_string_lossy().into_owned());
    words.extend(
        command
            .get_args()
            .map(|word| word.to_string_lossy().into_owned()),
    );
    words.join(" ")
}
