//! The (thread, value) layouts that atoms of several generations share.

use azulejo_layout::Layout;
use azulejo_layout::ints::*;

/// 32 threads in order: a warp.
pub type Warp = Layout<_32, _1>;

/// 8 rows × 4 columns, one value a thread.
pub type Tv8x4 = Layout<((_4, _8), _1), ((_8, _1), _0)>;
/// 8 rows × 8 columns, two neighbours in a row a thread.
pub type Tv8x8Row = Layout<((_4, _8), _2), ((_16, _1), _8)>;
/// 8 rows × 16 columns, four neighbours in a row a thread.
pub type Tv8x16Row = Layout<((_4, _8), _4), ((_32, _1), _8)>;
/// 16 rows × 8 columns: two neighbours in a row, in row `g` and in row `g + 8`.
pub type Tv16x8Row = Layout<((_4, _8), (_2, _2)), ((_32, _1), (_16, _8))>;
/// 16 rows × 16 columns: [`Tv16x8Row`] twice along the columns.
pub type Tv16x16Row = Layout<((_4, _8), (_2, _2, _2)), ((_32, _1), (_16, _8, _128))>;
/// 8 rows × 16 columns: [`Tv8x8Row`] twice along the columns.
pub type Tv8x16Pairs = Layout<((_4, _8), (_2, _2)), ((_16, _1), (_8, _64))>;
/// 16 rows × 4 columns, single values.
pub type Tv16x4 = Layout<((_4, _8), _2), ((_16, _1), _8)>;
/// 16 rows × 8 columns, single values.
pub type Tv16x8 = Layout<((_4, _8), (_2, _2)), ((_16, _1), (_8, _64))>;
/// 16 rows × 16 columns, single values.
pub type Tv16x16 = Layout<((_4, _8), (_2, _4)), ((_16, _1), (_8, _64))>;
/// 8 rows × 8 columns, single values.
pub type Tv8x8 = Layout<((_4, _8), _2), ((_8, _1), _32)>;
/// 8 rows × 16 columns, single values.
pub type Tv8x16 = Layout<((_4, _8), _4), ((_8, _1), _32)>;
/// 16 rows × 16 columns of bytes: four neighbours in a row, in two rows.
pub type Tv16x16Bytes = Layout<((_4, _8), (_4, _2)), ((_64, _1), (_16, _8))>;
/// 16 rows × 32 columns of bytes: [`Tv16x16Bytes`] twice along the columns.
pub type Tv16x32Bytes = Layout<((_4, _8), (_4, _2, _2)), ((_64, _1), (_16, _8, _256))>;
/// 8 rows × 32 columns of bytes: four neighbours in a row, twice along the columns.
pub type Tv8x32Bytes = Layout<((_4, _8), (_4, _2)), ((_32, _1), (_8, _128))>;
