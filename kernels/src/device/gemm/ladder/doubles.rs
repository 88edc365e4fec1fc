//! Tiles for f64 on tensor cores: 128 × 64 of C by four warps, two by two, 16 values of k at a time.
//!
//! | operand, contiguous | shared memory |
//! |---|---|
//! | A, K | `Sw<2,2,2> o (128,16):(16,1)` |
//! | A, M | `Sw<2,2,5> o (128,16):(1,128)` |
//! | B, K | `Sw<2,2,2> o (64,16):(16,1)` |
//! | B, N | `Sw<2,2,4> o (64,16):(1,64)` |
//!
//! It is copied 16 bytes at a time ([`WideLeft`], [`WideRight`]) or, where operands are not aligned to them, 8 ([`Left`], [`Right`]), and
//! read a value at a time: the instruction takes a thread's values of k beside each other, those of the upper rows between them, so that
//! no register is moved. No form meets in a bank. A line of 128 bytes of global memory lies in one line of shared memory: a copy of
//! lines that are broken up takes as many turns as it has pieces. With M contiguous a thread's copies of A are in pairs, 64 elements of
//! M apart, so that one address serves two.
//!
//! As [`super::halves`]' operands, these are compiled for the device, for the tests and for the documentation.
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

/// Where a thread's fragments are.
pub trait Fragments: Tile {
    /// Byte of the tile where value `v` of the fragment of block `i` and step `k` is.
    fn value(tid: u32, v: usize, i: usize, k: usize) -> u32;

    /// What a thread computes once of where they are.
    fn places(tid: u32) -> [u32; 4];

    /// [`Fragments::value`], from that: which of them, and the bytes beyond it.
    fn beyond(v: usize, i: usize, k: usize) -> (usize, u32);
}

/// [`Fragments::places`]: those of every `every`th value of both steps of block 0, `count` of them.
#[inline(always)]
fn first<T: Fragments>(tid: u32, every: usize, count: usize) -> [u32; 4] {
    let mut all = [0; 4];
    crate::device::repeat::<4>(
        #[inline(always)]
        |n| {
            if n < count {
                let (v, k) = if count < 4 { (n, 0) } else { (n % 2, n / 2) };
                all[n] = T::value(tid, v * every, 0, k);
            }
        },
    );
    all
}

macro_rules! doubles {
    ($($side:ident $order:ident $mma:ident $partition:ident, $along:ident ($mn:literal $MN:ident),
        copies $copies:literal $(pairs $pair:literal)? step $step:expr, $atom:ty, of $all:literal, $threads:expr, $values:expr, $swizzle:ty, $stride:ty,
        first $every:literal of $count:literal, beyond $beyond:expr;)*) => {$(
        #[cfg(any(all(test, not(sanitized)), doc, target_arch = "nvptx64"))]
        tile! {
            [] $side<$order>, $along, ($mn, $MN) x (16, _16), size 8, unit 8, bytes $mn * 128, copies $copies $(pairs $pair)? step $step, threads $all,
            smem ComposedLayout::<$swizzle, _0, Layout<($MN, _16), $stride>>::default(),
            copy make_tiled_copy(CopyAtom::<$atom, f64>::new(), $threads, $values)
        }

        #[cfg(any(all(test, not(sanitized)), doc, target_arch = "nvptx64"))]
        impl Fragments for $side<$order> {
            #[inline(always)]
            fn value(tid: u32, v: usize, i: usize, k: usize) -> u32 {
                let sX = places(ComposedLayout::<$swizzle, _0, Layout<($MN, _16), $stride>>::default()); // (BLK_MN,BLK_K)
                let tCsX = $mma::new().get_slice(tid).$partition(&sX); // (MMA,MMA_MN,MMA_K)
                tCsX.at((v, i, k)) * 8
            }

            #[inline(always)]
            fn places(tid: u32) -> [u32; 4] {
                first::<Self>(tid, $every, $count)
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
/// Copies of two.
type Two = SM80_CP_ASYNC_CACHEGLOBAL<_128>;

doubles! {
    Left KMajor Mma partition_A, K (128 _128), copies 16 step (8, 0), One, of 128,
        layout!((_8, _16):(_16, _1)), layout!((_1, _1)), Swizzle<_2, _2, _2>, (_16, _1),
        first 2 of 4, beyond |v, i, k| (v / 2 + 2 * k, v % 2 * 1024 + i * 4096);
    Left MnMajor Mma partition_A, Mn (128 _128), copies 16 step (0, 1), One, of 128,
        layout!((_128, _1)), layout!((_1, _1)), Swizzle<_2, _2, _5>, (_1, _128),
        first 1 of 2, beyond |v, i, k| (v % 2, v / 2 * 4096 + k * 8192 + i * 256);
    Right KMajor Mma partition_B, K (64 _64), copies 8 step (8, 0), One, of 128,
        layout!((_8, _16):(_16, _1)), layout!((_1, _1)), Swizzle<_2, _2, _2>, (_16, _1),
        first 1 of 4, beyond |v, i, k| (v + 2 * k, i * 2048);
    Right MnMajor Mma partition_B, Mn (64 _64), copies 8 step (0, 2), One, of 128,
        layout!((_64, _2)), layout!((_1, _1)), Swizzle<_2, _2, _4>, (_1, _64),
        first 1 of 1, beyond |v, i, k| (0, v * 2048 + k * 4096 + i * 128);
    WideLeft KMajor Mma partition_A, K (128 _128), copies 8 step (16, 0), Two, of 128,
        layout!((_16, _8):(_8, _1)), layout!((_1, _2):(_0, _1)), Swizzle<_2, _2, _2>, (_16, _1),
        first 2 of 4, beyond |v, i, k| (v / 2 + 2 * k, v % 2 * 1024 + i * 4096);
    WideLeft MnMajor Mma partition_A, Mn (128 _128), copies 8 pairs 64 step (0, 4), Two, of 128,
        layout!((_32, _4):(_1, _32)), layout!((_2, _1):(_1, _0)), Swizzle<_2, _2, _5>, (_1, _128),
        first 1 of 2, beyond |v, i, k| (v % 2, v / 2 * 4096 + k * 8192 + i * 256);
    WideRight KMajor Mma partition_B, K (64 _64), copies 4 step (16, 0), Two, of 128,
        layout!((_16, _8):(_8, _1)), layout!((_1, _2):(_0, _1)), Swizzle<_2, _2, _2>, (_16, _1),
        first 1 of 4, beyond |v, i, k| (v + 2 * k, i * 2048);
    WideRight MnMajor Mma partition_B, Mn (64 _64), copies 4 step (0, 4), Two, of 128,
        layout!((_32, _4):(_1, _32)), layout!((_2, _1):(_1, _0)), Swizzle<_2, _2, _4>, (_1, _64),
        first 1 of 1, beyond |v, i, k| (0, v * 2048 + k * 4096 + i * 128);
}

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

    /// Every value, block and step.
    fn each(values: usize) -> impl Iterator<Item = (usize, usize, usize)> {
        (0..values).flat_map(|v| (0..4).flat_map(move |i| [(v, i, 0), (v, i, 1)]))
    }

    /// The fragments of `values` values a thread and step, the place of element (mn, k) being `place`.
    fn check<T: Fragments>(values: usize, place: impl Fn(u32, u32) -> u32) {
        for copy in 0..T::COPIES {
            for tid in 0..T::THREADS {
                let (mn, k) = T::source(tid);
                let (steps, aside) = match T::PAIR {
                    0 => (copy, 0),
                    pair => (copy / 2, copy % 2 * pair),
                };
                let (mn, k) = (mn + steps * T::STEP.0 + aside, k + steps * T::STEP.1);
                assert!(mn < T::MN && k < T::BLOCK_K);
                assert_eq!(
                    T::target(tid, copy as usize),
                    8 * place(mn, k),
                    "({mn}, {k})"
                );
                assert!(8 * place(mn, k) < T::BYTES);
            }
            let lanes = std::array::from_fn::<i64, 32, _>(|lane| {
                T::target(lane as u32, copy as usize) as i64
            });
            let cost = shared_access(&lanes, T::WIDTH.into());
            assert_eq!(cost.passes, cost.ideal, "{cost:?}");
        }
        // The fragments of all threads cover the tile, as often as warps share it, each value where the instruction wants it.
        let mut seen = vec![0; T::BYTES as usize / 8];
        for tid in 0..T::THREADS {
            for (v, i, k) in each(values) {
                let at = T::value(tid, v, i, k);
                let (which, bytes) = T::beyond(v, i, k);
                assert_eq!(T::places(tid)[which] + bytes, at);
                seen[at as usize / 8] += 1;
                let (upper, half) = if values == 4 { (v % 2, v / 2) } else { (0, v) };
                let first = T::MN / 4 * i as u32 + tid / 4 % 8 + 8 * upper as u32;
                let k = tid % 4 + 4 * half as u32 + 8 * k as u32;
                let mut rows = (first..T::MN).step_by(8);
                assert!(rows.any(|mn| 8 * place(mn, k) == at));
            }
        }
        let shared = T::THREADS / 32 * if values == 4 { 64 } else { 32 } / T::MN;
        assert!(seen.iter().all(|s| *s == shared));
        for (v, i, k) in each(values) {
            let lanes = std::array::from_fn::<i64, 32, _>(|l| T::value(l as u32, v, i, k) as i64);
            let cost = shared_access(&lanes, 8);
            assert_eq!(cost.passes, cost.ideal, "{cost:?}");
        }
    }

    #[test]
    fn tiles_and_fragments() {
        let by_k = |mn: u32, k: u32| 16 * mn + (k ^ (mn % 4 * 4));
        check::<Left<KMajor>>(4, by_k);
        check::<Right<KMajor>>(2, by_k);
        check::<WideLeft<KMajor>>(4, by_k);
        check::<WideRight<KMajor>>(2, by_k);
        let by_mn = |lines: u32| move |mn: u32, k: u32| (mn ^ (k % 4 * 4)) + lines * k;
        check::<Left<MnMajor>>(4, by_mn(128));
        check::<Right<MnMajor>>(2, by_mn(64));
        check::<WideLeft<MnMajor>>(4, by_mn(128));
        check::<WideRight<MnMajor>>(2, by_mn(64));
    }

    #[test]
    fn accumulators_cover_the_tile() {
        covers((128, 64, PITCH), 4, accumulator);
    }

    /// What `direct` adds to the place of a thread's first sum.
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
