//! The shared memory of the kernels.

use azulejo_device::cute::*;

/// M, N and K of a CTA's tile.
pub const TILE: (usize, usize, usize) = (128, 128, 64);

/// A and B with K contiguous, three stages.
pub type SmemLayoutTN = TileToShape<Layout_K_SW128_Atom<f16>, (_128, _64, _3), LayoutLeft>;
/// A and B with M and N contiguous, three stages.
pub type SmemLayoutNT = TileToShape<Layout_MN_SW128_Atom<f16>, (_128, _64, _3), LayoutLeft>;

shared_storage! {
    /// The stages, for either order.
    pub struct SharedStorage {
        tensor tn_a: [f16; SmemLayoutTN];
        tensor tn_b: [f16; SmemLayoutTN];
    }
}

shared_storage! {
    /// As [`SharedStorage`], with M and N contiguous.
    pub struct SharedStorageNT {
        tensor nt_a: [f16; SmemLayoutNT];
        tensor nt_b: [f16; SmemLayoutNT];
    }
}
