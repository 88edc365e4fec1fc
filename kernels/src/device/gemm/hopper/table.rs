//! The configurations that are built: families, and the tiles that each has (`table/tiles.rs`).
//!
//! The kernel of bf16 operands, both with K contiguous, in tiles of 192 × 192 with four stages and clusters of two tiles along M is
//! `gemm_bf16_kk_192x192x4_2x1x1`; with ping-pong consumers its name ends in `_pingpong`.

use super::collectives::*;
use super::config::{Cluster, Config, Description, Gemm, Tile};
use crate::table::Kernel;
use azulejo_tensor::atom::{K, MN};
use azulejo_tensor::element::{F8E4M3, F8E5M2, Tf32, bf16, f16};

#[cfg(all(target_arch = "nvptx64", feature = "entries", feature = "sm90a"))]
use super::{
    args::{Args, Grouped},
    kernel::gemm,
};

#[macro_use]
mod tiles;

/// A configuration and its kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KernelEntry {
    /// The entry point.
    pub kernel: &'static Kernel,
    /// What it computes and how.
    pub config: Description,
}

/// Kernels and configurations, row by row.
const fn rows<const N: usize>(
    kernels: &'static [Kernel],
    configs: [Description; N],
) -> [KernelEntry; N] {
    let mut rows = [KernelEntry {
        kernel: &kernels[0],
        config: configs[0],
    }; N];
    let mut i = 0;
    while i < N {
        rows[i] = KernelEntry {
            kernel: &kernels[i],
            config: configs[i],
        };
        i += 1;
    }
    rows
}

/// The PTX file of a family: a kernel a tile.
macro_rules! family {
    (($args:ty, $module:ident, $feature:literal, $name:literal, ($a:ty, $b:ty, $acc:ty, $out:ty), $oa:ty, $ob:ty)
        $($m:literal x $n:literal x $stages:literal, $cm:literal x $cn:literal x $ck:literal, $roles:ident;)*) => {
        ptx_file! { $args, $module, $feature, $name;
            $(concat!($name, "_", $m, "x", $n, "x", $stages, "_", $cm, "x", $cn, "x", $ck, suffix!($roles)) =>
                Gemm<$a, $b, $acc, $out, $oa, $ob, Tile<$m, $n, $stages>, Cluster<$cm, $cn, $ck>, collectives!($roles)>;)*
        }
    };
}

/// A PTX file: kernels by name and type, all of the same arguments.
macro_rules! ptx_file {
    ($args:ty, $module:ident, $feature:literal, $file:literal; $($name:expr => $gemm:ty;)*) => {
        #[doc = concat!("Kernels of PTX file `", $file, "`.")]
        #[cfg(any(feature = "std", feature = $feature))]
        pub mod $module {
            use super::*;

            $crate::kernels! {
                file $file, texts crate::table::texts($file);
                $($name, threads <$gemm as Config>::THREADS, min_ctas <$gemm as Config>::MIN_CTAS, Sm90a => fn(args: $args) {
                    // SAFETY: the launcher takes grid, cluster, shared memory and arguments from this row's description.
                    unsafe { gemm::<$gemm, { <$gemm as Config>::STAGES as usize }>(args) }
                })*
            }

            /// The same kernels with what a launcher must know of each.
            pub const ROWS: &[KernelEntry] = &rows(KERNELS, [$(<$gemm as Config>::DESCRIPTION),*]);
        }
    };
}

/// The mainloop, epilogue and tile scheduler of a kernel.
macro_rules! collectives {
    (Promoting) => { Collectives<FullPrecision, Generic, Cooperative> };
    ($scheduler:ident) => { Collectives<WholeStages, Generic, $scheduler> };
}

/// What a kernel's name ends with.
macro_rules! suffix {
    (Cooperative) => {
        ""
    };
    (PingPong) => {
        "_pingpong"
    };
    (Promoting) => {
        "_promoting"
    };
}

/// The PTX file of products of 8-bit floats, A in one order, in tiles of 128 × 128: a kernel an output, by types of A and B and roles.
macro_rules! outputs {
    ($($module:ident $file:literal, $oa:ty; { $($kind:literal ($a:ty, $b:ty) $roles:ident: $($name:ident $out:ty),*;)* })*) => {
        $(ptx_file! { Args, $module, "hopper_fp8", $file;
            $($(concat!($kind, "_", stringify!($name), "_128x128x6_1x1x1", suffix!($roles)) =>
                Gemm<$a, $b, f32, $out, $oa, K, Tile<128, 128, 6>, Cluster<1, 1, 1>, collectives!($roles)>;)*)*
        })*
    };
}

/// The families, each a line: which tiles, the module, the group of the build, the PTX file, types of A, B, accumulator and output,
/// orders of A and B. With them families from elsewhere, and the list of all.
macro_rules! families {
    ($all:ident: $about:literal, $args:ty;
        { $($family:ident $module:ident $feature:literal $name:literal $types:tt $oa:ty, $ob:ty;)* }
        $(and $($more:path),*)?) => {
        $(tiles! { $family ($args, $module, $feature, $name, $types, $oa, $ob) })*

        #[doc = $about]
        #[cfg(feature = "std")]
        pub const $all: &[&[KernelEntry]] = &[$($module::ROWS,)* $($($more,)*)?];
    };
}

families! {
    FAMILIES: "Every family.", Args; {
        b16 bf16_kk "hopper_bf16" "gemm_bf16_kk" (bf16, bf16, f32, bf16) K, K;
        m_major bf16_mk "hopper_bf16" "gemm_bf16_mk" (bf16, bf16, f32, bf16) MN, K;
        mn_major bf16_mm "hopper_bf16" "gemm_bf16_mm" (bf16, bf16, f32, bf16) MN, MN;
        b16_f32 bf16_kk_f32 "hopper_bf16" "gemm_bf16_kk_f32" (bf16, bf16, f32, f32) K, K;
        b16_f32 bf16_mk_f32 "hopper_bf16" "gemm_bf16_mk_f32" (bf16, bf16, f32, f32) MN, K;
        mn_major_f32 bf16_mm_f32 "hopper_bf16" "gemm_bf16_mm_f32" (bf16, bf16, f32, f32) MN, MN;
        b16 f16_kk "hopper_f16" "gemm_f16_kk" (f16, f16, f32, f16) K, K;
        m_major f16_mk "hopper_f16" "gemm_f16_mk" (f16, f16, f32, f16) MN, K;
        mn_major f16_mm "hopper_f16" "gemm_f16_mm" (f16, f16, f32, f16) MN, MN;
        b16_f32 f16_kk_f32 "hopper_f16" "gemm_f16_kk_f32" (f16, f16, f32, f32) K, K;
        b16_f32 f16_mk_f32 "hopper_f16" "gemm_f16_mk_f32" (f16, f16, f32, f32) MN, K;
        mn_major_f32 f16_mm_f32 "hopper_f16" "gemm_f16_mm_f32" (f16, f16, f32, f32) MN, MN;
        rare_types f16_kk_f16acc "hopper_f16" "gemm_f16_kk_f16acc" (f16, f16, f16, f16) K, K;
        tf32 tf32_kk "hopper_tf32" "gemm_tf32_kk" (Tf32, Tf32, f32, f32) K, K;
        transpose_a32 tf32_mk "hopper_tf32" "gemm_tf32_mk" (Tf32, Tf32, f32, f32) MN, K;
        fp8 e4m3_e4m3_kk "hopper_fp8" "gemm_e4m3_e4m3_kk" (F8E4M3, F8E4M3, f32, bf16) K, K;
        transpose_a8 e4m3_e4m3_mk "hopper_fp8" "gemm_e4m3_e4m3_mk" (F8E4M3, F8E4M3, f32, bf16) MN, K;
        rare_types e4m3_e5m2_kk "hopper_fp8" "gemm_e4m3_e5m2_kk" (F8E4M3, F8E5M2, f32, bf16) K, K;
        rare_types e5m2_e5m2_kk "hopper_fp8" "gemm_e5m2_e5m2_kk" (F8E5M2, F8E5M2, f32, bf16) K, K;
        promoting e4m3_e4m3_kk_promoting "hopper_fp8" "gemm_e4m3_e4m3_kk_promoting" (F8E4M3, F8E4M3, f32, bf16) K, K;
        promoting e4m3_e5m2_kk_promoting "hopper_fp8" "gemm_e4m3_e5m2_kk_promoting" (F8E4M3, F8E5M2, f32, bf16) K, K;
        f32_output e4m3_e4m3_kk_f32 "hopper_fp8" "gemm_e4m3_e4m3_kk_f32" (F8E4M3, F8E4M3, f32, f32) K, K;
        rare_types e4m3_e4m3_kk_f16 "hopper_fp8" "gemm_e4m3_e4m3_kk_f16" (F8E4M3, F8E4M3, f32, f16) K, K;
        rare_types e4m3_e4m3_kk_e4m3 "hopper_fp8" "gemm_e4m3_e4m3_kk_e4m3" (F8E4M3, F8E4M3, f32, F8E4M3) K, K;
        int8 i8_kk "hopper_i8" "gemm_i8_kk" (i8, i8, i32, i32) K, K;
        transpose_a8 i8_mk "hopper_i8" "gemm_i8_mk" (i8, i8, i32, i32) MN, K;
    }
    and fp8_outputs::ROWS, bf16_km::ROWS, f16_km::ROWS, fused::bf16_kk::ROWS, fused::bf16_km::ROWS, fused::f16_kk::ROWS, fused::f16_km::ROWS,
        fused::bf16_mk::ROWS, fused::bf16_mm::ROWS, fused::f16_mk::ROWS, fused::f16_mm::ROWS,
        e4m3_e4m3_mk_outputs::ROWS, e4m3_e5m2_mk_outputs::ROWS, e5m2_e4m3_mk_outputs::ROWS, e5m2_e5m2_mk_outputs::ROWS
}

// Where K is strided in A, consumers transpose it while they load it into registers (`transpose_a.rs`): each pairing is there in both
// orders. The kernel of e5m2 in A and e4m3 in B to f32 is `gemm_e5m2_e4m3_mk_f32_128x128x6_1x1x1`, that of full sums ends in `_promoting`.
outputs! {
    fp8_outputs "gemm_fp8_outputs", K; {
        "gemm_e4m3_e4m3_kk" (F8E4M3, F8E4M3) Cooperative: e5m2 F8E5M2;
        "gemm_e4m3_e5m2_kk" (F8E4M3, F8E5M2) Cooperative: f32 f32, f16 f16, e4m3 F8E4M3, e5m2 F8E5M2;
        "gemm_e5m2_e5m2_kk" (F8E5M2, F8E5M2) Cooperative: f32 f32, f16 f16, e4m3 F8E4M3, e5m2 F8E5M2;
        "gemm_e4m3_e4m3_kk" (F8E4M3, F8E4M3) Promoting: f32 f32, f16 f16, e4m3 F8E4M3, e5m2 F8E5M2;
        "gemm_e4m3_e5m2_kk" (F8E4M3, F8E5M2) Promoting: f32 f32, f16 f16, e4m3 F8E4M3, e5m2 F8E5M2;
        "gemm_e5m2_e5m2_kk" (F8E5M2, F8E5M2) Promoting: bf16 bf16, f32 f32, f16 f16, e4m3 F8E4M3, e5m2 F8E5M2;
    }
    e4m3_e4m3_mk_outputs "gemm_e4m3_e4m3_mk_outputs", MN; {
        "gemm_e4m3_e4m3_mk" (F8E4M3, F8E4M3) Cooperative: f32 f32, f16 f16, e4m3 F8E4M3, e5m2 F8E5M2;
        "gemm_e4m3_e4m3_mk" (F8E4M3, F8E4M3) Promoting: bf16 bf16, f32 f32, f16 f16, e4m3 F8E4M3, e5m2 F8E5M2;
    }
    e4m3_e5m2_mk_outputs "gemm_e4m3_e5m2_mk_outputs", MN; {
        "gemm_e4m3_e5m2_mk" (F8E4M3, F8E5M2) Cooperative: bf16 bf16, f32 f32, f16 f16, e4m3 F8E4M3, e5m2 F8E5M2;
        "gemm_e4m3_e5m2_mk" (F8E4M3, F8E5M2) Promoting: bf16 bf16, f32 f32, f16 f16, e4m3 F8E4M3, e5m2 F8E5M2;
    }
    e5m2_e4m3_mk_outputs "gemm_e5m2_e4m3_mk_outputs", MN; {
        "gemm_e5m2_e4m3_mk" (F8E5M2, F8E4M3) Cooperative: bf16 bf16, f32 f32, f16 f16, e4m3 F8E4M3, e5m2 F8E5M2;
        "gemm_e5m2_e4m3_mk" (F8E5M2, F8E4M3) Promoting: bf16 bf16, f32 f32, f16 f16, e4m3 F8E4M3, e5m2 F8E5M2;
    }
    e5m2_e5m2_mk_outputs "gemm_e5m2_e5m2_mk_outputs", MN; {
        "gemm_e5m2_e5m2_mk" (F8E5M2, F8E5M2) Cooperative: bf16 bf16, f32 f32, f16 f16, e4m3 F8E4M3, e5m2 F8E5M2;
        "gemm_e5m2_e5m2_mk" (F8E5M2, F8E5M2) Promoting: bf16 bf16, f32 f32, f16 f16, e4m3 F8E4M3, e5m2 F8E5M2;
    }
}

// Row-major A · B as it is, in the tiles that are faster than the transpose of `mk` there.
family! { (Args, bf16_km, "hopper_bf16", "gemm_bf16_km", (bf16, bf16, f32, bf16), K, MN)
    192 x 160 x 4, 1 x 1 x 1, Cooperative;
    128 x 192 x 4, 1 x 1 x 1, PingPong;
    128 x 128 x 6, 1 x 1 x 1, PingPong;
}

family! { (Args, f16_km, "hopper_f16", "gemm_f16_km", (f16, f16, f32, f16), K, MN)
    192 x 160 x 4, 1 x 1 x 1, Cooperative;
    128 x 192 x 4, 1 x 1 x 1, PingPong;
    128 x 128 x 6, 1 x 1 x 1, PingPong;
}

families! {
    GROUPED: "Every family of grouped GEMMs.", Grouped; {
        grouped bf16_grouped "hopper_bf16" "gemm_bf16_grouped" (bf16, bf16, f32, bf16) K, K;
        grouped f16_grouped "hopper_f16" "gemm_f16_grouped" (f16, f16, f32, f16) K, K;
        grouped e4m3_grouped "hopper_fp8" "gemm_e4m3_grouped" (F8E4M3, F8E4M3, f32, bf16) K, K;
    }
}

pub mod fused;

/// All kernels of both.
#[cfg(feature = "std")]
pub fn kernels() -> impl Iterator<Item = &'static Kernel> {
    let rows = FAMILIES
        .iter()
        .chain(GROUPED)
        .flat_map(|family| family.iter());
    rows.map(|row| row.kernel)
}
