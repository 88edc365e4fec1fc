//! The list of commands, and the entry point that picks one.

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use super::failure::Failure;
use super::{doctor, gemm};

/// CuTe for Rust: layouts, atoms, and matrix products built from layout partitions.
#[derive(Parser)]
#[command(name = "azulejo", version, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Multiply two matrices from .npy files into a third.
    Gemm(gemm::Args),
    /// Print what this machine offers: processor features, driver, GPUs, and what is missing.
    Doctor(doctor::Args),
}

/// Parses the command line and runs the command: exit 0, 2 for wrong input, 1 for work that failed.
pub fn main() -> ExitCode {
    let result: Result<(), Failure> = match Cli::parse().command {
        Command::Gemm(args) => gemm::run(args),
        Command::Doctor(args) => doctor::run(args),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("error: {failure}");
            failure.exit_code()
        }
    }
}
