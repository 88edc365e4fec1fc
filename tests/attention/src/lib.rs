//! Attention on the PTX executor, and the same by its definition in f64.

mod backward;
mod backward_tests;
pub mod cases;
mod definition;
mod launch;
mod machine;
mod random;
mod sm80;

pub use backward::{Gradients, Mode, expected_backward, run_backward, run_sm80_backward};
pub use definition::{Expected, expected};
pub use machine::{Case, Found, run};
pub use random::{case, random};
pub use sm80::run_sm80;
