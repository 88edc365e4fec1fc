//! The configurations that are built: a family a pair of orders, a line a tile.
//!
//! A line reads `M × N × stages, cluster M × N × K, roles`. The kernel of bf16 operands, both with K contiguous, in tiles
//! of 128 × 256 with four stages and clusters of two tiles along M is `gemm_bf16_kk_128x256x4_2x1x1`; with consumers that
//! take tiles in turns its name ends in `_turns`.

use super::config::{
    Cluster, Config, Cooperative, Description, Gemm, KMajor, MnMajor, PingPong, Promoting, Tile,
};
use crate::table::Kernel;
use azulejo_tensor::element::{F8E4M3, F8E5M2, Tf32, bf16, f16};

#[cfg(all(target_arch = "nvptx64", feature = "entries", feature = "sm90a"))]
use super::{
    args::{Args, Grouped},
    kernel::gemm,
};

/// A configuration and its kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// The entry point.
    pub kernel: &'static Kernel,
    /// What it computes and how.
    pub config: Description,
}

macro_rules! family {
    ($args:ty, $module:ident, $feature:literal, $name:literal, ($a:ty, $b:ty, $acc:ty, $out:ty), $oa:ty, $ob:ty;
        $($m:literal x $n:literal x $stages:literal, $cm:literal x $cn:literal x $ck:literal, $roles:ident;)*) => {
        #[doc = concat!("Kernels `", $name, "_…`.")]
        #[cfg(any(not(feature = "entries"), feature = $feature))]
        pub mod $module {
            use super::*;

            $crate::kernels! {
                area $name;
                $(concat!($name, "_", $m, "x", $n, "x", $stages, "_", $cm, "x", $cn, "x", $ck, suffix!($roles)),
                    threads <Gemm<$a, $b, $acc, $out, $oa, $ob, Tile<$m, $n, $stages>, Cluster<$cm, $cn, $ck>, $roles> as Config>::THREADS,
                    min_ctas <Gemm<$a, $b, $acc, $out, $oa, $ob, Tile<$m, $n, $stages>, Cluster<$cm, $cn, $ck>, $roles> as Config>::RESIDENT,
                    Sm90a => fn(args: $args) {
                    // SAFETY: the launcher takes grid, cluster, shared memory and arguments from this row's description.
                    unsafe { gemm::<Gemm<$a, $b, $acc, $out, $oa, $ob, Tile<$m, $n, $stages>, Cluster<$cm, $cn, $ck>, $roles>>(args) }
                })*
            }

            /// The same kernels with what a launcher must know of each.
            pub const ROWS: &[Row] = &rows(
                KERNELS,
                [$(<Gemm<$a, $b, $acc, $out, $oa, $ob, Tile<$m, $n, $stages>, Cluster<$cm, $cn, $ck>, $roles> as Config>::DESCRIPTION),*],
            );
        }
    };
}

/// Kernels of many types in one area, a line each, both operands with K contiguous.
macro_rules! of_many_types {
    ($module:ident, $feature:literal, $area:literal;
        $($name:literal ($a:ty, $b:ty, $acc:ty, $out:ty) $m:literal x $n:literal x $stages:literal, $roles:ident;)*) => {
        #[doc = concat!("Kernels of area `", $area, "`.")]
        #[cfg(any(not(feature = "entries"), feature = $feature))]
        pub mod $module {
            use super::*;

            $crate::kernels! {
                area $area;
                $($name,
                    threads <Gemm<$a, $b, $acc, $out, KMajor, KMajor, Tile<$m, $n, $stages>, Cluster<1, 1, 1>, $roles> as Config>::THREADS,
                    min_ctas <Gemm<$a, $b, $acc, $out, KMajor, KMajor, Tile<$m, $n, $stages>, Cluster<1, 1, 1>, $roles> as Config>::RESIDENT,
                    Sm90a => fn(args: Args) {
                    // SAFETY: the launcher takes grid, cluster, shared memory and arguments from this row's description.
                    unsafe { gemm::<Gemm<$a, $b, $acc, $out, KMajor, KMajor, Tile<$m, $n, $stages>, Cluster<1, 1, 1>, $roles>>(args) }
                })*
            }

            /// The same kernels with what a launcher must know of each.
            pub const ROWS: &[Row] = &rows(
                KERNELS,
                [$(<Gemm<$a, $b, $acc, $out, KMajor, KMajor, Tile<$m, $n, $stages>, Cluster<1, 1, 1>, $roles> as Config>::DESCRIPTION),*],
            );
        }
    };
}

/// Kernels and configurations, row by row.
const fn rows<const N: usize>(kernels: &'static [Kernel], configs: [Description; N]) -> [Row; N] {
    let mut rows = [Row {
        kernel: &kernels[0],
        config: configs[0],
    }; N];
    let mut i = 0;
    while i < N {
        rows[i] = Row {
            kernel: &kernels[i],
            config: configs[i],
        };
        i += 1;
    }
    rows
}

/// What a kernel's name ends with.
macro_rules! suffix {
    (Cooperative) => {
        ""
    };
    (PingPong) => {
        "_turns"
    };
    (Promoting) => {
        "_promoting"
    };
}

/// A family of two-byte operands: lines that no multiple of 128 bytes divides cost them most, which clusters of eight share.
macro_rules! halves_tiles {
    ($($head:tt)*) => {
        family! { Args, $($head)*;
            256 x 192 x 3, 1 x 1 x 1, Cooperative;
            192 x 192 x 4, 2 x 1 x 1, Cooperative;
            192 x 176 x 4, 2 x 1 x 1, Cooperative;
            128 x 256 x 4, 1 x 1 x 1, Cooperative;
            128 x 192 x 4, 1 x 1 x 1, PingPong;
            128 x 176 x 5, 2 x 1 x 1, PingPong;
            128 x 160 x 5, 2 x 1 x 1, PingPong;
            128 x 128 x 6, 1 x 1 x 1, PingPong;
            128 x 128 x 6, 4 x 1 x 1, Cooperative;
            128 x 128 x 6, 1 x 1 x 1, Cooperative;
            128 x 96 x 7, 4 x 2 x 1, Cooperative;
            128 x 64 x 8, 1 x 2 x 1, Cooperative;
            128 x 64 x 8, 1 x 1 x 2, Cooperative;
            64 x 128 x 8, 1 x 1 x 1, Cooperative;
            64 x 64 x 12, 1 x 1 x 1, Cooperative;
            64 x 32 x 8, 1 x 1 x 1, Cooperative;
            64 x 16 x 8, 1 x 1 x 1, Cooperative;
            64 x 16 x 16, 1 x 1 x 2, Cooperative;
        }
    };
}

/// A family with every tile.
macro_rules! all_tiles {
    ($($head:tt)*) => {
        family! { Args, $($head)*;
            256 x 192 x 3, 1 x 1 x 1, Cooperative;
            192 x 192 x 4, 2 x 1 x 1, Cooperative;
            192 x 176 x 4, 2 x 1 x 1, Cooperative;
            128 x 256 x 4, 1 x 1 x 1, Cooperative;
            128 x 192 x 4, 1 x 1 x 1, PingPong;
            128 x 176 x 5, 2 x 1 x 1, PingPong;
            128 x 160 x 5, 2 x 1 x 1, PingPong;
            128 x 128 x 6, 1 x 1 x 1, PingPong;
            128 x 128 x 6, 4 x 1 x 1, Cooperative;
            128 x 128 x 6, 1 x 1 x 1, Cooperative;
            128 x 64 x 8, 1 x 2 x 1, Cooperative;
            128 x 64 x 8, 1 x 1 x 2, Cooperative;
            64 x 128 x 8, 1 x 1 x 1, Cooperative;
            64 x 64 x 12, 1 x 1 x 1, Cooperative;
            64 x 32 x 8, 1 x 1 x 1, Cooperative;
            64 x 16 x 8, 1 x 1 x 1, Cooperative;
            64 x 16 x 16, 1 x 1 x 2, Cooperative;
        }
    };
}

/// A family of bytes that make words: 192 accumulators in turns would leave too few registers.
macro_rules! integer_tiles {
    ($($head:tt)*) => {
        family! { Args, $($head)*;
            256 x 192 x 3, 1 x 1 x 1, Cooperative;
            192 x 192 x 4, 2 x 1 x 1, Cooperative;
            192 x 176 x 4, 2 x 1 x 1, Cooperative;
            128 x 256 x 4, 1 x 1 x 1, Cooperative;
            128 x 176 x 5, 2 x 1 x 1, PingPong;
            128 x 160 x 5, 2 x 1 x 1, PingPong;
            128 x 128 x 6, 1 x 1 x 1, PingPong;
            128 x 128 x 6, 4 x 1 x 1, Cooperative;
            128 x 128 x 6, 1 x 1 x 1, Cooperative;
            128 x 64 x 8, 1 x 2 x 1, Cooperative;
            128 x 64 x 8, 1 x 1 x 2, Cooperative;
            64 x 128 x 8, 1 x 1 x 1, Cooperative;
            64 x 64 x 12, 1 x 1 x 1, Cooperative;
            64 x 32 x 8, 1 x 1 x 1, Cooperative;
            64 x 16 x 8, 1 x 1 x 1, Cooperative;
            64 x 16 x 16, 1 x 1 x 2, Cooperative;
        }
    };
}

/// A family with every tile but those whose accumulators leave no registers to store four bytes an element.
macro_rules! fewer_registers {
    ($($head:tt)*) => {
        family! { Args, $($head)*;
            192 x 192 x 4, 2 x 1 x 1, Cooperative;
            192 x 176 x 4, 2 x 1 x 1, Cooperative;
            128 x 256 x 4, 1 x 1 x 1, Cooperative;
            128 x 176 x 5, 2 x 1 x 1, PingPong;
            128 x 160 x 5, 2 x 1 x 1, PingPong;
            128 x 128 x 6, 1 x 1 x 1, PingPong;
            128 x 128 x 6, 4 x 1 x 1, Cooperative;
            128 x 128 x 6, 1 x 1 x 1, Cooperative;
            128 x 64 x 8, 1 x 2 x 1, Cooperative;
            128 x 64 x 8, 1 x 1 x 2, Cooperative;
            64 x 128 x 8, 1 x 1 x 1, Cooperative;
            64 x 64 x 12, 1 x 1 x 1, Cooperative;
            64 x 32 x 8, 1 x 1 x 1, Cooperative;
            64 x 16 x 8, 1 x 1 x 1, Cooperative;
            64 x 16 x 16, 1 x 1 x 2, Cooperative;
        }
    };
}

/// A family for less common operands.
macro_rules! few_tiles {
    ($($head:tt)*) => {
        family! { Args, $($head)*;
            128 x 256 x 3, 2 x 1 x 1, Cooperative;
            128 x 192 x 4, 1 x 1 x 1, PingPong;
            128 x 128 x 6, 1 x 1 x 1, Cooperative;
            64 x 64 x 12, 1 x 1 x 1, Cooperative;
        }
    };
}

/// A family for rare types.
macro_rules! three_tiles {
    ($($head:tt)*) => {
        family! { Args, $($head)*;
            128 x 192 x 4, 1 x 1 x 1, PingPong;
            128 x 128 x 6, 1 x 1 x 1, Cooperative;
            64 x 64 x 12, 1 x 1 x 1, Cooperative;
        }
    };
}

/// A family for less common operands with outputs of four bytes.
macro_rules! float_tiles {
    ($($head:tt)*) => {
        family! { Args, $($head)*;
            128 x 256 x 3, 2 x 1 x 1, Cooperative;
            128 x 128 x 6, 1 x 1 x 1, Cooperative;
            64 x 64 x 12, 1 x 1 x 1, Cooperative;
        }
    };
}

/// A family for 32-bit operands of which A is turned on its way to registers.
macro_rules! turning_tiles {
    ($($head:tt)*) => {
        family! { Args, $($head)*;
            128 x 256 x 3, 2 x 1 x 1, Cooperative;
            128 x 192 x 4, 1 x 1 x 1, Cooperative;
            128 x 128 x 6, 1 x 1 x 1, Cooperative;
            64 x 64 x 12, 1 x 1 x 1, Cooperative;
        }
    };
}

/// A family for 8-bit floats where precision counts.
macro_rules! promoting_tiles {
    ($($head:tt)*) => {
        family! { Args, $($head)*;
            128 x 160 x 5, 2 x 1 x 1, Promoting;
            128 x 128 x 6, 1 x 1 x 1, Promoting;
            64 x 64 x 12, 1 x 1 x 1, Promoting;
        }
    };
}

/// A family for lists of products.
macro_rules! grouped_tiles {
    ($($head:tt)*) => {
        family! { Grouped, $($head)*;
            128 x 256 x 4, 1 x 1 x 1, Cooperative;
            128 x 128 x 6, 1 x 1 x 1, PingPong;
            64 x 128 x 8, 1 x 1 x 1, Cooperative;
        }
    };
}

halves_tiles! { bf16_kk, "hopper_bf16", "gemm_bf16_kk", (bf16, bf16, f32, bf16), KMajor, KMajor }
few_tiles! { bf16_mk, "hopper_bf16", "gemm_bf16_mk", (bf16, bf16, f32, bf16), MnMajor, KMajor }
few_tiles! { bf16_mm, "hopper_bf16", "gemm_bf16_mm", (bf16, bf16, f32, bf16), MnMajor, MnMajor }
halves_tiles! { f16_kk, "hopper_f16", "gemm_f16_kk", (f16, f16, f32, f16), KMajor, KMajor }
few_tiles! { f16_mk, "hopper_f16", "gemm_f16_mk", (f16, f16, f32, f16), MnMajor, KMajor }
few_tiles! { f16_mm, "hopper_f16", "gemm_f16_mm", (f16, f16, f32, f16), MnMajor, MnMajor }
fewer_registers! { tf32_kk, "hopper_tf32", "gemm_tf32_kk", (Tf32, Tf32, f32, f32), KMajor, KMajor }
turning_tiles! { tf32_mk, "hopper_tf32", "gemm_tf32_mk", (Tf32, Tf32, f32, f32), MnMajor, KMajor }
all_tiles! { e4m3_e4m3_kk, "hopper_fp8", "gemm_e4m3_e4m3_kk", (F8E4M3, F8E4M3, f32, bf16), KMajor, KMajor }
three_tiles! { e4m3_e5m2_kk, "hopper_fp8", "gemm_e4m3_e5m2_kk", (F8E4M3, F8E5M2, f32, bf16), KMajor, KMajor }
three_tiles! { e5m2_e5m2_kk, "hopper_fp8", "gemm_e5m2_e5m2_kk", (F8E5M2, F8E5M2, f32, bf16), KMajor, KMajor }
integer_tiles! { i8_kk, "hopper_i8", "gemm_i8_kk", (i8, i8, i32, i32), KMajor, KMajor }

promoting_tiles! { e4m3_e4m3_kk_promoting, "hopper_fp8", "gemm_e4m3_e4m3_kk_promoting", (F8E4M3, F8E4M3, f32, bf16), KMajor, KMajor }
promoting_tiles! { e4m3_e5m2_kk_promoting, "hopper_fp8", "gemm_e4m3_e5m2_kk_promoting", (F8E4M3, F8E5M2, f32, bf16), KMajor, KMajor }
float_tiles! { e4m3_e4m3_kk_f32, "hopper_fp8", "gemm_e4m3_e4m3_kk_f32", (F8E4M3, F8E4M3, f32, f32), KMajor, KMajor }
three_tiles! { e4m3_e4m3_kk_f16, "hopper_fp8", "gemm_e4m3_e4m3_kk_f16", (F8E4M3, F8E4M3, f32, f16), KMajor, KMajor }
three_tiles! { e4m3_e4m3_kk_e4m3, "hopper_fp8", "gemm_e4m3_e4m3_kk_e4m3", (F8E4M3, F8E4M3, f32, F8E4M3), KMajor, KMajor }
grouped_tiles! { bf16_grouped, "hopper_bf16", "gemm_bf16_grouped", (bf16, bf16, f32, bf16), KMajor, KMajor }
grouped_tiles! { f16_grouped, "hopper_f16", "gemm_f16_grouped", (f16, f16, f32, f16), KMajor, KMajor }
grouped_tiles! { e4m3_grouped, "hopper_fp8", "gemm_e4m3_grouped", (F8E4M3, F8E4M3, f32, bf16), KMajor, KMajor }
three_tiles! { f16_kk_halves, "hopper_f16", "gemm_f16_kk_halves", (f16, f16, f16, f16), KMajor, KMajor }

of_many_types! {
    e_types, "hopper_fp8", "gemm_e_types";
    "gemm_e4m3_e4m3_kk_e5m2_128x128x6_1x1x1" (F8E4M3, F8E4M3, f32, F8E5M2) 128 x 128 x 6, Cooperative;
    "gemm_e4m3_e5m2_kk_f32_128x128x6_1x1x1" (F8E4M3, F8E5M2, f32, f32) 128 x 128 x 6, Cooperative;
    "gemm_e4m3_e5m2_kk_f16_128x128x6_1x1x1" (F8E4M3, F8E5M2, f32, f16) 128 x 128 x 6, Cooperative;
    "gemm_e4m3_e5m2_kk_e4m3_128x128x6_1x1x1" (F8E4M3, F8E5M2, f32, F8E4M3) 128 x 128 x 6, Cooperative;
    "gemm_e4m3_e5m2_kk_e5m2_128x128x6_1x1x1" (F8E4M3, F8E5M2, f32, F8E5M2) 128 x 128 x 6, Cooperative;
    "gemm_e5m2_e5m2_kk_f32_128x128x6_1x1x1" (F8E5M2, F8E5M2, f32, f32) 128 x 128 x 6, Cooperative;
    "gemm_e5m2_e5m2_kk_f16_128x128x6_1x1x1" (F8E5M2, F8E5M2, f32, f16) 128 x 128 x 6, Cooperative;
    "gemm_e5m2_e5m2_kk_e4m3_128x128x6_1x1x1" (F8E5M2, F8E5M2, f32, F8E4M3) 128 x 128 x 6, Cooperative;
    "gemm_e5m2_e5m2_kk_e5m2_128x128x6_1x1x1" (F8E5M2, F8E5M2, f32, F8E5M2) 128 x 128 x 6, Cooperative;
    "gemm_e4m3_e4m3_kk_f32_128x128x6_1x1x1_promoting" (F8E4M3, F8E4M3, f32, f32) 128 x 128 x 6, Promoting;
    "gemm_e4m3_e4m3_kk_f16_128x128x6_1x1x1_promoting" (F8E4M3, F8E4M3, f32, f16) 128 x 128 x 6, Promoting;
    "gemm_e4m3_e4m3_kk_e4m3_128x128x6_1x1x1_promoting" (F8E4M3, F8E4M3, f32, F8E4M3) 128 x 128 x 6, Promoting;
    "gemm_e4m3_e4m3_kk_e5m2_128x128x6_1x1x1_promoting" (F8E4M3, F8E4M3, f32, F8E5M2) 128 x 128 x 6, Promoting;
    "gemm_e4m3_e5m2_kk_f32_128x128x6_1x1x1_promoting" (F8E4M3, F8E5M2, f32, f32) 128 x 128 x 6, Promoting;
    "gemm_e4m3_e5m2_kk_f16_128x128x6_1x1x1_promoting" (F8E4M3, F8E5M2, f32, f16) 128 x 128 x 6, Promoting;
    "gemm_e4m3_e5m2_kk_e4m3_128x128x6_1x1x1_promoting" (F8E4M3, F8E5M2, f32, F8E4M3) 128 x 128 x 6, Promoting;
    "gemm_e4m3_e5m2_kk_e5m2_128x128x6_1x1x1_promoting" (F8E4M3, F8E5M2, f32, F8E5M2) 128 x 128 x 6, Promoting;
    "gemm_e5m2_e5m2_kk_bf16_128x128x6_1x1x1_promoting" (F8E5M2, F8E5M2, f32, bf16) 128 x 128 x 6, Promoting;
    "gemm_e5m2_e5m2_kk_f32_128x128x6_1x1x1_promoting" (F8E5M2, F8E5M2, f32, f32) 128 x 128 x 6, Promoting;
    "gemm_e5m2_e5m2_kk_f16_128x128x6_1x1x1_promoting" (F8E5M2, F8E5M2, f32, f16) 128 x 128 x 6, Promoting;
    "gemm_e5m2_e5m2_kk_e4m3_128x128x6_1x1x1_promoting" (F8E5M2, F8E5M2, f32, F8E4M3) 128 x 128 x 6, Promoting;
    "gemm_e5m2_e5m2_kk_e5m2_128x128x6_1x1x1_promoting" (F8E5M2, F8E5M2, f32, F8E5M2) 128 x 128 x 6, Promoting;
}

/// Every family that lists of products use.
#[cfg(not(feature = "entries"))]
pub const GROUPED: &[&[Row]] = &[bf16_grouped::ROWS, f16_grouped::ROWS, e4m3_grouped::ROWS];

/// Every family.
#[cfg(not(feature = "entries"))]
pub const FAMILIES: &[&[Row]] = &[
    bf16_kk::ROWS,
    bf16_mk::ROWS,
    bf16_mm::ROWS,
    f16_kk::ROWS,
    f16_mk::ROWS,
    f16_mm::ROWS,
    f16_kk_halves::ROWS,
    tf32_kk::ROWS,
    tf32_mk::ROWS,
    e4m3_e4m3_kk::ROWS,
    e4m3_e5m2_kk::ROWS,
    e5m2_e5m2_kk::ROWS,
    e4m3_e4m3_kk_promoting::ROWS,
    e4m3_e5m2_kk_promoting::ROWS,
    e4m3_e4m3_kk_f32::ROWS,
    e4m3_e4m3_kk_f16::ROWS,
    e4m3_e4m3_kk_e4m3::ROWS,
    e_types::ROWS,
    i8_kk::ROWS,
];
