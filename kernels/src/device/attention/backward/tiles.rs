//! The kernels: what each computes, its tiles, and what a CTA keeps in shared memory.
//!
//! ```text
//!          by keys           by columns
//! K, V     (64, d, 2)        (64, d)        each consumer warpgroup has 64 keys; or both have half of the columns of the same 64
//! Q        (m, d, 2)         (64, d, 2)     stages of queries
//! dO       (m, d, 2)         (64, d)
//! P                          (64, 64, 2)    keys × queries, two stages
//! dS       (64, m, 2, 2)     (64, 64, 2)    of each warpgroup; or of both
//! rows     (m, 4)            (64, 4)        LSE of two stages, then rowsum(O dO)
//! sums     (4096, 2)                        each warpgroup's part of dQ, on its way to global memory
//! ```
//!
//! Operand B of the second products has the same bytes by another layout: queries or keys along K, columns contiguous.

use azulejo_device::cute::*;
use azulejo_device::scheduler::DynamicTileStorage;
use azulejo_tensor::{Element, MemoryLayout};

use crate::device::attention::tiles::extent;

/// Calls `$callback!` with the kernels of an element type: a line is a kernel.
///
/// By keys: d and its parts of 64 columns, queries of a block and its parts of 64, and whether it takes changed scores (softcap,
/// ALiBi). A warpgroup computes one of the two parts that columns and queries have together of a block of dQ. Changed scores of 64 columns
/// run in the kernel of 128: blocks of 128 queries would spill.
///
/// By columns: d, and whether it takes changed scores. dK and dV of 64 keys and 256 columns fill the registers of two warpgroups.
macro_rules! each_kernel {
    ($callback:ident $($head:tt)*) => { $callback! { $($head)*;
        d64 by_keys { _64 in _1, _128 in _2, [changed false] }
        d128 by_keys { _128 in _2, _64 in _1, [changed false] }
        d128_changed by_keys { _128 in _2, _64 in _1, [changed true] }
        d256 by_columns { _256, [changed false] }
        d256_changed by_columns { _256, [changed true] }
    } };
}
pub(crate) use each_kernel;

/// The tiles of a kernel.
pub trait Tiles {
    /// The element type of all tensors.
    type T: Element;
    /// A block of queries.
    type TileQ: MemoryLayout;
    /// Keys that are loaded at once.
    type TileK: MemoryLayout;
    /// Queries of a block.
    const M: u32;
    /// Keys of a CTA.
    const KEYS: u32;
    /// Columns of all tensors.
    const HEAD_DIM: u32;
    /// Whether it takes softcap and ALiBi.
    const CHANGED: bool;
    /// Bytes of shared memory.
    const SHARED: u32;
}

/// Declares a module for each kernel with its layouts, its storage and its [`Tiles`].
macro_rules! tiles {
    ($t:ident; $($name:ident $split:ident $row:tt)*) => {
        #[doc = concat!("Tiles of ", stringify!($t), ".")]
        pub mod $t { $(
            #[doc = concat!("Tiles of `attention_backward_", stringify!($t), "_", stringify!($name), "`.")]
            pub mod $name {
                use azulejo_device::cute::$t;

                use super::super::*;

                /// The element type.
                pub type T = $t;

                storage! { $split $row }

                /// A block of queries, and its rows of dO.
                pub type TileQ = TileToShape<Layout_K_SW128_Atom<T>, (M, D), LayoutLeft>;
                /// 64 keys or values.
                pub type TileK = TileToShape<Layout_K_SW128_Atom<T>, (_64, D), LayoutLeft>;
                /// A value for each query.
                pub type Row = Layout<(M,), (_1,)>;
                type SmemRows = Layout<(M, _4), (_1, M)>;

                /// Q as operand B: (columns, queries, stages).
                pub type QByColumns = TileToShape<Layout_MN_SW128_Atom<T>, (D, M, _2), (_2, _1, _3)>;
                /// dO as operand B: (columns, queries, stages).
                pub type DOByColumns = TileToShape<Layout_MN_SW128_Atom<T>, (D, M, StagesDO), (_2, _1, _3)>;

                #[cfg(target_arch = "nvptx64")]
                impl Storage {
                    /// Q as operand B of dK.
                    #[inline(always)]
                    pub fn q_by_columns(self) -> azulejo_tensor::Tensor<SharedPtr<T>, QByColumns> {
                        self.q().with_layout(QByColumns::default())
                    }
                    /// dO as operand B of dV.
                    #[inline(always)]
                    pub fn d_o_by_columns(self) -> azulejo_tensor::Tensor<SharedPtr<T>, DOByColumns> {
                        self.d_o().with_layout(DOByColumns::default())
                    }
                    /// K as operand B of dQ.
                    #[inline(always)]
                    pub fn k_by_columns(self) -> azulejo_tensor::Tensor<SharedPtr<T>, KeysByColumns> {
                        self.k().with_layout(KeysByColumns::default())
                    }
                    /// dS as operand A of dQ.
                    #[inline(always)]
                    pub fn ds_by_queries(self) -> azulejo_tensor::Tensor<SharedPtr<T>, ByQueries> {
                        self.ds().with_layout(ByQueries::default())
                    }
                }

                /// The tiles.
                #[derive(Clone, Copy, Debug)]
                pub struct Config;

                impl Tiles for Config {
                    type T = T;
                    type TileQ = TileQ;
                    type TileK = TileK;
                    const M: u32 = extent::<M>();
                    const KEYS: u32 = 64 * extent::<KeyTiles>();
                    const HEAD_DIM: u32 = extent::<D>();
                    const CHANGED: bool = CHANGED;
                    // The storage starts at a multiple of 1024.
                    const SHARED: u32 = Storage::BYTES + 1024;
                }

                const _: () = assert!(Config::SHARED <= 232_448, "more shared memory than an SM has");
            }
        )* }
    };
}

/// What differs by how warpgroups split a tile: its extents, and what a CTA keeps in shared memory.
macro_rules! storage {
    (by_keys { $d:ident in $parts:ident, $m:ident in $blocks:ident, [changed $changed:literal] }) => {
        storage! { @types $d, $m, _2, _2, $changed }
        /// A warpgroup's sums of dQ: threads, values of each in 64 columns.
        pub type Sums = Layout<(_128, (_4, _8)), (_4, (_1, _512))>;
        /// The same in their order.
        pub type PartOfSums = Layout<(_4096,), (_1,)>;
        type SmemSums = Layout<(_4096, _2), (_1, _4096)>;
        type SmemDS = TileToShape<Layout_K_SW128_Atom<T>, (_64, M, _4), LayoutLeft>;
        /// K as operand B: (columns of a part, keys, parts, warpgroups).
        pub type KeysByColumns = TileToShape<Layout_MN_SW128_Atom<T>, (_64, _64, $parts, _2), LayoutLeft>;
        /// dS as operand A: (queries of a part, keys, parts, warpgroups and stages).
        pub type ByQueries = TileToShape<Layout_MN_SW128_Atom<T>, (_64, _64, $blocks, _4), LayoutLeft>;

        storage! { @fields tensor sums: [f32; SmemSums]; }
    };
    (by_columns { $d:ident, [changed $changed:literal] }) => {
        storage! { @types $d, _64, _1, _1, $changed }
        /// A warpgroup's sums of dQ: threads, values of each in 128 columns.
        pub type Sums = Layout<(_128, (_4, _16)), (_4, (_1, _512))>;
        type SmemDS = TileToShape<Layout_K_SW128_Atom<T>, (_64, M, _2), LayoutLeft>;
        /// K as operand B: (columns, keys, tiles).
        pub type KeysByColumns = TileToShape<Layout_MN_SW128_Atom<T>, (D, _64, KeyTiles), (_2, _1, _3)>;
        /// dS as operand A: (queries, keys, stages).
        pub type ByQueries = TileToShape<Layout_MN_SW128_Atom<T>, (M, _64, _2), LayoutLeft>;

        storage! { @fields tensor p: [T; SmemDS]; }
    };
    (@types $d:ident, $m:ident, $key_tiles:ident, $stages_do:ident, $changed:literal) => {
        /// Columns of all tensors.
        pub type D = $d;
        /// Queries of a block.
        pub type M = $m;
        /// Tiles of 64 keys of a CTA.
        pub type KeyTiles = $key_tiles;
        /// Stages of dO.
        pub type StagesDO = $stages_do;
        /// Whether it takes softcap and ALiBi.
        pub const CHANGED: bool = $changed;
        /// Stages of dO.
        pub const STAGES_DO: u32 = extent::<StagesDO>();
        type SmemQ = TileToShape<Layout_K_SW128_Atom<T>, (M, D, _2), LayoutLeft>;
        type SmemDO = TileToShape<Layout_K_SW128_Atom<T>, (M, D, StagesDO), LayoutLeft>;
        type SmemK = TileToShape<Layout_K_SW128_Atom<T>, (_64, D, KeyTiles), LayoutLeft>;
    };
    (@fields $(tensor $more:ident: $layout:tt;)*) => {
        shared_storage! {
            /// The shared memory of a CTA.
            pub struct Storage {
                tensor q: [T; SmemQ];
                tensor k: [T; SmemK];
                tensor v: [T; SmemK];
                tensor d_o: [T; SmemDO];
                tensor ds: [T; SmemDS];
                $(tensor $more: $layout;)*
                tensor rows: [f32; SmemRows];
                plain pipeline_kv: PipelineStorage<1>;
                plain pipeline_q: PipelineStorage<2>;
                plain pipeline_do: PipelineStorage<{ STAGES_DO as usize }>;
                plain scheduler: DynamicTileStorage;
            }
        }
    };
}

each_kernel!(tiles bf16);
each_kernel!(tiles f16);
