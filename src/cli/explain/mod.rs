//! `azulejo explain`: the compiler's messages with layout types in the notation.

mod notation;
mod run;
mod text;
mod types;

pub use run::{Args, run};
