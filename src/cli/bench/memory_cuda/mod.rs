//! Memory-bound kernels on a GPU: each checked against the CPU's answer, then timed interleaved with memset and copy.

mod case;
mod run;

pub use run::run;
