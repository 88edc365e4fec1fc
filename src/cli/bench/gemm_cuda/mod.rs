//! `azulejo bench gemm --device cuda:N`: integer jobs first, then our kernels and cuBLASLt in turns on the same operands.

mod data;
mod measure;
mod run;
mod suite;
mod verify;

pub use run::{Flags, run};
