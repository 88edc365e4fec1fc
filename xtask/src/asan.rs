//! `cargo xtask asan`: the tests of the packages that hold `unsafe`, under AddressSanitizer.
//!
//! Reads and writes outside a buffer, use after free and leaks become failures. The sanitizer is a
//! nightly flag, so a machine without nightly skips this.

use crate::command::{Command, Outcome};
use crate::shell::{has_nightly, host, program, run, target_dir};

/// The test binaries that reach `unsafe` code on the host: packages and tests.
const TESTS: [(&str, &str); 2] = [("azulejo-gemm", "cpu"), ("azulejo-tensor", "tensor")];

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
        for (package, test) in TESTS {
            let line = [
                "cargo",
                "+nightly",
                "test",
                "--locked",
                "--target",
                &host,
                "--package",
                package,
                "--test",
                test,
            ];
            run(program(&line)
                .env("RUSTFLAGS", "-Zsanitizer=address -Copt-level=1")
                .env("CARGO_TARGET_DIR", target_dir().join("asan")))?;
        }
        Ok(Outcome::Done)
    },
};
