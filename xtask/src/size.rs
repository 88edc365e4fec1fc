//! `cargo xtask size`: what a user downloads and builds, against limits.
//!
//! The archives of the packages, the program, and what a program of one's own grows by with one call of `zeros` on a GPU.
//! Programs are built as a release and stripped; those of a user with the profile that Cargo has without a word.

use std::fs;
use std::path::{Path, PathBuf};

use crate::command::{Command, Failure, Outcome};
use crate::shell::{at, output, program, root, run, target_dir};

/// The packages that are published, in the order in which they can be.
const PACKAGES: [&str; 14] = [
    "azulejo-layout",
    "azulejo-tensor",
    "azulejo-device",
    "azulejo-build",
    "azulejo-scalar",
    "azulejo-ptx",
    "azulejo-cubin",
    "azulejo-kernels",
    "azulejo-cpu",
    "azulejo-runtime",
    "azulejo-tile",
    "azulejo-gemm",
    "azulejo-attention",
    "azulejo",
];

/// Bytes of an archive at most.
const ARCHIVE: u64 = 3_000_000;
/// Bytes of the program at most.
const PROGRAM: u64 = 8_000_000;
/// Bytes that one call of `zeros` adds to a program, at most.
const ZEROS: u64 = 400_000;

/// A program that calls nothing of azulejo.
const NOTHING: &str = "fn main() {\n    println!(\"done\");\n}\n";

/// A program that only calls `zeros`.
const CALLS_ZEROS: &str = "use azulejo::runtime::{Device, Error, ViewMut, zeros};

fn main() -> Result<(), Error> {
    let stream = Device::new(0)?.stream()?;
    let mut x = stream.upload(&[1.0f32; 16])?;
    zeros(&stream, &mut ViewMut::row_major(&mut x, &[16])?)?;
    stream.synchronize()?;
    println!(\"done\");
    Ok(())
}
";

pub const COMMAND: Command = Command {
    name: "size",
    about: "bytes of the packages' archives, of the program and of a program with one call, against limits ([archives]: those alone)",
    run: |args| {
        archives()?;
        if args.iter().any(|arg| arg == "archives") {
            return Ok(Outcome::Done);
        }
        if output(&["strip", "--version"]).is_none() {
            return Ok(Outcome::Skipped("the programs: no `strip`".into()));
        }
        programs()?;
        Ok(Outcome::Done)
    },
};

/// Prints a size, which must not be above its limit.
fn check(what: &str, bytes: u64, limit: u64) -> Result<(), Failure> {
    println!("{what}: {bytes} bytes, {limit} at most");
    if bytes > limit {
        return Err(format!("{what}: {bytes} bytes are more than {limit}"));
    }
    Ok(())
}

fn bytes(path: &Path) -> Result<u64, Failure> {
    let of = fs::metadata(path).map_err(at(path))?;
    Ok(of.len())
}

/// Makes the archives, without the builds that publishing makes of them.
fn archives() -> Result<(), Failure> {
    let folder = target_dir().join("package");
    let packages = PACKAGES.iter().flat_map(|package| ["--package", package]);
    let line: Vec<&str> = [
        "cargo",
        "package",
        "--no-verify",
        "--allow-dirty",
        "--quiet",
    ]
    .into_iter()
    .chain(packages)
    .collect();
    run(&mut program(&line))?;
    for package in PACKAGES {
        let file = format!("{package}-{}.crate", env!("CARGO_PKG_VERSION"));
        check(&file, bytes(&folder.join(&file))?, ARCHIVE)?;
    }
    Ok(())
}

/// Builds the programs.
fn programs() -> Result<(), Failure> {
    run(&mut program(&["cargo", "build", "--release", "--locked"]))?;
    let program = stripped(&target_dir().join("release/azulejo"))?;
    let [nothing, zeros] = [("nothing", NOTHING), ("zeros", CALLS_ZEROS)]
        .map(|(name, source)| stripped(&built(name, source)?));
    let (nothing, zeros) = (nothing?, zeros?);
    check("azulejo", program, PROGRAM)?;
    check("one call of `zeros`", zeros.saturating_sub(nothing), ZEROS)
}

/// Bytes of a program without its symbols.
fn stripped(path: &Path) -> Result<u64, Failure> {
    let out = path.with_extension("stripped");
    let line = [
        "strip",
        "-o",
        &*out.to_string_lossy(),
        &path.to_string_lossy(),
    ];
    run(&mut program(&line))?;
    bytes(&out)
}

/// Builds a program of one file on the library alone, as a user would, and gives its path.
fn built(name: &str, source: &str) -> Result<PathBuf, Failure> {
    let folder = target_dir().join("size").join(name);
    let failure = |error: std::io::Error| format!("{}: {error}", folder.display());
    let manifest = format!(
        "[workspace]\n\n[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[dependencies]\nazulejo = {{ path = {:?}, default-features = false }}\n",
        root(),
    );
    fs::create_dir_all(folder.join("src")).map_err(failure)?;
    fs::write(folder.join("Cargo.toml"), manifest).map_err(failure)?;
    fs::write(folder.join("src/main.rs"), source).map_err(failure)?;
    fs::copy(root().join("Cargo.lock"), folder.join("Cargo.lock")).map_err(failure)?;
    run(program(&["cargo", "build", "--release"])
        .current_dir(&folder)
        .env("CARGO_TARGET_DIR", target_dir()))?;
    Ok(target_dir().join("release").join(name))
}
