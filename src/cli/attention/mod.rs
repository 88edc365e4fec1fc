//! `azulejo attention`: attention of queries, keys and values in files.

mod args;
mod inputs;
mod rejected;
mod run;
mod verify;

pub use args::Args;
pub use run::run;
pub use verify::error;
