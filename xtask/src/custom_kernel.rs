//! `cargo xtask custom-kernel`: compiles the kernels of `examples` and writes their PTX; `--check` compares.
//!
//! A program whose sources and PTX are those of the last build is left out ([`stamps`]); `--all` builds it, too.

use azulejo_kernels::build::{BuildError, DeviceCrate, SOURCE, source_hash};

use crate::command::{Command, Failure, Outcome};
use crate::shell::{program, root, run};
use crate::stamps::{self, Stamp, Stamps};

/// A program whose build script embeds kernels.
struct Program {
    package: &'static str,
    /// Its device crates and their PTX, and all that these use beside what every device build does.
    sources: &'static [&'static str],
    texts: &'static [&'static str],
}

const PROGRAMS: &[Program] = &[
    Program {
        package: "custom-kernel",
        sources: &[
            "examples/custom_kernel/build.rs",
            "examples/custom_kernel/device",
        ],
        texts: &["examples/custom_kernel/ptx"],
    },
    Program {
        package: "tutorial",
        sources: &[
            "examples/tutorial/build.rs",
            "examples/tutorial/sgemm_1",
            "examples/tutorial/sgemm_2",
            "examples/tutorial/sgemm_sm80",
            "examples/tutorial/tiled_copy",
            "examples/tutorial/wgmma_sm90",
            "examples/tutorial/wgmma_tma_sm90",
        ],
        texts: &["examples/tutorial/ptx"],
    },
];

impl Program {
    fn stamp(&self) -> Result<Stamp, Failure> {
        // A device crate may use any device code of azulejo-kernels.
        let sources = [self.sources, &["kernels/src/device", "kernels/src/tile"]].concat();
        Ok(Stamp {
            inputs: stamps::sources(&sources)?,
            texts: source_hash(&root(), self.texts).map_err(|error| error.to_string())?,
        })
    }

    /// Whether its sources or its PTX have changed since they were committed together, or it is the one of today.
    fn is_due(&self, stamps: &Stamps, check: bool) -> Result<bool, Failure> {
        let today = check && stamps.of_today() == Some(self.package);
        Ok(today || !stamps.is_current(self.package, self.stamp()?))
    }
}

pub const COMMAND: Command = Command {
    name: "custom-kernel",
    about: "build the PTX of the examples' changed kernels (--all: of every one; --check: compare with what is committed)",
    run: |args| {
        let has = |flag: &str| args.iter().any(|arg| arg == flag);
        let check = has("--check");
        match DeviceCrate::available() {
            Ok(()) => {}
            Err(BuildError::Missing(what)) => {
                return Ok(Outcome::Skipped(format!(
                    "{what}; the committed PTX is used as it is"
                )));
            }
            Err(error) => return Err(error.to_string()),
        }
        let stamps = Stamps::of_builds();
        let mut due = Vec::new();
        for program in PROGRAMS {
            if has("--all") || program.is_due(&stamps, check)? {
                due.push(program);
            } else {
                println!("{}: unchanged", program.package);
            }
        }
        if due.is_empty() {
            return Ok(Outcome::Done);
        }
        let packages = due
            .iter()
            .flat_map(|program| ["--package", program.package]);
        // As the tests are built: what they compiled serves here.
        let line: Vec<&str> = ["cargo", "build", "--profile", "test", "--locked", "--quiet"]
            .into_iter()
            .chain(packages)
            .collect();
        run(program(&line).env(SOURCE, if check { "check" } else { "commit" }))?;
        if !check {
            let made = due
                .iter()
                .map(|program| Ok((program.package.to_owned(), program.stamp()?)));
            stamps.commit(made.collect::<Result<Vec<_>, Failure>>()?)?;
        }
        Ok(Outcome::Done)
    },
};
