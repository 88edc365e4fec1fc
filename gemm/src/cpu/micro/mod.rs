//! Register-tile kernels, read as *capability, algorithm, instance*: [`vector`] is what an instruction set must offer,
//! [`tile`] is the one kernel written on it, and each instruction set's file binds a type and a target feature.
//!
//! All `unsafe` of the CPU backend is in this folder; what it exports is safe.

mod kernel;
mod tile;
mod tile_mut;
mod vector;

mod portable;

pub use kernel::{Kernel, Left, Right};
pub use portable::{PortableF32, PortableF64, PortableI16};
pub use tile_mut::TileMut;
