//! Tiles of 64 or 128 bytes along K for `ldmatrix` and `mma.sync`, counted in 16-bit units.
//!
//! | tile | C | warps | A | B |
//! |---|---|---|---|---|
//! | [`Square`] | 128 × 128 | 2 × 2 | 128 × 32 units | 128 × 32 |
//! | [`BroadA`], [`BroadB`] | 128 × 256 | 2 × 4 | 128 × 64 | 256 × 64 |
//!
//! With K contiguous, an operand of any type is such a tile: the fragments of `m16n8k16` (16-bit), `m16n8k8` (tf32) and `m16n8k32`
//! (8-bit) hold the same bytes of it. Only 16-bit operands may be M- or N-major, for `ldmatrix.trans` turns 16-bit elements.
//!
//! | tile, contiguous | shared memory, in units | copies of 16 bytes, threads | read by |
//! |---|---|---|---|
//! | square, K | `Sw<2,3,3> o (128,32):(32,1)` | `(32,4):(4,1)`, four rounds along M or N | `ldmatrix` |
//! | square, M or N | `Sw<3,3,4> o (128,32):(1,128)` | `(16,8):(1,16)`, four rounds along K | `ldmatrix.trans` |
//! | broad A, K | `Sw<3,3,3> o (128,64):(64,1)` | `(32,8):(8,1)`, four rounds along M | `ldmatrix` |
//! | broad A, M | `Sw<3,3,4> o (128,64):(1,128)` | `(16,16):(1,16)`, four rounds along K | `ldmatrix.trans` |
//! | broad B, K | `Sw<3,3,3> o (256,64):(64,1)` | `(32,8):(8,1)`, eight rounds along N | `ldmatrix` |
//! | broad B, N | `Sw<3,3,5> o (256,64):(1,256)` | `(32,8):(1,32)`, eight rounds along K | `ldmatrix.trans` |
//!
//! All swizzles put the eight rows of each 8 × 8 matrix into different banks.
//!
//! The operands are compiled for the device, for the tests and for the documentation: a host asks for the tiles' extents alone, and
//! these layouts take the compiler long.
#![cfg_attr(
    not(any(all(test, not(sanitized)), doc, target_arch = "nvptx64")),
    allow(unused_imports, unused_macros)
)]

use azulejo_layout::ints::*;
use azulejo_layout::{ComposedLayout, Layout, Swizzle, layout};
use azulejo_tensor::atom::{
    CopyAtom, SM75_U16x8_LDSM_T, SM75_U32x4_LDSM_N, SM80_16x8x16_F32F16F16F32_TN,
    SM80_CP_ASYNC_CACHEGLOBAL,
};
use azulejo_tensor::{Tf32, bf16};
use azulejo_tensor::{TiledMma, f16, make_tiled_copy, make_tiled_copy_A, make_tiled_copy_B};
use core::marker::PhantomData;

use super::place::places;
use super::tile::{KMajor, MnMajor, Tile, tile};

/// The tiled multiply-accumulate of square tiles: 2 × 2 warps, each taking two neighbouring atoms along N at a time.
pub type Mma =
    TiledMma<SM80_16x8x16_F32F16F16F32_TN, Layout<(_2, _2, _1), (_1, _2, _0)>, (_32, _32, _16)>;
/// That of broad tiles: 2 × 4 warps.
pub type BroadMma =
    TiledMma<SM80_16x8x16_F32F16F16F32_TN, Layout<(_2, _4, _1), (_1, _2, _0)>, (_32, _64, _16)>;

/// Extents of the square tile of C.
pub const TILE: (u32, u32) = (128, 128);
/// Elements from one row of C in shared memory to the next: 8 more than a row has, so that no two lanes meet in a bank.
pub const PITCH: u32 = 136;
/// Extents of the broad tile of C.
pub const BROAD_TILE: (u32, u32) = (128, 256);
/// As [`PITCH`], of broad tiles.
pub const BROAD_PITCH: u32 = 264;

/// Either operand of a square tile.
pub struct Square;
/// The left operand of a broad tile.
pub struct BroadA;
/// The right one.
pub struct BroadB;

/// An operand of elements `T` in order `O`, of the tile and side `S`.
pub struct Halves<T, O, S>(PhantomData<(T, O, S)>);

/// What `ldmatrix` brings to tensor cores.
pub trait Element {
    /// Bytes of an element.
    const SIZE: u32;
}

/// What `ldmatrix` transposes: 16-bit elements.
pub trait Half: Element {}

impl Element for f16 {
    const SIZE: u32 = 2;
}
impl Element for bf16 {
    const SIZE: u32 = 2;
}
impl Element for Tf32 {
    const SIZE: u32 = 4;
}
impl Element for i8 {
    const SIZE: u32 = 1;
}
impl Half for f16 {}
impl Half for bf16 {}

/// A tile with the addresses that `ldmatrix` takes.
pub trait Matrices: Tile {
    /// Whether `ldmatrix` must transpose.
    const TRANSPOSE: bool;
    /// Bytes from block to block along M and along N; where `TRANSPOSE`, from step to step along K.
    const STEPS: (u32, u32);

    /// Byte address, in A's tile, of this thread's row for the 16 × 16 units at block `i` of 32 rows and step `k` of 16 columns.
    fn a(tid: u32, i: usize, k: usize) -> u32;

    /// The same in B's tile: two blocks of eight rows and 16 columns, the pair `j`.
    fn b(tid: u32, j: usize, k: usize) -> u32;
}

macro_rules! halves {
    ($($side:ident $mma:ty, $order:ident of $element:ident, $along:ident, ($mn:literal, $MN:ident) x ($k:literal, $K:ident), $swizzle:ty,
        $stride:ty, copiers $threads:expr, $values:expr, of $all:literal, copies $copies:literal step $step:expr, blocks $steps:expr,
        $ldsm:ident, $transpose:literal;)*) => {$(
        #[cfg(any(all(test, not(sanitized)), doc, target_arch = "nvptx64"))]
        tile! {
            [T: $element] Halves<T, $order, $side>, $along, ($mn, $MN) x ($k, $K), size T::SIZE, unit 2, bytes $mn * $k * 2,
            copies $copies step $step, threads $all,
            smem ComposedLayout::<$swizzle, _0, Layout<($MN, $K), $stride>>::default(),
            copy make_tiled_copy(CopyAtom::<SM80_CP_ASYNC_CACHEGLOBAL<_128>, f16>::new(), $threads, $values)
        }

        #[cfg(any(all(test, not(sanitized)), doc, target_arch = "nvptx64"))]
        impl<T: $element> Matrices for Halves<T, $order, $side> {
            const TRANSPOSE: bool = $transpose;
            const STEPS: (u32, u32) = $steps;

            #[inline(always)]
            fn a(tid: u32, i: usize, k: usize) -> u32 {
                let sA = places(ComposedLayout::<$swizzle, _0, Layout<($MN, $K), $stride>>::default()); // (BLK_M,BLK_K)
                let copy = make_tiled_copy_A(CopyAtom::<$ldsm, f16>::new(), <$mma>::new());
                let tXsA = copy.get_slice(tid).partition_S(&sA); // (CPY,CPY_M,CPY_K)
                tXsA.at((0usize, i, k)) * 2
            }

            #[inline(always)]
            fn b(tid: u32, j: usize, k: usize) -> u32 {
                let sB = places(ComposedLayout::<$swizzle, _0, Layout<($MN, $K), $stride>>::default()); // (BLK_N,BLK_K)
                let copy = make_tiled_copy_B(CopyAtom::<$ldsm, f16>::new(), <$mma>::new());
                let tXsB = copy.get_slice(tid).partition_S(&sB); // (CPY,CPY_N,CPY_K)
                tXsB.at((0usize, j, k)) * 2
            }
        }
    )*};
}

halves! {
    Square Mma, KMajor of Element, K, (128, _128) x (32, _32), Swizzle<_2, _3, _3>, (_32, _1),
        copiers layout!((_32, _4):(_4, _1)), layout!((_1, _8):(_0, _1)), of 128, copies 4 step (32, 0), blocks (2048, 2048),
        SM75_U32x4_LDSM_N, false;
    BroadA BroadMma, KMajor of Element, K, (128, _128) x (64, _64), Swizzle<_3, _3, _3>, (_64, _1),
        copiers layout!((_32, _8):(_8, _1)), layout!((_1, _8):(_0, _1)), of 256, copies 4 step (32, 0), blocks (4096, 0),
        SM75_U32x4_LDSM_N, false;
    BroadB BroadMma, KMajor of Element, K, (256, _256) x (64, _64), Swizzle<_3, _3, _3>, (_64, _1),
        copiers layout!((_32, _8):(_8, _1)), layout!((_1, _8):(_0, _1)), of 256, copies 8 step (32, 0), blocks (0, 8192),
        SM75_U32x4_LDSM_N, false;
    Square Mma, MnMajor of Half, Mn, (128, _128) x (32, _32), Swizzle<_3, _3, _4>, (_1, _128),
        copiers layout!((_16, _8):(_1, _16)), layout!((_8, _1):(_1, _0)), of 128, copies 4 step (0, 8), blocks (4096, 4096),
        SM75_U16x8_LDSM_T, true;
    BroadA BroadMma, MnMajor of Half, Mn, (128, _128) x (64, _64), Swizzle<_3, _3, _4>, (_1, _128),
        copiers layout!((_16, _16):(_1, _16)), layout!((_8, _1):(_1, _0)), of 256, copies 4 step (0, 16), blocks (4096, 0),
        SM75_U16x8_LDSM_T, true;
    BroadB BroadMma, MnMajor of Half, Mn, (256, _256) x (64, _64), Swizzle<_3, _3, _5>, (_1, _256),
        copiers layout!((_32, _8):(_1, _32)), layout!((_8, _1):(_1, _0)), of 256, copies 8 step (0, 8), blocks (0, 8192),
        SM75_U16x8_LDSM_T, true;
}

/// Where, in C's tile in shared memory, value `v` of the accumulator of block row `i` and block column `j` goes, in elements.
#[cfg(any(all(test, not(sanitized)), doc, target_arch = "nvptx64"))]
#[inline(always)]
pub fn accumulator(tid: u32, v: usize, i: usize, j: usize) -> u32 {
    let sC = places(layout!((_128, _128):(_136, _1))); // (BLK_M,BLK_N)
    let tCsC = Mma::new().get_slice(tid).partition_C(&sC); // (MMA,MMA_M,MMA_N)
    tCsC.at((v, i, j))
}

/// The same in a broad tile.
#[cfg(any(all(test, not(sanitized)), doc, target_arch = "nvptx64"))]
#[inline(always)]
pub fn broad_accumulator(tid: u32, v: usize, i: usize, j: usize) -> u32 {
    let sC = places(layout!((_128, _256):(_264, _1))); // (BLK_M,BLK_N)
    let tCsC = BroadMma::new().get_slice(tid).partition_C(&sC); // (MMA,MMA_M,MMA_N)
    tCsC.at((v, i, j))
}

#[cfg(all(test, not(sanitized)))]
mod tests {
    use super::super::tile::{covers, inverse, loaded};
    use super::*;
    use azulejo_layout::check::shared_access;

    /// Every unit is copied once, to its place, and no eight lanes meet in a bank.
    fn check_copies<T: Matrices>(units: &[(u32, u32)]) {
        let mut seen = vec![false; units.len()];
        for copy in 0..T::COPIES {
            for tid in 0..T::THREADS {
                let (mn, k) = T::source(tid);
                let (mn, k) = (mn + copy * T::STEP.0, (k + copy * T::STEP.1) * T::SIZE / 2);
                for u in 0..8 {
                    let at = (T::target(tid, copy as usize) / 2 + u) as usize;
                    let unit = if T::TRANSPOSE {
                        (mn + u, k)
                    } else {
                        (mn, k + u)
                    };
                    assert_eq!(units[at], unit);
                    assert!(!std::mem::replace(&mut seen[at], true));
                }
            }
            let lanes = std::array::from_fn::<i64, 32, _>(|lane| {
                T::target(lane as u32, copy as usize) as i64
            });
            let cost = shared_access(&lanes, 16);
            assert_eq!(cost.passes, cost.ideal, "{cost:?}");
        }
        assert!(seen.iter().all(|s| *s));
    }

    /// Four blocks of `address` and all steps of K: conflict-free, a constant apart, and the units that `values` of a thread's
    /// fragment ask for, which are `expected` as (mn, k).
    fn check_fragments<T: Matrices>(
        units: &[(u32, u32)],
        address: fn(u32, usize, usize) -> u32,
        step: u32,
        values: usize,
        expected: impl Fn(u32, usize, usize, usize) -> (u32, u32),
    ) {
        let steps = T::BLOCK_K as usize * T::SIZE as usize / 32;
        for (i, k) in (0..4).flat_map(|i| (0..steps).map(move |k| (i, k))) {
            for tid in 0..T::THREADS {
                let first = if T::TRANSPOSE {
                    address(tid, i, 0) + k as u32 * step
                } else {
                    address(tid, 0, k) + i as u32 * step
                };
                assert_eq!(address(tid, i, k), first);
                let (lane, warp) = (tid % 32, tid / 32 * 32);
                for v in 0..8usize {
                    let which = [lane, v as u32 / 2, v as u32 % 2];
                    let found = loaded(units, |l| address(warp + l, i, k), T::TRANSPOSE, which);
                    let (block, v) = (v / values, v % values);
                    assert_eq!(
                        found,
                        expected(tid, v, 8 / values * i + block, k),
                        "thread {tid}, ({v}, {i}, {k})"
                    );
                }
            }
            for warp in 0..T::THREADS / 32 {
                let lanes = std::array::from_fn::<i64, 32, _>(|l| {
                    address(32 * warp + l as u32, i, k) as i64
                });
                let cost = shared_access(&lanes, 16);
                assert_eq!(cost.passes, cost.ideal, "{cost:?}");
            }
        }
    }

    macro_rules! check {
        ($($side:ident $mma:ident, $order:ident, $t:ty, ($mn:literal, $MN:ident) x ($k:literal, $K:ident), $swizzle:ty, $stride:ty, $which:ident;)*) => {$({
            type X = Halves<$t, $order, $side>;
            let smem = places(ComposedLayout::<$swizzle, _0, Layout<($MN, $K), $stride>>::default());
            let units = inverse(($mn, $k), |mn, k| smem.at((mn, k)));
            check_copies::<X>(&units);
            let flat = places(layout!(($MN, $K)));
            let of = |at: u32| (at % $mn, at / $mn);
            check!(@ $which X $mma units flat of);
        })*};
        (@ a $x:ident $mma:ident $units:ident $flat:ident $of:ident) => {
            check_fragments::<$x>(&$units, $x::a, $x::STEPS.0, 8, |tid, v, i, k| $of($mma::new().get_slice(tid).partition_A(&$flat).at((v, i, k))));
        };
        (@ b $x:ident $mma:ident $units:ident $flat:ident $of:ident) => {
            check_fragments::<$x>(&$units, $x::b, $x::STEPS.1, 4, |tid, v, j, k| $of($mma::new().get_slice(tid).partition_B(&$flat).at((v, j, k))));
        };
        (@ both $x:ident $mma:ident $units:ident $flat:ident $of:ident) => {
            check!(@ a $x $mma $units $flat $of);
            check!(@ b $x $mma $units $flat $of);
        };
    }

    #[test]
    fn k_major_fragments() {
        check! {
            Square Mma, KMajor, f16, (128, _128) x (32, _32), Swizzle<_2, _3, _3>, (_32, _1), both;
            Square Mma, KMajor, i8, (128, _128) x (32, _32), Swizzle<_2, _3, _3>, (_32, _1), both;
            Square Mma, KMajor, Tf32, (128, _128) x (32, _32), Swizzle<_2, _3, _3>, (_32, _1), both;
            BroadA BroadMma, KMajor, f16, (128, _128) x (64, _64), Swizzle<_3, _3, _3>, (_64, _1), a;
            BroadB BroadMma, KMajor, i8, (256, _256) x (64, _64), Swizzle<_3, _3, _3>, (_64, _1), b;
        }
    }

    #[test]
    fn mn_major_fragments() {
        check! {
            Square Mma, MnMajor, bf16, (128, _128) x (32, _32), Swizzle<_3, _3, _4>, (_1, _128), both;
            BroadA BroadMma, MnMajor, bf16, (128, _128) x (64, _64), Swizzle<_3, _3, _4>, (_1, _128), a;
            BroadB BroadMma, MnMajor, bf16, (256, _256) x (64, _64), Swizzle<_3, _3, _5>, (_1, _256), b;
        }
    }

    #[test]
    fn accumulators_cover_the_tile() {
        covers((128, 128, PITCH), 8, accumulator);
        covers((256, 256, BROAD_PITCH), 8, broad_accumulator);
    }
}
