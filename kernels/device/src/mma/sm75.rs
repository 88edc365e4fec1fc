//! SM75: `mma.sync` on 8 columns of K in f16, and on bytes.

mma_sync! {
    SM75_16x8x8_F32F16F16F32_TN "m16n8k8.row.col.f32.f16.f16.f32": u32 reg32 2, u32 reg32 1, f32 reg32 4;
    SM75_8x8x16_S32S8S8S32_TN "m8n8k16.row.col.s32.s8.s8.s32": u32 reg32 1, u32 reg32 1, i32 reg32 2;
}
