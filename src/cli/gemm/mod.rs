//! `azulejo gemm`: the product of two matrices in files.

mod args;
mod compute;
mod cuda;
mod inputs;
mod progress;
mod report;
mod run;
mod verify;

pub use args::Args;
pub use run::run;
