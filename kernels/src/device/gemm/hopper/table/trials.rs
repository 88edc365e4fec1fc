//! Candidates: kernels that nothing chooses, to be timed by name. What each is to prove stands in
//! `benches/record/gpu-gemm/steps.md`.

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
    bf16_km "trial_gemm_bf16_km" (bf16, bf16, f32, bf16) KMajor, MnMajor {
        "_turns_c" 128 x 128 x 6, 1 x 1 x 1, fused::Sum<PingPong>;
        "_turns" 128 x 192 x 4, 1 x 1 x 1, PingPong;
        "_turns" 128 x 128 x 6, 1 x 1 x 1, PingPong;
        "_turns_plain" 128 x 192 x 4, 1 x 1 x 1, fused::Plain<PingPong>;
        "_plain" 128 x 256 x 4, 1 x 1 x 1, fused::Plain<Cooperative>;
    }
    bf16_mk "trial_gemm_bf16_mk" (bf16, bf16, f32, bf16) MnMajor, KMajor {
        "_turns" 128 x 176 x 5, 1 x 1 x 1, PingPong;
        "_turns" 128 x 128 x 6, 1 x 1 x 1, PingPong;
    }
    bf16_kk "trial_gemm_bf16_kk" (bf16, bf16, f32, bf16) KMajor, KMajor {
        "_turns_plain" 128 x 128 x 6, 1 x 1 x 1, fused::Plain<PingPong>;
        "_plain" 128 x 256 x 4, 1 x 1 x 1, fused::Plain<Cooperative>;
        "_plain" 256 x 128 x 4, 1 x 1 x 1, fused::Plain<Cooperative>;
    }
}
