//! Shapes of tiles, and where each element of a tile lives.

mod axes;
mod broadcast;
mod extent;
mod tables;
mod text;
mod tile_shape;

pub use axes::{Axis, Doubled, Drop, Insert, KeepOne};
pub use broadcast::{Broadcast, Wider, conflict};
pub(crate) use broadcast::{broadcasts, reject};
pub use extent::{Extent, RUN, THREADS};
pub(crate) use extent::{held_part, run_length, thread_part};
pub(crate) use tables::{broadcast_every_rank, each_axis, each_permutation, unrolled};
pub use tile_shape::{Index, IntoTileShape, MAX_RANK, TileShape};
pub(crate) use tile_shape::{coordinate, headed, order, steps};
