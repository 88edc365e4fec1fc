//! The configurations that are built: a family a pair of orders, a line a tile.
//!
//! A line reads `M × N, stages, cluster M × N`. The kernel of bf16 operands, both with K contiguous, in tiles of 128 × 256
//! with four stages and clusters of two tiles along M is `gemm_bf16_kk_128x256x4_2x1`.

use super::config::{Config, Description, Gemm, KMajor, MnMajor, Tile};
use crate::table::Kernel;
use azulejo_tensor::element::{F8E4M3, F8E5M2, Tf32, bf16, f16};

#[cfg(all(target_arch = "nvptx64", feature = "entries", feature = "sm90a"))]
use super::kernel::gemm;

/// A configuration and its kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// The entry point.
    pub kernel: &'static Kernel,
    /// What it computes and how.
    pub config: Description,
}

macro_rules! family {
    ($module:ident, $name:literal, ($a:ty, $b:ty, $acc:ty, $out:ty), $oa:ty, $ob:ty;
        $($m:literal x $n:literal, $stages:literal, $cm:literal x $cn:literal;)*) => {
        #[doc = concat!("Kernels `", $name, "_…`.")]
        pub mod $module {
            use super::*;

            $crate::kernels! {
                area $name;
                $(concat!($name, "_", $m, "x", $n, "x", $stages, "_", $cm, "x", $cn),
                    threads <Gemm<$a, $b, $acc, $out, $oa, $ob, Tile<$m, $n, $stages, $cm, $cn>> as Config>::THREADS,
                    min_ctas <Gemm<$a, $b, $acc, $out, $oa, $ob, Tile<$m, $n, $stages, $cm, $cn>> as Config>::RESIDENT, Sm90a => fn(args: $crate::device::gemm::hopper::args::Args) {
                    // SAFETY: the launcher takes grid, cluster, shared memory and arguments from this row's description.
                    unsafe { gemm::<Gemm<$a, $b, $acc, $out, $oa, $ob, Tile<$m, $n, $stages, $cm, $cn>>>(args) }
                })*
            }

            const CONFIGS: &[Description] =
                &[$(<Gemm<$a, $b, $acc, $out, $oa, $ob, Tile<$m, $n, $stages, $cm, $cn>> as Config>::DESCRIPTION),*];

            /// The same kernels with what a launcher must know of each.
            pub const ROWS: &[Row] = &{
                let mut rows = [Row { kernel: &KERNELS[0], config: CONFIGS[0] }; KERNELS.len()];
                let mut i = 0;
                while i < rows.len() {
                    rows[i] = Row { kernel: &KERNELS[i], config: CONFIGS[i] };
                    i += 1;
                }
                rows
            };
        }
    };
}

/// A family with every tile.
macro_rules! all_tiles {
    ($($head:tt)*) => {
        family! { $($head)*;
            256 x 128, 4, 1 x 2;
            128 x 256, 4, 2 x 1;
            128 x 256, 4, 2 x 2;
            128 x 256, 4, 1 x 1;
            128 x 208, 4, 1 x 2;
            128 x 192, 4, 2 x 1;
            128 x 160, 5, 2 x 1;
            128 x 128, 6, 1 x 1;
            128 x 128, 6, 2 x 2;
            128 x 64, 8, 2 x 2;
            128 x 64, 8, 1 x 2;
            128 x 64, 8, 1 x 1;
            128 x 16, 8, 1 x 1;
            64 x 128, 8, 1 x 1;
            64 x 128, 8, 2 x 2;
            64 x 64, 8, 1 x 1;
            64 x 32, 8, 1 x 1;
            64 x 16, 8, 1 x 1;
        }
    };
}

/// A family for less common operands.
macro_rules! few_tiles {
    ($($head:tt)*) => {
        family! { $($head)*;
            128 x 256, 4, 2 x 1;
            128 x 128, 6, 1 x 1;
            64 x 128, 8, 1 x 1;
            64 x 64, 8, 1 x 1;
        }
    };
}

all_tiles! { bf16_kk, "gemm_bf16_kk", (bf16, bf16, f32, bf16), KMajor, KMajor }
few_tiles! { bf16_km, "gemm_bf16_km", (bf16, bf16, f32, bf16), KMajor, MnMajor }
few_tiles! { bf16_mk, "gemm_bf16_mk", (bf16, bf16, f32, bf16), MnMajor, KMajor }
few_tiles! { bf16_mm, "gemm_bf16_mm", (bf16, bf16, f32, bf16), MnMajor, MnMajor }
all_tiles! { f16_kk, "gemm_f16_kk", (f16, f16, f32, f16), KMajor, KMajor }
few_tiles! { f16_km, "gemm_f16_km", (f16, f16, f32, f16), KMajor, MnMajor }
few_tiles! { f16_mk, "gemm_f16_mk", (f16, f16, f32, f16), MnMajor, KMajor }
few_tiles! { f16_mm, "gemm_f16_mm", (f16, f16, f32, f16), MnMajor, MnMajor }
all_tiles! { tf32_kk, "gemm_tf32_kk", (Tf32, Tf32, f32, f32), KMajor, KMajor }
all_tiles! { e4m3_e4m3_kk, "gemm_e4m3_e4m3_kk", (F8E4M3, F8E4M3, f32, bf16), KMajor, KMajor }
few_tiles! { e4m3_e5m2_kk, "gemm_e4m3_e5m2_kk", (F8E4M3, F8E5M2, f32, bf16), KMajor, KMajor }
few_tiles! { e5m2_e4m3_kk, "gemm_e5m2_e4m3_kk", (F8E5M2, F8E4M3, f32, bf16), KMajor, KMajor }
few_tiles! { e5m2_e5m2_kk, "gemm_e5m2_e5m2_kk", (F8E5M2, F8E5M2, f32, bf16), KMajor, KMajor }
all_tiles! { i8_kk, "gemm_i8_kk", (i8, i8, i32, i32), KMajor, KMajor }

/// Every family.
pub const FAMILIES: &[&[Row]] = &[
    bf16_kk::ROWS,
    bf16_km::ROWS,
    bf16_mk::ROWS,
    bf16_mm::ROWS,
    f16_kk::ROWS,
    f16_km::ROWS,
    f16_mk::ROWS,
    f16_mm::ROWS,
    tf32_kk::ROWS,
    e4m3_e4m3_kk::ROWS,
    e4m3_e5m2_kk::ROWS,
    e5m2_e4m3_kk::ROWS,
    e5m2_e5m2_kk::ROWS,
    i8_kk::ROWS,
];
