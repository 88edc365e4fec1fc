//! The commands of `azulejo`, one file each, and what they share.
//!
//! A command is a `clap::Args` structure with its flags and a function `run(args) -> Result<(), Failure>`;
//! `command.rs` lists them.

#[macro_use]
mod say;

mod atoms;
mod attention;
mod bench;
mod cast;
mod command;
mod conversion;
mod device;
mod doctor;
mod explain;
mod failure;
mod gemm;
mod gpu;
mod layout;
mod map;
mod npy;
mod output;
mod text;
mod unfinished;
mod zeros;

pub use command::main;
