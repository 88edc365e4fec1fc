//! `cargo xtask lint`: clippy on everything, warnings as errors.
//!
//! With the features that the tests leave out, so that this compiles them, too. The corpus' replays through types, which
//! the build of `azulejo-corpus-types` writes, are left to the tests (`cfg(not(clippy))`).
//!
//! In `.ci/run` clippy compiles the programs that test, and has checked them: this reads what it said. Such a program lacks the
//! compiler's own checks of null and misaligned pointers, which those under AddressSanitizer have.
//!
//! Then what kernels are made of, as devices have it: by the nightly clippy for `nvptx64-nvidia-cuda`, where that is installed.

use std::path::Path;
use std::process::{Command as Process, Stdio};

use azulejo_build::DeviceCrate;
use serde_json::Value;

use crate::command::{Command, Failure, Outcome};
use crate::shell::{as_tests, output, program, run, target_dir, tests_by_clippy};

/// The peers of the benchmark; buffers and streams of the crate `cust`; arrays of `ndarray`. Features of `azulejo` alone: those of another package
/// would be turned on in its build for build scripts, too.
pub const FEATURES: [&str; 2] = [
    "--features",
    "azulejo/baselines,azulejo/cust,azulejo/ndarray",
];

/// Everything.
const EVERY: [&str; 1] = ["--all-targets"];

/// What the tests leave out: all that is no test, and the tests of a feature. No package has a benchmark for `cargo bench`.
const UNTESTED: [&str; 5] = ["--lib", "--bins", "--examples", "--test", "ndarray"];

/// What clippy is told.
const DENIED: [&str; 2] = ["-D", "warnings"];

pub const COMMAND: Command = Command {
    name: "lint",
    about: "clippy on every target of every package with the features that tests leave out, and on the device crate for devices, warnings denied ([kernels]: the kernels for devices, minutes)",
    run: |args| {
        if args.iter().any(|arg| arg == "kernels") {
            return on_devices(&KERNELS);
        }
        let by_tests = tests_by_clippy().is_some();
        let targets = if by_tests { &UNTESTED[..] } else { &EVERY };
        let line = ["cargo", "clippy", "--workspace", "--locked"];
        let line = [&line[..], targets, &FEATURES, &["--"], &DENIED].concat();
        run(&mut program(&line))?;
        if by_tests {
            said_of_tests()?;
        }
        on_devices(&DEVICE)
    },
};

/// What kernels are made of.
const DEVICE: [&str; 5] = ["--package", "azulejo-device", "--", "-D", "warnings"];

/// The kernels. Code that only entry points call is dead without these. Newer lints of a nightly are warnings; those of
/// unsafe code are the workspace's, and errors.
const KERNELS: [&str; 10] = [
    "--package",
    "azulejo-kernels",
    "--package",
    "azulejo-tile",
    "--features",
    "azulejo-kernels/sm90a,azulejo-kernels/memory,azulejo-kernels/sm80,azulejo-kernels/hopper_aux,azulejo-kernels/attention,azulejo-kernels/attention_backward,azulejo-kernels/attention_sm80_backward",
    "--",
    "-Adead_code",
    "-Aunused_imports",
    "-Aunstable_name_collisions",
];

/// Has cargo say again what clippy said of the programs that test; a warning is a failure.
fn said_of_tests() -> Result<(), Failure> {
    let line = [
        "cargo",
        "test",
        "--workspace",
        "--locked",
        "--no-run",
        "--message-format=json",
    ];
    println!("$ {}", line.join(" "));
    let said = as_tests(&mut program(&line))
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("cargo did not start: {error}"))?;
    let said_of = |line: &str| {
        let value: Value = serde_json::from_str(line).ok()?;
        let text = value.get("message")?.get("rendered")?.as_str()?;
        Some(text.to_owned())
    };
    let text = String::from_utf8_lossy(&said.stdout);
    let messages: Vec<String> = text.lines().filter_map(said_of).collect();
    if said.status.success() && messages.is_empty() {
        return Ok(());
    }
    messages.iter().for_each(|message| print!("{message}"));
    Err(format!(
        "{} messages of the programs that test",
        messages.len()
    ))
}

/// Clippy of the nightly toolchain on device code.
fn on_devices(what: &[&str]) -> Result<Outcome, Failure> {
    if let Err(missing) = DeviceCrate::available() {
        return Ok(Outcome::Skipped(format!("device code: {missing}")));
    }
    let toolchain = DeviceCrate::toolchain();
    let cargo = ["rustup", "run", &toolchain, "cargo", "clippy"];
    if output(&[&cargo[..], &["--version"]].concat()).is_none() {
        let why = format!(
            "device code: {toolchain} has no clippy; `rustup component add clippy --toolchain {toolchain}`"
        );
        return Ok(Outcome::Skipped(why));
    }
    let folder = target_dir().join("nvptx-clippy");
    let folder = folder.to_string_lossy();
    let target = [
        "--target",
        "nvptx64-nvidia-cuda",
        "--no-default-features",
        "--locked",
        "--target-dir",
        &folder,
    ];
    run(&mut program(&[&cargo[..], &target, what].concat()))?;
    Ok(Outcome::Done)
}

/// Has cargo check packages of the workspace as `cargo clippy` does here: what clippy has checked is then not checked again.
pub fn as_clippy(command: &mut Process) -> &mut Process {
    let Some(sysroot) = output(&["rustc", "--print", "sysroot"]) else {
        return command;
    };
    let driver = format!("clippy-driver{}", std::env::consts::EXE_SUFFIX);
    let driver = Path::new(sysroot.trim()).join("bin").join(driver);
    if !driver.exists() {
        return command;
    }
    // As `cargo clippy` hands its arguments on.
    let args = DENIED.map(|arg| format!("{arg}__CLIPPY_HACKERY__"));
    command
        .env("RUSTC_WORKSPACE_WRAPPER", driver)
        .env("CLIPPY_ARGS", args.concat())
}
