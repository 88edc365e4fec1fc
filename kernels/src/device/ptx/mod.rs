//! Instruction wrappers: those of `azulejo_device`, and the matrix instructions as the products here take them.

pub use azulejo_device::ptx::*;

pub mod mma;
