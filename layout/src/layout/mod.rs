//! Layouts: the type, its constructors, evaluation at a coordinate, and printing.

mod bound;
mod compact;
mod convert;
mod coord;
mod cosize;
#[cfg(feature = "alloc")]
mod from_value;
mod make;
mod object;
mod properties;
mod queries;
#[cfg(feature = "alloc")]
mod to_value;

#[doc(hidden)]
pub use compact::{CompactLeft, CompactRight};
pub use convert::{IntoDynamic, ShapeMismatch, TryFromDynamic, try_into_static};
#[doc(hidden)]
pub use coord::CrdIdx;
pub use coord::{Coordinate, crd2idx};
#[doc(hidden)]
pub use cosize::Cosize;
pub(crate) use cosize::Extent;
#[cfg(feature = "alloc")]
pub use from_value::FromTree;
pub use make::{LayoutLeft, LayoutRight, Strides, make_layout};
#[doc(hidden)]
pub use object::layout_of;
pub use object::{AnyLayout, Domain, Layout, LayoutOf};
pub use properties::IndexTooNarrow;
pub use queries::{cosize, depth, rank, size};
#[cfg(feature = "alloc")]
pub use to_value::ToValue;
