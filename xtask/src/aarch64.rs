//! `cargo xtask aarch64`: the product's tests on AArch64, under qemu where this machine is another.
//!
//! Twice: as every AArch64 has it, and with half-precision arithmetic (`+fp16`), which changes how halves are converted. A machine
//! without the cross compiler, the emulator or the target skips this and says how to get them.

use crate::command::{Command, Outcome};
use crate::shell::{host, output, program, run, target_dir};

const TARGET: &str = "aarch64-unknown-linux-gnu";
const LINKER: &str = "aarch64-linux-gnu-gcc";
const EMULATOR: &str = "qemu-aarch64";
/// Where the cross compiler's package keeps the C library.
const LIBRARIES: &str = "/usr/aarch64-linux-gnu";

pub const COMMAND: Command = Command {
    name: "aarch64",
    about: "the tests of azulejo-gemm and azulejo-attention on AArch64, with and without half-precision arithmetic (qemu)",
    run: |_| {
        let native = host()?.starts_with("aarch64");
        if !native && let Some(why) = missing() {
            return Ok(Outcome::Skipped(why));
        }
        for flags in ["", "-Ctarget-feature=+fp16"] {
            let mut cargo = program(&[
                "cargo",
                "test",
                "--locked",
                "--package",
                "azulejo-gemm",
                "--package",
                "azulejo-attention",
                "--lib",
                "--test",
                "cpu",
            ]);
            if !native {
                cargo
                    .args(["--target", TARGET])
                    .env("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER", LINKER)
                    .env(
                        "CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER",
                        format!("{EMULATOR} -L {LIBRARIES}"),
                    );
            }
            run(cargo
                .env("RUSTFLAGS", flags)
                .env("CARGO_TARGET_DIR", target_dir().join("aarch64")))?;
        }
        Ok(Outcome::Done)
    },
};

/// What this machine lacks, and what brings it.
fn missing() -> Option<String> {
    for (program, package) in [(LINKER, "gcc-aarch64-linux-gnu"), (EMULATOR, "qemu-user")] {
        if output(&[program, "--version"]).is_none() {
            return Some(format!("no {program}; Debian's package {package} has it"));
        }
    }
    let folder = output(&["rustc", "--print", "target-libdir", "--target", TARGET])?;
    let found = std::fs::read_dir(folder.trim()).is_ok_and(|mut files| files.next().is_some());
    (!found).then(|| {
        format!("no standard library for {TARGET}; `rustup target add {TARGET}` installs it")
    })
}
