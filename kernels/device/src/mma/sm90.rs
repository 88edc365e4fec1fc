//! SM90: `mma.sync` in f64.

mma_sync! {
    SM90_16x8x4_F64F64F64F64_TN "m16n8k4.row.col.f64.f64.f64.f64": f64 reg64 2, f64 reg64 1, f64 reg64 4;
    SM90_16x8x8_F64F64F64F64_TN "m16n8k8.row.col.f64.f64.f64.f64": f64 reg64 4, f64 reg64 2, f64 reg64 4;
    SM90_16x8x16_F64F64F64F64_TN "m16n8k16.row.col.f64.f64.f64.f64": f64 reg64 8, f64 reg64 4, f64 reg64 4;
}
