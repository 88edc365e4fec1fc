//! `cargo xtask asan`: the tests of the packages that hold `unsafe`, under AddressSanitizer.
//!
//! Reads and writes outside a buffer, use after free and leaks become failures. The sanitizer is a nightly flag, so a
//! machine without nightly skips this. All packages are tested in one run of cargo, so that the crates under them are
//! compiled once. Tests of index arithmetic on types, which has no `unsafe` and takes the compiler long, and of arithmetic case by
//! case are left to the run without it (`cfg(sanitized)`).

use crate::command::{Command, Outcome};
use crate::shell::{has_nightly, host, program, run, target_dir};

/// What reaches `unsafe` code on the host.
const TESTS: [&str; 16] = [
    "--package",
    "azulejo-gemm",
    "--package",
    "azulejo-attention",
    "--package",
    "azulejo-tensor",
    "--package",
    "azulejo-kernels",
    "--package",
    "azulejo-fuzz",
    "--lib",
    "--test",
    "cpu",
    "--test=tensor",
    "--test=bounded",
    "--test=tiles",
];

/// Symbols of nested types are as long as their types, unless the older names of stable Rust are asked for. A function of more than a
/// thousand accesses calls the check of each: written out, the unrolled products take the compiler a fifth longer.
const FLAGS: &str = "-Zsanitizer=address --cfg sanitized -Zunstable-options -Csymbol-mangling-version=legacy \
    -Cllvm-args=-asan-instrumentation-with-call-threshold=1000";

/// What evaluates layouts case by case is left out here: the evaluator needs no optimisation.
const PROFILE: [&str; 2] = [
    "--config",
    "profile.test.package.azulejo-layout.opt-level=0",
];

pub const COMMAND: Command = Command {
    name: "asan",
    about: "tests of the packages with unsafe code under AddressSanitizer (nightly)",
    run: |_| {
        if !has_nightly() {
            return Ok(Outcome::Skipped(
                "no nightly toolchain; `rustup toolchain install nightly` installs one".into(),
            ));
        }
        let host = host()?;
        let cargo = ["cargo", "+nightly", "test", "--locked", "--target", &host];
        let line = [&cargo[..], &PROFILE, &TESTS].concat();
        run(program(&line)
            .env("RUSTFLAGS", FLAGS)
            // Tests ask for more than there is, and expect an error.
            .env("ASAN_OPTIONS", "allocator_may_return_null=1")
            .env("CARGO_TARGET_DIR", target_dir().join("asan")))?;
        Ok(Outcome::Done)
    },
};
