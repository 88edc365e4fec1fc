//! [`Trimmed`]: tiles of any static extents, as the corner of a tile of powers of two.

mod object;
mod operators;
mod rearrange;
mod reduce;
mod shape;

pub use object::Trimmed;
pub use shape::{Ceil, IntoTrimShape, Joined, TrimBroadcast, TrimKeepOne, TrimShape};
