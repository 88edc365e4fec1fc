//! `cargo xtask custom-kernel`: compiles the kernels of `examples` and of the atoms' tests and writes their PTX; `--check`
//! compares.
//!
//! A program whose sources and PTX are those of the last build is left out ([`stamps`]); `--all` builds it, too.

use azulejo_build::{BuildError, DeviceCrate, SOURCE, source_hash};

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
        let asked = |line: &[&str]| {
            let mut command = program(line);
            command
                .args(["--workspace", "--locked", "--quiet"])
                .env(SOURCE, source);
            // As the tests are built, with the features of all packages: what is compiled for one serves the other.
            as_tests(&mut command);
            command
        };
        if due.iter().any(|program| program.test.is_none()) {
            // A test, so that cargo counts in what tests depend on.
            let mut build = asked(&["cargo", "build", "--profile", "test"]);
            build.args(["--test", "executor"]);
            for of in due.iter().filter(|program| program.test.is_none()) {
                // With a profile of its own: what the tests have of the program stays as it is.
                let own = format!("profile.test.package.{}.debug=1", of.package);
                build.args(["--bin", of.package, "--config", &own]);
            }
            run(&mut build)?;
        }
        for test in due.iter().filter_map(|program| program.test) {
            run(asked(&["cargo", "test"]).args(["--test", test]))?;
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
