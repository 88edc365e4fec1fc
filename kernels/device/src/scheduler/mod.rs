//! Tile schedulers: which tile of the output a CTA, or a cluster, computes next.

#[cfg(target_arch = "nvptx64")]
mod dynamic;
mod static_persistent;

#[cfg(target_arch = "nvptx64")]
pub use dynamic::{DynamicPersistentTileScheduler, DynamicTileStorage, TileState};
pub use static_persistent::{StaticPersistentTileScheduler, TileSchedulerParams, WorkTile};
