//! Tiles for f64 on tensor cores: 128 × 64 of C by four warps, two by two, or 128 × 128 by eight, two by four; 16 values of k at a time.
//!
//! | tile, contiguous | shared memory | a thread reads |
//! |---|---|---|
//! | broad, K | `Sw<2,2,2> o (128,16):(16,1)` | one value at a time |
//! | broad, M or N | `Sw<2,2,5> o (128,16):(1,128)` | the same |
//! | K | `(128,(8,2)):(8,(1,1024))`: panels of 8 values of k | two values of k as one vector |
//! | M or N | `(128,16):(1,130)` | one value at a time |
//!
//! The broad tile is copied 16 bytes at a time, the other 8. The instruction takes a thread's values of k beside each other, those of
//! the upper rows between them: what is read as one value needs no register moved.
//!
//! The instruction's k index may be permuted, in A and B alike: in the smaller tile lane `t` of a group takes k = 2t and 2t + 1,
//! neighbours in a K-major tile, where the instruction numbers them t and t + 4. No form meets in a bank. A line of 128 bytes of global
//! memory lies in one line of shared memory in the broad tile: a copy of lines that are broken up takes as many turns as it has pieces.

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
    (Under, Under, Layout<(_4, _2), (_2, _1)>),
>;

/// That of the broad tile.
pub type BroadMma = TiledMma<
    SM90_16x8x8_F64F64F64F64_TN,
    Layout<(_2, _4, _1), (_1, _2, _0)>,
    (Under, Under, Under),
>;

/// Extents of the broad tile of C.
pub const BROAD_TILE: (u32, u32) = (128, 128);
/// Elements from one row of it in shared memory to the next.
pub const BROAD_PITCH: u32 = 136;
/// Extents of the tile of C.
pub const TILE: (u32, u32) = (128, 64);
/// Elements from one row of C in shared memory to the next.
pub const PITCH: u32 = 72;

/// A's tile in order `O`.
pub struct Left<O>(core::marker::PhantomData<O>);
/// B's tile in order `O`.
pub struct Right<O>(core::marker::PhantomData<O>);
/// A's broad tile in order `O`.
pub struct BroadLeft<O>(core::marker::PhantomData<O>);
/// B's broad tile in order `O`.
pub struct BroadRight<O>(core::marker::PhantomData<O>);

/// Where a thread's fragments are.
pub trait Fragments: Tile {
    /// Whether values 0 and 2 of A, 0 and 1 of B, are neighbours.
    const PAIRS: bool;

    /// Byte of the tile where value `v` of the fragment of block `i` and step `k` is.
    fn value(tid: u32, v: usize, i: usize, k: usize) -> u32;

    /// What a thread computes once of where they are.
    fn places(tid: u32) -> [u32; 4];

    /// [`Fragments::value`], from that.
    fn at(places: &[u32; 4], v: usize, i: usize, k: usize) -> u32;
}

macro_rules! doubles {
    ($($side:ident $order:ident $mma:ident $partition:ident, $along:ident ($mn:literal $MN:ident), bytes $bytes:expr, pairs $pairs:literal,
        copies $copies:literal step $step:expr, $atom:ty, of $all:literal, $threads:expr, $values:expr, smem $smem:expr,
        places $which:expr, at $at:expr;)*) => {$(
        tile! {
            $side<$order>, $along, ($mn, $MN) x (16, _16), size 8, unit 8, bytes $bytes, copies $copies step $step, threads $all,
            smem $smem,
            copy make_tiled_copy(CopyAtom::<$atom, f64>::new(), $threads, $values)
        }

        impl Fragments for $side<$order> {
            const PAIRS: bool = $pairs;

            #[inline(always)]
            fn value(tid: u32, v: usize, i: usize, k: usize) -> u32 {
                let sX = places($smem); // (BLK_MN,BLK_K)
                let tCsX = $mma::new().get_slice(tid).$partition(&sX); // (MMA,MMA_MN,MMA_K)
                tCsX.at((v, i, k)) * 8
            }

            #[inline(always)]
            fn places(tid: u32) -> [u32; 4] {
                let which: fn(u32) -> [u32; 4] = $which;
                which(tid)
            }

            #[inline(always)]
            fn at(places: &[u32; 4], v: usize, i: usize, k: usize) -> u32 {
                let at: fn(&[u32; 4], usize, usize, usize) -> u32 = $at;
                at(places, v, i, k)
            }
        }
    )*};
}

/// Copies of one element.
type One = SM80_CP_ASYNC_CACHEALWAYS<_64>;
/// Copies of two.
type Two = SM80_CP_ASYNC_CACHEGLOBAL<_128>;

doubles! {
    Left KMajor Mma partition_A, K (128 _128), bytes 16_384, pairs true, copies 16 step (8, 0), One, of 128,
        layout!((_8, _16):(_16, _1)), layout!((_1, _1)), smem layout!((_128, (_8, _2)):(_8, (_1, _1024))),
        places |tid| [tid, 0, 0, 0], at |p, v, i, k| Left::<KMajor>::value(p[0], v, i, k);
    Left MnMajor Mma partition_A, Mn (128 _128), bytes 16_640, pairs false, copies 16 step (0, 1), One, of 128,
        layout!((_128, _1)), layout!((_1, _1)), smem layout!((_128, _16):(_1, _130)),
        places |tid| [tid, 0, 0, 0], at |p, v, i, k| Left::<MnMajor>::value(p[0], v, i, k);
    Right KMajor Mma partition_B, K (64 _64), bytes 8192, pairs true, copies 8 step (8, 0), One, of 128,
        layout!((_8, _16):(_16, _1)), layout!((_1, _1)), smem layout!((_64, (_8, _2)):(_8, (_1, _512))),
        places |tid| [tid, 0, 0, 0], at |p, v, i, k| Right::<KMajor>::value(p[0], v, i, k);
    Right MnMajor Mma partition_B, Mn (64 _64), bytes 8448, pairs false, copies 8 step (0, 2), One, of 128,
        layout!((_64, _2)), layout!((_1, _1)), smem layout!((_64, _16):(_1, _66)),
        places |tid| [tid, 0, 0, 0], at |p, v, i, k| Right::<MnMajor>::value(p[0], v, i, k);
    BroadLeft KMajor BroadMma partition_A, K (128 _128), bytes 16_384, pairs false, copies 4 step (32, 0), Two, of 256,
        layout!((_32, _8):(_8, _1)), layout!((_1, _2):(_0, _1)),
        smem ComposedLayout::<Swizzle<_2, _2, _2>, _0, Layout<(_128, _16), (_16, _1)>>::default(),
        places |tid| [BroadLeft::<KMajor>::value(tid, 0, 0, 0), BroadLeft::<KMajor>::value(tid, 2, 0, 0), BroadLeft::<KMajor>::value(tid, 0, 0, 1), BroadLeft::<KMajor>::value(tid, 2, 0, 1)],
        at |p, v, i, k| p[v / 2 + 2 * k] + (v % 2 * 1024 + i * 4096) as u32;
    BroadLeft MnMajor BroadMma partition_A, Mn (128 _128), bytes 16_384, pairs false, copies 4 step (0, 4), Two, of 256,
        layout!((_64, _4):(_1, _64)), layout!((_2, _1):(_1, _0)),
        smem ComposedLayout::<Swizzle<_2, _2, _5>, _0, Layout<(_128, _16), (_1, _128)>>::default(),
        places |tid| [BroadLeft::<MnMajor>::value(tid, 0, 0, 0), BroadLeft::<MnMajor>::value(tid, 1, 0, 0), 0, 0],
        at |p, v, i, k| p[v % 2] + (v / 2 * 4096 + k * 8192 + i * 256) as u32;
    BroadRight KMajor BroadMma partition_B, K (128 _128), bytes 16_384, pairs false, copies 4 step (32, 0), Two, of 256,
        layout!((_32, _8):(_8, _1)), layout!((_1, _2):(_0, _1)),
        smem ComposedLayout::<Swizzle<_2, _2, _2>, _0, Layout<(_128, _16), (_16, _1)>>::default(),
        places |tid| [BroadRight::<KMajor>::value(tid, 0, 0, 0), BroadRight::<KMajor>::value(tid, 1, 0, 0), BroadRight::<KMajor>::value(tid, 0, 0, 1), BroadRight::<KMajor>::value(tid, 1, 0, 1)],
        at |p, v, i, k| p[v + 2 * k] + (i * 4096) as u32;
    BroadRight MnMajor BroadMma partition_B, Mn (128 _128), bytes 16_384, pairs false, copies 4 step (0, 4), Two, of 256,
        layout!((_64, _4):(_1, _64)), layout!((_2, _1):(_1, _0)),
        smem ComposedLayout::<Swizzle<_2, _2, _5>, _0, Layout<(_128, _16), (_1, _128)>>::default(),
        places |tid| [BroadRight::<MnMajor>::value(tid, 0, 0, 0), 0, 0, 0],
        at |p, v, i, k| p[0] + (v * 4096 + k * 8192 + i * 256) as u32;
}

/// Where, in the broad tile of C in shared memory, value `v` of the accumulator of block row `i` and block column `j` goes, in elements.
#[inline(always)]
pub fn broad_accumulator(tid: u32, v: usize, i: usize, j: usize) -> u32 {
    let sC = places(layout!((_128, _128):(_136, _1))); // (BLK_M,BLK_N)
    let tCsC = BroadMma::new().get_slice(tid).partition_C(&sC); // (MMA,MMA_M,MMA_N)
    tCsC.at((v, i, j))
}

/// Where, in C's tile in shared memory, value `v` of the accumulator of block row `i` and block column `j` goes, in elements.
#[inline(always)]
pub fn accumulator(tid: u32, v: usize, i: usize, j: usize) -> u32 {
    let sC = places(layout!((_128, _64):(_72, _1))); // (BLK_M,BLK_N)
    let tCsC = Mma::new().get_slice(tid).partition_C(&sC); // (MMA,MMA_M,MMA_N)
    tCsC.at((v, i, j))
}

#[cfg(test)]
mod tests {
    use super::super::tile::covers;
    use super::*;
    use azulejo_layout::judge::shared_access;

    fn check<T: Fragments>(values: usize, place: impl Fn(u32, u32) -> u32) {
        for copy in 0..T::COPIES {
            for tid in 0..T::THREADS {
                let (mn, k) = T::source(tid);
                let (mn, k) = (mn + copy * T::STEP.0, k + copy * T::STEP.1);
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
            assert!(T::WIDTH < 16 || cost.passes == cost.ideal, "{cost:?}");
        }
        // The fragments of all threads cover the tile, as often as warps share it.
        let mut seen = vec![0; T::BYTES as usize / 8];
        for tid in 0..T::THREADS {
            for (v, i, k) in
                (0..values).flat_map(|v| (0..4).flat_map(move |i| [(v, i, 0), (v, i, 1)]))
            {
                let at = T::value(tid, v, i, k);
                assert_eq!(T::at(&T::places(tid), v, i, k), at);
                seen[at as usize / 8] += 1;
                if T::PAIRS && v < values / 2 {
                    assert!(at % 16 == 0 && T::value(tid, v + values / 2, i, k) == at + 8);
                }
            }
        }
        let shared = T::THREADS / 32 * if values == 4 { 64 } else { 32 } / T::MN;
        assert!(seen.iter().all(|s| *s == 0 || *s == shared));
        assert_eq!(seen.iter().filter(|s| **s > 0).count() as u32, T::MN * 16);
        let lanes = std::array::from_fn::<i64, 32, _>(|lane| T::value(lane as u32, 0, 1, 1) as i64);
        let cost = shared_access(&lanes, if T::PAIRS { 16 } else { 8 });
        assert_eq!(cost.passes, cost.ideal, "{cost:?}");
    }

    #[test]
    fn tiles_and_fragments() {
        check::<Left<KMajor>>(4, |mn, k| mn * 8 + k % 8 + k / 8 * 1024);
        check::<Right<KMajor>>(2, |mn, k| mn * 8 + k % 8 + k / 8 * 512);
        check::<Left<MnMajor>>(4, |mn, k| mn + 130 * k);
        check::<Right<MnMajor>>(2, |mn, k| mn + 66 * k);
        check::<BroadLeft<KMajor>>(4, |mn, k| 16 * mn + (k ^ (mn % 4 * 4)));
        check::<BroadRight<KMajor>>(2, |mn, k| 16 * mn + (k ^ (mn % 4 * 4)));
        check::<BroadLeft<MnMajor>>(4, |mn, k| (mn ^ (k % 4 * 4)) + 128 * k);
        check::<BroadRight<MnMajor>>(2, |mn, k| (mn ^ (k % 4 * 4)) + 128 * k);
    }

    #[test]
    fn the_k_of_a_lane_is_the_same_in_both_operands() {
        for tid in 0..128 {
            for (half, k) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
                let a = Left::<MnMajor>::value(tid, 2 * half, 0, k) / 8 / 130;
                let b = Right::<MnMajor>::value(tid, half, 0, k) / 8 / 66;
                assert_eq!(a, b);
                assert_eq!(a, 8 * k as u32 + 2 * (tid % 4) + half as u32);
            }
        }
    }

    #[test]
    fn accumulators_cover_the_tile() {
        covers((128, 64, PITCH), 4, accumulator);
        covers((256, 128, BROAD_PITCH), 4, broad_accumulator);
    }
}
