//! The tiles of the kernels with TMA loads, and their shared memory.
//!
//! | tensor | elements |
//! |---|---|
//! | A or B, K contiguous | `Sw<3,3,3> o (64,64,panels,4):(64,1,4096,…)` |
//! | A or B, M or N contiguous | `Sw<3,3,3> o (64,64,panels,4):(1,64,4096,…)` |
//!
//! A stage is two panels of A and four of B, each 64 lines of 128 bytes: a box of a tensor map. A warp reads one of each.

use azulejo_device::cute::*;

/// Extents of a block's tile of C.
pub const TILE: (u32, u32) = (128, 256);
/// Values of k in a stage, rows of a panel, elements of a line of it.
pub const EDGE: u32 = 64;
/// Panels of A and of B in a stage.
pub const PANELS: (u32, u32) = (TILE.0 / EDGE, TILE.1 / EDGE);
/// Stages.
pub const STAGES: usize = 4;
/// Warps that multiply: one for each pair of panels.
pub const WARPS: u32 = PANELS.0 * PANELS.1;
/// Threads: theirs, and the warpgroup's whose first warp loads: registers are reallocated by whole warpgroups.
pub const THREADS: u32 = 32 * (WARPS + 4);
/// Bytes through which a warp stores its sums.
pub const STORE: u32 = 4096;
/// Bytes of shared memory, with those that align it to 1,024.
pub const SHARED: u32 = Storage::BYTES + 1024;

const _: () = assert!(SHARED <= 227 << 10);

shared_storage! {
    /// The stages of panels, whose orders each kernel knows, the sums in flight, and the barriers.
    pub struct Storage {
        tensor a: [u16; Layout<(_4096, _2, _4), (_1, _4096, _8192)>];
        tensor b: [u16; Layout<(_4096, _4, _4), (_1, _4096, _16384)>];
        plain sums: [u8; (WARPS * STORE) as usize];
        plain pipeline: PipelineStorage<STAGES>, of a, b;
    }
}
