//! The kernels: what each computes, its tiles, and what a CTA keeps in shared memory.
//!
//! ```text
//! K, V     (n, d)            the keys of a CTA
//! Q, dO    (m, d, stages)    blocks of queries
//! dS       (n, m)            and P, where its operand A is not made of registers
//! ```
//!
//! Operands of the second products have the same bytes by another layout: rows along K, columns contiguous.

use azulejo_device::cute::*;
use azulejo_tensor::Element;

use crate::device::attention::backward::args::BLOCK;

/// Calls `$callback!` with the kernels of an element type: a line is a kernel.
///
/// Columns: those of all tensors, keys of a CTA, queries of a block, warps along the keys and along queries or columns, those of dQ along
/// queries, two along columns, rows that one `cp.async` of the CTA fills, stages of queries, and where operand A of dK and dV is. Each has
/// 16 keys a warp: with one warp along the queries, P and dS in its registers are operand A.
macro_rules! each_kernel {
    ($callback:ident $($head:tt)*) => { $callback! { $($head)*;
        d64 { _64 columns, _128 keys, _64 queries, _8 x _1 warps, _4 of dQ, _32 filled, _2 stages, registers }
        d128 { _128 columns, _64 keys, _32 queries, _4 x _1 warps, _2 of dQ, _16 filled, _2 stages, registers }
        d192 { _192 columns, _32 keys, _32 queries, _2 x _2 warps, _2 of dQ, _16 filled, _1 stages, shared }
        d256 { _256 columns, _32 keys, _32 queries, _2 x _2 warps, _2 of dQ, _16 filled, _1 stages, shared }
    } };
}
pub(crate) use each_kernel;

/// The numbers of a kernel.
pub trait Tiles {
    /// The element type of all tensors.
    type T: Element;
    /// Queries of a block.
    const QUERIES: u32;
    /// Keys of a CTA.
    const KEYS: u32;
    /// Columns of all tensors.
    const HEAD_DIM: u32;
    /// Threads of a CTA.
    const THREADS: u32;
    /// Bytes of shared memory.
    const SHARED: u32;
}

/// The storage of a CTA, with a place for P or without.
macro_rules! storage {
    (@ $($p:tt)*) => {
        shared_storage! {
            /// The shared memory of a CTA.
            pub struct Storage {
                tensor k: [T; SmemK];
                tensor v: [T; SmemK];
                tensor q: [T; SmemQ];
                tensor d_o: [T; SmemQ];
                tensor ds: [T; SmemS];
                $($p)*
                tensor lse: [f32; SmemRows];
                tensor delta: [f32; SmemRows];
            }
        }
    };
    (registers) => {
        storage! { @ }
    };
    (shared) => {
        storage! { @ tensor p: [T; SmemS]; }
    };
}

/// Declares a module for each kernel with its layouts, its storage and its [`Tiles`].
macro_rules! tiles {
    ($t:ident; $($name:ident { $d:ident columns, $n:ident keys, $m:ident queries, $wk:ident x $wx:ident warps, $wq:ident of dQ,
        $filled:ident filled, $stages:ident stages, $place:ident })*) => {
        #[doc = concat!("Tiles of ", stringify!($t), ".")]
        pub mod $t { $(
            #[doc = concat!("Tiles of `attention_sm80_backward_", stringify!($t), "_", stringify!($name), "`.")]
            pub mod $name {
                use azulejo_device::cute::$t;

                use super::super::*;
                use crate::device::attention::sm80::tiles::{HeadDim, WarpRows};
                use crate::device::attention::tiles::extent;

                /// The element type.
                pub type T = $t;
                /// Columns of all tensors.
                pub type D = $d;
                /// Keys of a CTA.
                pub type N = $n;
                /// Queries of a block.
                pub type M = $m;
                /// Rows that one `cp.async` of the CTA fills.
                pub type Filled = $filled;
                /// Blocks of 16 columns.
                pub type Blocks = <D as HeadDim>::Blocks;
                /// Warps along the keys, and along the queries or the columns.
                pub type Warps = Layout<($wk, $wx, _1), (_1, $wk, _0)>;
                /// What they compute at once: two instructions along N.
                pub type Tile = (<$wk as WarpRows>::Rows, <$wx as WarpRows>::Rows, _16);
                /// Warps of dQ along the queries and two along the columns.
                pub type WarpsQ = Layout<($wq, _2, _1), (_1, $wq, _0)>;
                /// What they compute at once.
                pub type TileQ = (<$wq as WarpRows>::Rows, _32, _16);
                /// Stages of the blocks of queries.
                pub const STAGES: usize = extent::<$stages>() as usize;

                type SmemK = TileToShape<<D as HeadDim>::K, (N, D), LayoutLeft>;
                type SmemQ = TileToShape<<D as HeadDim>::K, (M, D, $stages), LayoutLeft>;
                type SmemS = TileToShape<<M as HeadDim>::K, (N, M), LayoutLeft>;
                type SmemRows = Layout<(M, $stages), (_1, M)>;
                /// K as operand B of dQ: (columns, keys).
                pub type KeysByColumns = TileToShape<<D as HeadDim>::Mn, (D, N), (_2, _1)>;
                /// Q or dO as operand B of dK or dV: (columns, queries, stages).
                pub type ByColumns = TileToShape<<D as HeadDim>::Mn, (D, M, $stages), (_2, _1, _3)>;
                /// dS as operand A of dQ: (queries, keys).
                pub type ByQueries = TileToShape<<M as HeadDim>::Mn, (M, N), (_2, _1)>;

                storage! { $place }

                /// The numbers.
                #[derive(Clone, Copy, Debug)]
                pub struct Config;

                impl Tiles for Config {
                    type T = T;
                    const QUERIES: u32 = extent::<M>();
                    const KEYS: u32 = extent::<N>();
                    const HEAD_DIM: u32 = extent::<D>();
                    const THREADS: u32 = 32 * extent::<$wk>() * extent::<$wx>();
                    // The storage starts at a multiple of 1024.
                    const SHARED: u32 = 1024 + Storage::BYTES;
                }

                const _: () = assert!(Config::SHARED <= 101_376, "more than a CTA has on compute capability 8.6");
                const _: () = assert!(Config::THREADS == 64 * extent::<$wq>() && Config::QUERIES == 16 * extent::<$wq>());
                const _: () = assert!(BLOCK / Config::QUERIES <= Config::HEAD_DIM / BLOCK, "a counter for each block of queries");
            }
        )* }
    };
}

each_kernel!(tiles bf16);
each_kernel!(tiles f16);
