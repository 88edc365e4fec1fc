//! Kernels whose epilogue is part of their type ([`Fixed`](super::super::fixed::Fixed)): the usual ones, in the tiles that were the
//! fastest with them. `benches/record/gpu-gemm/steps.md` has the times.
//!
//! The kernel of bf16 operands with a bias, in tiles of 128 × 256 with four stages, is `gemm_fused_bf16_kk_128x256x4_1x1x1_bias`.

use super::super::args::activation;
use super::super::config::{FusedInStages, Schedule, StoreOnly};
use super::super::fixed::Fused;
use super::*;

/// Areas of one family each: every epilogue in the tiles that are the fastest with it.
macro_rules! fused {
    // Both operands are K contiguous.
    (kk $($module:ident $area:literal ($a:ty, $b:ty, $acc:ty, $out:ty);)*) => {
        $(fused! { @ $module $area ($a, $b, $acc, $out, K, K)
            "_pingpong_bias" 128 x 176 x 5, 2 x 1 x 1, Bias<PingPong>;
            "_pingpong_c" 128 x 176 x 5, 2 x 1 x 1, Sum<PingPong>;
            "_pingpong_relu" 128 x 176 x 5, 2 x 1 x 1, Relu<PingPong>;
            "_pingpong_gelu" 128 x 176 x 5, 2 x 1 x 1, Gelu<PingPong>;
            "_pingpong_silu" 128 x 176 x 5, 2 x 1 x 1, Silu<PingPong>;
            "_pingpong_bias_relu" 128 x 176 x 5, 2 x 1 x 1, BiasRelu<PingPong>;
            "_pingpong_bias_gelu" 128 x 176 x 5, 2 x 1 x 1, BiasGelu<PingPong>;
            "_bias" 128 x 256 x 4, 1 x 1 x 1, Bias<Cooperative>;
            "_c" 128 x 256 x 4, 1 x 1 x 1, Sum<Cooperative>;
            "_relu" 128 x 256 x 4, 1 x 1 x 1, Relu<Cooperative>;
            "_bias_relu" 128 x 256 x 4, 1 x 1 x 1, BiasRelu<Cooperative>;
            "_pingpong_plain" 128 x 128 x 6, 1 x 1 x 1, StoreOnly;
            "_pingpong_c" 128 x 128 x 6, 1 x 1 x 1, Sum<PingPong>;
            "_pingpong_gelu" 128 x 128 x 6, 1 x 1 x 1, Gelu<PingPong>;
            "_pingpong_silu" 128 x 128 x 6, 1 x 1 x 1, Silu<PingPong>;
        })*
    };
    // A is and B's columns are: row-major A · B. A bias and gelu in the broad tile would spill.
    (km $($module:ident $area:literal ($a:ty, $b:ty, $acc:ty, $out:ty);)*) => {
        $(fused! { @ $module $area ($a, $b, $acc, $out, K, MN)
            "_pingpong_bias" 128 x 192 x 4, 1 x 1 x 1, Bias<PingPong>;
            "_pingpong_c" 128 x 192 x 4, 1 x 1 x 1, Sum<PingPong>;
            "_pingpong_relu" 128 x 192 x 4, 1 x 1 x 1, Relu<PingPong>;
            "_pingpong_gelu" 128 x 192 x 4, 1 x 1 x 1, Gelu<PingPong>;
            "_pingpong_silu" 128 x 192 x 4, 1 x 1 x 1, Silu<PingPong>;
            "_pingpong_bias_relu" 128 x 192 x 4, 1 x 1 x 1, BiasRelu<PingPong>;
            "_bias" 128 x 256 x 4, 1 x 1 x 1, Bias<Cooperative>;
            "_c" 128 x 256 x 4, 1 x 1 x 1, Sum<Cooperative>;
            "_relu" 128 x 256 x 4, 1 x 1 x 1, Relu<Cooperative>;
            "_bias_relu" 128 x 256 x 4, 1 x 1 x 1, BiasRelu<Cooperative>;
            "_pingpong_c" 128 x 128 x 6, 1 x 1 x 1, Sum<PingPong>;
            "_pingpong_gelu" 128 x 128 x 6, 1 x 1 x 1, Gelu<PingPong>;
            "_pingpong_silu" 128 x 128 x 6, 1 x 1 x 1, Silu<PingPong>;
        })*
    };
    (@ $module:ident $area:literal ($a:ty, $b:ty, $acc:ty, $out:ty, $oa:ty, $ob:ty)
        $($name:literal $m:literal x $n:literal x $stages:literal, $cm:literal x $cn:literal x $ck:literal, $roles:ty;)*) => {
        area! { Args, $module, "hopper_fused", $area;
            $(concat!($area, "_", $m, "x", $n, "x", $stages, "_", $cm, "x", $cn, "x", $ck, $name) =>
                Gemm<$a, $b, $acc, $out, $oa, $ob, Tile<$m, $n, $stages>, Cluster<$cm, $cn, $ck>, $roles>;)*
        }
    };
}

// A bias, C, an activation, or a bias and an activation.
type Bias<R> = Fused<R, FusedInStages, false, true, { activation::NONE }>;
type Sum<R> = Fused<R, <R as Schedule>::LoadC, true, false, { activation::NONE }>;
type Relu<R> = Fused<R, FusedInStages, false, false, { activation::RELU }>;
type Gelu<R> = Fused<R, FusedInStages, false, false, { activation::GELU }>;
type Silu<R> = Fused<R, FusedInStages, false, false, { activation::SILU }>;
type BiasRelu<R> = Fused<R, FusedInStages, false, true, { activation::RELU }>;
type BiasGelu<R> = Fused<R, FusedInStages, false, true, { activation::GELU }>;

fused! { kk
    bf16_kk "gemm_fused_bf16_kk" (bf16, bf16, f32, bf16);
    f16_kk "gemm_fused_f16_kk" (f16, f16, f32, f16);
}

fused! { km
    bf16_km "gemm_fused_bf16_km" (bf16, bf16, f32, bf16);
    f16_km "gemm_fused_f16_km" (f16, f16, f32, f16);
}
