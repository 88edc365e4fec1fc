//! The atoms of a warpgroup: every N, type, major, swizzle and sign, A in shared memory (`SS`) or in registers (`RS`).

#![cfg_attr(
    not(any(target_arch = "nvptx64", all(feature = "std", feature = "gmma_majors"))),
    allow(unused_imports, unused_macros)
)]

use azulejo_device::engine::SharedPtr;
use azulejo_device::mma::{
    ScaleOut, Scales, gemm, warpgroup_arrive, warpgroup_commit_batch, warpgroup_fence_operand,
    warpgroup_wait,
};
use azulejo_device::ptx::{fence, smem, thread};
use azulejo_layout::ints::*;
use azulejo_layout::{Layout, LayoutLeft, TileToShape};
use azulejo_tensor::atom::*;
use azulejo_tensor::{TiledMma, copy, make_tensor};

use crate::case::extent;
use crate::{Case, CaseVisitor, Stored};

/// One atom.
type Single = Layout<(_1, _1, _1), (_0, _0, _0)>;
/// Two warpgroups along M.
#[cfg(feature = "gmma_majors")]
type Two = Layout<(_2, _1, _1), (_1, _0, _0)>;

/// Copies a tile of global memory to shared memory, element by element.
macro_rules! stage {
    ($from:ident, $address:expr, $t:ty, $block:ident, $rows:ident, $k:ident, $threads:literal) => {{
        type Tile = TileToShape<$block<$t>, ($rows, $k), LayoutLeft>;
        // SAFETY: the tile lies inside the block's shared memory, and a barrier is between these writes and the reads.
        let mut tile = make_tensor(unsafe { SharedPtr::<$t>::new($address) }, Tile::default());
        let mut i = thread::tid() as usize;
        while i < extent::<$rows>() * extent::<$k>() {
            tile.put(i, $from.at(i));
            i += $threads;
        }
        tile
    }};
}

/// One row: name, atom, arrangement with its threads, M, N, K of the tile, and the blocks of the operands in shared memory.
macro_rules! gmma_case {
    ($visitor:ident $where:ident $feature:literal $name:expr, $atom:ty, $atoms:ident $threads:literal, $m:ident $n:ident $k:ident, [$($block_a:ident)?] $block_b:ident) => {{
        struct Row;
        impl Case for Row {
            type Atom = $atom;
            const NAME: &'static str = concat!("gmma_", $name);
            const TILE: [usize; 3] = [extent::<$m>(), extent::<$n>(), extent::<$k>()];
            const THREADS: u32 = $threads;
            const SHARED: usize = (extent::<$m>() + extent::<$n>()) * extent::<$k>() * size_of::<<$atom as MmaAtom>::A>() + 1024;
            const SCALES: bool = true;
        }
        runs!($where Row,
            #[inline(always)]
            unsafe fn run(a: *mut u8, b: *mut u8, c: *mut u8, accumulate: u32) {
                // SAFETY: upheld by the caller: the pointers are those of whole tiles.
                let (a, b, c) = unsafe {
                    (
                        <<$atom as MmaAtom>::A as Stored>::at(a),
                        <<$atom as MmaAtom>::B as Stored>::at(b),
                        <<$atom as MmaAtom>::C as Stored>::at(c),
                    )
                };
                let a = make_tensor(a, Layout::<($m, $k), ($k, _1)>::default());
                let b = make_tensor(b, Layout::<($n, $k), ($k, _1)>::default());
                let mut c = make_tensor(c, Layout::<($m, $n), ($n, _1)>::default());
                let after_a = const { (extent::<$m>() * extent::<$k>() * size_of::<<$atom as MmaAtom>::A>()) as u32 };
                let shared_b = stage!(b, smem::arena() + after_a, <$atom as MmaAtom>::B, $block_b, $n, $k, $threads);
                let mma = TiledMma::<$atom, $atoms>::new();
                let mine = mma.get_slice(thread::tid());
                gmma_case!(@operand mine a $atom, $m $k $threads [$($block_a)?] fragment_a);
                let part_b = mine.partition_B(&shared_b);
                let fragment_b = mine.make_fragment_B(&part_b);
                fence::proxy_async();
                // SAFETY: all threads of the block are here.
                unsafe { thread::sync() };
                let mut part_c = mine.partition_C_mut(&mut c);
                let mut sums = mine.make_fragment_C(&part_c);
                copy(&part_c, &mut sums);
                let scale = if accumulate == 0 { ScaleOut::Zero } else { ScaleOut::One };
                warpgroup_fence_operand(&mut sums);
                // SAFETY: all threads of the warpgroups are here, the tiles are complete, and the sums are read after the wait.
                unsafe {
                    warpgroup_arrive();
                    gemm(mma.scaled(scale), &fragment_a, &fragment_b, &mut sums);
                    warpgroup_commit_batch();
                    warpgroup_wait::<0>();
                }
                warpgroup_fence_operand(&mut sums);
                copy(&sums, &mut part_c);
            }
        );
        entry!($feature, concat!("gmma_", $name), Row);
        visit!($where $visitor Row);
    }};
    (@operand $mine:ident $a:ident $atom:ty, $m:ident $k:ident $threads:literal [] $fragment:ident) => {
        let part_a = $mine.partition_A(&$a);
        let mut $fragment = $mine.make_fragment_A(&part_a);
        copy(&part_a, &mut $fragment);
    };
    (@operand $mine:ident $a:ident $atom:ty, $m:ident $k:ident $threads:literal [$block:ident] $fragment:ident) => {
        let shared_a = stage!($a, smem::arena(), <$atom as MmaAtom>::A, $block, $m, $k, $threads);
        let part_a = $mine.partition_A(&shared_a);
        let $fragment = $mine.make_fragment_A(&part_a);
    };
}

/// One family at one N, every major with one swizzle: four cases of A in shared memory, two of A in registers.
#[cfg(feature = "gmma_majors")]
macro_rules! majors {
    ($visitor:ident $($text:literal $swizzle:literal $ss:ident $rs:ident $n:ident $k:ident $mn:ident;)*) => {$(
        gmma_case!($visitor device "gmma_majors" concat!($text, "_ss_k_k_", $swizzle), $ss<$n, K, K>, Single 128, _64 $n _64, [$k] $k);
        gmma_case!($visitor device "gmma_majors" concat!($text, "_ss_k_mn_", $swizzle), $ss<$n, K, MN>, Single 128, _64 $n _64, [$k] $mn);
        gmma_case!($visitor device "gmma_majors" concat!($text, "_ss_mn_k_", $swizzle), $ss<$n, MN, K>, Single 128, _64 $n _64, [$mn] $k);
        gmma_case!($visitor device "gmma_majors" concat!($text, "_ss_mn_mn_", $swizzle), $ss<$n, MN, MN>, Single 128, _64 $n _64, [$mn] $mn);
        gmma_case!($visitor device "gmma_majors" concat!($text, "_rs_k_", $swizzle), $rs<$n, K, K>, Single 128, _64 $n _64, [] $k);
        gmma_case!($visitor device "gmma_majors" concat!($text, "_rs_mn_", $swizzle), $rs<$n, K, MN>, Single 128, _64 $n _64, [] $mn);
    )*};
}

/// Families whose operands are K-major at one N, with some swizzles.
#[cfg(feature = "gmma_types")]
macro_rules! swizzles {
    ($visitor:ident $($text:literal $ss:ident $rs:ident $n:ident $depth:ident [$($swizzle:literal $k:ident)*] $kr:ident;)*) => {$(
        $(gmma_case!($visitor device "gmma_types" concat!($text, "_ss_", $swizzle), $ss<$n>, Single 128, _64 $n $depth, [$k] $k);)*
        gmma_case!($visitor device "gmma_types" concat!($text, "_rs"), $rs<$n>, Single 128, _64 $n $depth, [] $kr);
    )*};
}

/// Every N of a family.
#[cfg(feature = "gmma_n")]
macro_rules! every_n {
    ($visitor:ident $text:literal $ss:ident $depth:ident: $($n:ident $value:literal)*) => {$(
        gmma_case!($visitor device "gmma_n" concat!($text, "_n", $value), $ss<$n>, Single 128, _64 $n $depth, [Layout_K_SW64_Atom] Layout_K_SW64_Atom);
    )*};
}

/// Every N from 8 to 256 in eights.
#[cfg(feature = "gmma_n")]
macro_rules! eights {
    ($visitor:ident $text:literal $ss:ident $depth:ident) => {
        every_n!($visitor $text $ss $depth:
            _8 8 _16 16 _24 24 _32 32 _40 40 _48 48 _56 56 _64 64 _72 72
            _80 80 _88 88 _96 96 _104 104 _112 112 _120 120 _128 128 _136 136 _144 144
            _152 152 _160 160 _168 168 _176 176 _184 184 _192 192 _200 200 _208 208 _216 216
            _224 224 _232 232 _240 240 _248 248 _256 256
        );
    };
}

/// Visits the cases of every N.
#[cfg(feature = "gmma_n")]
pub fn visit_n(visitor: &mut impl CaseVisitor) {
    eights!(visitor "f32f16" SM90_64xNx16_F32F16F16_SS _32);
    // Sums in f16 have half the registers.
    eights!(visitor "f16f16" SM90_64xNx16_F16F16F16_SS _32);
    every_n!(visitor "s32s8" SM90_64xNx32_S32S8S8_SS_TN _64:
        _8 8 _16 16 _24 24 _32 32 _48 48 _64 64 _80 80 _96 96 _112 112
        _128 128 _144 144 _160 160 _176 176 _192 192 _208 208 _224 224 _240 240 _256 256
    );
}

/// Visits the cases of every major.
#[cfg(feature = "gmma_majors")]
pub fn visit_majors(visitor: &mut impl CaseVisitor) {
    majors! { visitor
        "f32f16" "inter" SM90_64xNx16_F32F16F16_SS SM90_64xNx16_F32F16F16_RS _64 Layout_K_INTER_Atom Layout_MN_INTER_Atom;
        "f32f16" "sw32" SM90_64xNx16_F32F16F16_SS SM90_64xNx16_F32F16F16_RS _64 Layout_K_SW32_Atom Layout_MN_SW32_Atom;
        "f32f16" "sw64" SM90_64xNx16_F32F16F16_SS SM90_64xNx16_F32F16F16_RS _64 Layout_K_SW64_Atom Layout_MN_SW64_Atom;
        "f32f16" "sw128" SM90_64xNx16_F32F16F16_SS SM90_64xNx16_F32F16F16_RS _64 Layout_K_SW128_Atom Layout_MN_SW128_Atom;
        "f16f16" "sw64" SM90_64xNx16_F16F16F16_SS SM90_64xNx16_F16F16F16_RS _128 Layout_K_SW64_Atom Layout_MN_SW64_Atom;
        "f32bf16" "sw128" SM90_64xNx16_F32BF16BF16_SS SM90_64xNx16_F32BF16BF16_RS _192 Layout_K_SW128_Atom Layout_MN_SW128_Atom;
    }
}

/// Visits the cases of signs, and of several instructions and warpgroups along M and N.
#[cfg(feature = "gmma_majors")]
pub fn visit_forms(visitor: &mut impl CaseVisitor) {
    gmma_case!(visitor cpu "gmma_majors" "neg_a", SM90_64xNx16_F32F16F16_SS<_16, K, K, Neg, One>, Single 128, _64 _16 _64, [Layout_K_SW128_Atom] Layout_K_SW128_Atom);
    gmma_case!(visitor cpu "gmma_majors" "neg_b", SM90_64xNx16_F16F16F16_RS<_16, K, K, One, Neg>, Single 128, _64 _16 _64, [] Layout_K_SW128_Atom);
    gmma_case!(visitor cpu "gmma_majors" "neg_both", SM90_64xNx8_F32TF32TF32_SS_TN<_16, Neg, Neg>, Single 128, _64 _16 _32, [Layout_K_SW128_Atom] Layout_K_SW128_Atom);
    gmma_case!(visitor cpu "gmma_majors" "neg_fp8", SM90_64xNx32_F32E4M3E5M2_RS_TN<_16, Neg, One>, Single 128, _64 _16 _128, [] Layout_K_SW128_Atom);
    gmma_case!(visitor cpu "gmma_majors" "tiled", SM90_64xNx16_F32F16F16_SS<_64, K, MN>, Single 128, _128 _128 _64, [Layout_K_SW128_Atom] Layout_MN_SW128_Atom);
    gmma_case!(visitor cpu "gmma_majors" "two_groups", SM90_64xNx16_F32F16F16_SS<_64, MN, K>, Two 256, _128 _64 _128, [Layout_MN_SW128_Atom] Layout_K_SW128_Atom);
    gmma_case!(visitor cpu "gmma_majors" "two_groups_tiled", SM90_64xNx16_F32F16F16_RS<_32, K, MN>, Two 256, _256 _64 _64, [] Layout_MN_SW128_Atom);
    gmma_case!(visitor cpu "gmma_majors" "narrow_in_a_wide_row", SM90_64xNx16_F32F16F16_SS<_8, K, MN>, Single 128, _64 _64 _64, [Layout_K_SW128_Atom] Layout_MN_SW128_Atom);
    gmma_case!(visitor cpu "gmma_majors" "widest", SM90_64xNx16_F32F16F16_RS<_256, K, MN>, Single 128, _64 _256 _64, [] Layout_MN_SW128_Atom);
}

/// Visits the cases of the types whose operands are K-major.
#[cfg(feature = "gmma_types")]
pub fn visit_types(visitor: &mut impl CaseVisitor) {
    swizzles! { visitor
        "tf32" SM90_64xNx8_F32TF32TF32_SS_TN SM90_64xNx8_F32TF32TF32_RS_TN _24 _32 ["inter" Layout_K_INTER_Atom "sw32" Layout_K_SW32_Atom "sw64" Layout_K_SW64_Atom "sw128" Layout_K_SW128_Atom] Layout_K_SW128_Atom;
        "f32e4m3e4m3" SM90_64xNx32_F32E4M3E4M3_SS_TN SM90_64xNx32_F32E4M3E4M3_RS_TN _40 _128 ["inter" Layout_K_INTER_Atom "sw32" Layout_K_SW32_Atom "sw64" Layout_K_SW64_Atom "sw128" Layout_K_SW128_Atom] Layout_K_SW128_Atom;
        "f32e4m3e5m2" SM90_64xNx32_F32E4M3E5M2_SS_TN SM90_64xNx32_F32E4M3E5M2_RS_TN _40 _128 ["sw32" Layout_K_SW32_Atom] Layout_K_SW64_Atom;
        "f32e5m2e4m3" SM90_64xNx32_F32E5M2E4M3_SS_TN SM90_64xNx32_F32E5M2E4M3_RS_TN _40 _128 ["sw64" Layout_K_SW64_Atom] Layout_K_SW128_Atom;
        "f32e5m2e5m2" SM90_64xNx32_F32E5M2E5M2_SS_TN SM90_64xNx32_F32E5M2E5M2_RS_TN _40 _128 ["sw128" Layout_K_SW128_Atom] Layout_K_INTER_Atom;
        "f16e4m3e4m3" SM90_64xNx32_F16E4M3E4M3_SS_TN SM90_64xNx32_F16E4M3E4M3_RS_TN _40 _128 ["inter" Layout_K_INTER_Atom] Layout_K_SW32_Atom;
        "f16e4m3e5m2" SM90_64xNx32_F16E4M3E5M2_SS_TN SM90_64xNx32_F16E4M3E5M2_RS_TN _40 _128 ["sw32" Layout_K_SW32_Atom] Layout_K_SW64_Atom;
        "f16e5m2e4m3" SM90_64xNx32_F16E5M2E4M3_SS_TN SM90_64xNx32_F16E5M2E4M3_RS_TN _40 _128 ["sw64" Layout_K_SW64_Atom] Layout_K_SW128_Atom;
        "f16e5m2e5m2" SM90_64xNx32_F16E5M2E5M2_SS_TN SM90_64xNx32_F16E5M2E5M2_RS_TN _40 _128 ["sw128" Layout_K_SW128_Atom] Layout_K_INTER_Atom;
        "s32s8s8" SM90_64xNx32_S32S8S8_SS_TN SM90_64xNx32_S32S8S8_RS_TN _48 _128 ["inter" Layout_K_INTER_Atom "sw32" Layout_K_SW32_Atom "sw64" Layout_K_SW64_Atom "sw128" Layout_K_SW128_Atom] Layout_K_SW128_Atom;
        "s32s8u8" SM90_64xNx32_S32S8U8_SS_TN SM90_64xNx32_S32S8U8_RS_TN _48 _128 ["sw32" Layout_K_SW32_Atom] Layout_K_SW64_Atom;
        "s32u8s8" SM90_64xNx32_S32U8S8_SS_TN SM90_64xNx32_S32U8S8_RS_TN _48 _128 ["sw64" Layout_K_SW64_Atom] Layout_K_SW128_Atom;
        "s32u8u8" SM90_64xNx32_S32U8U8_SS_TN SM90_64xNx32_S32U8U8_RS_TN _48 _128 ["sw128" Layout_K_SW128_Atom] Layout_K_INTER_Atom;
    }
}
