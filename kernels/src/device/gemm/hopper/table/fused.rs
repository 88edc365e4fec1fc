//! Kernels whose epilogue is part of their type ([`Fusion`](super::super::fusion::Fusion)): the usual ones, in the tiles that were the
//! fastest with them. `benches/results/gpu-gemm/experiments.md` has the times.
//!
//! The kernel of bf16 operands with C, in tiles of 128 × 256 with four stages, is `gemm_fused_bf16_kk_128x256x4_1x1x1_c`. A bias and
//! ReLU alone have none: every kernel does these in the registers of its sums (`epilogue/broadcast.rs`).

use super::super::args::activation;
use super::*;

/// PTX files of one family each: every epilogue in the tiles that are the fastest with it.
macro_rules! fused {
    // Both operands are K contiguous.
    (kk $($module:ident $file:literal $types:tt;)*) => {
        $(fused! { @ $module $file $types K, K;
            128 x 256 x 4, 1 x 1 x 1, Cooperative: c;
            128 x 224 x 4, 2 x 1 x 1, Cooperative: c;
            128 x 192 x 4, 2 x 1 x 1, PingPong: c;
            128 x 176 x 5, 2 x 1 x 1, PingPong: gelu silu bias_gelu;
            128 x 160 x 5, 2 x 1 x 1, PingPong: c;
            128 x 128 x 6, 1 x 1 x 1, PingPong: plain gelu silu;
        })*
    };
    // A is and B's columns are: row-major A · B. A bias and gelu in the broad tile would spill.
    (km $($module:ident $file:literal $types:tt;)*) => {
        $(fused! { @ $module $file $types K, MN;
            192 x 192 x 4, 1 x 1 x 1, Cooperative: c;
            128 x 256 x 4, 2 x 1 x 1, Cooperative: c;
            128 x 256 x 4, 1 x 1 x 1, Cooperative: c;
            128 x 192 x 4, 1 x 1 x 1, PingPong: gelu silu;
            128 x 128 x 6, 2 x 1 x 1, PingPong: c;
            128 x 128 x 6, 1 x 1 x 1, PingPong: gelu silu;
            64 x 192 x 6, 1 x 1 x 1, Cooperative: c;
        })*
    };
    // B is and A's rows are.
    (mk $($module:ident $file:literal $types:tt;)*) => {
        $(fused! { @ $module $file $types MN, K;
            128 x 256 x 4, 1 x 1 x 1, Cooperative: c;
            128 x 224 x 4, 2 x 1 x 1, Cooperative: c;
            128 x 192 x 4, 2 x 1 x 1, PingPong: c;
            128 x 160 x 5, 2 x 1 x 1, PingPong: c;
        })*
    };
    // A's rows and B's columns are: a gradient of weights, added to those before it.
    (mm $($module:ident $file:literal $types:tt;)*) => {
        $(fused! { @ $module $file $types MN, MN;
            192 x 192 x 4, 1 x 1 x 1, Cooperative: c;
            128 x 256 x 4, 2 x 1 x 1, Cooperative: c;
            128 x 256 x 4, 1 x 1 x 1, Cooperative: c;
            128 x 192 x 4, 1 x 2 x 1, PingPong: c;
            128 x 128 x 6, 2 x 1 x 1, PingPong: c;
            64 x 192 x 6, 1 x 1 x 1, Cooperative: c;
        })*
    };
    (@ $module:ident $file:literal ($a:ty, $b:ty, $acc:ty, $out:ty) $oa:ty, $ob:ty;
        $($m:literal x $n:literal x $stages:literal, $cm:literal x $cn:literal x $ck:literal, $roles:ident: $($of:ident)*;)*) => {
        ptx_file! { Args, $module, "hopper_fused", $file;
            $($(concat!($file, "_", $m, "x", $n, "x", $stages, "_", $cm, "x", $cn, "x", $ck, suffix!($roles), "_", stringify!($of)) =>
                Gemm<$a, $b, $acc, $out, $oa, $ob, Tile<$m, $n, $stages>, Cluster<$cm, $cn, $ck>, epilogue!($of $roles)>;)*)*
        }
    };
}

/// Sums as they are, with C, an activation, or a bias and an activation.
macro_rules! epilogue {
    (plain PingPong) => { Collectives<ByRows, StoreOnly, PingPong> };
    (c PingPong) => { Collectives<WholeStages, FusedInPlace, PingPong> };
    (c $roles:ident) => { epilogue!(@ $roles, true, false, NONE) };
    (gelu $roles:ident) => { epilogue!(@ $roles, false, false, GELU) };
    (silu $roles:ident) => { epilogue!(@ $roles, false, false, SILU) };
    (bias_gelu $roles:ident) => { epilogue!(@ $roles, false, true, GELU) };
    (@ $roles:ident, $c:literal, $bias:literal, $activation:ident) => {
        Collectives<WholeStages, FusedInStages<$c, $bias, { activation::$activation }>, $roles>
    };
}

fused! { kk
    bf16_kk "gemm_fused_bf16_kk" (bf16, bf16, f32, bf16);
    f16_kk "gemm_fused_f16_kk" (f16, f16, f32, f16);
}

fused! { km
    bf16_km "gemm_fused_bf16_km" (bf16, bf16, f32, bf16);
    f16_km "gemm_fused_f16_km" (f16, f16, f32, f16);
}

fused! { mk
    bf16_mk "gemm_fused_bf16_mk" (bf16, bf16, f32, bf16);
    f16_mk "gemm_fused_f16_mk" (f16, f16, f32, f16);
}

fused! { mm
    bf16_mm "gemm_fused_bf16_mm" (bf16, bf16, f32, bf16);
    f16_mm "gemm_fused_f16_mm" (f16, f16, f32, f16);
}
