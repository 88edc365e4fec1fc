//! `azulejo gemm`: the product of two matrices in files.

mod args;
mod compute;
mod progress;
mod run;
mod verify;

pub use args::Args;
pub use run::run;
