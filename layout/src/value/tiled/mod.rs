//! Atoms spread over threads and tiles, on values: the algebra behind `TiledCopy` and `TiledMma`.
//!
//! An atom is data: layouts (thread, value) -> element of its tile. Tiling repeats it over a tile of a tensor; partitioning
//! composes the divided tensor with these layouts, and a thread's part is a slice of that. Nothing here is specific to a
//! machine, and every step is an operation of the algebra, so its rules carry over.

mod copy;
mod mma;
mod part;

pub use copy::{DynCopyAtom, DynTiledCopy};
pub use mma::{DynMmaAtom, DynTiledMma, Operand};
pub use part::slice_any;
