//! SM80: `mma.sync` in f16, bf16, tf32, f64 and on bytes.

mma_sync! {
    SM80_16x8x8_F16F16F16F16_TN "m16n8k8.row.col.f16.f16.f16.f16": u32 reg32 2, u32 reg32 1, u32 reg32 2;
    SM80_16x8x16_F16F16F16F16_TN "m16n8k16.row.col.f16.f16.f16.f16": u32 reg32 4, u32 reg32 2, u32 reg32 2;
    SM80_16x8x8_F32F16F16F32_TN "m16n8k8.row.col.f32.f16.f16.f32": u32 reg32 2, u32 reg32 1, f32 reg32 4;
    SM80_16x8x16_F32F16F16F32_TN "m16n8k16.row.col.f32.f16.f16.f32": u32 reg32 4, u32 reg32 2, f32 reg32 4;
    SM80_16x8x8_F32BF16BF16F32_TN "m16n8k8.row.col.f32.bf16.bf16.f32": u32 reg32 2, u32 reg32 1, f32 reg32 4;
    SM80_16x8x16_F32BF16BF16F32_TN "m16n8k16.row.col.f32.bf16.bf16.f32": u32 reg32 4, u32 reg32 2, f32 reg32 4;
    SM80_16x8x4_F32TF32TF32F32_TN "m16n8k4.row.col.f32.tf32.tf32.f32": u32 reg32 2, u32 reg32 1, f32 reg32 4;
    SM80_16x8x8_F32TF32TF32F32_TN "m16n8k8.row.col.f32.tf32.tf32.f32": u32 reg32 4, u32 reg32 2, f32 reg32 4;
    SM80_8x8x4_F64F64F64F64_TN "m8n8k4.row.col.f64.f64.f64.f64": f64 reg64 1, f64 reg64 1, f64 reg64 2;
    SM80_8x8x16_S32S8S8S32_TN "m8n8k16.row.col.s32.s8.s8.s32": u32 reg32 1, u32 reg32 1, i32 reg32 2;
    SM80_16x8x16_S32S8S8S32_TN "m16n8k16.row.col.s32.s8.s8.s32": u32 reg32 2, u32 reg32 1, i32 reg32 4;
    SM80_16x8x32_S32S8S8S32_TN "m16n8k32.row.col.s32.s8.s8.s32": u32 reg32 4, u32 reg32 2, i32 reg32 4;
    SM80_8x8x16_S32S8U8S32_TN "m8n8k16.row.col.s32.s8.u8.s32": u32 reg32 1, u32 reg32 1, i32 reg32 2;
    SM80_16x8x16_S32S8U8S32_TN "m16n8k16.row.col.s32.s8.u8.s32": u32 reg32 2, u32 reg32 1, i32 reg32 4;
    SM80_16x8x32_S32S8U8S32_TN "m16n8k32.row.col.s32.s8.u8.s32": u32 reg32 4, u32 reg32 2, i32 reg32 4;
    SM80_8x8x16_S32U8S8S32_TN "m8n8k16.row.col.s32.u8.s8.s32": u32 reg32 1, u32 reg32 1, i32 reg32 2;
    SM80_16x8x16_S32U8S8S32_TN "m16n8k16.row.col.s32.u8.s8.s32": u32 reg32 2, u32 reg32 1, i32 reg32 4;
    SM80_16x8x32_S32U8S8S32_TN "m16n8k32.row.col.s32.u8.s8.s32": u32 reg32 4, u32 reg32 2, i32 reg32 4;
    SM80_8x8x16_S32U8U8S32_TN "m8n8k16.row.col.s32.u8.u8.s32": u32 reg32 1, u32 reg32 1, i32 reg32 2;
    SM80_16x8x16_S32U8U8S32_TN "m16n8k16.row.col.s32.u8.u8.s32": u32 reg32 2, u32 reg32 1, i32 reg32 4;
    SM80_16x8x32_S32U8U8S32_TN "m16n8k32.row.col.s32.u8.u8.s32": u32 reg32 4, u32 reg32 2, i32 reg32 4;
}
