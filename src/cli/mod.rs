//! The commands of `azulejo`, one file each, and what they share.
//!
//! A command is a `clap::Args` structure with its flags and a function `run(args) -> Result<(), Failure>`;
//! `command.rs` lists them.

mod command;
mod doctor;
mod failure;

pub use command::main;
