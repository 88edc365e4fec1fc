//! The kernels by `mma.sync`: what each computes, its tiles, and what a CTA keeps in shared memory.
//!
//! ```text
//! Q    (M, d)                   of a `shared` kernel; a `registers` one reads its few rows from global memory
//! K    (n, d, stages)           each group of warps along the keys has its own stages
//! V    (dv, n, stages)          dv contiguous, as operand B is dv × keys
//! O    (M, dv + 8, groups) f32  after the main loop, in the place of all
//! ```

use core::marker::PhantomData;

use azulejo_device::cute::*;
use azulejo_tensor::Element;

use crate::device::attention::tiles::{
    ByColumns, ByRows, HeadDim, Over, Sum, Tiles, Times, extent,
};

/// Calls `$callback!` with the kernels of an element type: a line is a kernel.
///
/// Columns: `d x dv`, rows of Q, keys of a block of one group, warps along the rows and groups along the keys, stages of a group, and
/// where Q is. A CTA has `warps x groups` warps.
#[doc(hidden)]
#[macro_export]
macro_rules! each_attention_sm80_kernel {
    ($callback:ident $($head:tt)*) => { $callback! { $($head)*;
        d64_decode { _64 x _64, _16 rows, _32 keys, _1 x _4 warps, _3 stages, registers }
        d128_decode { _128 x _128, _16 rows, _16 keys, _1 x _4 warps, _3 stages, registers }
        d256_decode { _256 x _256, _16 rows, _16 keys, _1 x _2 warps, _3 stages, registers }
        d64 { _64 x _64, _128 rows, _128 keys, _4 x _1 warps, _1 stages, shared }
        d128 { _128 x _128, _128 rows, _64 keys, _4 x _1 warps, _1 stages, shared }
        d256 { _256 x _256, _64 rows, _64 keys, _4 x _1 warps, _1 stages, shared }
    } };
}
#[doc(hidden)]
pub use each_attention_sm80_kernel as each_kernel;

/// Accumulators (MMA,MMA_M,MMA_N) of `M` rows by `Warps` and of `N` columns: those of a row side by side, as pairs of instructions
/// along the columns are operand A of the next product.
pub type RowAccumulators<M, N, Warps> =
    Layout<((_2, _2), Over<M, Times<Warps, _16>>, Over<N, _8>), ((_1, _2), Over<N, _2>, _4)>;

/// The storage of the main loop, with Q or without.
macro_rules! storage {
    (@ $($q:tt)*) => {
        shared_storage! {
            /// The shared memory of a CTA in the main loop.
            pub struct Storage<T> {
                $($q)*
                tensor k: [T; ByRows<D, (N, D, Slots)>];
                tensor v: [T; ByColumns<DV, (DV, N, Slots)>];
            }
        }
    };
    (shared) => {
        storage! { @ tensor q: [T; SmemQ]; }
        pub const Q_SHARED: bool = true;
    };
    (registers) => {
        storage! { @ }
        pub const Q_SHARED: bool = false;
    };
}

/// Declares a module for each kernel with its layouts, its storage and its [`Tiles`].
macro_rules! tiles {
    (; $($name:ident { $d:ident x $dv:ident, $m:ident rows, $n:ident keys, $warps:ident x $groups:ident warps, $stages:ident stages, $place:ident })*) => {
        $(
            #[doc(hidden)]
            pub mod $name {
                use super::*;

                pub type D = $d;
                pub type DV = $dv;
                pub type M = $m;
                pub type N = $n; // of a group of warps
                pub type Warps = $warps;
                pub type Lanes = <D as HeadDim>::Lanes;
                pub type Filled = Over<Times<$warps, _32>, Lanes>; // rows that one `cp.async` of a group fills
                pub type Blocks = Over<D, _16>;
                pub type Scores = RowAccumulators<M, N, Warps>;
                pub type SmemQ = ByRows<D, (M, D)>; // it comes first where it is there
                pub type SmemO = Layout<(M, DV), (Padded, _1)>; // of a group
                type Padded = Sum<DV, _8>; // rows start in other banks
                type Slots = Times<$groups, $stages>;
                pub const STAGES: u32 = extent::<$stages>();
                pub const GROUPS: u32 = extent::<$groups>();
                pub const WARPS: u32 = extent::<$warps>();
                pub const O_STRIDE: u32 = extent::<Padded>();

                storage! { $place }

                #[derive(Clone, Copy, Debug)]
                pub struct Config<T>(PhantomData<T>);

                impl<T: Element> Tiles for Config<T> {
                    type T = T;
                    const M: u32 = extent::<M>();
                    const N: u32 = GROUPS * extent::<N>();
                    const HEAD_DIM: u32 = extent::<D>();
                    const HEAD_DIM_V: u32 = extent::<DV>();
                    const THREADS: u32 = 32 * WARPS * GROUPS;
                    const GROUPS: u32 = GROUPS;
                    // O, then a maximum and a sum for each row, take the place of the storage.
                    const O_BYTES: u32 = 4 * GROUPS * Self::M * O_STRIDE;
                    const SHARED: u32 = 1024 + larger(Storage::<T>::BYTES, Self::O_BYTES + 8 * GROUPS * Self::M);
                }

                const _: () = assert!(Config::<bf16>::SHARED <= 101_376, "more than a CTA has on compute capability 8.6");
            }
        )*
    };
}

const fn larger(a: u32, b: u32) -> u32 {
    if a > b { a } else { b }
}

each_kernel!(tiles);
