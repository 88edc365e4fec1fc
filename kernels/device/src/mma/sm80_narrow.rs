//! SM80: `mma.sync` on integers of 4 bits and on bits.

mma_sync! {
    SM80_8x8x32_S32S4S4S32_TN "m8n8k32.row.col.s32.s4.s4.s32": u32 reg32 1, u32 reg32 1, i32 reg32 2;
    SM80_16x8x32_S32S4S4S32_TN "m16n8k32.row.col.s32.s4.s4.s32": u32 reg32 2, u32 reg32 1, i32 reg32 4;
    SM80_16x8x64_S32S4S4S32_TN "m16n8k64.row.col.s32.s4.s4.s32": u32 reg32 4, u32 reg32 2, i32 reg32 4;
    SM80_8x8x32_S32S4U4S32_TN "m8n8k32.row.col.s32.s4.u4.s32": u32 reg32 1, u32 reg32 1, i32 reg32 2;
    SM80_16x8x32_S32S4U4S32_TN "m16n8k32.row.col.s32.s4.u4.s32": u32 reg32 2, u32 reg32 1, i32 reg32 4;
    SM80_16x8x64_S32S4U4S32_TN "m16n8k64.row.col.s32.s4.u4.s32": u32 reg32 4, u32 reg32 2, i32 reg32 4;
    SM80_8x8x32_S32U4S4S32_TN "m8n8k32.row.col.s32.u4.s4.s32": u32 reg32 1, u32 reg32 1, i32 reg32 2;
    SM80_16x8x32_S32U4S4S32_TN "m16n8k32.row.col.s32.u4.s4.s32": u32 reg32 2, u32 reg32 1, i32 reg32 4;
    SM80_16x8x64_S32U4S4S32_TN "m16n8k64.row.col.s32.u4.s4.s32": u32 reg32 4, u32 reg32 2, i32 reg32 4;
    SM80_8x8x32_S32U4U4S32_TN "m8n8k32.row.col.s32.u4.u4.s32": u32 reg32 1, u32 reg32 1, i32 reg32 2;
    SM80_16x8x32_S32U4U4S32_TN "m16n8k32.row.col.s32.u4.u4.s32": u32 reg32 2, u32 reg32 1, i32 reg32 4;
    SM80_16x8x64_S32U4U4S32_TN "m16n8k64.row.col.s32.u4.u4.s32": u32 reg32 4, u32 reg32 2, i32 reg32 4;
    SM80_8x8x128_S32U1U1S32_TN_XORPOPC "m8n8k128.row.col.s32.b1.b1.s32.xor.popc": u32 reg32 1, u32 reg32 1, i32 reg32 2;
    SM80_16x8x128_S32U1U1S32_TN_XORPOPC "m16n8k128.row.col.s32.b1.b1.s32.xor.popc": u32 reg32 2, u32 reg32 1, i32 reg32 4;
    SM80_16x8x256_S32U1U1S32_TN_XORPOPC "m16n8k256.row.col.s32.b1.b1.s32.xor.popc": u32 reg32 4, u32 reg32 2, i32 reg32 4;
    SM80_8x8x128_S32U1U1S32_TN_ANDPOPC "m8n8k128.row.col.s32.b1.b1.s32.and.popc": u32 reg32 1, u32 reg32 1, i32 reg32 2;
    SM80_16x8x128_S32U1U1S32_TN_ANDPOPC "m16n8k128.row.col.s32.b1.b1.s32.and.popc": u32 reg32 2, u32 reg32 1, i32 reg32 4;
    SM80_16x8x256_S32U1U1S32_TN_ANDPOPC "m16n8k256.row.col.s32.b1.b1.s32.and.popc": u32 reg32 4, u32 reg32 2, i32 reg32 4;
}
