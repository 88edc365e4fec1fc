//! SM90: `mma.sync` in double precision, a warp each.

use azulejo_layout::ints::*;

use super::layouts::*;
use super::traits::mma_atoms;

mma_atoms! {
    Warp;
    /// K of 4.
    SM90_16x8x4_F64F64F64F64_TN: f64 = f64, f64; (_16, _8, _4); Tv16x4, Tv8x4, Tv16x8Row;
    /// K of 8.
    SM90_16x8x8_F64F64F64F64_TN: f64 = f64, f64; (_16, _8, _8); Tv16x8, Tv8x8, Tv16x8Row;
    /// K of 16.
    SM90_16x8x16_F64F64F64F64_TN: f64 = f64, f64; (_16, _8, _16); Tv16x16, Tv8x16, Tv16x8Row;
}
