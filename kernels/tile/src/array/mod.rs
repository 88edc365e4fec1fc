//! Arrays: memory that programs load tiles from and store tiles to.

#[cfg(target_arch = "nvptx64")]
mod access;
mod atomic;
mod gather;
mod memory;
mod object;
mod padding;
mod pattern;
mod record;
mod step;
mod tiles;
mod writable;

pub use atomic::{AtomicArray, Order, Scope};
pub(crate) use memory::Window;
pub use object::Array;
pub(crate) use object::{extent as array_extent, tile_window as array_window};
pub use padding::{HasInfinity, HasNan, HasNegZero, Pad, pad};
pub use pattern::{ArrayExtent, Pattern, Region, RegionOf};
pub use record::{RecordArray, RecordArrayMut};
pub use step::{AtomicElement, AtomicOp};
pub use tiles::{Tiles, TilesMut};
pub use writable::ArrayMut;
