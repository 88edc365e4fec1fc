//! Panels of 64 × 64 elements of 16 bits, in shared memory as the copy engine swizzles them.
//!
//! | panel | elements |
//! |---|---|
//! | K contiguous | `Sw<3,3,3> o (64,64):(64,1)` |
//! | M or N contiguous | `Sw<3,3,3> o (64,64):(1,64)` |
//! | sums of a warp, f32, 16 rows | `Sw<2,3,3> o (16,64):(64,1)` |
//! | sums of a warp, 16 bits, 32 rows | `Sw<3,3,3> o (32,64):(64,1)` |
//!
//! Both kinds of panels are 64 lines of 128 bytes, a box of one tensor map each. A tile of A is two of them, of B four, one behind the
//! other; a warp reads one of each.
#![cfg_attr(
    not(any(all(test, not(sanitized)), doc, target_arch = "nvptx64")),
    allow(unused_imports)
)]

use azulejo_layout::ints::*;
use azulejo_layout::{ComposedLayout, Layout, Swizzle};
use azulejo_tensor::atom::{
    CopyAtom, SM75_U16x8_LDSM_T, SM75_U32x4_LDSM_N, SM80_16x8x16_F32F16F16F32_TN,
};
use azulejo_tensor::{TiledMma, f16, make_tiled_copy_A, make_tiled_copy_B};

use super::super::place::places;
use super::super::tile::{KMajor, MnMajor};

/// Extents of a block's tile of C.
pub const TILE: (u32, u32) = (128, 256);
/// Values of k in a stage, rows of a panel, elements of a line of it.
pub const EDGE: u32 = 64;
/// Bytes of a panel.
pub const PANEL: u32 = EDGE * EDGE * 2;
/// Panels of A and of B in a stage.
pub const PANELS: (u32, u32) = (TILE.0 / EDGE, TILE.1 / EDGE);
/// Bytes of a stage.
pub const STAGE: u32 = (PANELS.0 + PANELS.1) * PANEL;
/// Stages.
pub const STAGES: u32 = 4;
/// Warps that multiply: one for each pair of panels.
pub const WARPS: u32 = PANELS.0 * PANELS.1;
/// Threads: theirs, and the warpgroup's whose first warp feeds them: registers are handed over by whole warpgroups.
pub const THREADS: u32 = 32 * (WARPS + 4);
/// Bytes through which a warp stores its sums.
pub const STORE: u32 = 4096;
/// Bytes of shared memory: stages, sums on their way, two barriers a stage, and what aligns them to 1,024.
pub const SHARED: u32 = STAGES * STAGE + WARPS * STORE + STAGES * 16 + 1024;

const _: () = assert!(SHARED <= 227 << 10);

/// A warp's multiply-accumulate: 16 × 16 of C at a time.
pub type WarpMma =
    TiledMma<SM80_16x8x16_F32F16F16F32_TN, Layout<(_1, _1, _1), (_0, _0, _0)>, (_16, _16, _16)>;
/// Rows of sums in f32 on their way.
pub type Sums = ComposedLayout<Swizzle<_2, _3, _3>, _0, Layout<(_16, _64), (_64, _1)>>;
/// Rows of sums in 16 bits on their way.
pub type NarrowSums = ComposedLayout<Swizzle<_3, _3, _3>, _0, Layout<(_32, _64), (_64, _1)>>;

/// The addresses that `ldmatrix` takes of a panel.
pub trait Panel {
    /// Whether `ldmatrix` must transpose.
    const TRANSPOSE: bool;

    /// Byte address of this lane's row for the 16 × 16 elements at rows `16 * i` and step `k` of 16 columns, A's.
    fn a(lane: u32, i: usize, k: usize) -> u32;

    /// The same of B's: two blocks of eight rows.
    fn b(lane: u32, i: usize, k: usize) -> u32;
}

#[cfg(any(all(test, not(sanitized)), doc, target_arch = "nvptx64"))]
macro_rules! panel {
    ($($order:ident, $stride:ty, $ldsm:ident, $transpose:literal;)*) => {$(
        impl Panel for $order {
            const TRANSPOSE: bool = $transpose;

            #[inline(always)]
            fn a(lane: u32, i: usize, k: usize) -> u32 {
                let sA = places(ComposedLayout::<Swizzle<_3, _3, _3>, _0, Layout<(_64, _64), $stride>>::default()); // (64,64)
                let copy = make_tiled_copy_A(CopyAtom::<$ldsm, f16>::new(), WarpMma::new());
                let tXsA = copy.get_slice(lane).partition_S(&sA); // (CPY,CPY_M,CPY_K)
                tXsA.at((0usize, i, k)) * 2
            }

            #[inline(always)]
            fn b(lane: u32, i: usize, k: usize) -> u32 {
                let sB = places(ComposedLayout::<Swizzle<_3, _3, _3>, _0, Layout<(_64, _64), $stride>>::default()); // (64,64)
                let copy = make_tiled_copy_B(CopyAtom::<$ldsm, f16>::new(), WarpMma::new());
                let tXsB = copy.get_slice(lane).partition_S(&sB); // (CPY,CPY_N,CPY_K)
                tXsB.at((0usize, i, k)) * 2
            }
        }
    )*};
}

#[cfg(any(all(test, not(sanitized)), doc, target_arch = "nvptx64"))]
panel! {
    KMajor, (_64, _1), SM75_U32x4_LDSM_N, false;
    MnMajor, (_1, _64), SM75_U16x8_LDSM_T, true;
}

/// Where value `v` of accumulator `j` of a row of them goes among [`Sums`], in elements.
#[cfg(any(all(test, not(sanitized)), doc, target_arch = "nvptx64"))]
#[inline(always)]
pub fn sum(lane: u32, v: usize, j: usize) -> u32 {
    let sC = places(Sums::default()); // (16,64)
    let tCsC = WarpMma::new().get_slice(lane).partition_C(&sC); // (MMA,MMA_M,MMA_N)
    tCsC.at((v, 0usize, j))
}

/// The same among [`NarrowSums`], accumulator `(i, j)` of two rows of them.
#[cfg(any(all(test, not(sanitized)), doc, target_arch = "nvptx64"))]
#[inline(always)]
pub fn narrow_sum(lane: u32, v: usize, i: usize, j: usize) -> u32 {
    let sC = places(NarrowSums::default()); // (32,64)
    let tCsC = WarpMma::new().get_slice(lane).partition_C(&sC); // (MMA,MMA_M,MMA_N)
    tCsC.at((v, i, j))
}

#[cfg(all(test, not(sanitized)))]
mod tests {
    use super::super::super::tile::{inverse, loaded};
    use super::*;
    use azulejo_layout::check::shared_access;
    use azulejo_layout::layout;

    /// Where the copy engine puts element `at` of line `line`: the 16 bytes it is in change places by the line.
    fn swizzled(line: usize, at: usize) -> u32 {
        (line * 64 + ((at / 8) ^ (line % 8)) * 8 + at % 8) as u32
    }

    /// No lane waits for another where all access `bytes` at `address`.
    fn check_banks(bytes: u32, address: impl Fn(u32) -> u32) {
        let lanes = std::array::from_fn::<i64, 32, _>(|lane| address(lane as u32) as i64);
        let cost = shared_access(&lanes, bytes as _);
        assert_eq!(cost.passes, cost.ideal, "{cost:?}");
    }

    /// Fragments of 16 × 16 elements, `values` of a thread's in one of the accumulator's operands, are the `expected` ones; rows of them,
    /// or steps, are a constant apart.
    fn check_fragments<P: Panel>(
        address: fn(u32, usize, usize) -> u32,
        values: usize,
        expected: impl Fn(u32, usize, usize, usize) -> u32,
    ) {
        let units = inverse((64, 64), |mn, k| {
            if P::TRANSPOSE {
                swizzled(k, mn)
            } else {
                swizzled(mn, k)
            }
        });
        for (i, k) in (0..4).flat_map(|i| (0..4).map(move |k| (i, k))) {
            for lane in 0..32 {
                let first = if P::TRANSPOSE {
                    address(lane, i, 0) + k as u32 * 2048
                } else {
                    address(lane, 0, k) + i as u32 * 2048
                };
                assert_eq!(address(lane, i, k), first);
                for v in 0..8 {
                    let which = [lane, v as u32 / 2, v as u32 % 2];
                    let found = loaded(&units, |l| address(l, i, k), P::TRANSPOSE, which);
                    let at = expected(lane, v % values, 8 / values * i + v / values, k);
                    assert_eq!(found, (at % 64, at / 64), "lane {lane}, ({v}, {i}, {k})");
                }
            }
            check_banks(16, |lane| address(lane, i, k));
        }
    }

    fn check_panels<P: Panel>() {
        let flat = places(layout!((_64, _64)));
        let mma = WarpMma::new();
        check_fragments::<P>(P::a, 8, |lane, v, i, k| {
            mma.get_slice(lane).partition_A(&flat).at((v, i, k))
        });
        check_fragments::<P>(P::b, 4, |lane, v, j, k| {
            mma.get_slice(lane).partition_B(&flat).at((v, j, k))
        });
    }

    #[test]
    fn panels_are_read_where_the_copy_engine_puts_them() {
        check_panels::<KMajor>();
        check_panels::<MnMajor>();
    }

    /// Every element has a place of its own, neighbours side by side, and no lane waits for another.
    #[test]
    fn sums_on_their_way_do_not_meet() {
        let mut seen = [false; 16 * 64];
        for (j, v) in (0..8).flat_map(|j| (0..4).map(move |v| (j, v))) {
            for lane in 0..32 {
                assert_eq!(sum(lane, v, j), sum(lane, v & 2, j) + v as u32 % 2);
                assert!(!std::mem::replace(
                    &mut seen[sum(lane, v, j) as usize],
                    true
                ));
            }
            check_banks(8, |lane| 4 * sum(lane, v & 2, j));
        }
        let mut seen = [false; 32 * 64];
        for (i, j, v) in (0..64).map(|at| (at / 32, at / 4 % 8, at % 4)) {
            for lane in 0..32 {
                let at = narrow_sum(lane, v, i, j);
                assert_eq!(at, narrow_sum(lane, v & 2, i, j) + v as u32 % 2);
                assert!(!std::mem::replace(&mut seen[at as usize], true));
            }
            check_banks(4, |lane| 2 * narrow_sum(lane, v & 2, i, j));
        }
        let (wide, narrow) = (places(Sums::default()), places(NarrowSums::default()));
        for row in (0..16).step_by(2) {
            check_banks(16, |lane| {
                4 * wide.at((row + lane as usize / 16, lane as usize % 16 * 4))
            });
        }
        for row in (0..32).step_by(4) {
            check_banks(16, |lane| {
                2 * narrow.at((row + lane as usize / 8, lane as usize % 8 * 8))
            });
        }
    }
}
