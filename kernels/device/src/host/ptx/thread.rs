//! Coordinates of a thread, and the barrier of its block.

use crate::host::{Group, collective, here};

/// The thread's number in its block.
pub fn tid() -> u32 {
    here().1
}

/// The thread's lane in its warp.
pub fn lane() -> u32 {
    tid() % 32
}

/// The block's number in its grid along x.
pub fn ctaid() -> u32 {
    here().0.index[0]
}

/// The block's number along y.
pub fn ctaid_y() -> u32 {
    here().0.index[1]
}

/// The block's number along z.
pub fn ctaid_z() -> u32 {
    here().0.index[2]
}

/// Threads in a block.
pub fn ntid() -> u32 {
    here().0.threads
}

/// Blocks in the grid along x.
pub fn nctaid() -> u32 {
    here().0.grid[0]
}

/// Waits for every thread of the block and makes their writes to shared memory visible.
///
/// # Safety
/// Every thread of the block must reach the same call. Here a thread that does not ends the block with a message.
pub unsafe fn sync() {
    let threads = ntid();
    collective(
        Group::Barrier { id: 0, threads },
        "bar.sync 0",
        &mut (),
        |_| {},
    );
}
