//! What a developer command is, and how the command line picks one.

use std::process::ExitCode;

/// How a command ended, when nothing went wrong.
pub enum Outcome {
    /// It did all of its work.
    Done,
    /// This machine lacks something it needs: what, and why that is no failure.
    Skipped(String),
}

/// A failure: one or more lines for the person at the terminal.
pub type Failure = String;

/// One command: its name, one line about it, and the function that runs it on its arguments.
pub struct Command {
    pub name: &'static str,
    pub about: &'static str,
    pub run: fn(&[String]) -> Result<Outcome, Failure>,
}

/// Runs the command that the first argument names; prints the list when there is none.
pub fn main(commands: &[Command]) -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let Some(name) = args.first() else {
        print_list(commands);
        return ExitCode::SUCCESS;
    };
    let Some(command) = commands.iter().find(|command| command.name == name) else {
        eprintln!("xtask: no command `{name}`");
        print_list(commands);
        return ExitCode::from(2);
    };
    match (command.run)(&args[1..]) {
        Ok(Outcome::Done) => ExitCode::SUCCESS,
        Ok(Outcome::Skipped(why)) => {
            println!("{name}: skipped: {why}");
            ExitCode::SUCCESS
        }
        Err(failure) => {
            eprintln!("{name}: {failure}");
            ExitCode::FAILURE
        }
    }
}

fn print_list(commands: &[Command]) {
    println!("usage: cargo xtask COMMAND [ARGUMENT]...\n");
    for command in commands {
        println!("  {:<16} {}", command.name, command.about);
    }
}
