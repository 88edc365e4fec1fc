//! A forward of attention on the PTX executor, and the same by its definition in f64.

mod definition;
mod machine;

pub use definition::{Expected, expected};
pub use machine::{Case, Found, run};
