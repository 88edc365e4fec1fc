//! Tiles for f32 multiply-adds: 128 × 8 elements, transposed on their way where K is contiguous.
//!
//! Four warps, two by two, make a 128 × 128 tile of C; a thread makes 16 × 8 of it. In shared memory M or N is contiguous, whatever
//! the order in global memory, so that a thread reads its operands of one k as vectors of four: six 16-byte loads for 128
//! multiply-adds. The rows of M or N are 132 apart: copies of 8 values of k by 4 rows meet in no bank.
//!
//! ```text
//! lane = (2, 4, 4): n, m, n              m = 4 · lane_m + 32 · warp_m + v + 16 · q + 64 · half      v: 4, q: 2, half: 2
//!   n: lane%2 + 2·(lane/8)               n = 4 · lane_n + 64 · warp_n + v + 32 · p                  v: 4, p: 2
//!   m: lane/2 % 4
//! ```
//!
//! The eight lanes of a quarter of a warp read two vectors of B and four of A, the others the same or their neighbours.

use azulejo_layout::ints::*;
use azulejo_layout::{Layout, Under, layout};
use azulejo_tensor::atom::{
    CopyAtom, SM80_CP_ASYNC_CACHEALWAYS, SM80_CP_ASYNC_CACHEGLOBAL, UniversalCopy, UniversalFMA,
};
use azulejo_tensor::{TiledMma, make_tiled_copy};

use super::place::places;
use super::tile::{KMajor, MnMajor, tile};

/// (M, N, K) to thread.
type Threads = Layout<((_4, _2), ((_2, _4), _2), _1), ((_2, _32), ((_1, _8), _64), _0)>;
/// Thread, then value, to m.
type Rows = Layout<(_4, _2, _4, _2, _2), (_4, _32, _1, _16, _64)>;
/// Thread, then value, to n.
type Columns = Layout<(_8, _2, _4, _2), (_4, _64, _1, _32)>;

/// The tiled multiply-accumulate.
pub type Mma = TiledMma<UniversalFMA<f32>, Threads, (Rows, Columns, Under)>;

/// Extents of the tile of C.
pub const TILE: (u32, u32) = (128, 128);
/// Elements from one k of an operand, or row of C, in shared memory to the next.
pub const PITCH: u32 = 132;

/// An operand in order `O`.
pub struct Singles<O>(core::marker::PhantomData<O>);

tile! {
    [] Singles<KMajor>, K, (128, _128) x (8, _8), size 4, unit 4, bytes 4224, copies 8 step (16, 0), threads 128,
    smem layout!((_128, _8):(_1, _132)),
    copy make_tiled_copy(CopyAtom::<SM80_CP_ASYNC_CACHEALWAYS<_32>, f32>::new(), layout!((_16, _8):(_8, _1)), layout!((_1, _1)))
}

tile! {
    [] Singles<MnMajor>, Mn, (128, _128) x (8, _8), size 4, unit 4, bytes 4224, copies 8 step (0, 1), threads 128,
    smem layout!((_128, _8):(_1, _132)),
    copy make_tiled_copy(CopyAtom::<SM80_CP_ASYNC_CACHEALWAYS<_32>, f32>::new(), layout!((_128, _1)), layout!((_1, _1)))
}

/// An operand in order `O` of which 16 bytes are read at a time: with K contiguous, two threads a row of the tile.
pub struct Vectors<O>(core::marker::PhantomData<O>);

tile! {
    [] Vectors<KMajor>, K, (128, _128) x (8, _8), size 4, unit 4, bytes 4224, copies 2 step (64, 0), threads 128,
    smem layout!((_128, _8):(_1, _132)),
    copy make_tiled_copy(CopyAtom::<UniversalCopy<_128>, f32>::new(), layout!((_64, _2):(_2, _1)), layout!((_1, _4):(_0, _1)))
}

tile! {
    [] Vectors<MnMajor>, Mn, (128, _128) x (8, _8), size 4, unit 4, bytes 4224, copies 2 step (0, 4), threads 128,
    smem layout!((_128, _8):(_1, _132)),
    copy make_tiled_copy(CopyAtom::<SM80_CP_ASYNC_CACHEGLOBAL<_128>, f32>::new(), layout!((_32, _4)), layout!((_4, _1)))
}

/// Byte of A's tile where this thread's rows `4q .. 4q + 4` of column `k` are.
#[inline(always)]
pub fn a(tid: u32, q: usize, k: usize) -> u32 {
    let sA = places(layout!((_128, _8):(_1, _132))); // (BLK_M,BLK_K)
    let tCsA = Mma::new().get_slice(tid).partition_A(&sA); // (MMA,MMA_M,MMA_K)
    tCsA.at((0usize, 4 * q, k)) * 4
}

/// Byte of B's tile where this thread's rows `4p .. 4p + 4` of column `k` are.
#[inline(always)]
pub fn b(tid: u32, p: usize, k: usize) -> u32 {
    let sB = places(layout!((_128, _8):(_1, _132))); // (BLK_N,BLK_K)
    let tCsB = Mma::new().get_slice(tid).partition_B(&sB); // (MMA,MMA_N,MMA_K)
    tCsB.at((0usize, 4 * p, k)) * 4
}

/// Where, in C's tile in shared memory, this thread's sum `(i, j)` goes, in elements.
#[inline(always)]
pub fn accumulator(tid: u32, i: usize, j: usize) -> u32 {
    let sC = places(layout!((_128, _128):(_132, _1))); // (BLK_M,BLK_N)
    let tCsC = Mma::new().get_slice(tid).partition_C(&sC); // (MMA,MMA_M,MMA_N)
    tCsC.at((0usize, i, j))
}

#[cfg(all(test, not(sanitized)))]
mod tests {
    use super::super::tile::Tile;
    use super::*;
    use azulejo_layout::check::shared_access;

    fn copies<T: Tile>() {
        let mut seen = vec![false; 8 * PITCH as usize];
        for copy in 0..T::COPIES {
            for tid in 0..128 {
                let (mn, k) = T::source(tid);
                let (mn, k) = (mn + copy * T::STEP.0, k + copy * T::STEP.1);
                assert_eq!(T::target(tid, copy as usize), 4 * (mn + PITCH * k));
                assert!(!std::mem::replace(
                    &mut seen[(mn + PITCH * k) as usize],
                    true
                ));
            }
            let lanes = std::array::from_fn::<i64, 32, _>(|lane| {
                T::target(lane as u32, copy as usize) as i64
            });
            let cost = shared_access(&lanes, 4);
            assert_eq!(cost.passes, cost.ideal, "{cost:?}");
        }
        assert_eq!(seen.iter().filter(|s| **s).count(), 1024);
    }

    #[test]
    fn both_orders_arrive_with_m_contiguous_and_without_conflicts() {
        copies::<Singles<KMajor>>();
        copies::<Singles<MnMajor>>();
    }

    #[test]
    fn vectors_arrive_where_elements_do() {
        let mut seen = [[false; 1024]; 2];
        for copy in 0..2 {
            for tid in 0..128 {
                let (mn, k) = Vectors::<KMajor>::source(tid);
                let mn = mn + 64 * copy as u32;
                for e in 0..4 {
                    let at = Vectors::<KMajor>::target(tid, copy) + 4 * PITCH * e;
                    assert_eq!(at, 4 * (mn + PITCH * (k + e)));
                    seen[0][(mn + 128 * (k + e)) as usize] = true;
                }
                let (mn, k) = Vectors::<MnMajor>::source(tid);
                let at = Vectors::<MnMajor>::target(tid, copy);
                assert_eq!(at, 4 * (mn + PITCH * (k + 4 * copy as u32)));
                assert_eq!(at % 16, 0);
                (0..4)
                    .for_each(|e| seen[1][(mn + e + 128 * (k + 4 * copy as u32)) as usize] = true);
            }
        }
        assert!(seen.iter().flatten().all(|s| *s));
        let lanes = std::array::from_fn::<i64, 32, _>(|lane| {
            Vectors::<KMajor>::target(lane as u32, 1) as i64
        });
        assert_eq!(
            shared_access(&lanes, 4).passes,
            shared_access(&lanes, 4).ideal
        );
    }

    #[test]
    fn vectors_of_operands_meet_in_the_sums() {
        let mut seen = vec![false; 128 * PITCH as usize];
        for tid in 0..128 {
            for (i, j) in (0..16).flat_map(|i| (0..8).map(move |j| (i, j))) {
                let m = a(tid, i / 4, 0) / 4 + i as u32 % 4;
                let n = b(tid, j / 4, 0) / 4 + j as u32 % 4;
                let at = accumulator(tid, i, j);
                assert_eq!(at, m * PITCH + n);
                assert_eq!(m / 64, i as u32 / 8);
                assert!(!std::mem::replace(&mut seen[at as usize], true));
            }
            assert_eq!(a(tid, 1, 3) - a(tid, 1, 0), 3 * 4 * PITCH);
        }
        for p in 0..2 {
            let lanes = |f: &dyn Fn(u32) -> u32| {
                std::array::from_fn::<i64, 32, _>(|lane| f(lane as u32) as i64)
            };
            for access in [lanes(&|l| a(l, p, 1)), lanes(&|l| b(l, p, 1))] {
                let cost = shared_access(&access, 16);
                assert!(cost.passes <= cost.ideal.max(4), "{cost:?}");
            }
        }
    }
}
