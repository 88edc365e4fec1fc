//! Tiles and partitions: the part of a tensor that a block, a thread or an instruction works on.
//!
//! | call | divides by | indexes | keeps |
//! |---|---|---|---|
//! | [`inner_partition`], [`local_tile`] | the tiler | the rest by the coordinate | the tile |
//! | [`outer_partition`] | the tiler | the tile by the coordinate | the rest |
//! | [`local_partition`] | the sizes of a thread layout | the tile by the thread's coordinate | the rest |
//!
//! A coordinate with fewer entries than there are modes is continued with `_`. Coordinates are not checked, as in CuTe; the `try_`
//! forms check them.
//!
//! # Ragged shapes
//! The divides reject a tiler that does not divide, unless asked by name (`zipped_divide_ceil`). Partitions are that name for
//! tensors: a shape that the tiler does not divide is covered by one tile more, and the same partition of the identity tensor of
//! the shape ([`make_identity_tensor`](crate::make_identity_tensor)) is its predicate, coordinate for coordinate:
//! [`within`](crate::within) tells whether an element is there, [`copy_if`](crate::copy_if) asks it.
//!
//! ```
//! use azulejo_layout::{coord, layout, tile};
//! use azulejo_tensor::{local_tile, make_identity_tensor, make_tensor, within};
//! let (m, n) = (41, 55);
//! let data: Vec<i32> = (0..m * n).collect();
//! let (t, id) = (make_tensor(&data[..], layout!((m, n)))?, make_identity_tensor((m, n)));
//! let (tile, coords) = (
//!     local_tile(&t, tile!(_4, _8), coord!(10, 6)),
//!     local_tile(&id, tile!(_4, _8), coord!(10, 6)),
//! );
//! let real: Vec<i32> = (0..32).filter(|&i| within(coords.coord(i), (m, n))).map(|i| tile.at(i)).collect();
//! assert_eq!(real, (48..55).map(|column| 40 + 41 * column).collect::<Vec<_>>());
//! # Ok::<(), azulejo_tensor::TensorError>(())
//! ```
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
