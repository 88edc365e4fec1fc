//! Tiles of f32 for f64 tensor cores: the tile of C of [`doubles`](super::doubles), 32 values of k at a time.
//!
//! | operand, contiguous | shared memory |
//! |---|---|
//! | A, K | `Sw<2,3,2> o (128,32):(32,1)` |
//! | A, M | `Sw<2,3,5> o (128,32):(1,128)` |
//! | B, K | `Sw<2,3,2> o (64,32):(32,1)` |
//! | B, N | `Sw<2,3,4> o (64,32):(1,64)` |
//!
//! Values stay f32 until an instruction wants them (`mma::Widened`). It sums over k in any order that A and B share: what it takes for
//! k = 0 to 7 of a step is (4,2):(2,1) of them, so that a thread's two values of a row lie beside each other and one load of 8 bytes
//! brings both where K is contiguous. No form meets in a bank.
#![cfg_attr(
    not(any(all(test, not(sanitized)), doc, target_arch = "nvptx64")),
    allow(unused_imports, unused_macros, dead_code)
)]

use azulejo_layout::ints::*;
use azulejo_layout::{ComposedLayout, Layout, Swizzle, layout};
use azulejo_tensor::atom::{CopyAtom, SM80_CP_ASYNC_CACHEGLOBAL};
use azulejo_tensor::make_tiled_copy;

use super::doubles::{Fragments, Mma};
use super::place::places;
use super::tile::{KMajor, MnMajor, tile};

/// A's tile in order `O`.
pub struct Left<O>(core::marker::PhantomData<O>);
/// B's tile in order `O`.
pub struct Right<O>(core::marker::PhantomData<O>);

/// Fragments of f32.
pub trait Narrow: Fragments {
    /// Whether a row's two values, `v` and those half a fragment further on, lie beside each other.
    const PAIRS: bool;
}

macro_rules! widened {
    ($($side:ident $order:ident $partition:ident, $along:ident ($mn:literal $MN:ident), copies $copies:literal step $step:expr,
        $threads:expr, $values:expr, $swizzle:ty, $stride:ty, read $read:ty,
        first $count:literal $first:expr, beyond $beyond:expr, pairs $pairs:literal;)*) => {$(
        #[cfg(any(all(test, not(sanitized)), doc, target_arch = "nvptx64"))]
        tile! {
            [] $side<$order>, $along, ($mn, $MN) x (32, _32), size 4, unit 4, bytes $mn * 128, copies $copies step $step, threads 128,
            smem ComposedLayout::<$swizzle, _0, Layout<($MN, _32), $stride>>::default(),
            copy make_tiled_copy(CopyAtom::<SM80_CP_ASYNC_CACHEGLOBAL<_128>, f32>::new(), $threads, $values)
        }

        #[cfg(any(all(test, not(sanitized)), doc, target_arch = "nvptx64"))]
        impl Fragments for $side<$order> {
            #[inline(always)]
            fn value(tid: u32, v: usize, i: usize, k: usize) -> u32 {
                let sX = places(ComposedLayout::<$swizzle, _0, Layout<($MN, (_4, _2, _4)), $read>>::default()); // (BLK_MN,BLK_K)
                let tCsX = Mma::new().get_slice(tid).$partition(&sX); // (MMA,MMA_MN,MMA_K)
                tCsX.at((v, i, k)) * 4
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

        #[cfg(any(all(test, not(sanitized)), doc, target_arch = "nvptx64"))]
        impl Narrow for $side<$order> {
            const PAIRS: bool = $pairs;
        }
    )*};
}

widened! {
    Left KMajor partition_A, K (128 _128), copies 8 step (16, 0),
        layout!((_16, _8):(_8, _1)), layout!((_1, _4):(_0, _1)), Swizzle<_2, _3, _2>, (_32, _1), read (_32, (_2, _1, _8)),
        first 4 |n| (0, 0, n), beyond |v, i, k| (k, v / 2 * 4 + v % 2 * 1024 + i * 4096), pairs true;
    Left MnMajor partition_A, Mn (128 _128), copies 8 step (0, 4),
        layout!((_32, _4):(_1, _32)), layout!((_4, _1):(_1, _0)), Swizzle<_2, _3, _5>, (_1, _128), read (_1, (_256, _128, _1024)),
        first 2 |n| (n, 0, 0), beyond |v, i, k| (v % 2, v / 2 * 512 + k * 4096 + i * 128), pairs false;
    Right KMajor partition_B, K (64 _64), copies 4 step (16, 0),
        layout!((_16, _8):(_8, _1)), layout!((_1, _4):(_0, _1)), Swizzle<_2, _3, _2>, (_32, _1), read (_32, (_2, _1, _8)),
        first 4 |n| (0, 0, n), beyond |v, i, k| (k, v * 4 + i * 2048), pairs true;
    Right MnMajor partition_B, Mn (64 _64), copies 4 step (0, 8),
        layout!((_16, _8):(_1, _16)), layout!((_4, _1):(_1, _0)), Swizzle<_2, _3, _4>, (_1, _64), read (_1, (_128, _64, _512)),
        first 2 |n| (0, n, 0), beyond |v, i, k| (i % 2, v * 256 + k * 2048 + i / 2 * 128), pairs false;
}

#[cfg(all(test, not(sanitized)))]
mod tests {
    use super::*;
    use azulejo_layout::check::shared_access;

    /// Every block and step.
    fn each() -> impl Iterator<Item = (usize, usize)> {
        (0..4).flat_map(|i| (0..4).map(move |k| (i, k)))
    }

    /// The fragments of `values` values a thread and step, the place of element (mn, k) being `place`.
    fn check<T: Narrow>(values: usize, place: impl Fn(u32, u32) -> u32) {
        for copy in 0..T::COPIES {
            for tid in 0..T::THREADS {
                let (mn, k) = T::source(tid);
                let (mn, k) = (mn + copy * T::STEP.0, k + copy * T::STEP.1);
                assert!(mn < T::MN && k < T::BLOCK_K);
                assert_eq!(
                    T::target(tid, copy as usize),
                    4 * place(mn, k),
                    "({mn}, {k})"
                );
            }
            let lanes = std::array::from_fn::<i64, 32, _>(|lane| {
                T::target(lane as u32, copy as usize) as i64
            });
            let cost = shared_access(&lanes, T::WIDTH.into());
            assert_eq!(cost.passes, cost.ideal, "{cost:?}");
        }
        // The fragments of all threads cover the tile, as often as warps share it, each value where the instruction wants it.
        let mut seen = vec![0; T::BYTES as usize / 4];
        for tid in 0..T::THREADS {
            for (v, (i, k)) in (0..values).flat_map(|v| each().map(move |at| (v, at))) {
                let at = T::value(tid, v, i, k);
                let (which, bytes) = T::beyond(v, i, k);
                assert_eq!(T::places(tid)[which] + bytes, at, "{v} {i} {k}");
                seen[at as usize / 4] += 1;
                let (upper, half) = if values == 4 { (v % 2, v / 2) } else { (0, v) };
                let first = T::MN / 4 * i as u32 + tid / 4 % 8 + 8 * upper as u32;
                let at_k = tid % 4 * 2 + half as u32 + 8 * k as u32;
                let mut rows = (first..T::MN).step_by(8);
                assert!(rows.any(|mn| 4 * place(mn, at_k) == at));
                if T::PAIRS && half == 0 {
                    assert_eq!(T::value(tid, v + values / 2, i, k), at + 4);
                    assert!(at.is_multiple_of(8));
                }
            }
        }
        let shared = T::THREADS / 32 * if values == 4 { 64 } else { 32 } / T::MN;
        assert!(seen.iter().all(|s| *s == shared));
        let loads = if T::PAIRS { values / 2 } else { values };
        for (v, (i, k)) in (0..loads).flat_map(|v| each().map(move |at| (v, at))) {
            let lanes = std::array::from_fn::<i64, 32, _>(|l| T::value(l as u32, v, i, k) as i64);
            let cost = shared_access(&lanes, if T::PAIRS { 8 } else { 4 });
            assert_eq!(cost.passes, cost.ideal, "{cost:?}");
        }
    }

    #[test]
    fn tiles_and_fragments() {
        let by_k = |mn: u32, k: u32| 32 * mn + (k ^ (mn % 4 * 8));
        check::<Left<KMajor>>(4, by_k);
        check::<Right<KMajor>>(2, by_k);
        let by_mn = |lines: u32| move |mn: u32, k: u32| (mn ^ (k / 2 % 4 * 8)) + lines * k;
        check::<Left<MnMajor>>(4, by_mn(128));
        check::<Right<MnMajor>>(2, by_mn(64));
    }
}
