//! Tiles and partitions: the part of a tensor that a block, a thread or an instruction works on.
//!
//! | call | divides by | indexes | keeps |
//! |---|---|---|---|
//! | [`inner_partition`], [`local_tile`] | the tiler | the rest by the coordinate | the tile |
//! | [`outer_partition`] | the tiler | the tile by the coordinate | the rest |
//! | [`local_partition`] | the sizes of a thread layout | the tile by the thread's coordinate | the rest |
//!
//! A coordinate with fewer entries than there are modes is continued with `_`. Coordinates are not checked, as in CuTe; the `try_`
//! forms check them. A shape that a tiler does not divide is covered by one tile more, whose coordinates past the shape are the
//! caller's to predicate.
//!
//! Each is a free function on tensors, a method, and a function on bare layouts ([`TiledBy`] …) that also yields the offset.

mod inner;
mod keep;
mod list;
mod local;
mod outer;
mod project;

pub use inner::{TiledBy, inner_partition, local_tile};
pub use keep::{AllThen, KeptAt};
pub use list::{Listed, PadNil, Unders};
pub use local::{FlatCoord, SharedBy, SharedByProj, local_partition, local_partition_proj};
pub use outer::{PartedBy, outer_partition};
pub use project::{Project, Projected, local_tile_proj};
