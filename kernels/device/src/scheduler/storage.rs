//! [`DynamicTileStorage`]: a struct of its own, so that the host knows its size too.

/// Tiles that wait for their readers.
pub(super) const STAGES: usize = 2;

/// The shared memory of a `DynamicPersistentTileScheduler`: a field of [`shared_storage!`](crate::shared_storage).
#[derive(Debug)]
#[repr(C, align(16))]
pub struct DynamicTileStorage {
    barriers: [[u64; STAGES]; 2],
    tiles: [[u32; 4]; STAGES],
}
