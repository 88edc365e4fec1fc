//! The layouts of the tiles in shared memory, which the host's tensor maps follow.

use azulejo_device::cute::*;

/// M, N and K of a CTA's tile.
pub const TILE: (usize, usize, usize) = (128, 256, 64);

/// A tile of A, K contiguous.
pub type TileA = TileToShape<Layout_K_SW128_Atom<f16>, (_128, _64), LayoutLeft>;
/// A tile of B, K contiguous.
pub type TileB = TileToShape<Layout_K_SW128_Atom<f16>, (_256, _64), LayoutLeft>;
/// A tile of A, M contiguous.
pub type TileAMN = TileToShape<Layout_MN_SW128_Atom<f16>, (_128, _64), (_2, _1)>;
/// A tile of B, N contiguous.
pub type TileBMN = TileToShape<Layout_MN_SW128_Atom<f16>, (_256, _64), (_2, _1)>;

type SmemA = TileToShape<Layout_K_SW128_Atom<f16>, (_128, _64, _4), LayoutLeft>;
type SmemB = TileToShape<Layout_K_SW128_Atom<f16>, (_256, _64, _4), LayoutLeft>;
type SmemAMN = TileToShape<Layout_MN_SW128_Atom<f16>, (_128, _64, _4), (_2, _1, _3)>;
type SmemBMN = TileToShape<Layout_MN_SW128_Atom<f16>, (_256, _64, _4), (_2, _1, _3)>;

shared_storage! {
    /// Four stages with K contiguous.
    pub struct SharedStorage {
        tensor tn_a: [f16; SmemA];
        tensor tn_b: [f16; SmemB];
        plain pipeline: PipelineStorage<4>, of tn_a, tn_b;
    }
}

shared_storage! {
    /// Four stages with M and N contiguous.
    pub struct SharedStorageNT {
        tensor nt_a: [f16; SmemAMN];
        tensor nt_b: [f16; SmemBMN];
        plain pipeline: PipelineStorage<4>, of nt_a, nt_b;
    }
}
