//! [`DynamicTileStorage`]: a struct of its own, so that the host knows its size too.

/// The shared memory of a `DynamicPersistentTileScheduler`: a field of [`shared_storage!`](crate::shared_storage).
#[derive(Debug)]
#[repr(C, align(16))]
pub struct DynamicTileStorage {
    barriers: [[u64; 2]; 2],
    tiles: [[u32; 4]; 2],
}
