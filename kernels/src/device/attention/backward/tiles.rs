//! The kernels: what each computes, its tiles, and what a CTA keeps in shared memory.
//!
//! ```text
//! K, V     (64, d, 2)        each consumer warpgroup has 64 keys
//! Q, dO    (m, d, 2)         stages of m queries
//! dS       (64, m, 2, 2)     keys × queries of each warpgroup, two stages
//! sums     (m d)             a block's part of dQ, on its way to global memory
//! ```
//!
//! Operand B of the second products has the same bytes by another layout: queries or keys along K, columns contiguous.

use azulejo_device::cute::*;
use azulejo_device::scheduler::DynamicTileStorage;
use azulejo_tensor::{Element, MemoryLayout};

use crate::device::attention::tiles::extent;

/// Calls `$callback!` with the kernels of an element type: a line is a kernel.
///
/// Columns: d and its parts of 64 columns, queries of a block and its parts of 64, and whether it takes changed scores (softcap,
/// ALiBi). A warpgroup computes one of the two parts that columns and queries have together of a block of dQ. Changed scores of 64 columns
/// run in the kernel of 128: blocks of 128 queries would spill.
macro_rules! each_kernel {
    ($callback:ident $($head:tt)*) => { $callback! { $($head)*;
        d64 { _64 in _1, _128 in _2, [changed false] }
        d128 { _128 in _2, _64 in _1, [changed false] }
        d128_changed { _128 in _2, _64 in _1, [changed true] }
    } };
}
pub(crate) use each_kernel;

/// The tiles of a kernel.
pub trait Tiles {
    /// The element type of all tensors.
    type T: Element;
    /// A block of queries.
    type TileQ: MemoryLayout;
    /// A warpgroup's keys.
    type TileK: MemoryLayout;
    /// Queries of a block.
    const M: u32;
    /// Columns of all tensors.
    const HEAD_DIM: u32;
    /// Whether it takes softcap and ALiBi.
    const CHANGED: bool;
    /// Bytes of shared memory.
    const SHARED: u32;
}

/// Keys of a CTA, 64 for each of two warpgroups.
pub const KEYS: u32 = 128;

/// Declares a module for each kernel with its layouts, its storage and its [`Tiles`].
macro_rules! tiles {
    ($t:ident; $($name:ident { $d:ident in $parts:ident, $m:ident in $blocks:ident, [changed $changed:literal] })*) => {
        #[doc = concat!("Tiles of ", stringify!($t), ".")]
        pub mod $t { $(
            #[doc = concat!("Tiles of `attention_backward_", stringify!($t), "_", stringify!($name), "`.")]
            pub mod $name {
                use azulejo_device::cute::$t;

                use super::super::*;

                /// The element type.
                pub type T = $t;
                /// Columns of all tensors.
                pub type D = $d;
                /// Queries of a block.
                pub type M = $m;
                /// Parts of 64 queries of a block.
                pub type Blocks = $blocks;
                /// Whether it takes softcap and ALiBi.
                pub const CHANGED: bool = $changed;
                /// A block of queries, and its rows of dO.
                pub type TileQ = TileToShape<Layout_K_SW128_Atom<T>, (M, D), LayoutLeft>;
                /// A warpgroup's keys or values.
                pub type TileK = TileToShape<Layout_K_SW128_Atom<T>, (_64, D), LayoutLeft>;
                type SmemQ = TileToShape<Layout_K_SW128_Atom<T>, (M, D, _2), LayoutLeft>;
                type SmemK = TileToShape<Layout_K_SW128_Atom<T>, (_64, D, _2), LayoutLeft>;
                type SmemDS = TileToShape<Layout_K_SW128_Atom<T>, (_64, M, _4), LayoutLeft>;
                /// A value for each query.
                pub type Row = Layout<(M,), (_1,)>;
                type SmemRows = Layout<(M, _2), (_1, M)>;
                /// A warpgroup's sums of dQ: 64 queries and columns.
                pub type Sums = Layout<(_4096,), (_1,)>;
                type SmemSums = Layout<(_4096, _2), (_1, _4096)>;

                shared_storage! {
                    /// The shared memory of a CTA.
                    pub struct Storage {
                        tensor q: [T; SmemQ];
                        tensor k: [T; SmemK];
                        tensor v: [T; SmemK];
                        tensor d_o: [T; SmemQ];
                        tensor ds: [T; SmemDS];
                        tensor sums: [f32; SmemSums];
                        tensor lse: [f32; SmemRows];
                        tensor delta: [f32; SmemRows];
                        plain pipeline_kv: PipelineStorage<1>;
                        plain pipeline_q: PipelineStorage<2>;
                        plain pipeline_do: PipelineStorage<2>;
                        plain scheduler: DynamicTileStorage;
                    }
                }

                /// Q or dO as operand B: (columns, queries, stages).
                pub type ByColumns = TileToShape<Layout_MN_SW128_Atom<T>, (D, M, _2), (_2, _1, _3)>;
                /// K as operand B: (columns of a part, keys, parts, warpgroups).
                pub type KeysByColumns = TileToShape<Layout_MN_SW128_Atom<T>, (_64, _64, $parts, _2), LayoutLeft>;
                /// dS as operand A: (queries of a part, keys, parts, warpgroups and stages).
                pub type ByQueries = TileToShape<Layout_MN_SW128_Atom<T>, (_64, _64, $blocks, _4), LayoutLeft>;

                #[cfg(target_arch = "nvptx64")]
                impl Storage {
                    /// Q as operand B of dK.
                    #[inline(always)]
                    pub fn q_by_columns(self) -> azulejo_tensor::Tensor<SharedPtr<T>, ByColumns> {
                        self.q().with_layout(ByColumns::default())
                    }
                    /// dO as operand B of dV.
                    #[inline(always)]
                    pub fn d_o_by_columns(self) -> azulejo_tensor::Tensor<SharedPtr<T>, ByColumns> {
                        self.d_o().with_layout(ByColumns::default())
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
                    const HEAD_DIM: u32 = extent::<D>();
                    const CHANGED: bool = CHANGED;
                    // The storage starts at a multiple of 1024.
                    const SHARED: u32 = Storage::BYTES + 1024;
                }

                const _: () = assert!(Config::HEAD_DIM <= 128, "more columns than the lanes of a warp have of a row that is computed again");
                const _: () = assert!(Config::SHARED <= 232_448, "more shared memory than an SM has");
            }
        )* }
    };
}

each_kernel!(tiles bf16);
each_kernel!(tiles f16);
