//! The atoms of a warp and of a thread.

use azulejo_device::mma::gemm;
use azulejo_device::ptx::thread;
use azulejo_layout::Layout;
use azulejo_layout::ints::*;
use azulejo_tensor::atom::*;
use azulejo_tensor::{TiledMma, bf16, copy, f16, make_tensor};

use crate::case::extent;
use crate::{Case, CaseVisitor, Stored};

#[allow(dead_code, reason = "rows without a body name it on a device alone")]
/// One atom.
type One = Layout<(_1, _1, _1), (_0, _0, _0)>;
/// Two atoms along M, two along N.
type Quad = Layout<(_2, _2, _1), (_1, _2, _0)>;
#[allow(dead_code, reason = "rows without a body name it on a device alone")]
/// Four threads along M, eight along N.
type Threads = Layout<(_4, _8, _1), (_1, _4, _0)>;

/// Rows: name, atom, arrangement of atoms with its threads, and M, N, K of the tile.
macro_rules! warp_cases {
    ($(#[$doc:meta])* $where:ident $visit:ident: $($name:literal $atom:ty, $atoms:ident $threads:literal, $m:ident $n:ident $k:ident;)*) => {
        $(#[$doc])*
        pub fn $visit(visitor: &mut impl CaseVisitor) {
            $({
                struct Row;
                impl Case for Row {
                    type Atom = $atom;
                    const NAME: &'static str = concat!("atom_", $name);
                    const TILE: [usize; 3] = [extent::<$m>(), extent::<$n>(), extent::<$k>()];
                    const THREADS: u32 = $threads;
                    const SHARED: usize = 0;
                    const SCALES: bool = false;
                }
                runs!($where Row,
                    #[inline(always)]
                    unsafe fn run(a: *mut u8, b: *mut u8, c: *mut u8, _: u32) {
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
                        let mma = TiledMma::<$atom, $atoms>::new();
                        let mine = mma.get_slice(thread::tid());
                        let (part_a, part_b) = (mine.partition_A(&a), mine.partition_B(&b));
                        let mut fragment_a = mine.make_fragment_A(&part_a);
                        let mut fragment_b = mine.make_fragment_B(&part_b);
                        copy(&part_a, &mut fragment_a);
                        copy(&part_b, &mut fragment_b);
                        let mut part_c = mine.partition_C_mut(&mut c);
                        let mut sums = mine.make_fragment_C(&part_c);
                        copy(&part_c, &mut sums);
                        // SAFETY: all threads of the block are here; the operands are in registers.
                        unsafe { gemm(mma, &fragment_a, &fragment_b, &mut sums) };
                        copy(&sums, &mut part_c);
                    }
                );
                entry!("warp", concat!("atom_", $name), Row);
                visit!($where visitor Row);
            })*
        }
    };
}

warp_cases! {
    /// Visits the cases of one atom of a warp, two k-blocks each.
    device visit_single:
    "SM70_8x8x4_F16F16F16F16_TN" SM70_8x8x4_F16F16F16F16_TN, Quad 32, _16 _16 _8;
    "SM70_8x8x4_F16F16F16F16_NT" SM70_8x8x4_F16F16F16F16_NT, Quad 32, _16 _16 _8;
    "SM70_8x8x4_F16F16F16F16_NN" SM70_8x8x4_F16F16F16F16_NN, Quad 32, _16 _16 _8;
    "SM70_8x8x4_F16F16F16F16_TT" SM70_8x8x4_F16F16F16F16_TT, Quad 32, _16 _16 _8;
    "SM70_8x8x4_F32F16F16F32_TN" SM70_8x8x4_F32F16F16F32_TN, Quad 32, _16 _16 _8;
    "SM70_8x8x4_F32F16F16F32_NT" SM70_8x8x4_F32F16F16F32_NT, Quad 32, _16 _16 _8;
    "SM70_8x8x4_F32F16F16F32_NN" SM70_8x8x4_F32F16F16F32_NN, Quad 32, _16 _16 _8;
    "SM70_8x8x4_F32F16F16F32_TT" SM70_8x8x4_F32F16F16F32_TT, Quad 32, _16 _16 _8;
    "SM75_16x8x8_F32F16F16F32_TN" SM75_16x8x8_F32F16F16F32_TN, One 32, _16 _8 _16;
    "SM75_8x8x16_S32S8S8S32_TN" SM75_8x8x16_S32S8S8S32_TN, One 32, _8 _8 _32;
    "SM80_16x8x8_F16F16F16F16_TN" SM80_16x8x8_F16F16F16F16_TN, One 32, _16 _8 _16;
    "SM80_16x8x16_F16F16F16F16_TN" SM80_16x8x16_F16F16F16F16_TN, One 32, _16 _8 _32;
    "SM80_16x8x8_F32F16F16F32_TN" SM80_16x8x8_F32F16F16F32_TN, One 32, _16 _8 _16;
    "SM80_16x8x16_F32F16F16F32_TN" SM80_16x8x16_F32F16F16F32_TN, One 32, _16 _8 _32;
    "SM80_16x8x8_F32BF16BF16F32_TN" SM80_16x8x8_F32BF16BF16F32_TN, One 32, _16 _8 _16;
    "SM80_16x8x16_F32BF16BF16F32_TN" SM80_16x8x16_F32BF16BF16F32_TN, One 32, _16 _8 _32;
    "SM80_16x8x4_F32TF32TF32F32_TN" SM80_16x8x4_F32TF32TF32F32_TN, One 32, _16 _8 _8;
    "SM80_16x8x8_F32TF32TF32F32_TN" SM80_16x8x8_F32TF32TF32F32_TN, One 32, _16 _8 _16;
    "SM80_8x8x4_F64F64F64F64_TN" SM80_8x8x4_F64F64F64F64_TN, One 32, _8 _8 _8;
    "SM80_8x8x16_S32S8S8S32_TN" SM80_8x8x16_S32S8S8S32_TN, One 32, _8 _8 _32;
    "SM80_16x8x16_S32S8S8S32_TN" SM80_16x8x16_S32S8S8S32_TN, One 32, _16 _8 _32;
    "SM80_16x8x32_S32S8S8S32_TN" SM80_16x8x32_S32S8S8S32_TN, One 32, _16 _8 _64;
    "SM80_8x8x16_S32S8U8S32_TN" SM80_8x8x16_S32S8U8S32_TN, One 32, _8 _8 _32;
    "SM80_16x8x16_S32S8U8S32_TN" SM80_16x8x16_S32S8U8S32_TN, One 32, _16 _8 _32;
    "SM80_16x8x32_S32S8U8S32_TN" SM80_16x8x32_S32S8U8S32_TN, One 32, _16 _8 _64;
    "SM80_8x8x16_S32U8S8S32_TN" SM80_8x8x16_S32U8S8S32_TN, One 32, _8 _8 _32;
    "SM80_16x8x16_S32U8S8S32_TN" SM80_16x8x16_S32U8S8S32_TN, One 32, _16 _8 _32;
    "SM80_16x8x32_S32U8S8S32_TN" SM80_16x8x32_S32U8S8S32_TN, One 32, _16 _8 _64;
    "SM80_8x8x16_S32U8U8S32_TN" SM80_8x8x16_S32U8U8S32_TN, One 32, _8 _8 _32;
    "SM80_16x8x16_S32U8U8S32_TN" SM80_16x8x16_S32U8U8S32_TN, One 32, _16 _8 _32;
    "SM80_16x8x32_S32U8U8S32_TN" SM80_16x8x32_S32U8U8S32_TN, One 32, _16 _8 _64;
    "SM80_8x8x32_S32S4S4S32_TN" SM80_8x8x32_S32S4S4S32_TN, One 32, _8 _8 _64;
    "SM80_16x8x32_S32S4S4S32_TN" SM80_16x8x32_S32S4S4S32_TN, One 32, _16 _8 _64;
    "SM80_16x8x64_S32S4S4S32_TN" SM80_16x8x64_S32S4S4S32_TN, One 32, _16 _8 _128;
    "SM80_8x8x32_S32S4U4S32_TN" SM80_8x8x32_S32S4U4S32_TN, One 32, _8 _8 _64;
    "SM80_16x8x32_S32S4U4S32_TN" SM80_16x8x32_S32S4U4S32_TN, One 32, _16 _8 _64;
    "SM80_16x8x64_S32S4U4S32_TN" SM80_16x8x64_S32S4U4S32_TN, One 32, _16 _8 _128;
    "SM80_8x8x32_S32U4S4S32_TN" SM80_8x8x32_S32U4S4S32_TN, One 32, _8 _8 _64;
    "SM80_16x8x32_S32U4S4S32_TN" SM80_16x8x32_S32U4S4S32_TN, One 32, _16 _8 _64;
    "SM80_16x8x64_S32U4S4S32_TN" SM80_16x8x64_S32U4S4S32_TN, One 32, _16 _8 _128;
    "SM80_8x8x32_S32U4U4S32_TN" SM80_8x8x32_S32U4U4S32_TN, One 32, _8 _8 _64;
    "SM80_16x8x32_S32U4U4S32_TN" SM80_16x8x32_S32U4U4S32_TN, One 32, _16 _8 _64;
    "SM80_16x8x64_S32U4U4S32_TN" SM80_16x8x64_S32U4U4S32_TN, One 32, _16 _8 _128;
    "SM80_8x8x128_S32U1U1S32_TN_XORPOPC" SM80_8x8x128_S32U1U1S32_TN_XORPOPC, One 32, _8 _8 _256;
    "SM80_16x8x128_S32U1U1S32_TN_XORPOPC" SM80_16x8x128_S32U1U1S32_TN_XORPOPC, One 32, _16 _8 _256;
    "SM80_16x8x256_S32U1U1S32_TN_XORPOPC" SM80_16x8x256_S32U1U1S32_TN_XORPOPC, One 32, _16 _8 _256;
    "SM80_8x8x128_S32U1U1S32_TN_ANDPOPC" SM80_8x8x128_S32U1U1S32_TN_ANDPOPC, One 32, _8 _8 _256;
    "SM80_16x8x128_S32U1U1S32_TN_ANDPOPC" SM80_16x8x128_S32U1U1S32_TN_ANDPOPC, One 32, _16 _8 _256;
    "SM80_16x8x256_S32U1U1S32_TN_ANDPOPC" SM80_16x8x256_S32U1U1S32_TN_ANDPOPC, One 32, _16 _8 _256;
    "SM89_16x8x32_F32E4M3E4M3F32_TN" SM89_16x8x32_F32E4M3E4M3F32_TN, One 32, _16 _8 _64;
    "SM89_16x8x32_F32E4M3E5M2F32_TN" SM89_16x8x32_F32E4M3E5M2F32_TN, One 32, _16 _8 _64;
    "SM89_16x8x32_F32E5M2E4M3F32_TN" SM89_16x8x32_F32E5M2E4M3F32_TN, One 32, _16 _8 _64;
    "SM89_16x8x32_F32E5M2E5M2F32_TN" SM89_16x8x32_F32E5M2E5M2F32_TN, One 32, _16 _8 _64;
    "SM89_16x8x32_F16E4M3E4M3F16_TN" SM89_16x8x32_F16E4M3E4M3F16_TN, One 32, _16 _8 _64;
    "SM89_16x8x32_F16E4M3E5M2F16_TN" SM89_16x8x32_F16E4M3E5M2F16_TN, One 32, _16 _8 _64;
    "SM89_16x8x32_F16E5M2E4M3F16_TN" SM89_16x8x32_F16E5M2E4M3F16_TN, One 32, _16 _8 _64;
    "SM89_16x8x32_F16E5M2E5M2F16_TN" SM89_16x8x32_F16E5M2E5M2F16_TN, One 32, _16 _8 _64;
    "SM90_16x8x4_F64F64F64F64_TN" SM90_16x8x4_F64F64F64F64_TN, One 32, _16 _8 _8;
    "SM90_16x8x8_F64F64F64F64_TN" SM90_16x8x8_F64F64F64F64_TN, One 32, _16 _8 _16;
    "SM90_16x8x16_F64F64F64F64_TN" SM90_16x8x16_F64F64F64F64_TN, One 32, _16 _8 _32;
}

warp_cases! {
    /// Visits the cases of several atoms along M and N, and several instructions along M, N and K.
    cpu visit_tiled:
    "SM80_16x8x16_F32F16F16F32_TN_tiled" SM80_16x8x16_F32F16F16F32_TN, Quad 128, _64 _48 _32;
    "SM80_8x8x128_S32U1U1S32_TN_XORPOPC_tiled" SM80_8x8x128_S32U1U1S32_TN_XORPOPC, Quad 128, _32 _32 _128;
    "SM90_16x8x16_F64F64F64F64_TN_tiled" SM90_16x8x16_F64F64F64F64_TN, Quad 128, _64 _48 _32;
}

warp_cases! {
    /// Visits the cases of atoms of one thread.
    device visit_threads:
    "SM61_DP4A" SM61_DP4A, Threads 32, _8 _16 _16;
    "SM61_DP2A" SM61_DP2A, Threads 32, _8 _16 _8;
    "FMA_F32" UniversalFMA<f32>, Threads 32, _8 _16 _4;
    "FMA_F64" UniversalFMA<f64>, Threads 32, _8 _16 _4;
    "FMA_F16" UniversalFMA<f16>, Threads 32, _8 _16 _4;
    "FMA_F32F16" UniversalFMA<f32, f16>, Threads 32, _8 _16 _4;
    "FMA_F32BF16" UniversalFMA<f32, bf16>, Threads 32, _8 _16 _4;
    "FMA_S32S8" UniversalFMA<i32, i8>, Threads 32, _8 _16 _4;
}

/// Visits every case.
pub fn visit(visitor: &mut impl CaseVisitor) {
    visit_single(visitor);
    visit_tiled(visitor);
    visit_threads(visitor);
}
