//! The kernels by `mma.sync`: what each computes, its tiles, and what a CTA keeps in shared memory.
//!
//! ```text
//! Q    (M, d)                   of a `shared` kernel; a `registers` one reads its few rows from global memory
//! K    (n, d, stages)           each group of warps along the keys has its own stages
//! V    (dv, n, stages)          dv contiguous, as operand B is dv × keys
//! O    (M, dv + 8, groups) f32  after the main loop, in the place of all
//! ```

use azulejo_device::cute::*;
use azulejo_tensor::Element;

use super::rows::Order;
use crate::device::attention::tiles::extent;

/// Calls `$callback!` with the kernels of an element type: a line is a kernel.
///
/// Columns: `d x dv`, rows of Q, keys of a block of one group, warps along the rows and groups along the keys, stages of a group and of
/// all, rows that one `cp.async` of a group fills, and where Q is. A CTA has `warps x groups` warps.
macro_rules! each_kernel {
    ($callback:ident $($head:tt)*) => { $callback! { $($head)*;
        d64_decode { _64 x _64, _16 rows, _32 keys, _1 x 4 warps, 3 _12 stages, _4 filled, registers }
        d128_decode { _128 x _128, _16 rows, _16 keys, _1 x 4 warps, 3 _12 stages, _4 filled, registers }
        d256_decode { _256 x _256, _16 rows, _16 keys, _1 x 2 warps, 3 _6 stages, _4 filled, registers }
        d64 { _64 x _64, _128 rows, _128 keys, _4 x 1 warps, 1 _1 stages, _16 filled, shared }
        d128 { _128 x _128, _128 rows, _64 keys, _4 x 1 warps, 1 _1 stages, _16 filled, shared }
        d256 { _256 x _256, _64 rows, _64 keys, _4 x 1 warps, 1 _1 stages, _16 filled, shared }
    } };
}
pub(crate) use each_kernel;

/// A head dimension: how its rows are swizzled and filled.
pub trait HeadDim {
    /// The atom of rows of 16-bit elements in shared memory.
    type K;
    /// The atom of columns.
    type Mn;
    /// Blocks of 16 columns.
    type Blocks: azulejo_layout::Int + Default;
    /// Threads that fill a row, 8 elements each.
    type Lanes;
    /// Elements from one row of O to the next in shared memory: 8 more than columns, so that rows start in other banks.
    type Padded;
    /// How often they do.
    const CHUNKS: usize;
    /// Their number.
    const LANES: usize;
}

macro_rules! head_dims {
    ($($d:ident: $k:ident $mn:ident $blocks:ident $lanes:ident $padded:ident $count:literal x $chunks:literal;)*) => {$(
        impl HeadDim for $d {
            type K = $k<u16>;
            type Mn = $mn<u16>;
            type Blocks = $blocks;
            type Lanes = $lanes;
            type Padded = $padded;
            const CHUNKS: usize = $chunks;
            const LANES: usize = $count;
        }
    )*};
}

head_dims! {
    _32: Layout_K_SW64_Atom Layout_MN_SW64_Atom _2 _4 _40 4 x 1;
    _64: Layout_K_SW128_Atom Layout_MN_SW128_Atom _4 _8 _72 8 x 1;
    _96: Layout_K_SW64_Atom Layout_MN_SW64_Atom _6 _4 _104 4 x 3;
    _128: Layout_K_SW128_Atom Layout_MN_SW128_Atom _8 _8 _136 8 x 2;
    _192: Layout_K_SW128_Atom Layout_MN_SW128_Atom _12 _8 _200 8 x 3;
    _256: Layout_K_SW128_Atom Layout_MN_SW128_Atom _16 _8 _264 8 x 4;
}

/// The rows of a product by warps along the rows: 16 each.
pub trait WarpRows {
    /// 16 times their number.
    type Rows;
}

macro_rules! warp_rows {
    ($($warps:ident: $rows:ident),*) => {
        $(impl WarpRows for $warps {
            type Rows = $rows;
        })*
    };
}

warp_rows! { _1: _16, _2: _32, _4: _64, _8: _128 }

/// The rows of Q of a CTA, as many instructions of each warp.
pub trait Rows {
    /// 16 rows each.
    type Instructions: azulejo_layout::Int + Default;
}
/// The keys of a block, as many instructions of each warp.
pub trait Keys {
    /// 8 keys each.
    type Instructions: azulejo_layout::Int + Default;
    /// Four times as many: the accumulators of 16 rows.
    type Accumulators: azulejo_layout::Int + Default;
}

macro_rules! instructions {
    (rows $($m:ident: $rows:ident),*; keys $($n:ident: $keys:ident x 4 = $accumulators:ident),*) => {
        $(impl Rows for $m {
            type Instructions = $rows;
        })*
        $(impl Keys for $n {
            type Instructions = $keys;
            type Accumulators = $accumulators;
        })*
    };
}

instructions! { rows _16: _1, _64: _1, _128: _2; keys _16: _2 x 4 = _8, _32: _4 x 4 = _16, _64: _8 x 4 = _32, _128: _16 x 4 = _64 }

/// The numbers of a kernel.
pub trait Tiles {
    /// The element type of all four tensors.
    type T: Element;
    /// Rows of Q.
    const M: u32;
    /// Keys of a block of all groups.
    const N: u32;
    /// Columns of Q and K.
    const HEAD_DIM: u32;
    /// Columns of V and O.
    const HEAD_DIM_V: u32;
    /// Warps along the rows.
    const WARPS: u32;
    /// Groups of warps along the keys.
    const GROUPS: u32;
    /// The order of the tiles.
    const ORDER: Order;
    /// Bytes of shared memory.
    const SHARED: u32;

    /// Threads of a CTA.
    const THREADS: u32 = 32 * Self::WARPS * Self::GROUPS;
    /// Elements from one row of O to the next in shared memory.
    const O_STRIDE: u32;
    /// Bytes of O in shared memory, which the maxima and the sums of the rows follow.
    const O_BYTES: u32 = 4 * Self::GROUPS * Self::M * Self::O_STRIDE;
}

/// The storage of the main loop, with Q or without.
macro_rules! storage {
    (@ $($q:tt)*) => {
        shared_storage! {
            /// The shared memory of a CTA in the main loop.
            pub struct Storage {
                $($q)*
                tensor k: [T; SmemK];
                tensor v: [T; SmemV];
            }
        }
    };
    (shared) => {
        storage! { @ tensor q: [T; SmemQ]; }
        /// Whether Q is in shared memory.
        pub const Q_SHARED: bool = true;
    };
    (registers) => {
        storage! { @ }
        /// Whether Q is in shared memory.
        pub const Q_SHARED: bool = false;

        #[cfg(target_arch = "nvptx64")]
        impl Storage {
            /// The layout of Q; nothing is there.
            #[inline(always)]
            pub fn q(self) -> azulejo_tensor::Tensor<SharedPtr<T>, SmemQ> {
                // SAFETY: no element is read or written.
                let pointer = unsafe { SharedPtr::new(0) };
                azulejo_tensor::Tensor::from_parts(pointer, SmemQ::default())
            }
        }
    };
}

/// Declares a module for each kernel with its layouts, its storage and its [`Tiles`].
macro_rules! tiles {
    ($t:ident; $($name:ident { $d:ident x $dv:ident, $m:ident rows, $n:ident keys, $warps:ident x $groups:literal warps,
        $stages:literal $slots:ident stages, $filled:ident filled, $place:ident })*) => {
        #[doc = concat!("Tiles of ", stringify!($t), ".")]
        pub mod $t { $(
            #[doc = concat!("Tiles of `attention_sm80_", stringify!($t), "_", stringify!($name), "`.")]
            pub mod $name {
                use azulejo_device::cute::$t;

                use super::super::*;

                /// The element type.
                pub type T = $t;
                /// Columns of Q and K.
                pub type D = $d;
                /// Columns of V and O.
                pub type DV = $dv;
                /// Rows of Q.
                pub type M = $m;
                /// Keys of a block of one group of warps.
                pub type N = $n;
                /// Warps along the rows.
                pub type Warps = $warps;
                /// Rows that one `cp.async` of a group fills.
                pub type Filled = $filled;
                /// Blocks of 16 columns of Q and K.
                pub type Blocks = <D as HeadDim>::Blocks;
                /// Scores of a thread (MMA,MMA_M,MMA_N), the keys of a row side by side, as probabilities are operand A of the second product.
                pub type Scores = Layout<
                    ((_2, _2), <M as Rows>::Instructions, <N as Keys>::Instructions),
                    ((_1, _2), <N as Keys>::Accumulators, _4),
                >;
                /// Stages of a group.
                pub const STAGES: u32 = $stages;
                /// Rows of Q.
                pub type SmemQ = TileToShape<<D as HeadDim>::K, (M, D), LayoutLeft>;
                type SmemK = TileToShape<<D as HeadDim>::K, (N, D, $slots), LayoutLeft>;
                type SmemV = TileToShape<<DV as HeadDim>::Mn, (DV, N, $slots), (_2, _1, _3)>;
                /// O of a group.
                pub type SmemO = Layout<(M, DV), (<DV as HeadDim>::Padded, _1)>;

                storage! { $place }

                /// The numbers.
                #[derive(Clone, Copy, Debug)]
                pub struct Config;

                impl Tiles for Config {
                    type T = T;
                    const M: u32 = extent::<M>();
                    const N: u32 = $groups * extent::<N>();
                    const HEAD_DIM: u32 = extent::<D>();
                    const HEAD_DIM_V: u32 = extent::<DV>();
                    const WARPS: u32 = extent::<Warps>();
                    const O_STRIDE: u32 = extent::<<DV as HeadDim>::Padded>();
                    const GROUPS: u32 = $groups;
                    const ORDER: Order = if $groups == 1 { Order::Rows } else { Order::Heads };
                    // The storage starts at a multiple of 1024; O, then a maximum and a sum for each row, take its place.
                    const SHARED: u32 = 1024 + larger(Storage::BYTES, Self::O_BYTES + 8 * $groups * Self::M);
                }

                const _: () = assert!(Config::SHARED <= 101_376, "more than a CTA has on compute capability 8.6");
                const _: () = assert!($groups * $stages == extent::<$slots>());
            }
        )* }
    };
}

const fn larger(a: u32, b: u32) -> u32 {
    if a > b { a } else { b }
}

each_kernel!(tiles bf16);
each_kernel!(tiles f16);
