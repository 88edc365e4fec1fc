//! `azulejo bench gemm --device cuda:N`: integer jobs first, then our kernels and cuBLASLt interleaved on the same operands.

mod data;
mod fused;
mod grouped;
mod jobs;
mod measure;
mod once;
mod run;
mod suite;
mod verify;

pub use run::{Flags, run};
