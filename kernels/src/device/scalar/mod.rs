//! What is computed with one element, the same on the CPU and on a device: [`Compute`] and [`Real`].

mod compute;
mod integers;
mod real;

pub use compute::Compute;
pub use real::Real;
