//! SM80: `mma.sync` of a warp on integers of 4 bits and on bits.

use azulejo_layout::Layout;
use azulejo_layout::ints::*;

use super::layouts::*;
use super::traits::mma_atoms;
use super::{S4, U1, U4};

/// 8 rows × 128 columns of bits: 32 neighbours in a row.
type Tv8x128Bits = Layout<((_4, _8), _32), ((_256, _1), _8)>;
/// 16 rows × 128 columns of bits, in row `g` and in row `g + 8`.
type Tv16x128Bits = Layout<((_4, _8), (_32, _2)), ((_512, _1), (_16, _8))>;
/// 16 rows × 256 columns of bits: [`Tv16x128Bits`] twice along the columns.
type Tv16x256Bits = Layout<((_4, _8), (_32, _2, _2)), ((_512, _1), (_16, _8, _2048))>;
/// 8 rows × 256 columns of bits: [`Tv8x128Bits`] twice along the columns.
type Tv8x256Bits = Layout<((_4, _8), (_32, _2)), ((_256, _1), (_8, _1024))>;
/// 8 rows × 32 columns of 4 bits: 8 neighbours in a row.
type Tv8x32Nibbles = Layout<((_4, _8), (_8,)), ((_64, _1), (_8,))>;
/// 16 rows × 32 columns of 4 bits, in row `g` and in row `g + 8`.
type Tv16x32Nibbles = Layout<((_4, _8), (_8, _2)), ((_128, _1), (_16, _8))>;
/// 16 rows × 64 columns of 4 bits: [`Tv16x32Nibbles`] twice along the columns.
type Tv16x64Nibbles = Layout<((_4, _8), (_8, _2, _2)), ((_128, _1), (_16, _8, _512))>;
/// 8 rows × 64 columns of 4 bits: [`Tv8x32Nibbles`] twice along the columns.
type Tv8x64Nibbles = Layout<((_4, _8), (_8, _2)), ((_64, _1), (_8, _256))>;

mma_atoms! {
    Warp;
    /// Signed by signed, 8 rows, K of 32.
    SM80_8x8x32_S32S4S4S32_TN: i32 = S4, S4; (_8, _8, _32); Tv8x32Nibbles, Tv8x32Nibbles, Tv8x8Row;
    /// Signed by signed, 16 rows, K of 32.
    SM80_16x8x32_S32S4S4S32_TN: i32 = S4, S4; (_16, _8, _32); Tv16x32Nibbles, Tv8x32Nibbles, Tv16x8Row;
    /// Signed by signed, 16 rows, K of 64.
    SM80_16x8x64_S32S4S4S32_TN: i32 = S4, S4; (_16, _8, _64); Tv16x64Nibbles, Tv8x64Nibbles, Tv16x8Row;
    /// Signed by unsigned, 8 rows, K of 32.
    SM80_8x8x32_S32S4U4S32_TN: i32 = S4, U4; (_8, _8, _32); Tv8x32Nibbles, Tv8x32Nibbles, Tv8x8Row;
    /// Signed by unsigned, 16 rows, K of 32.
    SM80_16x8x32_S32S4U4S32_TN: i32 = S4, U4; (_16, _8, _32); Tv16x32Nibbles, Tv8x32Nibbles, Tv16x8Row;
    /// Signed by unsigned, 16 rows, K of 64.
    SM80_16x8x64_S32S4U4S32_TN: i32 = S4, U4; (_16, _8, _64); Tv16x64Nibbles, Tv8x64Nibbles, Tv16x8Row;
    /// Unsigned by signed, 8 rows, K of 32.
    SM80_8x8x32_S32U4S4S32_TN: i32 = U4, S4; (_8, _8, _32); Tv8x32Nibbles, Tv8x32Nibbles, Tv8x8Row;
    /// Unsigned by signed, 16 rows, K of 32.
    SM80_16x8x32_S32U4S4S32_TN: i32 = U4, S4; (_16, _8, _32); Tv16x32Nibbles, Tv8x32Nibbles, Tv16x8Row;
    /// Unsigned by signed, 16 rows, K of 64.
    SM80_16x8x64_S32U4S4S32_TN: i32 = U4, S4; (_16, _8, _64); Tv16x64Nibbles, Tv8x64Nibbles, Tv16x8Row;
    /// Unsigned by unsigned, 8 rows, K of 32.
    SM80_8x8x32_S32U4U4S32_TN: i32 = U4, U4; (_8, _8, _32); Tv8x32Nibbles, Tv8x32Nibbles, Tv8x8Row;
    /// Unsigned by unsigned, 16 rows, K of 32.
    SM80_16x8x32_S32U4U4S32_TN: i32 = U4, U4; (_16, _8, _32); Tv16x32Nibbles, Tv8x32Nibbles, Tv16x8Row;
    /// Unsigned by unsigned, 16 rows, K of 64.
    SM80_16x8x64_S32U4U4S32_TN: i32 = U4, U4; (_16, _8, _64); Tv16x64Nibbles, Tv8x64Nibbles, Tv16x8Row;
    /// Bits that differ, 8 rows, K of 128.
    SM80_8x8x128_S32U1U1S32_TN_XORPOPC: i32 = U1, U1, XorPopc; (_8, _8, _128); Tv8x128Bits, Tv8x128Bits, Tv8x8Row;
    /// Bits that differ, 16 rows, K of 128.
    SM80_16x8x128_S32U1U1S32_TN_XORPOPC: i32 = U1, U1, XorPopc; (_16, _8, _128); Tv16x128Bits, Tv8x128Bits, Tv16x8Row;
    /// Bits that differ, 16 rows, K of 256.
    SM80_16x8x256_S32U1U1S32_TN_XORPOPC: i32 = U1, U1, XorPopc; (_16, _8, _256); Tv16x256Bits, Tv8x256Bits, Tv16x8Row;
    /// Bits that both have, 8 rows, K of 128.
    SM80_8x8x128_S32U1U1S32_TN_ANDPOPC: i32 = U1, U1, AndPopc; (_8, _8, _128); Tv8x128Bits, Tv8x128Bits, Tv8x8Row;
    /// Bits that both have, 16 rows, K of 128.
    SM80_16x8x128_S32U1U1S32_TN_ANDPOPC: i32 = U1, U1, AndPopc; (_16, _8, _128); Tv16x128Bits, Tv8x128Bits, Tv16x8Row;
    /// Bits that both have, 16 rows, K of 256.
    SM80_16x8x256_S32U1U1S32_TN_ANDPOPC: i32 = U1, U1, AndPopc; (_16, _8, _256); Tv16x256Bits, Tv8x256Bits, Tv16x8Row;
}
