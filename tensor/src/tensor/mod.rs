//! [`Tensor`]: an engine seen through a layout.
//!
//! A coordinate goes through the layout to an offset, and the engine answers for that offset. Slicing, tiling and partitioning
//! change the layout and move the base; no element is touched.

mod check;
mod divide;
mod error;
mod eval;
mod get;
mod make;
mod moves;
mod object;
mod owning;
mod slice;

pub use check::{Footprint, InShape};
pub use error::TensorError;
pub use eval::{OffsetAt, SlicedBy};
pub use make::{Storage, make_tensor};
pub use moves::{Moves, MovesMut};
pub use object::Tensor;
pub use owning::{RmemTensor, StaticCosize, make_rmem};
