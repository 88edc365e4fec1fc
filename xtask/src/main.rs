//! Developer commands of azulejo, one file a command: `cargo xtask` lists them.

mod aarch64;
mod asan;
mod bless;
mod book;
mod ci;
mod command;
mod compile_time;
mod cubin;
mod custom_kernel;
mod deny;
mod doc;
mod explain;
mod fmt;
mod golden;
mod lines;
mod lint;
mod miri;
mod msrv;
mod ptx;
mod ptx_check;
mod readme;
mod shell;
mod simt;
mod size;
mod stamps;
mod targets;
mod test;
mod texts;
mod workers;

use std::process::ExitCode;

use azulejo_tile::registry as rows;

use command::Command;

/// Every command, in the order in which the list prints them.
const COMMANDS: &[Command] = &[
    ci::COMMAND,
    test::COMMAND,
    fmt::COMMAND,
    lint::COMMAND,
    doc::COMMAND,
    lines::COMMAND,
    readme::COMMAND,
    book::COMMAND,
    bless::COMMAND,
    msrv::COMMAND,
    targets::COMMAND,
    asan::COMMAND,
    simt::COMMAND,
    size::COMMAND,
    miri::COMMAND,
    aarch64::COMMAND,
    ptx::COMMAND,
    ptx_check::COMMAND,
    cubin::COMMAND,
    custom_kernel::COMMAND,
    golden::COMMAND,
    deny::COMMAND,
    compile_time::COMMAND,
    explain::COMMAND,
];

fn main() -> ExitCode {
    command::main(COMMANDS)
}
