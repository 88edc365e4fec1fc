//! Tiles for f64 whose values are read two at a time: those of [`doubles`], one operand contiguous along M or N, one along K.
//!
//! | operand, contiguous | shared memory |
//! |---|---|
//! | the instruction's left, M or N | `Sw<2,2,6> o (128,16):(1,128)` |
//! | its right, K | `Sw<1,3,1> o (64,16):(16,1)` |
//! | its right, N, single values | `Sw<2,2,5> o (64,16):(1,64)` |
//!
//! The instruction takes a thread's values in four registers beside each other if they are two rows at one k on the left, two k of a
//! column on the right. So its k = 0 to 7 are (4,2):(2,1) of the step's, and its 16 rows (8,2):(2,1) of the tile's. With A along K and B
//! along N, B is the left operand and the tile turned: 64 × 128 of C. A step reads 12 × 16 bytes a thread, where single values take 24
//! loads; a third as many places stay in registers.
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
use super::tile::tile;

/// Extents of the turned tile of C.
pub const TURNED_TILE: (u32, u32) = (64, 128);
/// Elements from one row of C in shared memory to the next.
pub const PITCH: u32 = 68;
/// The same in the turned tile.
pub const TURNED_PITCH: u32 = 130;

/// The instruction's left operand, contiguous along M or N.
pub struct Left;
/// Its right operand, contiguous along K.
pub struct Right;
/// Its right operand, contiguous along N, whose values are read one at a time.
pub struct Singles;

macro_rules! pairs {
    ($($side:ident $partition:ident, $along:ident ($mn:literal $MN:ident), copies $copies:literal step $step:expr,
        $threads:expr, $values:expr, $swizzle:ty, $stride:ty, read $shape:ty, $read:ty,
        first $count:literal, beyond $beyond:expr, paired $paired:literal;)*) => {$(
        #[cfg(any(all(test, not(sanitized)), doc, target_arch = "nvptx64"))]
        tile! {
            [] $side, $along, ($mn, $MN) x (16, _16), size 8, unit 8, bytes $mn * 128, copies $copies step $step, threads 128,
            smem ComposedLayout::<$swizzle, _0, Layout<($MN, _16), $stride>>::default(),
            copy make_tiled_copy(CopyAtom::<SM80_CP_ASYNC_CACHEGLOBAL<_128>, f64>::new(), $threads, $values)
        }

        #[cfg(any(all(test, not(sanitized)), doc, target_arch = "nvptx64"))]
        impl Fragments for $side {
            const PAIRED: bool = $paired;

            #[inline(always)]
            fn value(tid: u32, v: usize, i: usize, k: usize) -> u32 {
                let sX = places(ComposedLayout::<$swizzle, _0, Layout<($shape, (_4, _2, _2)), $read>>::default()); // (BLK_MN,BLK_K)
                let tCsX = Mma::new().get_slice(tid).$partition(&sX); // (MMA,MMA_MN,MMA_K)
                tCsX.at((v, i, k)) * 8
            }

            #[inline(always)]
            fn places(tid: u32) -> [u32; 4] {
                let mut all = [0; 4];
                crate::device::repeat::<$count>(
                    #[inline(always)]
                    |k| all[k] = Self::value(tid, 0, 0, k),
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

pairs! {
    Left partition_A, Mn (128 _128), copies 8 step (16, 0),
        layout!((_8, _16):(_1, _8)), layout!((_2, _1):(_1, _0)), Swizzle<_2, _2, _6>, (_1, _128),
        read (_8, _2, _8), ((_2, _1, _16), (_256, _128, _1024)),
        first 1, beyond |v, i, k| (0, v % 2 * 8 + v / 2 * 1024 + k * 8192 + i * 256), paired true;
    Right partition_B, K (64 _64), copies 4 step (16, 0),
        layout!((_16, _8):(_8, _1)), layout!((_1, _2):(_0, _1)), Swizzle<_1, _3, _1>, (_16, _1),
        read _64, (_16, (_2, _1, _8)),
        first 2, beyond |v, i, k| (k, v * 8 + i * 2048), paired true;
    Singles partition_B, Mn (64 _64), copies 4 step (16, 0),
        layout!((_8, _16):(_1, _8)), layout!((_2, _1):(_1, _0)), Swizzle<_2, _2, _5>, (_1, _64),
        read _64, (_1, (_128, _64, _512)),
        first 1, beyond |v, i, k| (0, v * 512 + k * 4096 + i * 128), paired false;
}

/// Sixteen rows of [`PITCH`].
type Rows16 = azulejo_layout::C<typenum::Prod<typenum::U16, typenum::U68>>;

/// Where, in C's tile in shared memory, value `v` of the accumulator of block row `i` and block column `j` goes, in elements.
#[inline(always)]
pub fn accumulator(tid: u32, v: usize, i: usize, j: usize) -> u32 {
    let sC = places(Layout::<((_8, _2, _8), _64), ((_136, _68, Rows16), _1)>::default()); // (BLK_M,BLK_N)
    let tCsC = Mma::new().get_slice(tid).partition_C(&sC); // (MMA,MMA_M,MMA_N)
    tCsC.at((v, i, j))
}

/// The same in the turned tile, whose rows are the instruction's columns.
#[inline(always)]
pub fn turned_accumulator(tid: u32, v: usize, i: usize, j: usize) -> u32 {
    let sC = places(Layout::<((_8, _2, _8), _64), ((_2, _1, _16), _130)>::default()); // (BLK_N,BLK_M)
    let tCsC = Mma::new().get_slice(tid).partition_C(&sC); // (MMA,MMA_N,MMA_M)
    tCsC.at((v, i, j))
}

#[cfg(all(test, not(sanitized)))]
mod tests {
    use super::super::tile::covers;
    use super::*;
    use azulejo_layout::judge::shared_access;

    /// Bytes that the lanes of the first warp ask for meet in no bank.
    fn spread(bytes: u32, at: impl Fn(u32) -> u32) {
        let cost = shared_access(
            &std::array::from_fn::<i64, 32, _>(|l| at(l as u32).into()),
            bytes.into(),
        );
        assert_eq!(cost.passes, cost.ideal, "{cost:?}");
    }

    /// The tile of `values` values a thread and step: the element (mn, k) is at `place`, the row of the instruction's row at `row`.
    fn check<T: Fragments>(
        values: usize,
        place: impl Fn(u32, u32) -> u32,
        row: impl Fn(u32, u32) -> u32,
    ) {
        for copy in 0..T::COPIES {
            for tid in 0..T::THREADS {
                let (mn, k) = T::source(tid);
                let (mn, k) = (mn + copy * T::STEP.0, k + copy * T::STEP.1);
                assert_eq!(
                    T::target(tid, copy as usize),
                    8 * place(mn, k),
                    "({mn}, {k})"
                );
            }
            spread(T::WIDTH, |lane| T::target(lane, copy as usize));
        }
        // The fragments of all threads cover the tile, as often as warps share it, each value where the instruction wants it.
        let mut seen = vec![0; T::BYTES as usize / 8];
        for (i, k) in (0..4).flat_map(|i| [(i, 0), (i, 1)]) {
            for (tid, v) in (0..T::THREADS).flat_map(|tid| (0..values).map(move |v| (tid, v))) {
                let at = T::value(tid, v, i, k);
                let (which, bytes) = T::beyond(v, i, k);
                assert_eq!(T::places(tid)[which] + bytes, at, "{v} {i} {k}");
                seen[at as usize / 8] += 1;
                let (upper, half) = if values == 4 { (v % 2, v / 2) } else { (0, v) };
                let mn = row(tid / 4 % 8, upper as u32) + T::MN / 4 * i as u32;
                let k = tid % 4 * 2 + half as u32 + 8 * k as u32;
                assert!((mn..T::MN).step_by(8).any(|mn| 8 * place(mn, k) == at));
                if T::PAIRED && v % 2 == 0 {
                    assert!(
                        at.is_multiple_of(16) && T::value(tid, v + 1, i, k as usize / 8) == at + 8
                    );
                }
            }
            let pair = if T::PAIRED { 2 } else { 1 };
            for v in (0..values).step_by(pair) {
                spread(8 * pair as u32, |lane| T::value(lane, v, i, k));
            }
        }
        let shared = T::THREADS / 32 * if values == 4 { 64 } else { 32 } / T::MN;
        assert!(seen.iter().all(|s| *s == shared));
    }

    #[test]
    fn tiles_and_fragments() {
        check::<Left>(
            4,
            |mn, k| (mn ^ (k / 2 % 4 * 4)) + 128 * k,
            |row, upper| 2 * row + upper,
        );
        check::<Right>(2, |mn, k| 16 * mn + (k ^ (mn % 2 * 8)), |row, _| row);
        check::<Singles>(2, |mn, k| (mn ^ (k / 2 % 4 * 4)) + 64 * k, |row, _| row);
    }

    #[test]
    fn accumulators_cover_the_tile() {
        covers((128, 64, PITCH), 4, accumulator);
        for v in [0, 2] {
            spread(16, |lane| 8 * accumulator(lane, v, 0, 0));
        }
        // A column of the instruction's tiles at a time, pairs of its rows.
        let mut seen = vec![0; 16 * TURNED_PITCH as usize];
        for (tid, i, v) in (0..128).flat_map(|tid| (0..8).map(move |n| (tid, n / 2, n % 2))) {
            let at = turned_accumulator(tid, v, i, 0);
            assert!(at.is_multiple_of(2) && turned_accumulator(tid, v + 2, i, 0) == at + 1);
            assert_eq!(turned_accumulator(tid, v, i, 1), at + 16 * TURNED_PITCH);
            (0..2).for_each(|n| seen[at as usize + n] += 1);
        }
        let all = |row: &[u32]| row[..128].iter().all(|n| *n == 1) && row[128..] == [0, 0];
        assert!(seen.chunks(TURNED_PITCH as usize).all(all));
        for v in [0, 1] {
            spread(16, |lane| 8 * turned_accumulator(lane, v, 0, 0));
        }
    }
}
