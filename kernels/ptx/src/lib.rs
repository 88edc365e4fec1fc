//! The compressed PTX of azulejo's kernels, area by area; `azulejo_kernels::host::ptx` reads it.
#![no_std]

mod table;

pub use table::TEXTS;
