//! `cargo xtask asan`: the tests of the packages that hold `unsafe`, under AddressSanitizer.
//!
//! Reads and writes outside a buffer, use after free and leaks become failures. The sanitizer is a nightly flag, so a
//! machine without nightly skips this. All packages are tested in one run of cargo, so that the crates under them are
//! compiled once. Tests of index arithmetic on types, which has no `unsafe` and takes the compiler long, and of arithmetic case by
//! case are left to the run without it (`cfg(sanitized)`).

use crate::command::{Command, Outcome};
use crate::shell::{has_nightly, host, program, run, target_dir};

/// What reaches `unsafe` code on the host.
const TESTS: [&str; 24] = [
    "--package",
    "azulejo-gemm",
    "--package",
    "azulejo-attention",
    "--package",
    "azulejo-tensor",
    "--package",
    "azulejo-kernels",
    "--package",
    "azulejo-scalar",
    "--package",
    "azulejo-cpu",
    "--package",
    "azulejo-runtime",
    "--package",
    "azulejo-tile",
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

/// Packages whose layouts are types, which the compiler's next trait solver compiles in two thirds of the time; the run without the
/// sanitizer has that of stable Rust. The limit is what the tests need that way, where the package has none of its own.
const BY_NEXT_SOLVER: [(&str, &str); 9] = [
    ("azulejo-tensor", DEEP),
    ("azulejo-device", ""),
    ("azulejo-kernels", ""),
    ("azulejo-cpu", ""),
    ("azulejo-runtime", ""),
    ("azulejo-tile", ""),
    ("azulejo-gemm", ""),
    ("azulejo-attention", ""),
    ("azulejo-fuzz", DEEP),
];

const DEEP: &str = r#", '-Zcrate-attr=recursion_limit="1024"'"#;

/// Has cargo compile these packages so.
fn next_solver() -> Vec<String> {
    let of = |(package, more): &(&str, &str)| {
        let flags = format!("['-Znext-solver=globally'{more}]");
        let config = format!("profile.test.package.{package}.rustflags={flags}");
        ["--config".to_owned(), config]
    };
    let packages = BY_NEXT_SOLVER.iter().flat_map(of);
    ["-Zprofile-rustflags".to_owned()]
        .into_iter()
        .chain(packages)
        .collect()
}

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
        let tests = |more: &[String]| {
            let mut tests = program(&line);
            tests
                .args(more)
                .env("RUSTFLAGS", FLAGS)
                // Tests ask for more than there is, and expect an error.
                .env("ASAN_OPTIONS", "allocator_may_return_null=1")
                .env("CARGO_TARGET_DIR", target_dir().join("asan"));
            tests
        };
        // A nightly whose next solver rejects the tests has its other one.
        let next = next_solver();
        let next = match run(tests(&next).arg("--no-run")) {
            Ok(()) => next,
            Err(_) => Vec::new(),
        };
        run(&mut tests(&next))?;
        Ok(Outcome::Done)
    },
};
