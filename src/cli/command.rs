//! The list of commands, and the entry point that picks one.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{Parser, Subcommand};

use super::failure::{Failure, line};
use super::say::{complain, printed};
use super::{atoms, attention, bench, cast, doctor, explain, gemm, layout, map, zeros};

/// CuTe for Rust: layouts, atoms, and matrix products built from layout partitions.
#[derive(Parser)]
#[command(name = "azulejo", version, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

// The first line of each is written here; a comment would replace what `--help` says of its arguments.
#[derive(Subcommand)]
enum Command {
    #[command(about = "Multiply two matrices from .npy files into a third")]
    Gemm(gemm::Args),
    #[command(about = "Compute attention of queries, keys and values from .npy files")]
    Attention(attention::Args),
    #[command(about = "Evaluate expressions over layouts, and draw them")]
    Layout(layout::Args),
    #[command(about = "List the copy and multiply-accumulate atoms, or describe one")]
    Atoms(atoms::Args),
    Zeros(zeros::Args),
    #[command(about = "Apply an operator element by element to .npy files and numbers")]
    Map(map::Args),
    #[command(about = "Convert the elements of a .npy file to another type")]
    Cast(cast::Args),
    #[command(about = "Time matrix products, attention or memory kernels against their baselines")]
    Bench(bench::Args),
    #[command(
        about = "Print what this machine offers: processor features, driver, GPUs, and what is missing"
    )]
    Doctor(doctor::Args),
    #[command(
        about = "Rewrite the compiler's messages, from standard input, with layouts in the notation"
    )]
    Explain(explain::Args),
}

/// Parses the command line and runs the command: exit 0, 2 for wrong input, 1 for work that failed.
pub fn main() -> ExitCode {
    let command = match Cli::try_parse() {
        Ok(cli) => cli.command,
        Err(error) => return reject(&error),
    };
    let result: Result<(), Failure> = match command {
        Command::Gemm(args) => gemm::run(args),
        Command::Attention(args) => attention::run(args),
        Command::Layout(args) => layout::run(args),
        Command::Atoms(args) => atoms::run(args),
        Command::Zeros(args) => zeros::run(args),
        Command::Map(args) => map::run(args),
        Command::Cast(args) => cast::run(args),
        Command::Bench(args) => bench::run(args),
        Command::Doctor(args) => doctor::run(args),
        Command::Explain(args) => explain::run(args),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            complain(format_args!("error: {failure}"));
            failure.exit_code()
        }
    }
}

/// Prints help where it was asked for; else the error as one line, without the usage that clap adds.
fn reject(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() || error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        let told = error.print().and_then(|()| io::stdout().flush());
        if error.use_stderr() {
            return ExitCode::from(2);
        }
        return match printed(told) {
            Ok(()) => ExitCode::SUCCESS,
            Err(failure) => {
                complain(format_args!("error: {failure}"));
                failure.exit_code()
            }
        };
    }
    if let (ErrorKind::InvalidUtf8, Some(argument)) = (error.kind(), foreign()) {
        complain(format_args!(
            "error: argument {} is not UTF-8; only file names may be other bytes",
            line(&argument)
        ));
        return ExitCode::from(2);
    }
    // clap takes `-inf`, `-.5` and `-1e-3` for flags, and names their first letter.
    if let (ErrorKind::UnknownArgument, Some(number)) = (error.kind(), unread_number()) {
        complain(format_args!(
            "error: {} stands where a flag may stand; write the other flags, then `--`, then the operands",
            line(&number)
        ));
        return ExitCode::from(2);
    }
    let text = error.to_string();
    // The usage follows after an empty line, and an argument may hold one.
    let end = text
        .find("\n\nUsage:")
        .or_else(|| text.find("\n\nFor more information"));
    complain(format_args!("{}", line(&text[..end.unwrap_or(text.len())])));
    ExitCode::from(2)
}

/// The first argument that is a number below 0 and that clap takes for flags, before any `--`: it begins with no digit, or has
/// an exponent with a sign.
fn unread_number() -> Option<String> {
    let arguments = std::env::args_os().skip(1);
    let mut before = arguments
        .map_while(|argument| argument.into_string().ok())
        .take_while(|argument| argument != "--");
    before.find(|argument| {
        argument.strip_prefix('-').is_some_and(|number| {
            let exponent = number.split_once(['e', 'E']);
            let signed = exponent.is_some_and(|(_, digits)| digits.starts_with(['+', '-']));
            let digits = number.starts_with(|c: char| c.is_ascii_digit());
            number.parse::<f64>().is_ok() && (signed || !digits)
        })
    })
}

/// The first argument that is no UTF-8, as far as it can be shown.
fn foreign() -> Option<String> {
    let mut arguments = std::env::args_os().enumerate().skip(1);
    let (number, argument) = arguments.find(|(_, argument)| argument.to_str().is_none())?;
    Some(format!("{number}, `{}`,", argument.display()))
}
