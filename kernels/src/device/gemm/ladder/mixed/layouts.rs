//! Who copies, reads and sums what of a 256 × 128 tile.
//!
//! In shared memory M or N is contiguous, whatever the order in global memory, rows 260 and 132 elements apart. The first eight warps,
//! four by two, are those of [`super::super::singles`] with three vectors of A a thread instead of four, its rows 64 apart:
//!
//! ```text
//! lane = (2, 4, 4): n, m, n              m = 4 · lane_m + 16 · warp_m + v + 64 · q     v: 4, q: 3
//!                                        n = 4 · lane_n + 64 · warp_n + v + 32 · p     v: 4, p: 2
//! ```
//!
//! The other four are side by side along N. The instruction takes k and k + 4 from a thread; it is given 2k and 2k + 1 of both operands,
//! so that the four k that a warp reads at once are two rows apart and meet in no bank.

use azulejo_layout::ints::*;
use azulejo_layout::{Layout, Under, layout};
use azulejo_tensor::atom::{
    CopyAtom, SM80_CP_ASYNC_CACHEALWAYS, SM80_CP_ASYNC_CACHEGLOBAL, SM90_16x8x8_F64F64F64F64_TN,
    UniversalCopy, UniversalFMA,
};
use azulejo_tensor::{TiledMma, make_tiled_copy};

use super::super::place::places;
use super::super::singles;
use super::super::tile::{KMajor, MnMajor, tile};

/// Extents of the tile of C.
pub const TILE: (u32, u32) = (256, 128);
/// Rows of it that are summed in f32; the others are summed in f64.
pub const ROWS: u32 = 192;
/// Elements from one k of A to the next in shared memory.
pub const PITCH: u32 = 260;
/// Threads that sum in f32.
pub const SINGLES: u32 = 256;
/// Threads of both kinds.
pub const THREADS: u32 = SINGLES + 128;

/// (M, N, K) to thread.
type Threads = Layout<((_4, _4), ((_2, _4), _2), _1), ((_2, _32), ((_1, _8), _128), _0)>;
/// Thread, then value, to m.
type Rows = Layout<(_4, _4, _4, _3), (_4, _16, _1, _64)>;
/// Thread, then value, to n.
type Columns = Layout<(_8, _2, _4, _2), (_4, _64, _1, _32)>;

/// The tiled multiply-accumulate of the f32 units.
pub type Mma = TiledMma<UniversalFMA<f32>, Threads, (Rows, Columns, Under)>;

/// That of the tensor cores.
pub type DoubleMma = TiledMma<
    SM90_16x8x8_F64F64F64F64_TN,
    Layout<(_1, _4, _1), (_0, _1, _0)>,
    (Under, Under, Layout<(_4, _2), (_2, _1)>),
>;

/// A in order `O`, 16 bytes at a time: with K contiguous, two threads a row of the tile.
pub struct Vectors<O>(core::marker::PhantomData<O>);
/// A in order `O`, element by element.
pub struct Elements<O>(core::marker::PhantomData<O>);

tile! {
    [] Vectors<KMajor>, K, (256, _256) x (8, _8), size 4, unit 4, bytes 8320, copies 2 step (128, 0), threads 256,
    smem layout!((_256, _8):(_1, _260)),
    copy make_tiled_copy(CopyAtom::<UniversalCopy<_128>, f32>::new(), layout!((_128, _2):(_2, _1)), layout!((_1, _4):(_0, _1)))
}

tile! {
    [] Vectors<MnMajor>, Mn, (256, _256) x (8, _8), size 4, unit 4, bytes 8320, copies 2 step (0, 4), threads 256,
    smem layout!((_256, _8):(_1, _260)),
    copy make_tiled_copy(CopyAtom::<SM80_CP_ASYNC_CACHEGLOBAL<_128>, f32>::new(), layout!((_64, _4)), layout!((_4, _1)))
}

tile! {
    [] Elements<KMajor>, K, (256, _256) x (8, _8), size 4, unit 4, bytes 8320, copies 8 step (32, 0), threads 256,
    smem layout!((_256, _8):(_1, _260)),
    copy make_tiled_copy(CopyAtom::<SM80_CP_ASYNC_CACHEALWAYS<_32>, f32>::new(), layout!((_32, _8):(_8, _1)), layout!((_1, _1)))
}

tile! {
    [] Elements<MnMajor>, Mn, (256, _256) x (8, _8), size 4, unit 4, bytes 8320, copies 8 step (0, 1), threads 256,
    smem layout!((_256, _8):(_1, _260)),
    copy make_tiled_copy(CopyAtom::<SM80_CP_ASYNC_CACHEALWAYS<_32>, f32>::new(), layout!((_256, _1)), layout!((_1, _1)))
}

/// Byte of A's tile where rows `4q .. 4q + 4` of column `k` of thread `tid` of the f32 units are.
#[inline(always)]
pub fn a(tid: u32, q: usize, k: usize) -> u32 {
    let sA = places(layout!((_192, _8):(_1, _260))); // (BLK_M,BLK_K)
    let tCsA = Mma::new().get_slice(tid).partition_A(&sA); // (MMA,MMA_M,MMA_K)
    tCsA.at((0usize, 4 * q, k)) * 4
}

/// Byte of B's tile where its rows `4p .. 4p + 4` of column `k` are.
#[inline(always)]
pub fn b(tid: u32, p: usize, k: usize) -> u32 {
    let sB = places(layout!((_128, _8):(_1, _132))); // (BLK_N,BLK_K)
    let tCsB = Mma::new().get_slice(tid).partition_B(&sB); // (MMA,MMA_N,MMA_K)
    tCsB.at((0usize, 4 * p, k)) * 4
}

/// Where its sum `(i, j)` goes in C's tile in shared memory, in elements.
#[inline(always)]
pub fn sum(tid: u32, i: usize, j: usize) -> u32 {
    let sC = places(layout!((_192, _128):(_132, _1))); // (BLK_M,BLK_N)
    let tCsC = Mma::new().get_slice(tid).partition_C(&sC); // (MMA,MMA_M,MMA_N)
    tCsC.at((0usize, i, j))
}

/// Byte of A's tile where value `v` of block row `i` of thread `tid` of the tensor cores is.
#[inline(always)]
pub fn double_a(tid: u32, v: usize, i: usize) -> u32 {
    let sA = places(layout!((_64, _8):(_1, _260))); // (BLK_M,BLK_K)
    let tCsA = DoubleMma::new().get_slice(tid).partition_A(&sA); // (MMA,MMA_M,MMA_K)
    (ROWS + tCsA.at((v, i, 0usize))) * 4
}

/// Byte of B's tile where value `v` of its block column `j` is.
#[inline(always)]
pub fn double_b(tid: u32, v: usize, j: usize) -> u32 {
    let sB = places(layout!((_128, _8):(_1, _132))); // (BLK_N,BLK_K)
    let tCsB = DoubleMma::new().get_slice(tid).partition_B(&sB); // (MMA,MMA_N,MMA_K)
    tCsB.at((v, j, 0usize)) * 4
}

/// Where value `v` of its accumulator `(i, j)` goes in C's tile in shared memory, in elements.
#[inline(always)]
pub fn double_sum(tid: u32, v: usize, i: usize, j: usize) -> u32 {
    let sC = places(layout!((_64, _128):(_132, _1))); // (BLK_M,BLK_N)
    let tCsC = DoubleMma::new().get_slice(tid).partition_C(&sC); // (MMA,MMA_M,MMA_N)
    ROWS * singles::PITCH + tCsC.at((v, i, j))
}

#[cfg(all(test, not(sanitized)))]
mod tests {
    use super::super::super::tile::Tile;
    use super::*;
    use azulejo_layout::judge::shared_access;

    /// What the lanes of a warp touch at once, in passes more than it must take.
    fn extra(width: i64, at: impl Fn(u32) -> u32) -> i64 {
        let cost = shared_access(
            &std::array::from_fn::<i64, 32, _>(|l| at(l as u32) as i64),
            width,
        );
        cost.passes as i64 - cost.ideal as i64
    }

    /// Every element of a tile of A is copied once, to its place.
    fn copies<T: Tile>(run: u32) {
        let mut seen = vec![false; 8 * PITCH as usize];
        for copy in 0..T::COPIES {
            for tid in 0..T::THREADS {
                let (mn, k) = T::source(tid);
                let (mn, k) = (mn + copy * T::STEP.0, k + copy * T::STEP.1);
                let at = T::target(tid, copy as usize);
                assert_eq!(at, 4 * (mn + PITCH * k));
                for e in 0..run {
                    let at = match T::ALONG {
                        super::super::super::tile::Along::K => mn + PITCH * (k + e),
                        super::super::super::tile::Along::Mn => mn + e + PITCH * k,
                    };
                    assert!(!std::mem::replace(&mut seen[at as usize], true));
                }
            }
            assert_eq!(extra(4, |l| T::target(l, copy as usize) * 4 / T::WIDTH), 0);
        }
        assert_eq!(seen.iter().filter(|s| **s).count(), 2048);
    }

    #[test]
    fn every_element_of_a_is_copied_once() {
        copies::<Vectors<KMajor>>(4);
        copies::<Vectors<MnMajor>>(4);
        copies::<Elements<KMajor>>(1);
        copies::<Elements<MnMajor>>(1);
    }

    #[test]
    fn operands_meet_in_sums_that_cover_the_tile() {
        let pitch = singles::PITCH;
        let mut seen = vec![false; (TILE.0 * pitch) as usize];
        for tid in 0..SINGLES {
            for (i, j) in (0..12).flat_map(|i| (0..8).map(move |j| (i, j))) {
                let m = a(tid, i / 4, 0) / 4 + i as u32 % 4;
                let n = b(tid, j / 4, 0) / 4 + j as u32 % 4;
                assert_eq!(sum(tid, i, j), m * pitch + n);
                assert!(!std::mem::replace(
                    &mut seen[(m * pitch + n) as usize],
                    true
                ));
            }
            assert_eq!(a(tid, 1, 3) - a(tid, 1, 0), 3 * 4 * PITCH);
            assert_eq!(b(tid, 1, 3) - b(tid, 1, 0), 3 * 4 * pitch);
        }
        for tid in 0..THREADS - SINGLES {
            for (v, i, j) in
                (0..4).flat_map(|v| (0..4).flat_map(move |i| (0..4).map(move |j| (v, i, j))))
            {
                // Value v of a sum is in row (v / 2) of the fragment of A and column 2 · (lane % 4) + v % 2.
                let m = double_a(tid, v / 2, i) / 4 % PITCH;
                let other = tid / 32 * 32 + 4 * (2 * (tid % 4) + v as u32 % 2);
                let n = double_b(other, 0, j) / 4 % pitch;
                assert_eq!(double_sum(tid, v, i, j), m * pitch + n);
                assert!(!std::mem::replace(
                    &mut seen[(m * pitch + n) as usize],
                    true
                ));
            }
            for v in 0..4 {
                // The same k of both operands.
                let k = double_a(tid, v, 0) / 4 / PITCH;
                assert_eq!(k, 2 * (tid % 4) + v as u32 / 2);
                assert_eq!(double_b(tid, v / 2, 0) / 4 / pitch, k);
            }
        }
        assert_eq!(
            seen.iter().filter(|s| **s).count(),
            (TILE.0 * TILE.1) as usize
        );
    }

    #[test]
    fn no_read_meets_in_a_bank() {
        for at in 0..4 {
            assert_eq!(extra(4, |l| double_a(l, at, 1)), 0);
            assert_eq!(extra(4, |l| double_b(l, at % 2, 1)), 0);
        }
        for q in 0..3 {
            let cost = |f: &dyn Fn(u32) -> u32| {
                shared_access(
                    &std::array::from_fn::<i64, 32, _>(|l| f(l as u32) as i64),
                    16,
                )
            };
            for cost in [cost(&|l| a(l, q, 1)), cost(&|l| b(l, q % 2, 1))] {
                assert!(cost.passes <= cost.ideal.max(4), "{cost:?}");
            }
        }
    }
}
