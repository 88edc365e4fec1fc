//! [`Args`] of a program, [`on_gpu`]: the device that it runs on, and [`Checks`]: what it found.

use std::fmt::Display;
use std::process::ExitCode;

use azulejo_kernels::host::{Device, Error};
use azulejo_kernels::table::Variant;

use super::Failure;

/// The arguments: a command, then flags, options and values.
pub struct Args(Vec<String>);

impl Args {
    /// The arguments of this process.
    pub fn of_process() -> Self {
        Self(std::env::args().skip(1).collect())
    }

    /// The argument at a place; the command is at 0.
    pub fn at(&self, place: usize) -> Option<&str> {
        self.0.get(place).map(String::as_str)
    }

    /// The arguments after the command.
    pub fn rest(&self) -> Vec<&str> {
        self.0.iter().skip(1).map(String::as_str).collect()
    }

    /// `true` if the flag is given.
    pub fn has(&self, flag: &str) -> bool {
        self.0.iter().any(|arg| arg == flag)
    }

    /// The argument after an option.
    pub fn value(&self, option: &str) -> Option<&str> {
        let place = self.0.iter().position(|arg| arg == option)?;
        self.at(place + 1)
    }

    /// `true` if `--only` is absent, or one of its words, between commas, is in `name`.
    pub fn wants(&self, name: &str) -> bool {
        self.value("--only")
            .is_none_or(|words| words.split(',').any(|word| name.contains(word)))
    }

    /// The GPU architecture of `--variant`: kernels of `sm_80` run on newer GPUs, too.
    ///
    /// # Errors
    /// If it is not one that kernels are built for.
    pub fn variant(&self) -> Result<Option<Variant>, Failure> {
        match self.value("--variant") {
            None => Ok(None),
            Some("sm_80") => Ok(Some(Variant::Sm80)),
            Some("sm_90a") => Ok(Some(Variant::Sm90a)),
            Some(other) => Err(format!("--variant {other}: sm_80 and sm_90a exist").into()),
        }
    }
}

/// Runs `work` on the first GPU. The exit code is 0, 1 after an error, which is printed, and 3 without a GPU.
pub fn on_gpu(args: &Args, work: impl FnOnce(&Device) -> Result<(), Failure>) -> ExitCode {
    let device = match args.variant() {
        Ok(None) => Device::new(0),
        Ok(Some(variant)) => Device::with_variant(0, variant),
        Err(e) => return status(Err(e)),
    };
    match device {
        Ok(device) => {
            println!("{device:?}");
            status(work(&device))
        }
        Err(e @ (Error::NoDriver | Error::NoDevice { .. })) => {
            eprintln!("{e}");
            ExitCode::from(3)
        }
        Err(e) => status(Err(e.into())),
    }
}

/// The exit code of a program that ended so; prints the error.
pub fn status(result: Result<(), Failure>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => {
            eprintln!("FAILED: {e}");
            ExitCode::FAILURE
        }
    }
}

/// Counts the checks that were made; a wrong one does not end the program.
#[derive(Default)]
pub struct Checks {
    pub right: usize,
    pub wrong: Vec<String>,
}

impl Checks {
    /// Counts a check, and prints what is wrong.
    pub fn add(&mut self, name: impl Display, end: Result<(), Failure>) {
        match end {
            Ok(()) => self.right += 1,
            Err(why) => {
                println!("WRONG {name}: {why}");
                self.wrong.push(format!("{name}: {why}"));
            }
        }
    }

    /// Counts a check that has but two ends.
    pub fn is(&mut self, name: impl Display, is_right: bool) {
        self.add(
            name,
            if is_right {
                Ok(())
            } else {
                Err("not as it must be".into())
            },
        );
    }

    /// # Errors
    /// If a check was wrong.
    pub fn end(self) -> Result<(), Failure> {
        println!("{} right, {} wrong", self.right, self.wrong.len());
        match self.wrong.is_empty() {
            true => Ok(()),
            false => Err(self.wrong.join("\n").into()),
        }
    }
}
