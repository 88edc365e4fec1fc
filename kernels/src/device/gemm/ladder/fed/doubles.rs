//! Panels of f64 in shared memory as the copy engine swizzles them, read a value at a time.
//!
//! | panel | elements |
//! |---|---|
//! | K contiguous | `Sw<3,1,3> o (64,16):(16,1)` |
//! | M or N contiguous | `Sw<3,1,3> o ((16,4),16):((1,256),16)`, four boxes |
//! | values of k in the instruction's order | `Sw<2,0,2> o (4,4):(4,1)` |
//! | sums of a warp, 16 rows | `Sw<1,3,2> o (16,32):(32,1)` |
//!
//! The instruction sums over k in any order, as long as A and B have the same. In its own, four neighbouring values of k of four rows
//! would meet in the banks of a panel, for the engine moves 16 bytes at a time; in this one the four of a half warp have bits 0 and 3
//! all different, which settles it where K is contiguous, and bits 1 and 2, which does where M or N is.
//!
//! All maps here are linear over bits: the place of a value is the lane's place of the first, with bits turned that the value alone
//! decides. So a lane keeps one place an operand.
#![cfg_attr(
    not(any(all(test, not(sanitized)), doc, target_arch = "nvptx64")),
    allow(unused_imports)
)]

use azulejo_layout::ints::*;
use azulejo_layout::{ComposedLayout, Layout, Swizzle, Under, layout};
use azulejo_tensor::TiledMma;
use azulejo_tensor::atom::SM90_16x8x8_F64F64F64F64_TN;

use super::super::place::places;
use super::super::tile::{KMajor, MnMajor};
use super::plan::{Passage, Plan};

/// The block for f64.
pub struct Doubles;

impl Plan for Doubles {
    const TILE: (u32, u32) = (128, 128);
    const EDGE: u32 = 16;
    const ROWS: u32 = 128;
    const STAGES: u32 = 6;
    const SLICED: bool = true;
}

/// The same, fragments evenly between the instructions.
pub struct Even;

impl Plan for Even {
    const TILE: (u32, u32) = Doubles::TILE;
    const EDGE: u32 = Doubles::EDGE;
    const ROWS: u32 = Doubles::ROWS;
    const STAGES: u32 = Doubles::STAGES;
    const SLICED: bool = Doubles::SLICED;
    const EVEN: bool = true;
}

const _: () = assert!(Doubles::SHARED <= 227 << 10);

/// A warp's multiply-accumulate: 16 × 8 of C at a time.
pub type WarpMma = TiledMma<
    SM90_16x8x8_F64F64F64F64_TN,
    Layout<(_1, _1, _1), (_0, _0, _0)>,
    (Under, Under, Under),
>;
/// Values of k as lines of a panel have them, by number in the instruction's order.
pub type Order = ComposedLayout<Swizzle<_2, _0, _2>, _0, Layout<(_4, _4), (_4, _1)>>;
/// Rows of sums on their way.
pub type Sums = ComposedLayout<Swizzle<_1, _3, _2>, _0, Layout<(_16, _32), (_32, _1)>>;

/// Where values are in a panel.
pub trait Values {
    /// Byte of value `v` of the lane's fragment of A's block `i` of 16 rows and step `k` of 8.
    fn a(lane: u32, v: usize, i: usize, k: usize) -> u32;

    /// The same of B, block `j` of 8 rows.
    fn b(lane: u32, v: usize, j: usize, k: usize) -> u32;
}

#[cfg(any(all(test, not(sanitized)), doc, target_arch = "nvptx64"))]
macro_rules! values {
    ($($order:ident, $shape:ty, $stride:ty;)*) => {$(
        impl Values for $order {
            #[inline(always)]
            fn a(lane: u32, v: usize, i: usize, k: usize) -> u32 {
                let flat = places(layout!((_64, _16))); // (64,16)
                let tAfA = WarpMma::new().get_slice(lane).partition_A(&flat); // (MMA,MMA_M,MMA_K)
                byte::<$order>(tAfA.at((v, i, k)))
            }

            #[inline(always)]
            fn b(lane: u32, v: usize, j: usize, k: usize) -> u32 {
                let flat = places(layout!((_64, _16))); // (64,16)
                let tBfB = WarpMma::new().get_slice(lane).partition_B(&flat); // (MMA,MMA_N,MMA_K)
                byte::<$order>(tBfB.at((v, j, k)))
            }
        }

        impl Panel for $order {
            #[inline(always)]
            fn element(mn: u32, k: u32) -> u32 {
                let sX = places(ComposedLayout::<Swizzle<_3, _1, _3>, _0, Layout<$shape, $stride>>::default()); // (64,16)
                sX.at((mn as usize, k as usize))
            }
        }
    )*};
}

/// Where the copy engine puts elements of a panel.
#[cfg(any(all(test, not(sanitized)), doc, target_arch = "nvptx64"))]
trait Panel {
    /// Element `k` of row `mn`.
    fn element(mn: u32, k: u32) -> u32;
}

/// Byte of the panel where element `at` of a column-major tile of 64 rows is whose columns are numbered in the instruction's order.
#[cfg(any(all(test, not(sanitized)), doc, target_arch = "nvptx64"))]
#[inline(always)]
fn byte<P: Panel>(at: u32) -> u32 {
    let order = places(Order::default()); // 16
    8 * P::element(at % 64, order.at(at as usize / 64))
}

#[cfg(any(all(test, not(sanitized)), doc, target_arch = "nvptx64"))]
values! {
    KMajor, (_64, _16), (_16, _1);
    MnMajor, ((_16, _4), _16), ((_1, _256), _16);
}

#[cfg(any(all(test, not(sanitized)), doc, target_arch = "nvptx64"))]
impl Passage for Doubles {
    #[inline(always)]
    fn sum(lane: u32, v: usize, j: usize) -> u32 {
        let sC = places(Sums::default()); // (16,32)
        let tCsC = WarpMma::new().get_slice(lane).partition_C(&sC); // (MMA,MMA_M,MMA_N)
        8 * tCsC.at((v, 0usize, j))
    }

    #[inline(always)]
    fn vector(row: u32, vector: u32) -> u32 {
        8 * places(Sums::default()).at((row as usize, vector as usize * 2))
    }
}

#[cfg(any(all(test, not(sanitized)), doc, target_arch = "nvptx64"))]
impl Passage for Even {
    #[inline(always)]
    fn sum(lane: u32, v: usize, j: usize) -> u32 {
        Doubles::sum(lane, v, j)
    }

    #[inline(always)]
    fn vector(row: u32, vector: u32) -> u32 {
        Doubles::vector(row, vector)
    }
}

#[cfg(all(test, not(sanitized)))]
mod tests {
    use super::*;
    use azulejo_layout::judge::shared_access;

    /// No lane waits for another where all access `bytes` at `address`.
    fn check_banks(bytes: u32, address: impl Fn(u32) -> u32) {
        let lanes = std::array::from_fn::<i64, 32, _>(|lane| address(lane as u32) as i64);
        let cost = shared_access(&lanes, bytes as _);
        assert_eq!(cost.passes, cost.ideal, "{cost:?}");
    }

    /// Where the copy engine puts element `at` of line `line`: the 16 bytes it is in change places by the line.
    fn swizzled(line: u32, at: u32) -> u32 {
        128 * line + ((at / 2) ^ (line % 8)) * 16 + at % 2 * 8
    }

    fn by_k(mn: u32, k: u32) -> u32 {
        swizzled(mn, k)
    }

    fn by_mn(mn: u32, k: u32) -> u32 {
        mn / 16 * 2048 + swizzled(k, mn % 16)
    }

    /// The place of a value, where `from` says where the copy engine puts element `k` of row `mn`, is one of the instruction's row, and
    /// of the k that both operands take in its place; and no bank has two.
    fn check(value: fn(u32, usize, usize, usize) -> u32, wide: bool, of: fn(u32, u32) -> u32) {
        let blocks = if wide { 4 } else { 8 };
        let mut seen = [0; 64 * 16];
        for (i, k) in (0..blocks).flat_map(|i| [(i, 0), (i, 1)]) {
            for v in 0..if wide { 4 } else { 2 } {
                for lane in 0..32 {
                    let (upper, half) = if wide { (v % 2, v / 2) } else { (0, v) };
                    let mn = 64 / blocks * i + 8 * upper + lane as usize / 4;
                    let number = lane % 4 + 4 * half as u32 + 8 * k as u32;
                    let turned = (number / 4) ^ (number % 4 * 5);
                    let at = value(lane, v, i, k);
                    assert_eq!(at, of(mn as u32, turned), "lane {lane}, ({v}, {i}, {k})");
                    seen[at as usize / 8] += 1;
                    // What the loops compute: bits below 1,024 turned, the others added.
                    let first = value(0, v, i, k);
                    let turned = value(lane, 0, 0, 0) ^ (first & 1023);
                    assert_eq!(at, turned + (first & !1023));
                }
                check_banks(8, |lane| value(lane, v, i, k));
            }
        }
        assert!(seen.iter().all(|times| *times == 1));
    }

    #[test]
    fn every_value_is_read_once_where_the_copy_engine_puts_it() {
        check(KMajor::a, true, by_k);
        check(KMajor::b, false, by_k);
        check(MnMajor::a, true, by_mn);
        check(MnMajor::b, false, by_mn);
    }

    #[test]
    fn sums_on_their_way_do_not_meet() {
        let mut seen = [false; 16 * 32];
        for (j, v) in (0..4).flat_map(|j| (0..4).map(move |v| (j, v))) {
            for lane in 0..32 {
                let at = Doubles::sum(lane, v, j);
                assert_eq!(at, Doubles::sum(lane, v & 2, j) + v as u32 % 2 * 8);
                assert!(!std::mem::replace(&mut seen[at as usize / 8], true));
                let (row, column) = (
                    lane / 4 + 8 * (v as u32 / 2),
                    8 * j as u32 + lane % 4 * 2 + v as u32 % 2,
                );
                assert_eq!(at, Doubles::vector(row, column / 2) + column % 2 * 8);
            }
            check_banks(16, |lane| Doubles::sum(lane, v & 2, j));
        }
        for row in (0..16).step_by(2) {
            check_banks(16, |lane| Doubles::vector(row + lane / 16, lane % 16));
            for lane in 0..32 {
                let at = |row| Doubles::vector(row + lane / 16, lane % 16);
                assert_eq!(at(row), at(0) + row / 2 * 512);
            }
        }
    }
}
