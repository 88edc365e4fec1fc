//! [`Args`] of a program, and [`on_gpu`]: the device that it runs on.

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
        Err(e) => return end(Err(e)),
    };
    match device {
        Ok(device) => {
            println!("{device:?}");
            end(work(&device))
        }
        Err(e @ (Error::NoDriver | Error::NoDevice { .. })) => {
            eprintln!("{e}");
            ExitCode::from(3)
        }
        Err(e) => end(Err(e.into())),
    }
}

/// The exit code of a program that ended so; prints the error.
pub fn end(result: Result<(), Failure>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => {
            eprintln!("FAILED: {e}");
            ExitCode::FAILURE
        }
    }
}
