//! Swizzled layouts: composing, slicing, inverting and changing the units of `Sw<B,M,S> o offset o layout`.

mod bits;
mod common;
mod compose;
mod inverse;
mod slice;
mod units;

pub use common::{max_alignment_any, max_common_layout_swizzled};
pub use compose::{composition_any, merge_swizzles, swizzled, swizzled_any};
pub use inverse::{left_inverse_any, right_inverse_any};
pub use slice::slice_swizzled;
pub use units::{downcast_any, position_independent, recast_any, upcast_any};
