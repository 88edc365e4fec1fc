//! SM89: `mma.m16n8k32` of 8-bit floats.

use azulejo_layout::ints::*;
use half::f16;

use super::layouts::*;
use super::traits::mma_atoms;
use crate::element::{F8E4M3, F8E5M2};

mma_atoms! {
    Warp;
    /// Both operands e4m3.
    SM89_16x8x32_F32E4M3E4M3F32_TN: f32 = F8E4M3, F8E4M3; (_16, _8, _32); Tv16x32Bytes, Tv8x32Bytes, Tv16x8Row;
    /// e4m3 by e5m2.
    SM89_16x8x32_F32E4M3E5M2F32_TN: f32 = F8E4M3, F8E5M2; (_16, _8, _32); Tv16x32Bytes, Tv8x32Bytes, Tv16x8Row;
    /// e5m2 by e4m3.
    SM89_16x8x32_F32E5M2E4M3F32_TN: f32 = F8E5M2, F8E4M3; (_16, _8, _32); Tv16x32Bytes, Tv8x32Bytes, Tv16x8Row;
    /// Both operands e5m2.
    SM89_16x8x32_F32E5M2E5M2F32_TN: f32 = F8E5M2, F8E5M2; (_16, _8, _32); Tv16x32Bytes, Tv8x32Bytes, Tv16x8Row;
    /// Both operands e4m3, half accumulator.
    SM89_16x8x32_F16E4M3E4M3F16_TN: f16 = F8E4M3, F8E4M3; (_16, _8, _32); Tv16x32Bytes, Tv8x32Bytes, Tv16x8Row;
    /// e4m3 by e5m2, half accumulator.
    SM89_16x8x32_F16E4M3E5M2F16_TN: f16 = F8E4M3, F8E5M2; (_16, _8, _32); Tv16x32Bytes, Tv8x32Bytes, Tv16x8Row;
    /// e5m2 by e4m3, half accumulator.
    SM89_16x8x32_F16E5M2E4M3F16_TN: f16 = F8E5M2, F8E4M3; (_16, _8, _32); Tv16x32Bytes, Tv8x32Bytes, Tv16x8Row;
    /// Both operands e5m2, half accumulator.
    SM89_16x8x32_F16E5M2E5M2F16_TN: f16 = F8E5M2, F8E5M2; (_16, _8, _32); Tv16x32Bytes, Tv8x32Bytes, Tv16x8Row;
}
