//! `cargo xtask asan`: the tests of the packages that hold `unsafe`, under AddressSanitizer.
//!
//! Reads and writes outside a buffer, use after free and leaks become failures. The sanitizer is a
//! nightly flag, so a machine without nightly skips this.

use crate::command::{Command, Outcome};
use crate::shell::{has_nightly, host, program, run, target_dir};

/// The packages in which `unsafe` is allowed.
const PACKAGES: [&str; 3] = ["azulejo-tensor", "azulejo-kernels", "azulejo-gemm"];

pub const COMMAND: Command = Command {
    name: "asan",
    about: "tests of the packages with unsafe code under AddressSanitizer (nightly)",
    run: |_| {
        if !has_nightly() {
            return Ok(Outcome::Skipped(
                "no nightly toolchain; `rustup toolchain install nightly` brings one".into(),
            ));
        }
        let host = host()?;
        let mut line = vec![
            "cargo", "+nightly", "test", "--locked", "--lib", "--tests", "--target", &host,
        ];
        for package in PACKAGES {
            line.extend(["--package", package]);
        }
        run(program(&line)
            .env("RUSTFLAGS", "-Zsanitizer=address")
            .env("CARGO_TARGET_DIR", target_dir().join("asan")))?;
        Ok(Outcome::Done)
    },
};
