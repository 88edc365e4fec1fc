//! Candidates: kernels that nothing chooses, to be timed by name. What each is to prove stands in
//! `benches/record/gpu-gemm/steps.md`.

use super::super::config::Early;
use super::*;

/// Areas of one family, as lines `"name" => tile, cluster, roles`.
macro_rules! trials {
    ($($module:ident $area:literal ($a:ty, $b:ty, $acc:ty, $out:ty) $oa:ty, $ob:ty {
        $($name:literal $m:literal x $n:literal x $stages:literal, $cm:literal x $cn:literal x $ck:literal, $roles:ty;)*
    })*) => {
        $(area! { Args, $module, "trial", $area;
            $(concat!($area, "_", $m, "x", $n, "x", $stages, "_", $cm, "x", $cn, "x", $ck, $name) =>
                Gemm<$a, $b, $acc, $out, $oa, $ob, Tile<$m, $n, $stages>, Cluster<$cm, $cn, $ck>, $roles>;)*
        })*

        /// Every candidate.
        #[cfg(not(feature = "entries"))]
        pub const TRIALS: &[&[Row]] = &[$($module::ROWS,)*];

        /// Their kernels, an area each.
        #[cfg(feature = "std")]
        pub const AREAS: &[&[Kernel]] = &[$($module::KERNELS,)*];
    };
}

trials! {
    bf16_kk "trial_gemm_bf16_kk" (bf16, bf16, f32, bf16) KMajor, KMajor {
        "" 64 x 144 x 7, 4 x 1 x 1, Cooperative;
        "" 64 x 160 x 7, 4 x 1 x 1, Cooperative;
        "" 64 x 176 x 7, 4 x 1 x 1, Cooperative;
        "" 256 x 192 x 3, 1 x 2 x 1, Cooperative;
        "" 256 x 160 x 4, 1 x 2 x 1, Cooperative;
        "" 256 x 144 x 4, 1 x 2 x 1, Cooperative;
        "" 64 x 64 x 12, 1 x 2 x 1, Cooperative;
        "" 64 x 96 x 10, 1 x 2 x 1, Cooperative;
        "" 64 x 128 x 8, 1 x 1 x 2, Cooperative;
        "" 64 x 64 x 6, 1 x 1 x 2, Cooperative;
    }
    tf32_kk "trial_gemm_tf32_kk" (Tf32, Tf32, f32, f32) KMajor, KMajor {
        "" 128 x 256 x 4, 2 x 1 x 1, Cooperative;
        "" 256 x 160 x 4, 1 x 2 x 1, Cooperative;
        "" 256 x 176 x 3, 1 x 2 x 1, Cooperative;
    }
    tf32_mk "trial_gemm_tf32_mk" (Tf32, Tf32, f32, f32) MnMajor, KMajor {
        "" 128 x 256 x 4, 2 x 1 x 1, Cooperative;
        "_early" 128 x 256 x 3, 2 x 1 x 1, Early;
        "_early" 128 x 256 x 4, 2 x 1 x 1, Early;
        "_early" 128 x 192 x 5, 2 x 1 x 1, Early;
    }
    e4m3_kk "trial_gemm_e4m3_kk" (F8E4M3, F8E4M3, f32, bf16) KMajor, KMajor {
        "" 256 x 192 x 3, 1 x 2 x 1, Cooperative;
    }
}
