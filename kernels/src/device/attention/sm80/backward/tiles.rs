//! The kernels: what each computes, its tiles, and what a CTA keeps in shared memory.
//!
//! ```text
//! K, V     (n, d)            the keys of a CTA
//! Q, dO    (p, d, pieces)    blocks of m queries, of which p are computed at once: a piece
//! dS       (n, m)            and P, where its operand A is not made of registers
//! ```
//!
//! Operands of the second products have the same bytes by another layout: rows along K, columns contiguous.

use core::marker::PhantomData;

use azulejo_device::cute::*;
use azulejo_tensor::Element;

use crate::device::attention::backward::args::BLOCK;
use crate::device::attention::sm80::tiles::RowAccumulators;
use crate::device::attention::tiles::{ByColumns, ByRows, HeadDim, Over, Tiles, Times, extent};

/// Calls `$callback!` with the kernels of an element type: a line is a kernel.
///
/// Columns: those of all tensors, keys of a CTA, queries of a block and of a piece, warps along the keys and along queries or columns, those
/// of dQ along queries and columns, pieces of Q and of dO, and where operand A of dK and dV is. With
/// one warp along the queries, P and dS in its registers are operand A. Of kernels of as many columns a device takes the first of
/// which it has the shared memory of 256 threads; the last of them fits in the 101,376 bytes of compute capability 8.6.
#[doc(hidden)]
#[macro_export]
macro_rules! each_attention_sm80_backward_kernel {
    ($callback:ident $($head:tt)*) => { $callback! { $($head)*;
        d64 { _64 columns, _128 keys, _64 queries by _32, _4 x _1 warps, _2 x _2 of dQ, _4 and _2 pieces, registers }
        d128_wide { _128 columns, _64 keys, _64 queries by _64, _2 x _2 warps, _2 x _2 of dQ, _2 and _1 pieces, shared }
        d128 { _128 columns, _64 keys, _32 queries by _32, _4 x _1 warps, _2 x _2 of dQ, _2 and _2 pieces, registers }
        d192 { _192 columns, _32 keys, _32 queries by _32, _2 x _2 warps, _2 x _2 of dQ, _1 and _1 pieces, shared }
        d256_wide { _256 columns, _64 keys, _64 queries by _64, _2 x _4 warps, _2 x _4 of dQ, _2 and _1 pieces, shared }
        d256 { _256 columns, _32 keys, _32 queries by _32, _2 x _2 warps, _2 x _2 of dQ, _1 and _1 pieces, shared }
    } };
}
#[doc(hidden)]
pub use each_attention_sm80_backward_kernel as each_kernel;

/// The storage of a CTA, with a place for P or without.
macro_rules! storage {
    (@ $($p:tt)*) => {
        shared_storage! {
            /// The shared memory of a CTA.
            pub struct Storage<T> {
                tensor k: [T; SmemK];
                tensor v: [T; SmemK];
                tensor q: [T; ByRows<D, (P, D, PiecesQ)>];
                tensor d_o: [T; ByRows<D, (P, D, PiecesO)>];
                tensor ds: [T; SmemS];
                $($p)*
                tensor lse: [f32; Layout<(P, PiecesQ), (_1, P)>];
                tensor delta: [f32; Layout<(P, PiecesQ), (_1, P)>];
            }
        }
    };
    (registers) => {
        storage! { @ }
        pub type Scores = RowAccumulators<N, P, WarpsK>; // warps along the keys alone
    };
    (shared) => {
        storage! { @ tensor p: [T; SmemS]; }
    };
}

/// Declares a module for each kernel with its layouts, its storage and its [`Tiles`].
macro_rules! tiles {
    (; $($name:ident { $d:ident columns, $n:ident keys, $m:ident queries by $p:ident, $wk:ident x $wx:ident warps,
        $wq:ident x $wy:ident of dQ, $q:ident and $o:ident pieces, $place:ident })*) => {
        $(
            #[doc(hidden)]
            pub mod $name {
                use super::*;

                pub type D = $d;
                pub type N = $n;
                pub type M = $m; // queries of a block
                pub type P = $p; // those that are computed at once: a piece
                pub type WarpsK = $wk;
                pub type Warps = Layout<($wk, $wx, _1), (_1, $wk, _0)>; // along the keys, and along the queries or the columns
                pub type Tile = (Times<$wk, _16>, Times<$wx, _16>, _16); // two instructions along N at once
                pub type WarpsQ = Layout<($wq, $wy, _1), (_1, $wq, _0)>; // of dQ, along the queries and along the columns
                pub type TileQ = (Times<$wq, _16>, Times<$wy, _16>, _16);
                pub type Lanes = <D as HeadDim>::Lanes;
                pub type Filled = Over<Times<Times<$wk, $wx>, _32>, Lanes>; // rows that one `cp.async` of the CTA fills
                pub type Blocks = Over<D, _16>;
                pub const PARTS: usize = (extent::<M>() / extent::<P>()) as usize; // pieces of a block
                pub const STAGES: usize = extent::<PiecesQ>() as usize / PARTS;
                pub const STAGES_O: usize = extent::<PiecesO>() as usize / PARTS;
                type PiecesQ = $q;
                type PiecesO = $o;

                type SmemK = ByRows<D, (N, D)>;
                type SmemS = ByRows<M, (N, M)>;
                pub type KByColumns = ByColumns<D, (D, N), (_2, _1)>; // operand B of dQ
                pub type QByColumns = ByColumns<D, (D, P, PiecesQ)>; // operand B of dK
                pub type OByColumns = ByColumns<D, (D, P, PiecesO)>; // operand B of dV
                pub type SByColumns = ByColumns<M, (M, N), (_2, _1)>; // operand A of dQ

                /// The sums of a block of dQ in global memory: 16 queries and 8 columns after each other, as a warp's accumulators are.
                pub type Sums = Layout<((_8, _2, Over<M, _16>), (_2, _4, (_2, Blocks))), ((_4, _64, _128), (_32, _1, (_512, _1024)))>;

                storage! { $place }

                #[derive(Clone, Copy, Debug)]
                pub struct Config<T>(PhantomData<T>);

                impl<T: Element> Tiles for Config<T> {
                    type T = T;
                    const M: u32 = extent::<M>();
                    const N: u32 = extent::<N>();
                    const HEAD_DIM: u32 = extent::<D>();
                    const THREADS: u32 = 32 * extent::<$wk>() * extent::<$wx>();
                    const SHARED: u32 = 1024 + Storage::<T>::BYTES;
                }

                const _: () = assert!(Config::<bf16>::THREADS == 32 * extent::<$wq>() * extent::<$wy>(), "dQ by other warps");
                const _: () = assert!(BLOCK / Config::<bf16>::M <= Config::<bf16>::HEAD_DIM / BLOCK, "a counter for each block of queries");
            }
        )*
    };
}

each_kernel!(tiles);
