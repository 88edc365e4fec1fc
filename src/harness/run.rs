//! [`Run`]: what a check or a timing runs on, what it was asked, and what it found.

use std::cell::Cell;
use std::fmt::Display;
use std::process::ExitCode;
use std::time::Instant;

use azulejo_kernels::table::Variant;
use azulejo_runtime::{Device, Error, Stream};

use super::{Failure, Random};

/// Options that a value follows, and those that stand alone.
const OPTIONS: [&str; 7] = [
    "--only",
    "--variant",
    "--json",
    "--size",
    "--type",
    "--seed",
    "--count",
];
const FLAGS: [&str; 4] = ["--small", "--tiny", "--library", "--ptx"];

/// The arguments: words, options with a value, flags.
pub struct Args {
    pub words: Vec<String>,
    options: Vec<(String, String)>,
    /// `true` if `--only` has taken something.
    taken: Cell<bool>,
}

impl Args {
    /// The arguments of this process.
    pub fn of_process() -> Result<Self, Failure> {
        let (mut words, mut options) = (Vec::new(), Vec::new());
        let mut all = std::env::args().skip(1);
        while let Some(arg) = all.next() {
            if OPTIONS.contains(&&arg[..]) {
                let value = all.next();
                let value = value.ok_or_else(|| format!("{arg}: no value follows"))?;
                options.push((arg, value));
            } else if FLAGS.contains(&&arg[..]) {
                options.push((arg, String::new()));
            } else if arg.starts_with("--") {
                return Err(format!("{arg}: one of {OPTIONS:?} and {FLAGS:?}").into());
            } else {
                words.push(arg);
            }
        }
        let taken = Cell::new(!options.iter().any(|(name, _)| name == "--only"));
        Ok(Self {
            words,
            options,
            taken,
        })
    }

    /// `true` if the flag is given.
    pub fn has(&self, flag: &str) -> bool {
        self.value(flag).is_some()
    }

    /// What follows an option.
    pub fn value(&self, option: &str) -> Option<&str> {
        let mut all = self.options.iter();
        all.find(|(name, _)| name == option)
            .map(|(_, value)| &value[..])
    }

    /// `true` if `--only` is absent, or one of its words, between commas, is in `name`.
    pub fn wants(&self, name: &str) -> bool {
        let only = self.value("--only");
        let wants = only.is_none_or(|words| words.split(',').any(|word| name.contains(word)));
        self.taken.set(self.taken.get() || wants);
        wants
    }

    /// The first GPU, with the kernels of `--variant`: those of `sm_80` run on newer GPUs, too.
    pub fn device(&self) -> Result<Device, Failure> {
        Ok(match self.value("--variant") {
            None => Device::new(0)?,
            Some("sm_80") => Device::with_variant(0, Variant::Sm80)?,
            Some("sm_90a") => Device::with_variant(0, Variant::Sm90a)?,
            Some(other) => return Err(format!("--variant {other}: sm_80 and sm_90a exist").into()),
        })
    }
}

/// A part of a command: its name, and what does it.
pub type Part = (&'static str, fn(&mut Run) -> Result<(), Failure>);

/// Does those parts of the command in the first word whose names hold one of the next words, between commas, or all.
pub fn run(args: Args, commands: &[(&str, &[Part])]) -> Result<(), Failure> {
    let names: Vec<&str> = commands.iter().map(|(name, _)| *name).collect();
    let unknown = || format!("a command is one of {names:?}, cpu, say and choice");
    let (command, words) = args.words.split_first().ok_or_else(unknown)?;
    let parts = commands.iter().find(|(name, _)| name == command);
    let (_, parts) = parts.ok_or_else(unknown)?;
    let words: Vec<String> = words.join(",").split(',').map(str::to_owned).collect();
    let is_wanted = |(name, _): &&Part| words.iter().any(|word| name.contains(&word[..]));
    let wanted: Vec<&Part> = parts.iter().filter(is_wanted).collect();
    if wanted.is_empty() {
        let names: Vec<&str> = parts.iter().map(|(name, _)| *name).collect();
        return Err(format!("{}: a part has a word of {names:?}", words.join(",")).into());
    }
    let mut run = Run::new(args)?;
    for (name, part) in wanted {
        run.part(name, *part);
    }
    run.end()
}

/// The exit code of a program that ended so; prints the error.
pub fn status(result: Result<(), Failure>) -> ExitCode {
    let Err(error) = result else {
        return ExitCode::SUCCESS;
    };
    if let Some(Error::NoDriver | Error::NoDevice { .. }) = error.downcast_ref() {
        eprintln!("{error}");
        return ExitCode::from(3);
    }
    eprintln!("FAILED: {error}");
    ExitCode::FAILURE
}

/// A kernel on operands: the call, what it must compute, how near.
pub trait Case {
    /// What `--only` looks for, and an error begins with.
    fn name(&self) -> String;

    /// Makes the operands and the call, and compares every element that it writes, and every byte around them.
    fn check(&self, stream: &Stream, random: &mut Random) -> Result<(), Failure>;
}

/// How large a check is.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
pub enum Size {
    /// What an interpreter gets through.
    Tiny,
    /// What compute-sanitizer gets through in seconds.
    Small,
    /// All, arrays of GiB among it.
    Whole,
}

/// A run of checks or timings on a GPU.
pub struct Run {
    pub args: Args,
    pub device: Device,
    pub stream: Stream,
    pub size: Size,
    pub random: Random,
    right: usize,
    wrong: usize,
}

impl Run {
    fn new(args: Args) -> Result<Self, Failure> {
        let device = args.device()?;
        println!("{device:?}");
        let size = match (args.has("--tiny"), args.has("--small")) {
            (true, _) => Size::Tiny,
            (_, true) => Size::Small,
            _ => Size::Whole,
        };
        Ok(Self {
            stream: device.stream()?,
            args,
            device,
            size,
            random: Random(1),
            right: 0,
            wrong: 0,
        })
    }

    /// Returns `true` if the check is not a whole one.
    pub fn is_small(&self) -> bool {
        self.size < Size::Whole
    }

    /// All of these, or of a tiny check some.
    pub fn of<T: Copy>(&self, all: &[T], tiny: &[T]) -> Vec<T> {
        (if self.size == Size::Tiny { tiny } else { all }).to_vec()
    }

    /// Of a small check these, or all.
    pub fn few<T: Copy>(&self, small: &[T], all: &[T]) -> Vec<T> {
        (if self.is_small() { small } else { all }).to_vec()
    }

    /// Counts a check, and prints what is wrong; the others are made all the same.
    pub fn add(&mut self, name: impl Display, end: Result<(), Failure>) {
        match end {
            Ok(()) => self.right += 1,
            Err(why) => {
                println!("WRONG {name}: {why}");
                self.wrong += 1;
            }
        }
    }

    /// Counts a check that has but two ends.
    pub fn is(&mut self, name: impl Display, is_right: bool) {
        self.add(
            name,
            is_right.then_some(()).ok_or("not as it must be".into()),
        );
    }

    /// Checks the cases that `--only` names.
    pub fn cases<C: Case>(&mut self, cases: impl IntoIterator<Item = C>) {
        for case in cases {
            let name = case.name();
            if self.args.wants(&name) {
                let end = case.check(&self.stream, &mut self.random);
                self.add(name, end);
            }
        }
    }

    /// Prints what a timing finds that `--only` names, or that it cannot be made.
    pub fn timing(&mut self, name: &str, time: impl FnOnce() -> Result<String, Failure>) {
        if self.args.wants(name) {
            match time() {
                Ok(line) => println!("{name:44} {line}"),
                Err(error) => self.add(name, Err(error)),
            }
        }
    }

    /// Does one part, and prints what came of it.
    fn part(&mut self, name: &str, part: fn(&mut Self) -> Result<(), Failure>) {
        let seed = name.rsplit('/').next().unwrap_or(name);
        self.random = Random(seed.bytes().map(u64::from).sum());
        let (before, start) = (self.right, Instant::now());
        let end = part(self);
        self.add(name, end);
        let (count, seconds) = (self.right - before, start.elapsed().as_secs_f64());
        println!("{name:<24} {count:>6} right, {seconds:.2} s");
    }

    fn end(self) -> Result<(), Failure> {
        self.device.synchronize()?;
        match (self.right, self.wrong) {
            _ if !self.args.taken.get() => Err("nothing has the name that --only gives".into()),
            (right, 0) => {
                println!("{right} right, 0 wrong");
                Ok(())
            }
            (right, wrong) => Err(format!("{right} right, {wrong} wrong").into()),
        }
    }
}

/// Counts rejections: what is tried, how it ends, and the pattern of its error.
macro_rules! rejects {
    ($run:ident; $($what:expr, $end:expr => $error:pat $(if $guard:expr)?,)*) => {$({
        let end = $end.map(drop);
        let is_right = matches!(&end, Err($error) $(if $guard)?);
        $run.is(format_args!("{}: {end:?}", $what), is_right);
    })*};
}
pub(crate) use rejects;

/// Each of the first with each of the second, which change faster.
pub fn cross<A: Copy, B: Copy>(first: &[A], second: &[B]) -> Vec<(A, B)> {
    let pair = |a: &A| second.iter().map(|b| (*a, *b)).collect::<Vec<_>>();
    first.iter().flat_map(pair).collect()
}

/// What `f` makes of each of these.
pub fn each<T, U, E>(
    all: impl IntoIterator<Item = T>,
    f: impl FnMut(T) -> Result<U, E>,
) -> Result<Vec<U>, E> {
    all.into_iter().map(f).collect()
}

/// A case that differs from another in these fields.
macro_rules! with {
    ($case:expr $(, $($field:ident).+: $value:expr)* $(,)?) => {{
        #[allow(unused_mut)]
        let mut case = Clone::clone(&$case);
        $(case.$($field).+ = $value;)*
        case
    }};
}
pub(crate) use with;

/// Pairs of extents.
macro_rules! extents {
    ($($a:literal x $b:literal),*) => { [$([$a, $b]),*] };
}
pub(crate) use extents;
