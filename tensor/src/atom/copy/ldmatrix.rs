//! SM75 `ldmatrix`: 8×8 tiles of 16-bit elements from shared memory to the registers of a warp; each row is 128 bits at the address of
//! one thread. `_T` transposes each tile.

use azulejo_layout::Layout;
use azulejo_layout::ints::*;

use super::traits::copy_ops;

type Warp = Layout<_32, _1>;
/// Rows of one tile at threads 0..8; the others repeat.
pub(super) type Rows8 = Layout<((_8, _4), _128), ((_128, _0), _1)>;
/// Rows of two tiles at threads 0..16; the others repeat.
pub(super) type Rows16 = Layout<((_16, _2), _128), ((_128, _0), _1)>;
/// Rows of four tiles, one a thread.
pub(super) type Rows32 = Layout<(_32, _128), (_128, _1)>;
/// One register a thread.
pub(super) type Regs1 = Layout<(_32, _32), (_32, _1)>;
/// Two registers.
pub(super) type Regs2 = Layout<(_32, (_32, _2)), (_32, (_1, _1024))>;
/// Four registers.
pub(super) type Regs4 = Layout<(_32, (_32, _4)), (_32, (_1, _1024))>;
/// One transposed tile: two elements of a column in a register.
pub(super) type Trans1 = Layout<((_4, _8), (_16, _2)), ((_256, _16), (_1, _128))>;
/// Two transposed tiles.
pub(super) type Trans2 = Layout<((_4, _8), (_16, _2, _2)), ((_256, _16), (_1, _128, _1024))>;
/// Four transposed tiles.
pub(super) type Trans4 = Layout<((_4, _8), (_16, _2, _4)), ((_256, _16), (_1, _128, _1024))>;

copy_ops! {
    Warp;
    /// `ldmatrix.x1`: one tile.
    SM75_U32x1_LDSM_N: Rows8 => Regs1, Regs1;
    /// `ldmatrix.x2`: two tiles.
    SM75_U32x2_LDSM_N: Rows16 => Regs2, Regs2;
    /// `ldmatrix.x4`: four tiles.
    SM75_U32x4_LDSM_N: Rows32 => Regs4, Regs4;
    /// `ldmatrix.x1.trans`.
    SM75_U16x2_LDSM_T: Rows8 => Trans1, Trans1;
    /// `ldmatrix.x2.trans`.
    SM75_U16x4_LDSM_T: Rows16 => Trans2, Trans2;
    /// `ldmatrix.x4.trans`.
    SM75_U16x8_LDSM_T: Rows32 => Trans4, Trans4;
}
