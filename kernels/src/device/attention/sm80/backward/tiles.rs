//! The kernels: what each computes, its tiles, and what a CTA keeps in shared memory.
//!
//! ```text
//! K, V     (n, d)            the keys of a CTA
//! Q, dO    (p, d, pieces)    blocks of m queries, of which p are computed at once: a piece
//! dS       (n, m)            and P, where its operand A is not made of registers
//! ```
//!
//! Operands of the second products have the same bytes by another layout: rows along K, columns contiguous.

use azulejo_device::cute::*;
use azulejo_tensor::Element;

use crate::device::attention::backward::args::BLOCK;
use crate::device::attention::sm80::tiles::{Keys, Rows};

/// Calls `$callback!` with the kernels of an element type: a line is a kernel.
///
/// Columns: those of all tensors, keys of a CTA, queries of a block and of a piece, warps along the keys and along queries or columns, those
/// of dQ along queries and columns, rows that one `cp.async` of the CTA fills, pieces of Q and of dO, and where operand A of dK and dV is. With
/// one warp along the queries, P and dS in its registers are operand A. Of kernels of as many columns a device takes the first of
/// which it has the shared memory of 256 threads; the last of them fits in the 101,376 bytes of compute capability 8.6.
macro_rules! each_kernel {
    ($callback:ident $($head:tt)*) => { $callback! { $($head)*;
        d64 { _64 columns, _128 keys, _64 queries by _32, _4 x _1 warps, _2 x _2 of dQ, _16 filled, _4 and _2 pieces, registers }
        d128_wide { _128 columns, _64 keys, _64 queries by _64, _2 x _2 warps, _2 x _2 of dQ, _16 filled, _2 and _1 pieces, shared }
        d128 { _128 columns, _64 keys, _32 queries by _32, _4 x _1 warps, _2 x _2 of dQ, _16 filled, _2 and _2 pieces, registers }
        d192 { _192 columns, _32 keys, _32 queries by _32, _2 x _2 warps, _2 x _2 of dQ, _16 filled, _1 and _1 pieces, shared }
        d256_wide { _256 columns, _64 keys, _64 queries by _64, _2 x _4 warps, _2 x _4 of dQ, _32 filled, _2 and _1 pieces, shared }
        d256 { _256 columns, _32 keys, _32 queries by _32, _2 x _2 warps, _2 x _2 of dQ, _16 filled, _1 and _1 pieces, shared }
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
    /// Warps along the keys.
    const WARPS_K: u32;
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
                tensor d_o: [T; SmemO];
                tensor ds: [T; SmemS];
                $($p)*
                tensor lse: [f32; SmemRows];
                tensor delta: [f32; SmemRows];
            }
        }
    };
    (registers) => {
        storage! { @ }
        /// Accumulators of warps along the keys alone: those of a warp's 16 keys follow each other.
        pub type Scores = Layout<
            ((_2, _2), <N as Rows>::Instructions, <P as Keys>::Instructions),
            ((_1, _2), <P as Keys>::Accumulators, _4),
        >;
    };
    (shared) => {
        storage! { @ tensor p: [T; SmemS]; }
    };
}

/// Declares a module for each kernel with its layouts, its storage and its [`Tiles`].
macro_rules! tiles {
    ($t:ident; $($name:ident { $d:ident columns, $n:ident keys, $m:ident queries by $p:ident, $wk:ident x $wx:ident warps,
        $wq:ident x $wy:ident of dQ, $filled:ident filled, $q:ident and $o:ident pieces, $place:ident })*) => {
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
                /// Those that are computed at once.
                pub type P = $p;
                /// Rows that one `cp.async` of the CTA fills.
                pub type Filled = $filled;
                /// Blocks of 16 columns.
                pub type Blocks = <D as HeadDim>::Blocks;
                /// Warps along the keys, and along the queries or the columns.
                pub type Warps = Layout<($wk, $wx, _1), (_1, $wk, _0)>;
                /// What they compute at once: two instructions along N.
                pub type Tile = (<$wk as WarpRows>::Rows, <$wx as WarpRows>::Rows, _16);
                /// Warps of dQ along the queries and along the columns.
                pub type WarpsQ = Layout<($wq, $wy, _1), (_1, $wq, _0)>;
                /// What they compute at once.
                pub type TileQ = (<$wq as WarpRows>::Rows, <$wy as WarpRows>::Rows, _16);
                /// Pieces of a block of queries.
                pub const PARTS: usize = (extent::<M>() / extent::<P>()) as usize;
                /// Stages of Q.
                pub const STAGES: usize = extent::<$q>() as usize / PARTS;
                /// Stages of dO.
                pub const STAGES_O: usize = extent::<$o>() as usize / PARTS;

                type SmemK = TileToShape<<D as HeadDim>::K, (N, D), LayoutLeft>;
                type SmemQ = TileToShape<<D as HeadDim>::K, (P, D, $q), LayoutLeft>;
                type SmemO = TileToShape<<D as HeadDim>::K, (P, D, $o), LayoutLeft>;
                type SmemS = TileToShape<<M as HeadDim>::K, (N, M), LayoutLeft>;
                type SmemRows = Layout<(P, $q), (_1, P)>;
                /// K as operand B of dQ: (columns, keys).
                pub type KeysByColumns = TileToShape<<D as HeadDim>::Mn, (D, N), (_2, _1)>;
                /// Q as operand B of dK: (columns, queries, pieces).
                pub type ByColumns = TileToShape<<D as HeadDim>::Mn, (D, P, $q), (_2, _1, _3)>;
                /// dO as operand B of dV.
                pub type ByColumnsO = TileToShape<<D as HeadDim>::Mn, (D, P, $o), (_2, _1, _3)>;
                /// dS as operand A of dQ: (queries, keys).
                pub type ByQueries = TileToShape<<M as HeadDim>::Mn, (M, N), (_2, _1)>;

                /// The sums of a block of dQ in global memory: 16 queries and 8 columns after each other, as a warp's accumulators are.
                pub type Sums = Layout<
                    ((_8, _2, <M as HeadDim>::Blocks), (_2, _4, (_2, <D as HeadDim>::Blocks))),
                    ((_4, _64, _128), (_32, _1, (_512, _1024))),
                >;

                storage! { $place }

                /// The numbers.
                #[derive(Clone, Copy, Debug)]
                pub struct Config;

                impl Tiles for Config {
                    type T = T;
                    const QUERIES: u32 = extent::<M>();
                    const KEYS: u32 = extent::<N>();
                    const HEAD_DIM: u32 = extent::<D>();
                    const WARPS_K: u32 = extent::<$wk>();
                    const THREADS: u32 = 32 * extent::<$wk>() * extent::<$wx>();
                    // The storage starts at a multiple of 1024.
                    const SHARED: u32 = 1024 + Storage::BYTES;
                }

                const _: () = assert!(Config::THREADS == 32 * extent::<$wq>() * extent::<$wy>(), "dQ by other warps");
                const _: () = assert!(BLOCK / Config::QUERIES <= Config::HEAD_DIM / BLOCK, "a counter for each block of queries");
            }
        )* }
    };
}

each_kernel!(tiles bf16);
each_kernel!(tiles f16);
