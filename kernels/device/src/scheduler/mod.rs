//! Tile schedulers: which tile of the output a CTA, or a cluster, computes next.

#[cfg(target_arch = "nvptx64")]
mod dynamic;
mod static_persistent;
mod storage;

#[cfg(target_arch = "nvptx64")]
pub use dynamic::{DynamicPersistentTileScheduler, TileState};
pub use static_persistent::{StaticPersistentTileScheduler, TileSchedulerParams, WorkTile};
pub use storage::DynamicTileStorage;
