//! `cargo rustc` for the device: one crate in, one PTX text out.

use std::{
    fmt, fs, io,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use super::explain;
use azulejo_device::dependent_launch::for_sm_90;

/// Why a device build gave no PTX.
///
/// `Debug` writes the text, too: a build script whose `main` returns the error shows the compiler's messages line by line.
pub enum BuildError {
    /// The toolchain, or its `core` for `nvptx64-nvidia-cuda`, is not installed: what was tried and what to install.
    Missing(String),
    /// A command could not be started, or a file not read or written.
    Io(PathBuf, io::Error),
    /// The compiler or assembler rejected; its messages.
    Failed(String),
    /// The PTX is not what the table says: an entry without a row, or a row without an entry.
    Mismatch(String),
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing(what) => write!(f, "missing: {what}"),
            Self::Io(path, e) => write!(f, "{}: {e}", path.display()),
            Self::Failed(text) => write!(f, "{text}"),
            Self::Mismatch(text) => write!(f, "{text}"),
        }
    }
}

impl fmt::Debug for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl std::error::Error for BuildError {}

/// A crate to compile for the device.
///
/// It is compiled as a static library with link-time optimisation over everything it uses, which leaves a single
/// assembly file: PTX with nothing unresolved. The toolchain must be a nightly (`abi_ptx` is unstable); it is the one
/// named by `AZULEJO_NIGHTLY`, or `nightly`.
#[derive(Clone, Debug)]
pub struct DeviceCrate {
    manifest: PathBuf,
    package: String,
    features: Vec<String>,
    flags: Vec<String>,
    next_solver: bool,
    target_dir: PathBuf,
}

/// The compiler's next trait solver, which caches what it has proved of a type.
const NEXT_SOLVER: &str = "-Znext-solver=globally";

/// How the compiler begins the message of a constant that does not evaluate, as a tile that does not fit.
const BAD_CONSTANT: &str = "error[E0080]";

/// Without inlining that message also has the line that calls the function with the constant.
const PLACED: &str = "-Zinline-mir=no";

/// The compiler's messages, layouts in them in the notation.
fn failed(out: &Output) -> BuildError {
    BuildError::Failed(explain(&String::from_utf8_lossy(&out.stderr)))
}

/// The PTX versions of instructions in inline assembly, which the compiler does not know (PTX ISA, "PTX ISA Notes").
const VERSIONS: &[(&str, (u32, u32))] = &[
    ("st.async.", (8, 1)),
    ("red.relaxed.gpu.global.add.v4.f32", (8, 1)),
    (".row.col.f16.e4m3.", (8, 7)),
    (".row.col.f16.e5m2.", (8, 7)),
    // `wgmma` of signed with unsigned integers.
    ("k32.s32.u8.s8", (8, 4)),
    ("k32.s32.s8.u8", (8, 4)),
];

/// The text with the version that its instructions need, where the compiler has written an older one.
fn with_version(text: String) -> String {
    let Some((head, rest)) = text.split_once(".version ") else {
        return text;
    };
    let (found, rest) = rest.split_once('\n').unwrap_or((rest, ""));
    let number = |text: &str| text.trim().parse::<u32>().ok();
    let version = found
        .split_once('.')
        .and_then(|(a, b)| Some((number(a)?, number(b)?)));
    let needed = VERSIONS
        .iter()
        .filter(|(op, _)| rest.contains(op))
        .map(|(_, version)| *version)
        .max();
    match (version, needed) {
        (Some(version), Some(needed)) if version < needed => {
            format!("{head}.version {}.{}\n{rest}", needed.0, needed.1)
        }
        _ => text,
    }
}

/// The text with the instructions of `cpu` in the places that it has for them.
fn for_cpu(cpu: &str, text: String) -> String {
    let number = cpu
        .strip_prefix("sm_")
        .map(|cpu| cpu.trim_end_matches(char::is_alphabetic));
    match number.and_then(|number| number.parse::<u32>().ok()) {
        Some(90..) => for_sm_90(&text).into(),
        _ => text,
    }
}

impl DeviceCrate {
    /// The package `package` whose `Cargo.toml`, or whose workspace's, is `manifest`; intermediate files go under
    /// `target_dir`, which should not be the one of the running cargo.
    pub fn new(
        manifest: impl Into<PathBuf>,
        package: impl Into<String>,
        target_dir: impl Into<PathBuf>,
    ) -> Self {
        Self {
            manifest: manifest.into(),
            package: package.into(),
            features: Vec::new(),
            flags: Vec::new(),
            next_solver: false,
            target_dir: target_dir.into(),
        }
    }

    /// Turns on a feature of the package; default features are always off on the device.
    pub fn feature(mut self, feature: impl Into<String>) -> Self {
        self.features.push(feature.into());
        self
    }

    /// Passes a flag to rustc for the package.
    pub fn flag(mut self, flag: impl Into<String>) -> Self {
        self.flags.push(flag.into());
        self
    }

    /// Compiles the package with the compiler's next trait solver, which takes a fifth of the time where layouts are types.
    ///
    /// It is unstable: where a build fails with it, the default solver builds again, and its messages are those returned, but for
    /// those of a constant that does not evaluate. It may place blocks of code in another order. The package allows deep types, by `#![recursion_limit = "1024"]`.
    pub fn next_solver(mut self) -> Self {
        self.next_solver = true;
        self
    }

    /// The toolchain's name.
    pub fn toolchain() -> String {
        std::env::var("AZULEJO_NIGHTLY").unwrap_or_else(|_| "nightly".into())
    }

    /// Returns `true` if the toolchain and its `core` for the device are installed.
    ///
    /// # Errors
    /// [`BuildError::Missing`] with the command that installs what is not there.
    pub fn available() -> Result<(), BuildError> {
        let toolchain = Self::toolchain();
        let missing = |why: &str| {
            BuildError::Missing(format!(
                "{why}; install it with `rustup target add nvptx64-nvidia-cuda --toolchain {toolchain}`"
            ))
        };
        let out = Command::new("rustup")
            .args([
                "run",
                &toolchain,
                "rustc",
                "--print",
                "target-libdir",
                "--target",
                "nvptx64-nvidia-cuda",
            ])
            .output()
            .map_err(|_| {
                BuildError::Missing(
                    "rustup is not on the PATH, and with it the nightly toolchain".into(),
                )
            })?;
        if !out.status.success() {
            return Err(missing(&format!("no toolchain named {toolchain}")));
        }
        let dir = PathBuf::from(String::from_utf8_lossy(&out.stdout).trim());
        let found = fs::read_dir(&dir)
            .map(|files| {
                files
                    .flatten()
                    .any(|f| f.file_name().to_string_lossy().starts_with("libcore"))
            })
            .unwrap_or(false);
        if found {
            Ok(())
        } else {
            Err(missing(&format!(
                "{toolchain} has no `core` for nvptx64-nvidia-cuda"
            )))
        }
    }

    /// Compiles for `cpu` (`sm_80`, `sm_90a`, …) and returns the PTX as the compiler wrote it.
    ///
    /// # Errors
    /// [`BuildError::Missing`] where the toolchain is not there, [`BuildError::Failed`] with the compiler's messages,
    /// layouts in them in the notation.
    pub fn compile(&self, cpu: &str) -> Result<String, BuildError> {
        Self::available()?;
        // What the package uses is compiled once: only the package itself is told the architecture.
        let target_dir = &self.target_dir;
        let deps = target_dir.join("nvptx64-nvidia-cuda/release");
        let stem = self.package.replace('-', "_");
        for old in assembly(&deps, &stem) {
            fs::remove_file(&old).map_err(|e| BuildError::Io(old.clone(), e))?;
        }
        // Removing the assembly alone would leave cargo thinking that the package is fresh.
        let fingerprints = target_dir.join("nvptx64-nvidia-cuda/release/.fingerprint");
        for entry in fs::read_dir(&fingerprints).into_iter().flatten().flatten() {
            if entry
                .file_name()
                .to_string_lossy()
                .starts_with(&self.package)
            {
                fs::remove_dir_all(entry.path()).map_err(|e| BuildError::Io(entry.path(), e))?;
            }
        }
        let next = self.next_solver && self.next(cpu)?;
        if !next {
            let out = self.rustc(cpu, &[])?;
            if !out.status.success() {
                return Err(failed(&out));
            }
        }
        match assembly(&deps, &stem).as_slice() {
            [one] => fs::read_to_string(one)
                .map(|text| with_version(for_cpu(cpu, text)))
                .map_err(|e| BuildError::Io(one.clone(), e)),
            [] => Err(BuildError::Failed(format!(
                "the compiler wrote no assembly under {}",
                deps.display()
            ))),
            many => Err(BuildError::Failed(format!(
                "{} assembly files under {}",
                many.len(),
                deps.display()
            ))),
        }
    }

    /// Compiles with the next solver; `false` where the default one is to try.
    ///
    /// A constant that does not evaluate is an error with both.
    fn next(&self, cpu: &str) -> Result<bool, BuildError> {
        let out = self.rustc(cpu, &[NEXT_SOLVER])?;
        if !out.status.success() && String::from_utf8_lossy(&out.stderr).contains(BAD_CONSTANT) {
            let placed = self.rustc(cpu, &[NEXT_SOLVER, PLACED])?;
            if !placed.status.success() {
                return Err(failed(&placed));
            }
        }
        Ok(out.status.success())
    }

    /// Runs `cargo rustc` on the package.
    fn rustc(&self, cpu: &str, flags: &[&str]) -> Result<Output, BuildError> {
        self.command(cpu, flags)
            .output()
            .map_err(|e| BuildError::Io("rustup".into(), e))
    }

    /// `cargo rustc` on the package, with nothing of the user's profiles, flags and configuration.
    fn command(&self, cpu: &str, flags: &[&str]) -> Command {
        let mut command = Command::new("rustup");
        command
            .args([
                "run",
                &Self::toolchain(),
                "cargo",
                "rustc",
                "--quiet",
                "--lib",
                "--crate-type",
                "staticlib",
            ])
            .args([
                "--release",
                "--target",
                "nvptx64-nvidia-cuda",
                "--no-default-features",
            ])
            .args([
                "--config",
                "profile.release.lto=\"fat\"",
                "--config",
                "profile.release.codegen-units=1",
            ])
            .args([
                "--config",
                "profile.release.opt-level=3",
                "--config",
                "profile.release.panic=\"abort\"",
            ])
            .args([
                "--config",
                "profile.release.debug=false",
                "--config",
                "profile.release.incremental=false",
            ])
            // A check that fails on a device is a call, whatever the user's profile says.
            .args([
                "--config",
                "profile.release.overflow-checks=false",
                "--config",
                "profile.release.debug-assertions=false",
            ])
            .arg("--manifest-path")
            .arg(&self.manifest)
            .args(["--package", &self.package])
            .arg("--target-dir")
            .arg(&self.target_dir)
            // Where the assembly is looked for, wherever the user's configuration keeps such files.
            .env("CARGO_BUILD_BUILD_DIR", &self.target_dir);
        if !self.features.is_empty() {
            command.args(["--features", &self.features.join(",")]);
        }
        command
            .arg("--")
            .arg("--emit=asm")
            .arg(format!("-Ctarget-cpu={cpu}"))
            .args(&self.flags)
            .args(flags);
        for flag in ["RUSTFLAGS", "RUSTDOC", "CARGO"] {
            command.env_remove(flag);
        }
        // Variables have precedence over a configuration: no `build.rustflags`, such as a processor of the host's, no wrapper, and
        // the toolchain's own compiler.
        command.envs([
            ("CARGO_ENCODED_RUSTFLAGS", ""),
            ("RUSTC_WRAPPER", ""),
            ("RUSTC_WORKSPACE_WRAPPER", ""),
            ("RUSTC", "rustc"),
            ("CARGO_INCREMENTAL", "0"),
        ]);
        command
    }
}

/// The assembly files of crate `stem` below `dir`, wherever this compiler writes them.
fn assembly(dir: &Path, stem: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![dir.to_path_buf()];
    while let Some(dir) = open.pop() {
        for entry in fs::read_dir(&dir).into_iter().flatten().flatten() {
            let path = entry.path();
            let name = entry.file_name().to_string_lossy().into_owned();
            if path.is_dir() && name != ".fingerprint" {
                open.push(path);
            } else if name.starts_with(stem) && name.ends_with(".s") {
                found.push(path);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{for_cpu, with_version};

    #[test]
    fn instructions_raise_the_version_that_they_need() {
        let text =
            |version, op| format!("//\n.version {version}\n.target sm_90a\n\t{op} [a], b;\n");
        let with = |version, op| with_version(text(version, op));
        assert_eq!(
            with("8.0", "st.async.shared::cluster.u32"),
            text("8.1", "st.async.shared::cluster.u32")
        );
        assert_eq!(
            with("8.8", "st.async.shared::cluster.u32"),
            text("8.8", "st.async.shared::cluster.u32")
        );
        assert_eq!(with("8.0", "st.global.u32"), text("8.0", "st.global.u32"));
        assert_eq!(
            with("8.0", "mma.m16n8k32.row.col.f16.e4m3.e5m2.f16"),
            text("8.7", "mma.m16n8k32.row.col.f16.e4m3.e5m2.f16")
        );
        assert_eq!(
            with("8.0", "wgmma.mma_async.sync.aligned.m64n8k32.s32.u8.s8"),
            text("8.4", "wgmma.mma_async.sync.aligned.m64n8k32.s32.u8.s8")
        );
        assert_eq!(with_version(String::new()), "");
    }

    #[test]
    fn places_are_filled_for_the_processors_that_have_the_instructions() {
        let text = ".version 8.0\n.target sm_90a\n{ .reg .pred griddepcontrol_wait; }\n";
        for (cpu, filled) in [
            ("sm_80", false),
            ("sm_89", false),
            ("sm_90", true),
            ("sm_90a", true),
            ("sm_120a", true),
        ] {
            assert_eq!(for_cpu(cpu, text.into()) != text, filled, "{cpu}");
        }
    }
}
