//! [`Embed`]: a device crate of one's own as PTX, from a build script.

use std::{
    env, fs,
    path::{Path, PathBuf},
};

use super::local::{self, local_crates};
use super::{Bounds, BuildError, DeviceCrate, Ptx};
use azulejo_device::table::{Arch, Kernel, Variant};

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

/// As `#![recursion_limit = "1024"]` in the crate: without it the next solver gives up on the types of layouts, and the default one
/// compiles the crate in four times the time.
const DEEP_TYPES: &str = "-Zcrate-attr=recursion_limit=\"1024\"";

/// A device crate whose PTX a program embeds.
///
/// The PTX is kept in the repository, with a hash of the sources it was made from on its first line: those of the device crate and of
/// the crates that it depends on by `path`, and azulejo's version. A build uses it as it
/// is while the hash is right, so that a build of the program needs no nightly toolchain; when a source has changed it
/// is made anew, and where that is not possible the build warns and uses what there is.
///
/// ```no_run
/// // build.rs
/// use azulejo_build::Embed;
/// # const KERNELS: &[azulejo_device::table::Kernel] = &[];
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
    cpu: Option<String>,
    kernels: Vec<Kernel>,
}

impl Embed {
    /// The device crate `package` in `folder`, whose PTX is kept in the file `committed`. Its entry points are behind a
    /// feature `entries`, as [`kernels!`](azulejo_device::kernels) puts them.
    pub fn new(
        folder: impl Into<PathBuf>,
        package: impl Into<String>,
        committed: impl Into<PathBuf>,
    ) -> Self {
        Self {
            folder: folder.into(),
            package: package.into(),
            committed: committed.into(),
            cpu: None,
            kernels: Vec::new(),
        }
    }

    /// Compiles for this architecture. Without it that is `sm_90a` where a kernel is declared `Sm90a`, and else `sm_80`, which every
    /// later GPU runs too. For `sm_90a` the crate's feature `sm90a` is on, under which [`kernels!`](azulejo_device::kernels) puts entry points
    /// of that architecture.
    pub fn cpu(mut self, cpu: impl Into<String>) -> Self {
        self.cpu = Some(cpu.into());
        self
    }

    /// The entry points with their launch bounds: the table that [`kernels!`](azulejo_device::kernels) makes.
    pub fn kernels(mut self, table: &[Kernel]) -> Self {
        self.kernels.extend(table);
        self
    }

    /// The architecture to compile for.
    fn architecture(&self) -> &str {
        let hopper = self.kernels.iter().any(|row| row.arch == Arch::Sm90a);
        let from_table = if hopper {
            Variant::Sm90a
        } else {
            Variant::Sm80
        };
        self.cpu.as_deref().unwrap_or(from_table.name())
    }

    /// The launch bounds of the kernels, which the architecture has all.
    fn bounds(&self) -> Result<Vec<Bounds>, BuildError> {
        let cpu = self.architecture();
        let variant = match cpu {
            "sm_90a" => Variant::Sm90a,
            _ => Variant::Sm80,
        };
        let bounds = self.kernels.iter().map(|row| {
            if !variant.holds(row) {
                let (name, arch) = (row.name, row.arch);
                let fix = match arch {
                    Arch::Sm90a => "leave `.cpu` out, or give it \"sm_90a\"",
                    _ => "declare it `Sm80`",
                };
                return Err(BuildError::Mismatch(format!(
                    "the kernel {name} is declared `{arch:?}`, which PTX for {cpu} leaves out: {fix}"
                )));
            }
            Ok(Bounds::new(row.name, row.threads, row.min_ctas))
        });
        bounds.collect()
    }

    /// The crate with its features and flags.
    fn device(&self, target_dir: &Path) -> DeviceCrate {
        let manifest = self.folder.join("Cargo.toml");
        let mut device = DeviceCrate::new(manifest, &self.package, target_dir)
            .next_solver()
            .feature("entries");
        if self.architecture() == "sm_90a" {
            device = device.feature("sm90a");
        }
        if !self.limits_recursion() {
            device = device.flag(DEEP_TYPES);
        }
        for flag in UNROLL {
            device = device.flag(*flag);
        }
        device
    }

    /// Returns `true` if the crate says itself how deep its types are.
    fn limits_recursion(&self) -> bool {
        fs::read_to_string(self.folder.join("src/lib.rs"))
            .is_ok_and(|text| text.contains("recursion_limit"))
    }

    /// Compiles the crate and returns its PTX, launch bounds and hash inserted; intermediate files go under `target_dir`.
    ///
    /// # Errors
    /// [`BuildError::Missing`] without the toolchain; the compiler's messages; [`BuildError::Mismatch`] where the table
    /// and the crate name different entry points.
    pub fn compile(&self, target_dir: &Path) -> Result<String, BuildError> {
        let bounds = self.bounds()?;
        let device = self.device(target_dir);
        let ptx = Ptx::parse(&device.compile(self.architecture())?)?.with_bounds(&bounds)?;
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
            self.package,
            self.architecture()
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use azulejo_device::table::Texts;

    const fn kernel(arch: Arch) -> Kernel {
        Kernel {
            name: "mine",
            file: "kernels",
            threads: 128,
            min_ctas: 1,
            arch,
            texts: Texts::NONE,
        }
    }

    #[test]
    fn the_table_says_which_architecture_is_compiled_for() {
        let embed = |table: &[Arch]| {
            let table: Vec<_> = table.iter().map(|arch| kernel(*arch)).collect();
            Embed::new("device", "kernels", "kernels.ptx").kernels(&table)
        };
        for (table, cpu) in [
            (&[][..], "sm_80"),
            (&[Arch::Sm80, Arch::Common], "sm_80"),
            (&[Arch::Sm90a], "sm_90a"),
            (&[Arch::Sm80, Arch::Sm90a], "sm_90a"),
        ] {
            let embed = embed(table);
            assert_eq!(embed.architecture(), cpu, "{table:?}");
            assert_eq!(embed.bounds().unwrap().len(), table.len());
        }
        assert_eq!(embed(&[Arch::Sm90a]).cpu("sm_120").architecture(), "sm_120");
    }

    #[test]
    fn kernels_that_the_architecture_leaves_out_are_rejected() {
        for (arch, cpu, why) in [
            (
                Arch::Sm90a,
                "sm_80",
                "the kernel mine is declared `Sm90a`, which PTX for sm_80 leaves out: leave `.cpu` out, or give it \"sm_90a\"",
            ),
            (
                Arch::Common,
                "sm_90a",
                "the kernel mine is declared `Common`, which PTX for sm_90a leaves out: declare it `Sm80`",
            ),
        ] {
            let embed = Embed::new("device", "kernels", "kernels.ptx").cpu(cpu);
            let error = embed.kernels(&[kernel(arch)]).bounds().unwrap_err();
            assert_eq!(error.to_string(), why);
        }
    }

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
        // One that allows deep types keeps its own limit.
        let limited = |embed: &Embed| format!("{:?}", embed.device(&folder)).contains("recursion");
        assert!(limited(&embed));
        fs::write(folder.join("src/lib.rs"), "#![recursion_limit = \"512\"]").unwrap();
        assert!(!limited(&embed));
        fs::remove_dir_all(&folder).unwrap();
    }
}
