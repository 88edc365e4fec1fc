//! Tiles for f64 tensor cores: 128 × 64 of C by four warps, two by two; 16 values of k in f64 at a time, 32 in f32.
//!
//! | operand, contiguous | f64 in shared memory | f32 in shared memory |
//! |---|---|---|
//! | A, K | `Sw<2,2,2> o (128,16):(16,1)` | `Sw<2,3,2> o (128,32):(32,1)` |
//! | A, M | `Sw<2,2,5> o (128,16):(1,128)` | `Sw<2,3,5> o (128,32):(1,128)` |
//! | B, K | `Sw<2,2,2> o (64,16):(16,1)` | `Sw<2,3,2> o (64,32):(32,1)` |
//! | B, N | `Sw<2,2,4> o (64,16):(1,64)` | `Sw<2,3,4> o (64,32):(1,64)` |
//!
//! f64 is copied 16 bytes at a time ([`WideLeft`], [`WideRight`]) or, where operands are not aligned to them, 8 ([`Left`], [`Right`]), and
//! read a value at a time: the instruction takes a thread's values of k beside each other, those of the upper rows between them, so that
//! no register is moved. No form meets in a bank. A line of 128 bytes of global memory lies in one line of shared memory: a copy of
//! lines that are broken up takes as many turns as it has pieces. With M contiguous a thread's copies of A are in pairs, 64 elements of
//! M apart, so that one address serves two.
//!
//! f32 ([`WidenedLeft`], [`WidenedRight`]) stays f32 until an instruction wants it (`mma::Widened`). It sums over k in any order that A and
//! B share: what it takes for k = 0 to 7 of a step is (4,2):(2,1) of them, so that a thread's two values of a row lie beside each other and
//! one load of 8 bytes brings both where K is contiguous.
//!
//! The tiles are compiled for the device, for the tests and for the documentation: these layouts take the compiler long.
#![cfg_attr(
    not(any(all(test, not(sanitized)), doc, target_arch = "nvptx64")),
    allow(unused_imports, unused_macros, dead_code)
)]

use azulejo_layout::ints::*;
use azulejo_layout::{ComposedLayout, Layout, Swizzle, Under, layout};
use azulejo_tensor::atom::{
    CopyAtom, SM80_CP_ASYNC_CACHEALWAYS, SM80_CP_ASYNC_CACHEGLOBAL, SM90_16x8x8_F64F64F64F64_TN,
};
use azulejo_tensor::{TiledMma, make_tiled_copy};

use super::place::places;
use super::tile::{KMajor, MnMajor, Tile, tile};

/// The tiled multiply-accumulate.
pub type Mma = TiledMma<
    SM90_16x8x8_F64F64F64F64_TN,
    Layout<(_2, _2, _1), (_1, _2, _0)>,
    (Under, Under, Under),
>;

/// Extents of the tile of C.
pub const TILE: (u32, u32) = (128, 64);
/// Elements from one row of C in shared memory to the next.
pub const PITCH: u32 = 72;

/// A's tile in order `O`.
pub struct Left<O>(core::marker::PhantomData<O>);
/// B's tile in order `O`.
pub struct Right<O>(core::marker::PhantomData<O>);

/// A's tile in order `O`, copied 16 bytes at a time.
pub struct WideLeft<O>(core::marker::PhantomData<O>);
/// B's tile in order `O`, copied 16 bytes at a time.
pub struct WideRight<O>(core::marker::PhantomData<O>);

/// A's tile of f32 in order `O`.
pub struct WidenedLeft<O>(core::marker::PhantomData<O>);
/// B's tile of f32 in order `O`.
pub struct WidenedRight<O>(core::marker::PhantomData<O>);

/// Where a thread's fragments are.
pub trait Fragments: Tile {
    /// Whether a row's two values, `v` and those half a fragment further on, are loaded together, for they lie beside each other.
    const PAIRS: bool;

    /// Byte of the tile where value `v` of the fragment of block `i` and step `k` is.
    fn value(tid: u32, v: usize, i: usize, k: usize) -> u32;

    /// What a thread computes once of where they are.
    fn places(tid: u32) -> [u32; 4];

    /// [`Fragments::value`], from that: which of them, and the bytes beyond it.
    fn beyond(v: usize, i: usize, k: usize) -> (usize, u32);
}

/// A tile of f32.
pub trait Narrow: Fragments {}

/// The tiles: how they are copied, where they lie, by which layout they are read, the values whose places a thread computes, and those
/// beyond them.
macro_rules! tiles {
    ($($side:ident $order:ident $partition:ident, $along:ident ($mn:literal $MN:ident) of $t:ident $size:literal, ($k:literal $K:ident),
        copies $copies:literal $(pairs $pair:literal)? step $step:expr, $atom:ty, $threads:expr, $values:expr,
        $swizzle:ty, $stride:ty, read $Kread:ty, $read:ty, first $count:literal $first:expr, beyond $beyond:expr, pairs $pairs:literal;)*) => {$(
        #[cfg(any(all(test, not(sanitized)), doc, target_arch = "nvptx64"))]
        tile! {
            [] $side<$order>, $along, ($mn, $MN) x ($k, $K), size $size, unit $size, bytes $mn * 128, copies $copies $(pairs $pair)? step $step, threads 128,
            smem ComposedLayout::<$swizzle, _0, Layout<($MN, $K), $stride>>::default(),
            copy make_tiled_copy(CopyAtom::<$atom, $t>::new(), $threads, $values)
        }

        #[cfg(any(all(test, not(sanitized)), doc, target_arch = "nvptx64"))]
        impl Fragments for $side<$order> {
            const PAIRS: bool = $pairs;

            #[inline(always)]
            fn value(tid: u32, v: usize, i: usize, k: usize) -> u32 {
                let sX = places(ComposedLayout::<$swizzle, _0, Layout<($MN, $Kread), $read>>::default()); // (BLK_MN,BLK_K)
                let tCsX = Mma::new().get_slice(tid).$partition(&sX); // (MMA,MMA_MN,MMA_K)
                tCsX.at((v, i, k)) * $size
            }

            #[inline(always)]
            fn places(tid: u32) -> [u32; 4] {
                let first: fn(usize) -> (usize, usize, usize) = $first;
                let mut all = [0; 4];
                crate::device::repeat::<$count>(
                    #[inline(always)]
                    |n| {
                        let (v, i, k) = first(n);
                        all[n] = Self::value(tid, v, i, k);
                    },
                );
                all
            }

            #[inline(always)]
            fn beyond(v: usize, i: usize, k: usize) -> (usize, u32) {
                let beyond: fn(usize, usize, usize) -> (usize, usize) = $beyond;
                let (place, bytes) = beyond(v, i, k);
                (place, bytes as u32)
            }
        }
    )*};
}

/// Copies of one element.
type One = SM80_CP_ASYNC_CACHEALWAYS<_64>;
/// Copies of 16 bytes.
type Vector = SM80_CP_ASYNC_CACHEGLOBAL<_128>;

tiles! {
    Left KMajor partition_A, K (128 _128) of f64 8, (16 _16), copies 16 step (8, 0), One,
        layout!((_8, _16):(_16, _1)), layout!((_1, _1)), Swizzle<_2, _2, _2>, (_16, _1), read _16, (_16, _1),
        first 4 |n| (n % 2 * 2, 0, n / 2), beyond |v, i, k| (v / 2 + 2 * k, v % 2 * 1024 + i * 4096), pairs false;
    Left MnMajor partition_A, Mn (128 _128) of f64 8, (16 _16), copies 16 step (0, 1), One,
        layout!((_128, _1)), layout!((_1, _1)), Swizzle<_2, _2, _5>, (_1, _128), read _16, (_1, _128),
        first 2 |n| (n, 0, 0), beyond |v, i, k| (v % 2, v / 2 * 4096 + k * 8192 + i * 256), pairs false;
    Right KMajor partition_B, K (64 _64) of f64 8, (16 _16), copies 8 step (8, 0), One,
        layout!((_8, _16):(_16, _1)), layout!((_1, _1)), Swizzle<_2, _2, _2>, (_16, _1), read _16, (_16, _1),
        first 4 |n| (n % 2, 0, n / 2), beyond |v, i, k| (v + 2 * k, i * 2048), pairs false;
    Right MnMajor partition_B, Mn (64 _64) of f64 8, (16 _16), copies 8 step (0, 2), One,
        layout!((_64, _2)), layout!((_1, _1)), Swizzle<_2, _2, _4>, (_1, _64), read _16, (_1, _64),
        first 1 |n| (n, 0, 0), beyond |v, i, k| (0, v * 2048 + k * 4096 + i * 128), pairs false;
    WideLeft KMajor partition_A, K (128 _128) of f64 8, (16 _16), copies 8 step (16, 0), Vector,
        layout!((_16, _8):(_8, _1)), layout!((_1, _2):(_0, _1)), Swizzle<_2, _2, _2>, (_16, _1), read _16, (_16, _1),
        first 4 |n| (n % 2 * 2, 0, n / 2), beyond |v, i, k| (v / 2 + 2 * k, v % 2 * 1024 + i * 4096), pairs false;
    WideLeft MnMajor partition_A, Mn (128 _128) of f64 8, (16 _16), copies 8 pairs 64 step (0, 4), Vector,
        layout!((_32, _4):(_1, _32)), layout!((_2, _1):(_1, _0)), Swizzle<_2, _2, _5>, (_1, _128), read _16, (_1, _128),
        first 2 |n| (n, 0, 0), beyond |v, i, k| (v % 2, v / 2 * 4096 + k * 8192 + i * 256), pairs false;
    WideRight KMajor partition_B, K (64 _64) of f64 8, (16 _16), copies 4 step (16, 0), Vector,
        layout!((_16, _8):(_8, _1)), layout!((_1, _2):(_0, _1)), Swizzle<_2, _2, _2>, (_16, _1), read _16, (_16, _1),
        first 4 |n| (n % 2, 0, n / 2), beyond |v, i, k| (v + 2 * k, i * 2048), pairs false;
    WideRight MnMajor partition_B, Mn (64 _64) of f64 8, (16 _16), copies 4 step (0, 4), Vector,
        layout!((_32, _4):(_1, _32)), layout!((_2, _1):(_1, _0)), Swizzle<_2, _2, _4>, (_1, _64), read _16, (_1, _64),
        first 1 |n| (n, 0, 0), beyond |v, i, k| (0, v * 2048 + k * 4096 + i * 128), pairs false;
    WidenedLeft KMajor partition_A, K (128 _128) of f32 4, (32 _32), copies 8 step (16, 0), Vector,
        layout!((_16, _8):(_8, _1)), layout!((_1, _4):(_0, _1)), Swizzle<_2, _3, _2>, (_32, _1), read (_4, _2, _4), (_32, (_2, _1, _8)),
        first 4 |n| (0, 0, n), beyond |v, i, k| (k, v / 2 * 4 + v % 2 * 1024 + i * 4096), pairs true;
    WidenedLeft MnMajor partition_A, Mn (128 _128) of f32 4, (32 _32), copies 8 step (0, 4), Vector,
        layout!((_32, _4):(_1, _32)), layout!((_4, _1):(_1, _0)), Swizzle<_2, _3, _5>, (_1, _128), read (_4, _2, _4), (_1, (_256, _128, _1024)),
        first 2 |n| (n, 0, 0), beyond |v, i, k| (v % 2, v / 2 * 512 + k * 4096 + i * 128), pairs false;
    WidenedRight KMajor partition_B, K (64 _64) of f32 4, (32 _32), copies 4 step (16, 0), Vector,
        layout!((_16, _8):(_8, _1)), layout!((_1, _4):(_0, _1)), Swizzle<_2, _3, _2>, (_32, _1), read (_4, _2, _4), (_32, (_2, _1, _8)),
        first 4 |n| (0, 0, n), beyond |v, i, k| (k, v * 4 + i * 2048), pairs true;
    WidenedRight MnMajor partition_B, Mn (64 _64) of f32 4, (32 _32), copies 4 step (0, 8), Vector,
        layout!((_16, _8):(_1, _16)), layout!((_4, _1):(_1, _0)), Swizzle<_2, _3, _4>, (_1, _64), read (_4, _2, _4), (_1, (_128, _64, _512)),
        first 2 |n| (0, n, 0), beyond |v, i, k| (i % 2, v * 256 + k * 2048 + i / 2 * 128), pairs false;
}

impl<O> Narrow for WidenedLeft<O> where Self: Fragments {}
impl<O> Narrow for WidenedRight<O> where Self: Fragments {}

/// Where, in C's tile in shared memory, value `v` of the accumulator of block row `i` and block column `j` goes, in elements.
#[inline(always)]
pub fn accumulator(tid: u32, v: usize, i: usize, j: usize) -> u32 {
    let sC = places(layout!((_128, _64):(_72, _1))); // (BLK_M,BLK_N)
    let tCsC = Mma::new().get_slice(tid).partition_C(&sC); // (MMA,MMA_M,MMA_N)
    tCsC.at((v, i, j))
}

#[cfg(all(test, not(sanitized)))]
mod tests {
    use super::super::tile::covers;
    use super::*;
    use azulejo_layout::check::shared_access;

    /// The copies and fragments of a tile, of `values` values a thread and step, the place of element (mn, k) being `place`; `at_k` is the k
    /// of the step that half `half` of a fragment has in thread `tid`.
    fn check<T: Fragments>(
        values: usize,
        at_k: impl Fn(u32, u32) -> u32,
        place: impl Fn(u32, u32) -> u32,
    ) {
        let size = T::SIZE;
        let steps = T::BLOCK_K as usize / 8;
        let each = || {
            (0..values).flat_map(|v| (0..4).flat_map(move |i| (0..steps).map(move |k| (v, i, k))))
        };
        for copy in 0..T::COPIES {
            for tid in 0..T::THREADS {
                let (mn, k) = T::source(tid);
                let (along, aside) = match T::PAIR {
                    0 => (copy, 0),
                    pair => (copy / 2, copy % 2 * pair),
                };
                let (mn, k) = (mn + along * T::STEP.0 + aside, k + along * T::STEP.1);
                assert!(mn < T::MN && k < T::BLOCK_K);
                let at = T::target(tid, copy as usize);
                assert_eq!(at, size * place(mn, k), "({mn}, {k})");
                assert!(at < T::BYTES);
            }
            let lanes = std::array::from_fn::<i64, 32, _>(|lane| {
                T::target(lane as u32, copy as usize) as i64
            });
            let cost = shared_access(&lanes, T::WIDTH.into());
            assert_eq!(cost.passes, cost.ideal, "{cost:?}");
        }
        // The fragments of all threads cover the tile, as often as warps share it, each value where the instruction wants it.
        let mut seen = vec![0; (T::BYTES / size) as usize];
        for tid in 0..T::THREADS {
            for (v, i, k) in each() {
                let at = T::value(tid, v, i, k);
                let (which, bytes) = T::beyond(v, i, k);
                assert_eq!(T::places(tid)[which] + bytes, at, "{v} {i} {k}");
                seen[(at / size) as usize] += 1;
                let (upper, half) = if values == 4 { (v % 2, v / 2) } else { (0, v) };
                let first = T::MN / 4 * i as u32 + tid / 4 % 8 + 8 * upper as u32;
                let k_of = at_k(tid, half as u32) + 8 * k as u32;
                let mut rows = (first..T::MN).step_by(8);
                assert!(rows.any(|mn| size * place(mn, k_of) == at));
                if T::PAIRS && half == 0 {
                    assert_eq!(T::value(tid, v + values / 2, i, k), at + size);
                    assert!(at.is_multiple_of(2 * size));
                }
            }
        }
        let shared = T::THREADS / 32 * if values == 4 { 64 } else { 32 } / T::MN;
        assert!(seen.iter().all(|s| *s == shared));
        let (loads, width) = if T::PAIRS {
            (values / 2, 2 * size)
        } else {
            (values, size)
        };
        for (v, i, k) in each().filter(|(v, ..)| *v < loads) {
            let lanes = std::array::from_fn::<i64, 32, _>(|l| T::value(l as u32, v, i, k) as i64);
            let cost = shared_access(&lanes, width.into());
            assert_eq!(cost.passes, cost.ideal, "{cost:?}");
        }
    }

    #[test]
    fn tiles_and_fragments() {
        let at_k = |tid: u32, half: u32| tid % 4 + 4 * half;
        let by_k = |mn: u32, k: u32| 16 * mn + (k ^ (mn % 4 * 4));
        check::<Left<KMajor>>(4, at_k, by_k);
        check::<Right<KMajor>>(2, at_k, by_k);
        check::<WideLeft<KMajor>>(4, at_k, by_k);
        check::<WideRight<KMajor>>(2, at_k, by_k);
        let by_mn = |lines: u32| move |mn: u32, k: u32| (mn ^ (k % 4 * 4)) + lines * k;
        check::<Left<MnMajor>>(4, at_k, by_mn(128));
        check::<Right<MnMajor>>(2, at_k, by_mn(64));
        check::<WideLeft<MnMajor>>(4, at_k, by_mn(128));
        check::<WideRight<MnMajor>>(2, at_k, by_mn(64));
    }

    #[test]
    fn widened_tiles_and_fragments() {
        let at_k = |tid: u32, half: u32| tid % 4 * 2 + half;
        let by_k = |mn: u32, k: u32| 32 * mn + (k ^ (mn % 4 * 8));
        check::<WidenedLeft<KMajor>>(4, at_k, by_k);
        check::<WidenedRight<KMajor>>(2, at_k, by_k);
        let by_mn = |lines: u32| move |mn: u32, k: u32| (mn ^ (k / 2 % 4 * 8)) + lines * k;
        check::<WidenedLeft<MnMajor>>(4, at_k, by_mn(128));
        check::<WidenedRight<MnMajor>>(2, at_k, by_mn(64));
    }

    #[test]
    fn accumulators_cover_the_tile() {
        covers((128, 64, PITCH), 4, accumulator);
    }

    /// What the epilogue adds to the place of a thread's first sum.
    #[test]
    fn a_threads_sums_lie_as_far_apart_as_those_of_thread_0() {
        let place = |tid, v, i, j| {
            let at = accumulator(tid, v, i, j);
            (at / PITCH, at % PITCH)
        };
        for tid in 0..128 {
            let (row, column) = place(tid, 0, 0, 0);
            for (v, i, j) in
                (0..4).flat_map(|v| (0..4).flat_map(move |i| (0..4).map(move |j| (v, i, j))))
            {
                let down = place(0, v / 2 * 2, i, 0).0;
                let across = place(0, 0, 0, j).1 + v as u32 % 2;
                assert_eq!(place(tid, v, i, j), (row + down, column + across));
            }
        }
    }
}
