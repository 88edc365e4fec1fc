//! Tile schedulers: which tile of the output a CTA, or a cluster, computes next.

#[cfg(any(feature = "std", target_arch = "nvptx64"))]
mod dynamic;
mod static_persistent;
mod storage;

#[cfg(any(feature = "std", target_arch = "nvptx64"))]
pub use dynamic::{DynamicPersistentTileScheduler, TileState};
pub use static_persistent::{StaticPersistentTileScheduler, TileSchedulerParams, WorkTile};
pub use storage::DynamicTileStorage;
