//! The `azulejo` command line.

mod cli;
mod harness;
#[path = "harness/library.rs"]
mod library;

fn main() -> std::process::ExitCode {
    cli::main()
}
