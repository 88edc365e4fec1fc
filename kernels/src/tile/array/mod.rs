//! Arrays: memory that programs load tiles from and store tiles to.

mod atomic;
mod gather;
mod memory;
mod object;
mod padding;
mod pattern;
mod tiles;
mod writable;

pub use atomic::{AtomicArray, AtomicElement, AtomicOp, Order};
pub(crate) use memory::Window;
pub use object::Array;
pub(crate) use object::extent as array_extent;
pub use padding::{HasInfinity, HasNan, HasNegZero, Pad, pad};
pub use pattern::{ArrayExtent, Pattern, RegionOf};
pub use tiles::Tiles;
pub use writable::ArrayMut;
