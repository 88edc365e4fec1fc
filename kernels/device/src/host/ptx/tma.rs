//! Groups of TMA stores, which happen when they are issued.

/// Loads the map to the descriptor cache: nothing here.
///
/// # Safety
/// None here.
pub unsafe fn prefetch_tma_descriptor(_map: u64) {}

/// Closes this thread's group of stores.
pub fn commit() {}

/// Waits until at most `N` groups have yet to read their shared memory.
pub fn wait_read<const N: u32>() {}

/// Waits until at most `N` groups have yet to complete.
pub fn wait<const N: u32>() {}
