//! [`Tensor`]: an engine seen through a layout.
//!
//! A coordinate goes through the layout to an offset, and the engine answers for that offset. Slicing, tiling and partitioning
//! change the layout and move the base; no element is touched.

/// Expands `$mac!({generics} Type)` for each kind of layout: plain, and composed with a swizzle.
macro_rules! for_layouts {
    ($mac:ident) => {
        $mac!({S: Copy, D: Copy} azulejo_layout::Layout<S, D>);
        $mac!({Map: Copy, Off: Copy, Lay: Copy} azulejo_layout::ComposedLayout<Map, Off, Lay>);
    };
}
pub(crate) use for_layouts;

mod check;
mod divide;
mod error;
mod eval;
mod get;
mod identity;
mod index;
mod make;
mod memory_layout;
mod object;
mod owning;
mod reach;
mod recast;
mod slice;
mod subbyte;

pub use crate::engine::{Moves, MovesMut};
pub use check::{Bounded, InShape};
pub use error::TensorError;
pub use eval::{OffsetAt, SlicedBy};
pub use identity::{Within, make_identity_tensor, within};
pub use make::{Storage, make_tensor};
pub use memory_layout::{
    MemoryLayout, assert_predicate, assert_vectorized, is_vectorized, values_of,
};
pub use object::Tensor;
pub use owning::{Count, FragmentLike, Like, RmemTensor, Room, StaticCosize, make_rmem};
pub use reach::{Footprint, Reach, ReachOf};
pub use recast::{DividedStrides, RecastTo};
pub use subbyte::{RmemSubbyteTensor, make_rmem_subbyte};
