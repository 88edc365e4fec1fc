//! Kernels of 8-bit floats that transpose A while it is loaded into registers (`transpose_a.rs`), in all pairings, with all outputs,
//! sums fast and in full precision. Each pairing is here in both orders: what is transposed is A.
//!
//! The kernel of e5m2 in A and e4m3 in B to f32 is `gemm_e5m2_e4m3_mk_f32_128x128x6_1x1x1`, that of full sums ends in
//! `_promoting`.

use super::*;

/// PTX files of one pairing each: every output, and those fast sums that are no family of their own.
macro_rules! transposed {
    ($($module:ident $file:literal $kind:literal ($a:ty, $b:ty) $($fast:ident)?;)*) => {
        $(transposed! { @ $module $file $kind ($a, $b)
            $("bf16" bf16, $fast;)?
            "f32" f32, Cooperative;
            "f16" f16, Cooperative;
            "e4m3" F8E4M3, Cooperative;
            "e5m2" F8E5M2, Cooperative;
            "bf16" bf16, Promoting;
            "f32" f32, Promoting;
            "f16" f16, Promoting;
            "e4m3" F8E4M3, Promoting;
            "e5m2" F8E5M2, Promoting;
        })*
    };
    (@ $module:ident $file:literal $kind:literal ($a:ty, $b:ty) $($name:literal $out:ty, $roles:ident;)*) => {
        ptx_file! { Args, $module, "hopper_fp8", $file;
            $(concat!($kind, "_", $name, "_128x128x6_1x1x1", suffix!($roles)) =>
                Gemm<$a, $b, f32, $out, MN, K, Tile<128, 128, 6>, Cluster<1, 1, 1>, collectives!($roles)>;)*
        }
    };
}

transposed! {
    e4m3_e4m3 "gemm_e4m3_e4m3_mk_outputs" "gemm_e4m3_e4m3_mk" (F8E4M3, F8E4M3);
    e4m3_e5m2 "gemm_e4m3_e5m2_mk_outputs" "gemm_e4m3_e5m2_mk" (F8E4M3, F8E5M2) Cooperative;
    e5m2_e4m3 "gemm_e5m2_e4m3_mk_outputs" "gemm_e5m2_e4m3_mk" (F8E5M2, F8E4M3) Cooperative;
    e5m2_e5m2 "gemm_e5m2_e5m2_mk_outputs" "gemm_e5m2_e5m2_mk" (F8E5M2, F8E5M2) Cooperative;
}
