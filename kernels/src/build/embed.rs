//! [`Embed`]: a device crate of one's own as PTX, from a build script.

use std::{
    env, fs,
    path::{Path, PathBuf},
};

use super::local::{self, local_crates};
use super::{Bounds, BuildError, DeviceCrate, Ptx};
use crate::table::Kernel;

/// The environment variable that says where the PTX comes from.
///
/// `committed` takes the committed text, `build` compiles, `commit` compiles and writes the committed text, `check` compiles and is an
/// error where the committed text differs. By default the committed text is taken as long as the sources are those it was made from.
pub const SOURCE: &str = "AZULEJO_PTX";

/// Flags that have the compiler unroll loops of constant count and inline closures before arrays become registers: a plain
/// `for k_block in 0..4` over fragments then costs no local memory.
const UNROLL: &[&str] = &[
    "-Cllvm-args=-unroll-threshold=20000",
    "-Cllvm-args=-inline-threshold=1000000",
];

/// A device crate whose PTX a program embeds.
///
/// The PTX is kept in the repository, with a hash of the sources it was made from on its first line: those of the device crate and of
/// the crates that it depends on by `path`, and azulejo's version. A build uses it as it
/// is while the hash is right, so that a build of the program needs no nightly toolchain; when a source has changed it
/// is made anew, and where that is not possible the build warns and uses what there is.
///
/// ```no_run
/// // build.rs
/// use azulejo_kernels::build::Embed;
/// # const KERNELS: &[azulejo_kernels::table::Kernel] = &[];
/// fn main() -> Result<(), Box<dyn std::error::Error>> {
///     let embed = Embed::new("device", "my-kernels", "ptx/my.ptx").kernels(KERNELS);
///     // In the program: include_str!(env!("MY_PTX")).
///     println!("cargo::rustc-env=MY_PTX={}", embed.run()?.display());
///     Ok(())
/// }
/// ```
#[derive(Clone, Debug)]
pub struct Embed {
    folder: PathBuf,
    package: String,
    committed: PathBuf,
    cpu: String,
    bounds: Vec<Bounds>,
}

impl Embed {
    /// The device crate `package` in `folder`, whose PTX is kept in the file `committed`. Its entry points are behind a
    /// feature `entries`, as [`kernels!`](crate::kernels) puts them.
    pub fn new(
        folder: impl Into<PathBuf>,
        package: impl Into<String>,
        committed: impl Into<PathBuf>,
    ) -> Self {
        Self {
            folder: folder.into(),
            package: package.into(),
            committed: committed.into(),
            cpu: "sm_80".into(),
            bounds: Vec::new(),
        }
    }

    /// Compiles for another architecture than `sm_80`, which every later GPU runs too. For `sm_90a` the crate's feature `sm90a`
    /// is on, under which [`kernels!`](crate::kernels) puts entry points of that architecture.
    pub fn cpu(mut self, cpu: impl Into<String>) -> Self {
        self.cpu = cpu.into();
        self
    }

    /// The entry points with their launch bounds: the table that [`kernels!`](crate::kernels) makes.
    pub fn kernels(mut self, table: &[Kernel]) -> Self {
        let rows = table
            .iter()
            .map(|kernel| Bounds::new(kernel.name, kernel.threads, kernel.min_ctas));
        self.bounds.extend(rows);
        self
    }

    /// Compiles the crate and returns its PTX, launch bounds and hash inserted; intermediate files go under `target_dir`.
    ///
    /// # Errors
    /// [`BuildError::Missing`] without the toolchain; the compiler's messages; [`BuildError::Mismatch`] where the table
    /// and the crate name different entry points.
    pub fn compile(&self, target_dir: &Path) -> Result<String, BuildError> {
        let manifest = self.folder.join("Cargo.toml");
        let mut device = DeviceCrate::new(manifest, &self.package, target_dir)
            .next_solver()
            .feature("entries");
        if self.cpu == "sm_90a" {
            device = device.feature("sm90a");
        }
        for flag in UNROLL {
            device = device.flag(*flag);
        }
        let ptx = Ptx::parse(&device.compile(&self.cpu)?)?.with_bounds(&self.bounds)?;
        Ok(format!("{}\n{ptx}", self.stamp()?))
    }

    /// Returns `true` if the committed PTX was made from the sources as they are.
    ///
    /// # Errors
    /// [`BuildError::Io`] where a source cannot be read.
    pub fn is_current(&self) -> Result<bool, BuildError> {
        let text = fs::read_to_string(&self.committed).unwrap_or_default();
        Ok(text.lines().next() == Some(&self.stamp()?))
    }

    /// The work of a build script: writes the PTX to a file of `OUT_DIR`, tells cargo what it depends on, and returns the
    /// file's path.
    ///
    /// # Errors
    /// As [`Embed::compile`], but for a missing toolchain where there is a committed text.
    pub fn run(&self) -> Result<PathBuf, BuildError> {
        println!("cargo::rerun-if-changed={}", self.folder.display());
        for local in local_crates(&self.folder)?.iter().skip(1) {
            for source in local.sources() {
                println!("cargo::rerun-if-changed={}", source.display());
            }
        }
        println!("cargo::rerun-if-changed={}", self.committed.display());
        println!("cargo::rerun-if-env-changed={SOURCE}");
        let out = env::var_os("OUT_DIR").map_or_else(env::temp_dir, PathBuf::from);
        let asked = env::var(SOURCE).unwrap_or_default();
        let folder = out.join("device");
        let text = match asked.as_str() {
            "committed" => self.read()?,
            "build" => self.compile(&folder)?,
            "commit" | "check" => {
                let check = asked == "check";
                if !self.commit(&folder, check)? && check {
                    return Err(BuildError::Mismatch(format!(
                        "{} is not what its source compiles to; build with {SOURCE}=commit",
                        self.committed.display()
                    )));
                }
                self.read()?
            }
            _ if self.is_current()? => self.read()?,
            _ => match self.compile(&folder) {
                Err(BuildError::Missing(what)) if self.committed.exists() => {
                    println!(
                        "cargo::warning={} is older than its sources, and cannot be made anew: {what}",
                        self.committed.display()
                    );
                    self.read()?
                }
                made => made?,
            },
        };
        let file = out.join(format!("{}.ptx", self.package));
        fs::write(&file, text).map_err(|e| BuildError::Io(file.clone(), e))?;
        Ok(file)
    }

    /// Compiles the crate and brings the committed PTX up to date; says whether it was before.
    ///
    /// # Errors
    /// As [`Embed::compile`], or [`BuildError::Io`].
    pub fn commit(&self, target_dir: &Path, check: bool) -> Result<bool, BuildError> {
        let text = self.compile(target_dir)?;
        let same = fs::read_to_string(&self.committed).is_ok_and(|old| old == text);
        if !same && !check {
            let folder = self.committed.parent().unwrap_or(Path::new("."));
            fs::create_dir_all(folder).map_err(|e| BuildError::Io(folder.into(), e))?;
            fs::write(&self.committed, text)
                .map_err(|e| BuildError::Io(self.committed.clone(), e))?;
        }
        Ok(same)
    }

    fn read(&self) -> Result<String, BuildError> {
        fs::read_to_string(&self.committed).map_err(|e| BuildError::Io(self.committed.clone(), e))
    }

    /// The first line of a committed text: azulejo's version, and a hash of the manifests and sources of the crate and of the local
    /// crates that it is compiled with (FNV-1a, 64 bits).
    fn stamp(&self) -> Result<String, BuildError> {
        let hash = local::hash(&local_crates(&self.folder)?)?;
        let version = env!("CARGO_PKG_VERSION");
        Ok(format!(
            "// {} {} azulejo {version} {hash:016x}",
            self.package, self.cpu
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_changed_source_makes_the_text_old() {
        let folder = env::temp_dir().join(format!("azulejo-embed-{}", std::process::id()));
        // An earlier process of this number may have left one.
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(folder.join("src")).unwrap();
        fs::write(folder.join("Cargo.toml"), "[package]").unwrap();
        fs::write(folder.join("src/lib.rs"), "// one").unwrap();
        let embed = Embed::new(&folder, "kernels", folder.join("kernels.ptx"));
        assert!(!embed.is_current().unwrap(), "there is no text");
        fs::write(
            folder.join("kernels.ptx"),
            format!("{}\n.version 7.0\n", embed.stamp().unwrap()),
        )
        .unwrap();
        assert!(embed.is_current().unwrap());
        fs::write(folder.join("src/lib.rs"), "// two").unwrap();
        assert!(!embed.is_current().unwrap());
        fs::remove_dir_all(&folder).unwrap();
    }
}
