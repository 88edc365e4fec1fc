//! `cargo xtask lint`: clippy on everything, warnings as errors.
//!
//! With the features that the tests leave out, so that this compiles them, too. The corpus' replays through types, which
//! the build of `azulejo-corpus-types` writes, are left to the tests (`cfg(not(clippy))`).
//!
//! Then what kernels are made of, as devices have it: by the nightly clippy for `nvptx64-nvidia-cuda`, where that is installed.

use std::path::Path;
use std::process::Command as Process;

use azulejo_kernels::build::DeviceCrate;

use crate::command::{Command, Failure, Outcome};
use crate::shell::{output, program, run, target_dir};

/// The peers of the benchmark; buffers and streams of the crate `cust`; arrays of `ndarray`. Features of `azulejo` alone: those of another package
/// would be turned on in its build for build scripts, too.
pub const FEATURES: [&str; 2] = [
    "--features",
    "azulejo/baselines,azulejo/cust,azulejo/ndarray",
];

/// What clippy is told.
const DENIED: [&str; 2] = ["-D", "warnings"];

pub const COMMAND: Command = Command {
    name: "lint",
    about: "clippy on every target of every package with the features that tests leave out, and on the device crate for devices, warnings denied ([kernels]: the kernels for devices, minutes)",
    run: |args| {
        if args.iter().any(|arg| arg == "kernels") {
            return on_devices(&KERNELS);
        }
        let line = [
            "cargo",
            "clippy",
            "--workspace",
            "--all-targets",
            "--locked",
        ];
        let line = [&line[..], &FEATURES, &["--"], &DENIED].concat();
        run(&mut program(&line))?;
        on_devices(&DEVICE)
    },
};

/// What kernels are made of.
const DEVICE: [&str; 5] = ["--package", "azulejo-device", "--", "-D", "warnings"];

/// The kernels. Code that only entry points call is dead without these. Newer lints of a nightly are warnings; those of
/// unsafe code are the workspace's, and errors.
const KERNELS: [&str; 8] = [
    "--package",
    "azulejo-kernels",
    "--features",
    "sm90a",
    "--",
    "-Adead_code",
    "-Aunused_imports",
    "-Aunstable_name_collisions",
];

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
