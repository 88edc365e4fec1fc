//! `azulejo bench gemm --device cuda:N`: integer jobs first, then our kernels and cuBLASLt interleaved on the same operands.

mod fused;
mod grouped;
mod measure;
mod run;
mod suite;

pub use run::{Flags, run};
