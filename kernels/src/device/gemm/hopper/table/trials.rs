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

trials! {}
