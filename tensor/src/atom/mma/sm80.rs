//! SM80: `mma.sync` of a warp in f16, bf16, tf32, f64 and bytes.

use azulejo_layout::ints::*;
use half::{bf16, f16};

use super::layouts::*;
use super::traits::mma_atoms;
use crate::element::Tf32;

mma_atoms! {
    Warp;
    /// Half inputs, half accumulator, K of 8.
    SM80_16x8x8_F16F16F16F16_TN: f16 = f16, f16; (_16, _8, _8); Tv16x8Row, Tv8x8Row, Tv16x8Row;
    /// Half inputs, half accumulator.
    SM80_16x8x16_F16F16F16F16_TN: f16 = f16, f16; (_16, _8, _16); Tv16x16Row, Tv8x16Pairs, Tv16x8Row;
    /// Half inputs, single accumulator, K of 8.
    SM80_16x8x8_F32F16F16F32_TN: f32 = f16, f16; (_16, _8, _8); Tv16x8Row, Tv8x8Row, Tv16x8Row;
    /// Half inputs, single accumulator.
    SM80_16x8x16_F32F16F16F32_TN: f32 = f16, f16; (_16, _8, _16); Tv16x16Row, Tv8x16Pairs, Tv16x8Row;
    /// Brain float inputs, K of 8.
    SM80_16x8x8_F32BF16BF16F32_TN: f32 = bf16, bf16; (_16, _8, _8); Tv16x8Row, Tv8x8Row, Tv16x8Row;
    /// Brain float inputs.
    SM80_16x8x16_F32BF16BF16F32_TN: f32 = bf16, bf16; (_16, _8, _16); Tv16x16Row, Tv8x16Pairs, Tv16x8Row;
    /// Tensor float inputs, K of 4.
    SM80_16x8x4_F32TF32TF32F32_TN: f32 = Tf32, Tf32; (_16, _8, _4); Tv16x4, Tv8x4, Tv16x8Row;
    /// Tensor float inputs.
    SM80_16x8x8_F32TF32TF32F32_TN: f32 = Tf32, Tf32; (_16, _8, _8); Tv16x8, Tv8x8, Tv16x8Row;
    /// Double precision.
    SM80_8x8x4_F64F64F64F64_TN: f64 = f64, f64; (_8, _8, _4); Tv8x4, Tv8x4, Tv8x8Row;
    /// Signed bytes, 8 rows.
    SM80_8x8x16_S32S8S8S32_TN: i32 = i8, i8; (_8, _8, _16); Tv8x16Row, Tv8x16Row, Tv8x8Row;
    /// Signed bytes, K of 16.
    SM80_16x8x16_S32S8S8S32_TN: i32 = i8, i8; (_16, _8, _16); Tv16x16Bytes, Tv8x16Row, Tv16x8Row;
    /// Signed bytes.
    SM80_16x8x32_S32S8S8S32_TN: i32 = i8, i8; (_16, _8, _32); Tv16x32Bytes, Tv8x32Bytes, Tv16x8Row;
    /// Signed by unsigned bytes, 8 rows.
    SM80_8x8x16_S32S8U8S32_TN: i32 = i8, u8; (_8, _8, _16); Tv8x16Row, Tv8x16Row, Tv8x8Row;
    /// Signed by unsigned bytes, K of 16.
    SM80_16x8x16_S32S8U8S32_TN: i32 = i8, u8; (_16, _8, _16); Tv16x16Bytes, Tv8x16Row, Tv16x8Row;
    /// Signed by unsigned bytes.
    SM80_16x8x32_S32S8U8S32_TN: i32 = i8, u8; (_16, _8, _32); Tv16x32Bytes, Tv8x32Bytes, Tv16x8Row;
    /// Unsigned by signed bytes, 8 rows.
    SM80_8x8x16_S32U8S8S32_TN: i32 = u8, i8; (_8, _8, _16); Tv8x16Row, Tv8x16Row, Tv8x8Row;
    /// Unsigned by signed bytes, K of 16.
    SM80_16x8x16_S32U8S8S32_TN: i32 = u8, i8; (_16, _8, _16); Tv16x16Bytes, Tv8x16Row, Tv16x8Row;
    /// Unsigned by signed bytes.
    SM80_16x8x32_S32U8S8S32_TN: i32 = u8, i8; (_16, _8, _32); Tv16x32Bytes, Tv8x32Bytes, Tv16x8Row;
    /// Unsigned bytes, 8 rows.
    SM80_8x8x16_S32U8U8S32_TN: i32 = u8, u8; (_8, _8, _16); Tv8x16Row, Tv8x16Row, Tv8x8Row;
    /// Unsigned bytes, K of 16.
    SM80_16x8x16_S32U8U8S32_TN: i32 = u8, u8; (_16, _8, _16); Tv16x16Bytes, Tv8x16Row, Tv16x8Row;
    /// Unsigned bytes.
    SM80_16x8x32_S32U8U8S32_TN: i32 = u8, u8; (_16, _8, _32); Tv16x32Bytes, Tv8x32Bytes, Tv16x8Row;
}
