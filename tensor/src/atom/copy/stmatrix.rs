//! SM90 `stmatrix`: 8×8 tiles of 16-bit elements from the registers of a warp to shared memory, `ldmatrix` reversed.

use azulejo_layout::Layout;
use azulejo_layout::ints::*;

use super::ldmatrix::{Regs1, Regs2, Regs4, Rows8, Rows16, Rows32, Trans1, Trans2, Trans4};
use super::traits::copy_ops;

type Warp = Layout<_32, _1>;

copy_ops! {
    Warp;
    /// `stmatrix.x1`: one tile.
    SM90_U32x1_STSM_N: Regs1 => Rows8, Regs1;
    /// `stmatrix.x2`: two tiles.
    SM90_U32x2_STSM_N: Regs2 => Rows16, Regs2;
    /// `stmatrix.x4`: four tiles.
    SM90_U32x4_STSM_N: Regs4 => Rows32, Regs4;
    /// `stmatrix.x1.trans`.
    SM90_U16x2_STSM_T: Trans1 => Rows8, Trans1;
    /// `stmatrix.x2.trans`.
    SM90_U16x4_STSM_T: Trans2 => Rows16, Trans2;
    /// `stmatrix.x4.trans`.
    SM90_U16x8_STSM_T: Trans4 => Rows32, Trans4;
}
