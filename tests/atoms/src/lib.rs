//! PTX of the atoms' kernels, their inputs, and what they are to compute.

mod inputs;
mod ptx;
mod reference;

pub use inputs::{Tile, bytes};
pub use ptx::{Built, text};
pub use reference::expected;
