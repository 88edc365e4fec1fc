//! The `azulejo` command line.

mod cli;
mod harness;

fn main() -> std::process::ExitCode {
    cli::main()
}
