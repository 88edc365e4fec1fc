//! Tiles of 128 × 64 bytes for `ldmatrix` and `mma.sync`, counted in 16-bit units.
//!
//! Four warps share a 128 × 128 tile of C, two by two. With K contiguous, an operand of any type is a tile of 128 rows of 32
//! units: the fragments of `m16n8k16` (16-bit), `m16n8k8` (tf32) and `m16n8k32` (8-bit) hold the same bytes of it. Only 16-bit
//! operands may be M- or N-major, for `ldmatrix.trans` turns 16-bit elements.
//!
//! | contiguous | shared memory, in units | copies of 16 bytes, threads | read by |
//! |---|---|---|---|
//! | K | `Sw<2,3,3> o (128,32):(32,1)` | `(32,4):(4,1)`, four rounds along M or N | `ldmatrix` |
//! | M or N | `Sw<3,3,4> o (128,32):(1,128)` | `(16,8):(1,16)`, four rounds along K | `ldmatrix.trans` |
//!
//! Both swizzles put the eight rows of each 8 × 8 matrix into different banks.

use azulejo_layout::ints::*;
use azulejo_layout::{ComposedLayout, Layout, Swizzle, layout};
use azulejo_tensor::atom::{
    CopyAtom, SM75_U16x8_LDSM_T, SM75_U32x4_LDSM_N, SM80_16x8x16_F32F16F16F32_TN,
    SM80_CP_ASYNC_CACHEGLOBAL,
};
use azulejo_tensor::{TiledMma, f16, make_tiled_copy, make_tiled_copy_A, make_tiled_copy_B};
use core::marker::PhantomData;

use super::place::places;
use super::tile::{KMajor, MnMajor, Tile, tile};

/// The tiled multiply-accumulate: 2 × 2 warps, each taking two neighbouring atoms along N at a time.
pub type Mma =
    TiledMma<SM80_16x8x16_F32F16F16F32_TN, Layout<(_2, _2, _1), (_1, _2, _0)>, (_32, _32, _16)>;

/// Extents of the tile of C.
pub const TILE: (u32, u32) = (128, 128);
/// Elements from one row of C in shared memory to the next: 8 more than a row has, so that no two lanes meet in a bank.
pub const PITCH: u32 = 136;

/// An operand of elements `T` in order `O`.
pub struct Halves<T, O>(PhantomData<(T, O)>);

/// A tile with the addresses that `ldmatrix` takes.
pub trait Matrices: Tile {
    /// Whether `ldmatrix` must transpose.
    const TRANSPOSE: bool;

    /// Byte address, in A's tile, of this thread's row for the 16 × 16 units at block `i` of 32 rows and step `k` of 16 columns.
    fn a(tid: u32, i: usize, k: usize) -> u32;

    /// The same in B's tile: two blocks of eight rows and 16 columns, the pair `j`.
    fn b(tid: u32, j: usize, k: usize) -> u32;
}

/// The K-major tile in shared memory.
type RowsOfK = ComposedLayout<Swizzle<_2, _3, _3>, _0, Layout<(_128, _32), (_32, _1)>>;
/// The M- or N-major tile in shared memory.
type RowsOfMn = ComposedLayout<Swizzle<_3, _3, _4>, _0, Layout<(_128, _32), (_1, _128)>>;

macro_rules! halves {
    ($($order:ident, $along:ident, $smem:ty, copiers $threads:expr, $values:expr, step $step:expr, $ldsm:ident, $transpose:literal;)*
        => $types:tt) => {
        $(halves!(@types $order, $along, $smem, $threads, $values, $step, $ldsm, $transpose, $types);)*
    };
    (@types $order:ident, $along:ident, $smem:ty, $threads:expr, $values:expr, $step:expr, $ldsm:ident, $transpose:literal, ($($t:ty, $size:literal;)*)) => {$(
        tile! {
            Halves<$t, $order>, $along, (128, _128) x (32, _32), size $size, unit 2, bytes 8192,
            copies 4 step $step,
            smem <$smem>::default(),
            copy make_tiled_copy(CopyAtom::<SM80_CP_ASYNC_CACHEGLOBAL<_128>, f16>::new(), $threads, $values)
        }

        impl Matrices for Halves<$t, $order> {
            const TRANSPOSE: bool = $transpose;

            #[inline(always)]
            fn a(tid: u32, i: usize, k: usize) -> u32 {
                let sA = places(<$smem>::default()); // (BLK_M,BLK_K)
                let copy = make_tiled_copy_A(CopyAtom::<$ldsm, f16>::new(), Mma::new());
                let tXsA = copy.get_slice(tid).partition_S(&sA); // (CPY,CPY_M,CPY_K)
                tXsA.at((0usize, i, k)) * 2
            }

            #[inline(always)]
            fn b(tid: u32, j: usize, k: usize) -> u32 {
                let sB = places(<$smem>::default()); // (BLK_N,BLK_K)
                let copy = make_tiled_copy_B(CopyAtom::<$ldsm, f16>::new(), Mma::new());
                let tXsB = copy.get_slice(tid).partition_S(&sB); // (CPY,CPY_N,CPY_K)
                tXsB.at((0usize, j, k)) * 2
            }
        }
    )*};
}

use azulejo_tensor::{Tf32, bf16};

halves! {
    KMajor, K, RowsOfK, copiers layout!((_32, _4):(_4, _1)), layout!((_1, _8):(_0, _1)), step (32, 0), SM75_U32x4_LDSM_N, false;
    => (f16, 2; bf16, 2; Tf32, 4; i8, 1;)
}

halves! {
    MnMajor, Mn, RowsOfMn, copiers layout!((_16, _8):(_1, _16)), layout!((_8, _1):(_1, _0)), step (0, 8), SM75_U16x8_LDSM_T, true;
    => (f16, 2; bf16, 2;)
}

/// Where, in C's tile in shared memory, value `v` of the accumulator of block row `i` and block column `j` goes, in elements.
#[inline(always)]
pub fn accumulator(tid: u32, v: usize, i: usize, j: usize) -> u32 {
    let sC = places(layout!((_128, _128):(_136, _1))); // (BLK_M,BLK_N)
    let tCsC = Mma::new().get_slice(tid).partition_C(&sC); // (MMA,MMA_M,MMA_N)
    tCsC.at((v, i, j))
}

#[cfg(test)]
mod tests {
    use super::*;
    use azulejo_layout::judge::shared_access;

    /// Where each unit of the tile lies: `(mn, k)` by place.
    fn inverse(place: impl Fn(usize, usize) -> u32) -> Vec<(u32, u32)> {
        let mut units = vec![None; 128 * 32];
        for mn in 0..128 {
            for k in 0..32 {
                let at = &mut units[place(mn, k) as usize];
                assert_eq!(at.replace((mn as u32, k as u32)), None);
            }
        }
        units.into_iter().map(Option::unwrap).collect()
    }

    /// The unit `(mn, k)` that element `e` of register `r` of `lane` holds after `ldmatrix` from these addresses.
    fn loaded(
        units: &[(u32, u32)],
        address: impl Fn(u32) -> u32,
        transpose: bool,
        [lane, r, e]: [u32; 3],
    ) -> (u32, u32) {
        let (row, column) = if transpose {
            (2 * (lane % 4) + e, lane / 4)
        } else {
            (lane / 4, 2 * (lane % 4) + e)
        };
        units[(address(8 * r + row) / 2 + column) as usize]
    }

    fn check<T: Matrices>(place: impl Fn(usize, usize) -> u32) {
        let units = inverse(place);
        // Every unit is copied once, to its place, and no eight lanes meet in a bank.
        let mut seen = vec![false; units.len()];
        let scale = T::SIZE;
        for copy in 0..T::COPIES {
            for tid in 0..128 {
                let (mn, k) = T::source(tid);
                let (mn, k) = (mn + copy * T::STEP.0, (k + copy * T::STEP.1) * scale / 2);
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
        // Fragments are what the instruction asks for.
        let flat = places(layout!((_128, _32)));
        for tid in 0..128u32 {
            let (lane, warp) = (tid % 32, tid / 32 * 32);
            let thread = Mma::new().get_slice(tid);
            let (tCrA, tCrB) = (thread.partition_A(&flat), thread.partition_B(&flat));
            for (i, k) in (0..4).flat_map(|i| [(i, 0), (i, 1)]) {
                for v in 0..8usize {
                    let expected = tCrA.at((v, i, k));
                    let which = [lane, v as u32 / 2, v as u32 % 2];
                    let (mn, at) = loaded(&units, |l| T::a(warp + l, i, k), T::TRANSPOSE, which);
                    assert_eq!(
                        mn + 128 * at,
                        expected,
                        "A: thread {tid}, value {v} of ({i}, {k})"
                    );
                }
                for (which, v) in (0..2).flat_map(|w| (0..4usize).map(move |v| (w, v))) {
                    let expected = tCrB.at((v, 2 * i + which, k));
                    let r = 2 * which as u32 + v as u32 / 2;
                    let (mn, at) = loaded(
                        &units,
                        |l| T::b(warp + l, i, k),
                        T::TRANSPOSE,
                        [lane, r, v as u32 % 2],
                    );
                    assert_eq!(
                        mn + 128 * at,
                        expected,
                        "B: thread {tid}, value {v} of ({i}, {which}, {k})"
                    );
                }
                let rows = |f: &dyn Fn(u32) -> u32| {
                    std::array::from_fn::<i64, 32, _>(|l| f(warp + l as u32) as i64)
                };
                for access in [rows(&|l| T::a(l, i, k)), rows(&|l| T::b(l, i, k))] {
                    let cost = shared_access(&access, 16);
                    assert_eq!(cost.passes, cost.ideal, "{cost:?}");
                }
            }
        }
    }

    #[test]
    fn k_major_fragments() {
        let smem = places(RowsOfK::default());
        check::<Halves<f16, KMajor>>(|mn, k| smem.at((mn, k)));
        check::<Halves<i8, KMajor>>(|mn, k| smem.at((mn, k)));
        check::<Halves<Tf32, KMajor>>(|mn, k| smem.at((mn, k)));
    }

    #[test]
    fn mn_major_fragments() {
        let smem = places(RowsOfMn::default());
        check::<Halves<bf16, MnMajor>>(|mn, k| smem.at((mn, k)));
    }

    #[test]
    fn accumulators_cover_the_tile() {
        let mut seen = vec![false; 128 * PITCH as usize];
        for tid in 0..128 {
            for (v, i, j) in
                (0..4).flat_map(|v| (0..4).flat_map(move |i| (0..8).map(move |j| (v, i, j))))
            {
                let at = accumulator(tid, v, i, j) as usize;
                assert!(at / PITCH as usize / 32 == i && !std::mem::replace(&mut seen[at], true));
            }
        }
        assert_eq!(seen.iter().filter(|s| **s).count(), 128 * 128);
    }
}
