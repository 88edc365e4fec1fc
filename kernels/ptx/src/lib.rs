//! The compressed PTX of azulejo's kernels, PTX file by PTX file; `azulejo_runtime::ptx` reads it.
#![no_std]

extern crate alloc;

pub mod like;
mod table;
pub mod words;

pub use table::TEXTS;
