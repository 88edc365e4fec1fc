//! Attention on the PTX executor, and the same by its definition in f64.

mod backward;
mod definition;
mod machine;
mod random;

pub use backward::{Gradients, Mode, expected_backward, run_backward};
pub use definition::{Expected, expected};
pub use machine::{Case, Found, run};
pub use random::{case, random};
