//! `cargo xtask custom-kernel`: compiles the kernels of `examples` and of the atoms' tests and writes their PTX; `--check`
//! compares.
//!
//! A program whose sources and PTX are those of the last build is left out ([`stamps`]); `--all` builds it, too.

use azulejo_kernels::build::{BuildError, DeviceCrate, SOURCE, source_hash};

use crate::command::{Command, Failure, Outcome};
use crate::shell::{as_tests, program, root, run};
use crate::stamps::{self, Stamp, Stamps, is_short};

/// A program whose build script embeds kernels, or whose tests run them.
struct Program {
    package: &'static str,
    /// The tests that build the kernels, where no build script does.
    test: Option<&'static str>,
    /// Its device crates, and what they use beside what every device build does; then their PTX.
    sources: &'static [&'static str],
    texts: &'static [&'static str],
}

const PROGRAMS: &[Program] = &[
    Program {
        package: "custom-kernel",
        test: None,
        sources: &[
            "examples/custom_kernel/build.rs",
            "examples/custom_kernel/device",
        ],
        texts: &["examples/custom_kernel/ptx"],
    },
    Program {
        package: "tutorial",
        test: None,
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
    Program {
        package: "azulejo-atoms",
        test: Some("executor"),
        sources: &["tests/atoms/device", "tests/atoms/src/ptx.rs"],
        texts: &["tests/atoms/ptx"],
    },
];

impl Program {
    fn stamp(&self) -> Result<Stamp, Failure> {
        Ok(Stamp {
            inputs: stamps::sources(self.sources)?,
            texts: source_hash(&root(), self.texts).map_err(|error| error.to_string())?,
        })
    }

    /// Whether its sources or its PTX have changed since they were committed together, or it is the one of today.
    fn is_due(&self, stamps: &Stamps, check: bool) -> bool {
        let today = check && stamps.of_today(is_short) == Some(self.package);
        let stamp = self.stamp();
        today || !stamp.is_ok_and(|stamp| stamps.is_current(self.package, stamp))
    }
}

pub const COMMAND: Command = Command {
    name: "custom-kernel",
    about: "build the PTX of the examples' and the atoms' changed kernels (--all: of every one; --check: compare with what is committed)",
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
            if has("--all") || program.is_due(&stamps, check) {
                due.push(program);
            } else {
                println!("{}: unchanged", program.package);
            }
        }
        if due.is_empty() {
            return Ok(Outcome::Done);
        }
        let source = if check { "check" } else { "commit" };
        let packages: Vec<&str> = due
            .iter()
            .filter(|program| program.test.is_none())
            .flat_map(|program| ["--package", program.package])
            .collect();
        // As the tests are built: what they compiled serves here.
        let build = ["cargo", "build", "--profile", "test", "--locked", "--quiet"];
        if !packages.is_empty() {
            run(as_tests(&mut program(&[&build[..], &packages].concat())).env(SOURCE, source))?;
        }
        for of in &due {
            if let Some(test) = of.test {
                let line = [
                    "cargo",
                    "test",
                    "--locked",
                    "--quiet",
                    "--package",
                    of.package,
                ];
                run(
                    as_tests(&mut program(&[&line[..], &["--test", test]].concat()))
                        .env(SOURCE, source),
                )?;
            }
        }
        if !check {
            let made = due
                .iter()
                .map(|program| Ok((program.package.to_owned(), program.stamp()?)));
            stamps.commit(made.collect::<Result<Vec<_>, Failure>>()?)?;
        }
        Ok(Outcome::Done)
    },
};
