//! SM70: `mma.sync.m8n8k4` of the four quad pairs of a warp.

mma_sync! {
    SM70_8x8x4_F16F16F16F16_TN "m8n8k4.row.col.f16.f16.f16.f16": u32 reg32 2, u32 reg32 2, u32 reg32 4;
    SM70_8x8x4_F16F16F16F16_NT "m8n8k4.col.row.f16.f16.f16.f16": u32 reg32 2, u32 reg32 2, u32 reg32 4;
    SM70_8x8x4_F16F16F16F16_NN "m8n8k4.col.col.f16.f16.f16.f16": u32 reg32 2, u32 reg32 2, u32 reg32 4;
    SM70_8x8x4_F16F16F16F16_TT "m8n8k4.row.row.f16.f16.f16.f16": u32 reg32 2, u32 reg32 2, u32 reg32 4;
    SM70_8x8x4_F32F16F16F32_TN "m8n8k4.row.col.f32.f16.f16.f32": u32 reg32 2, u32 reg32 2, f32 reg32 8;
    SM70_8x8x4_F32F16F16F32_NT "m8n8k4.col.row.f32.f16.f16.f32": u32 reg32 2, u32 reg32 2, f32 reg32 8;
    SM70_8x8x4_F32F16F16F32_NN "m8n8k4.col.col.f32.f16.f16.f32": u32 reg32 2, u32 reg32 2, f32 reg32 8;
    SM70_8x8x4_F32F16F16F32_TT "m8n8k4.row.row.f32.f16.f16.f32": u32 reg32 2, u32 reg32 2, f32 reg32 8;
}
