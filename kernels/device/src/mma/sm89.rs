//! SM89: `mma.sync.m16n8k32` of 8-bit floats. The forms with f16 accumulators need PTX 8.7.

mma_sync! {
    SM89_16x8x32_F32E4M3E4M3F32_TN "m16n8k32.row.col.f32.e4m3.e4m3.f32": u32 reg32 4, u32 reg32 2, f32 reg32 4;
    SM89_16x8x32_F32E4M3E5M2F32_TN "m16n8k32.row.col.f32.e4m3.e5m2.f32": u32 reg32 4, u32 reg32 2, f32 reg32 4;
    SM89_16x8x32_F32E5M2E4M3F32_TN "m16n8k32.row.col.f32.e5m2.e4m3.f32": u32 reg32 4, u32 reg32 2, f32 reg32 4;
    SM89_16x8x32_F32E5M2E5M2F32_TN "m16n8k32.row.col.f32.e5m2.e5m2.f32": u32 reg32 4, u32 reg32 2, f32 reg32 4;
    SM89_16x8x32_F16E4M3E4M3F16_TN "m16n8k32.row.col.f16.e4m3.e4m3.f16": u32 reg32 4, u32 reg32 2, u32 reg32 2;
    SM89_16x8x32_F16E4M3E5M2F16_TN "m16n8k32.row.col.f16.e4m3.e5m2.f16": u32 reg32 4, u32 reg32 2, u32 reg32 2;
    SM89_16x8x32_F16E5M2E4M3F16_TN "m16n8k32.row.col.f16.e5m2.e4m3.f16": u32 reg32 4, u32 reg32 2, u32 reg32 2;
    SM89_16x8x32_F16E5M2E5M2F16_TN "m16n8k32.row.col.f16.e5m2.e5m2.f16": u32 reg32 4, u32 reg32 2, u32 reg32 2;
}
