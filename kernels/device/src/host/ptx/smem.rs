//! The block's dynamic shared memory: one arena.

/// A byte address in shared memory, as 32-bit instructions take it.
pub type Smem = u32;

/// The first address of the shared memory, a multiple of 1024.
pub fn arena() -> Smem {
    0
}
