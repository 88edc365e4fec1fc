//! `cargo xtask ci`: the tests and every check, as continuous integration runs them, in one go.
//!
//! Steps follow one another in a lane; two lanes run side by side, because compiling ends, again and again, with one crate
//! and one core. What a step prints is kept in a file and shown when it ends, with the time it took and the time it
//! computed. Every step runs, also after one has failed, so that one run names all that is wrong.

use std::fs::{self, File};
use std::path::Path;
use std::sync::Mutex;
use std::time::Instant;

use crate::command::{Command, Failure, Outcome};
use crate::shell::{as_tests, at, program, target_dir};
use crate::workers;
use crate::{
    asan, book, custom_kernel, deny, doc, fmt, golden, lines, lint, miri, msrv, ptx, ptx_check,
    readme, simt, test,
};

/// A command with its arguments.
type Step = (&'static Command, &'static [&'static str]);

/// Steps in their order.
type Lane = &'static [Step];

/// What is made side by side. Steps of different lanes that use one build folder wait for each other's compiling, not for
/// the runs of what was compiled. What many small jobs make up is at the end of a lane.
const LANES: &[Lane] = &[
    &[
        (&fmt::COMMAND, &[]),
        (&lines::COMMAND, &[]),
        (&readme::COMMAND, &["--check"]),
        (&book::COMMAND, &[]),
        (&deny::COMMAND, &[]),
        (&test::COMMAND, &[]),
    ],
    // Folders of other flags.
    &[(&asan::COMMAND, &[]), (&miri::COMMAND, &[])],
    // Folders of device code; then the kernels on the executor, beside the runs of test programs one after the other.
    &[
        (&golden::COMMAND, &[]),
        (&custom_kernel::COMMAND, &["--check"]),
        (&ptx::COMMAND, &["--check"]),
        (&ptx_check::COMMAND, &["--check"]),
        (&simt::COMMAND, &["--check"]),
    ],
    // While the tests run, in their folder: what is compiled for build scripts and macros serves both, and what clippy said of the
    // programs that test is there.
    &[
        (&lint::COMMAND, &[]),
        (&doc::COMMAND, &[]),
        (&msrv::COMMAND, &[]),
    ],
];

pub const COMMAND: Command = Command {
    name: "ci",
    about: "the tests and every check, as continuous integration runs them ([STEP]...: those alone)",
    run: |asked| {
        let steps = || LANES.iter().copied().flatten();
        if let Some(unknown) = asked
            .iter()
            .find(|name| !steps().any(|(command, _)| command.name == **name))
        {
            let names: Vec<_> = steps().map(|(command, _)| command.name).collect();
            return Err(format!("no step `{unknown}`: {}", names.join(", ")));
        }
        let logs = target_dir().join("ci");
        fs::create_dir_all(&logs).map_err(at(&logs))?;
        let ends = Mutex::new(Vec::new());
        workers::each(LANES, |_, lane| {
            for (command, args) in *lane {
                if !asked.is_empty() && !asked.iter().any(|name| name == command.name) {
                    continue;
                }
                println!("== {} begins", command.name);
                let end = run(command.name, args, &logs);
                // One step's report at a time.
                let mut ends = ends.lock().unwrap_or_else(|poison| poison.into_inner());
                report(&end);
                ends.push(end);
            }
        });
        let ends = ends
            .into_inner()
            .unwrap_or_else(|poison| poison.into_inner());
        summary(&ends);
        let failed: Vec<_> = ends.iter().filter(|end| !end.passed).collect();
        if failed.is_empty() {
            Ok(Outcome::Done)
        } else {
            let names: Vec<_> = failed.iter().map(|end| end.name).collect();
            Err(format!("failed: {}", names.join(", ")))
        }
    },
};

/// How a step ended.
struct End {
    name: &'static str,
    passed: bool,
    /// What was skipped, and why.
    skipped: Option<String>,
    output: String,
    seconds: f64,
    /// Seconds of computing, on all cores together, where the shell can say.
    computed: Option<f64>,
}

/// Runs a step as a process of its own.
fn run(name: &'static str, args: &[&str], logs: &Path) -> End {
    let start = Instant::now();
    let result = process(name, args, &logs.join(name).with_extension("txt"));
    let seconds = start.elapsed().as_secs_f64();
    let (passed, output, computed) = result.unwrap_or_else(|failure| (false, failure, None));
    let skipped = output
        .lines()
        .rev()
        .find_map(|line| line.strip_prefix(name)?.strip_prefix(": skipped: "))
        .map(str::to_owned);
    End {
        name,
        passed,
        skipped,
        output,
        seconds,
        computed,
    }
}

/// Returns `true` if the step passed, what it printed, and the seconds that it and its children computed.
fn process(name: &str, args: &[&str], log: &Path) -> Result<(bool, String, Option<f64>), Failure> {
    let failure = |error: std::io::Error| format!("{name}: {error}");
    let file = File::create(log).map_err(failure)?;
    let xtask = std::env::current_exe().map_err(failure)?;
    let xtask = xtask.to_string_lossy();
    // A shell knows what its children computed.
    let timed = "\"$@\" >&2; code=$?; times; exit $code";
    let line = [&["bash", "-c", timed, "bash", &*xtask, name], args].concat();
    let output = as_tests(&mut program(&line))
        .stderr(file)
        .output()
        .map_err(|error| format!("{name}: bash did not start: {error}"))?;
    let printed = fs::read(log).map_err(failure)?;
    Ok((
        output.status.success(),
        String::from_utf8_lossy(&printed).into_owned(),
        computed(&String::from_utf8_lossy(&output.stdout)),
    ))
}

/// The seconds in the second line of the shell's `times`: user and system time of its children, as in
/// `1m2.500s 0m3.250s`.
fn computed(times: &str) -> Option<f64> {
    let line = times.lines().nth(1)?;
    line.split_whitespace()
        .map(|time| {
            let (minutes, seconds) = time.strip_suffix('s')?.split_once('m')?;
            // Some locales write a comma.
            let seconds: f64 = seconds.replace(',', ".").parse().ok()?;
            Some(minutes.parse::<f64>().ok()? * 60.0 + seconds)
        })
        .sum()
}

fn report(end: &End) {
    println!("== {}", end.name);
    print!("{}", end.output);
    println!("== {}: {}", end.name, result(end));
}

fn result(end: &End) -> String {
    let word = if end.passed { "passed" } else { "FAILED" };
    let computed = end.computed.map_or(String::new(), |seconds| {
        format!(", computing {seconds:.0} s")
    });
    let skipped = end
        .skipped
        .as_ref()
        .map_or(String::new(), |why| format!("; skipped: {why}"));
    format!("{word} in {:.0} s{computed}{skipped}", end.seconds)
}

fn summary(ends: &[End]) {
    println!("== summary");
    for end in ends {
        println!("{:<14} {}", end.name, result(end));
    }
    let computed: f64 = ends.iter().filter_map(|end| end.computed).sum();
    println!("{:<14} {computed:.0} s of computing", "together");
}

#[cfg(test)]
mod tests {
    use super::computed;

    #[test]
    fn the_shell_says_what_its_children_computed() {
        let times = "0m0.001s 0m0.002s\n2m1.500s 0m0.250s\n";
        assert_eq!(computed(times), Some(121.75));
        assert_eq!(computed("0m0,001s 0m0,002s\n0m1,5s 1m0,25s\n"), Some(61.75));
        assert_eq!(computed(""), None);
    }
}
