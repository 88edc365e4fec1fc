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
pub const SHARED: u32 = of_f16::kk::Storage::BYTES + 1024;

const _: () = assert!(SHARED <= 227 << 10);

/// A warp's multiply-accumulate: 16 × 16 of C at a time.
pub type WarpMma<Atom> = TiledMma<Atom, Layout<(_1, _1, _1), (_0, _0, _0)>, (_16, _16, _16)>;
/// The stages of each kernel, whose name says type and orders: a module each.
macro_rules! orders {
    ($($of:ident: $t:ident, $($name:ident: $a:ident $b:ident),*;)*) => {$(
        #[doc = concat!("Operands of kernels `", stringify!($of), "`, by the orders of A and B.")]
        pub mod $of { use super::*; $(
        #[doc = concat!("A and B: ", stringify!($name), ".")]
        pub mod $name {
            use super::*;

            /// A panel of A.
            pub type PanelA = TileToShape<$a<$t>, (_64, _64), LayoutLeft>;
            /// A panel of B.
            pub type PanelB = TileToShape<$b<$t>, (_64, _64), LayoutLeft>;

            shared_storage! {
                /// The stages, the sums in flight, and the barriers.
                pub struct Storage {
                    tensor a: [$t; TileToShape<$a<$t>, (_64, _64, _2, _4), LayoutLeft>];
                    tensor b: [$t; TileToShape<$b<$t>, (_64, _64, _4, _4), LayoutLeft>];
                    plain sums: [u8; (WARPS * STORE) as usize];
                    plain pipeline: PipelineStorage<STAGES>, of a, b;
                }
            }
        }
        )* }
    )*};
}

orders! {
    of_f16: f16, kk: Layout_K_SW128_Atom Layout_K_SW128_Atom, km: Layout_K_SW128_Atom Layout_MN_SW128_Atom,
        mk: Layout_MN_SW128_Atom Layout_K_SW128_Atom, mm: Layout_MN_SW128_Atom Layout_MN_SW128_Atom;
    of_bf16: bf16, kk: Layout_K_SW128_Atom Layout_K_SW128_Atom, km: Layout_K_SW128_Atom Layout_MN_SW128_Atom,
        mk: Layout_MN_SW128_Atom Layout_K_SW128_Atom, mm: Layout_MN_SW128_Atom Layout_MN_SW128_Atom;
}
