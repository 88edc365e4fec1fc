//! What the programs share that check and time kernels on a GPU: arguments, the device, exit codes, numbers, times, records.
//!
//! A program has its cases: a kernel, what it must compute, what it is timed against and what it can reach at most.
#![allow(dead_code, unused_imports, reason = "each program uses a part")]

mod args;
mod data;
mod meter;
pub mod provenance;
mod timing;

pub use args::{Args, end, on_gpu};
pub use data::{decode, encode, random, uniform};
pub use meter::{Meter, Reading};
pub use timing::{Call, graphs, interleaved, median, replay, report, timed};

/// What went wrong, for a person.
pub type Failure = Box<dyn std::error::Error>;
