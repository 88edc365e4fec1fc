//! SM75: `mma.m16n8k8` of halves and `mma.m8n8k16` of bytes, a warp each.

use azulejo_layout::ints::*;
use half::f16;

use super::layouts::*;
use super::traits::mma_atoms;

mma_atoms! {
    Warp;
    /// Half inputs, single accumulator.
    SM75_16x8x8_F32F16F16F32_TN: f32 = f16, f16; (_16, _8, _8); Tv16x8Row, Tv8x8Row, Tv16x8Row;
    /// Signed byte inputs.
    SM75_8x8x16_S32S8S8S32_TN: i32 = i8, i8; (_8, _8, _16); Tv8x16Row, Tv8x16Row, Tv8x8Row;
}
