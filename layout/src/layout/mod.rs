//! Layouts: the type, its constructors, evaluation at a coordinate, and printing.

mod compact;
mod coord;
mod cosize;
mod make;
mod object;
mod queries;
#[cfg(feature = "alloc")]
mod to_value;

pub use compact::{CompactLeft, CompactRight};
pub use coord::{Coordinate, CrdIdx, crd2idx};
pub use cosize::Cosize;
pub use make::{LayoutLeft, LayoutRight, Strides, make_layout};
pub(crate) use object::layout_of;
pub use object::{AnyLayout, Domain, Layout, LayoutOf};
pub use queries::{cosize, depth, rank, size};
#[cfg(feature = "alloc")]
pub use to_value::ToValue;
