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

use core::marker::PhantomData;

use azulejo_device::cute::*;
use azulejo_device::scheduler::DynamicTileStorage;
use azulejo_tensor::Element;

use crate::device::attention::tiles::{ByColumns, ByRows, Tiles, TmaTiles, extent};

/// Calls `$callback!` with the kernels of an element type: a line is a kernel.
///
/// By keys: d and its parts of 64 columns, queries of a block and its parts of 64, and whether it takes changed scores (softcap,
/// ALiBi). A warpgroup computes one of the two parts that columns and queries have together of a block of dQ. Changed scores of 64 columns
/// run in the kernel of 128: blocks of 128 queries would spill.
///
/// By columns: d, and whether it takes changed scores. dK and dV of 64 keys and 256 columns fill the registers of two warpgroups.
#[doc(hidden)]
#[macro_export]
macro_rules! each_attention_backward_kernel {
    ($callback:ident $($head:tt)*) => { $callback! { $($head)*;
        d64 by_keys { _64 in _1, _128 in _2, [changed false] }
        d128 by_keys { _128 in _2, _64 in _1, [changed false] }
        d128_changed by_keys { _128 in _2, _64 in _1, [changed true] }
        d256 by_columns { _256, [changed false] }
        d256_changed by_columns { _256, [changed true] }
    } };
}
#[doc(hidden)]
pub use each_attention_backward_kernel as each_kernel;

/// Declares a module for each kernel with its layouts, its storage and its [`Tiles`].
macro_rules! tiles {
    (; $($name:ident $split:ident $row:tt)*) => {
        $(
            #[doc(hidden)]
            pub mod $name {
                use super::*;

                pub type TileQ = ByRows<D, (M, D)>; // a block of queries, and its rows of dO
                pub type TileK = ByRows<D, (_64, D)>; // 64 keys or values
                pub type Row = Layout<(M,), (_1,)>; // a value for each query
                pub type QByColumns = ByColumns<D, (D, M, _2)>; // operand B of dK: (columns, queries, stages)
                pub type OByColumns = ByColumns<D, (D, M, StagesO)>; // operand B of dV
                pub const STAGES_O: usize = extent::<StagesO>() as usize;

                storage! { $split $row }

                #[derive(Clone, Copy, Debug)]
                pub struct Config<T>(PhantomData<T>);

                impl<T: Element> Tiles for Config<T> {
                    type T = T;
                    const M: u32 = extent::<M>();
                    const N: u32 = 64 * extent::<KeyTiles>();
                    const HEAD_DIM: u32 = extent::<D>();
                    const THREADS: u32 = 384;
                    const CHANGED: bool = CHANGED;
                    const SHARED: u32 = 1024 + Storage::<T>::BYTES;
                }

                impl<T: Element> TmaTiles for Config<T> {
                    type TileQ = TileQ;
                    type TileK = TileK;
                    type TileV = TileK;
                }

                const _: () = assert!(Config::<bf16>::SHARED <= 232_448, "more shared memory than an SM has");
            }
        )*
    };
}

/// What differs by how warpgroups split a tile: its extents, and what a CTA keeps in shared memory.
macro_rules! storage {
    (by_keys { $d:ident in $parts:ident, $m:ident in $blocks:ident, [changed $changed:literal] }) => {
        pub type Sums = Layout<(_128, (_4, _8)), (_4, (_1, _512))>; // of a warpgroup in dQ: threads, values of each in 64 columns
        pub type PartOfSums = Layout<(_4096,), (_1,)>; // the same in their order
        pub type KByColumns = ByColumns<_64, (_64, _64, $parts, _2), LayoutLeft>; // operand B of dQ: (columns of a part, keys, parts, warpgroups)
        pub type SByColumns = ByColumns<_64, (_64, _64, $blocks, _4), LayoutLeft>; // operand A of dQ: (queries of a part, keys, parts, warpgroups and stages)
        type SmemS = ByRows<_64, (_64, M, _4)>;

        storage! { @ $d, $m, _2 keys, _2 of dO, $changed, tensor sums: [f32; Layout<(_4096, _2), (_1, _4096)>]; }
    };
    (by_columns { $d:ident, [changed $changed:literal] }) => {
        pub type Sums = Layout<(_128, (_4, _16)), (_4, (_1, _512))>; // of a warpgroup in dQ: threads, values of each in 128 columns
        pub type KByColumns = ByColumns<D, (D, _64, KeyTiles)>; // operand B of dQ: (columns, keys, tiles)
        pub type SByColumns = ByColumns<_64, (M, _64, _2)>; // operand A of dQ: (queries, keys, stages)
        type SmemS = ByRows<_64, (_64, M, _2)>;

        storage! { @ $d, _64, _1 keys, _1 of dO, $changed, tensor p: [T; SmemS]; }
    };
    (@ $d:ident, $m:ident, $key_tiles:ident keys, $stages_o:ident of dO, $changed:literal, $($more:tt)*) => {
        pub type D = $d;
        pub type M = $m;
        pub type KeyTiles = $key_tiles; // of 64 keys
        pub type StagesO = $stages_o;
        pub const CHANGED: bool = $changed;

        shared_storage! {
            /// The shared memory of a CTA.
            pub struct Storage<T> {
                tensor q: [T; ByRows<D, (M, D, _2)>];
                tensor k: [T; ByRows<D, (_64, D, KeyTiles)>];
                tensor v: [T; ByRows<D, (_64, D, KeyTiles)>];
                tensor d_o: [T; ByRows<D, (M, D, StagesO)>];
                tensor ds: [T; SmemS];
                $($more)*
                tensor rows: [f32; Layout<(M, _4), (_1, M)>];
                plain pipeline_kv: PipelineStorage<1>;
                plain pipeline_q: PipelineStorage<2>, of q;
                plain pipeline_do: PipelineStorage<STAGES_O>, of d_o;
                plain scheduler: DynamicTileStorage;
            }
        }
    };
}

each_kernel!(tiles);
