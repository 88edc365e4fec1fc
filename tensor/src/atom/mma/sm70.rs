//! SM70: `mma.m8n8k4` of a quad pair, eight threads of a warp that are not neighbours.

use azulejo_layout::Layout;
use azulejo_layout::ints::*;
use half::f16;

use super::traits::mma_atoms;

/// Threads 0 to 3 and 16 to 19 of a warp.
type QuadPair = Layout<(_4, _2), (_1, _16)>;
/// 8×4, a row a thread.
type Row = Layout<(_8, _4), (_1, _8)>;
/// 8×4, half a column a thread.
type Col = Layout<((_4, _2), _4), ((_8, _4), _1)>;
/// 8×8 in `f16`, a row a thread.
type C16 = Layout<(_8, _8), (_1, _8)>;
/// 8×8 in `f32`.
type C32 = Layout<((_2, _2, _2), (_2, _2, _2)), ((_1, _16, _4), (_8, _2, _32))>;

mma_atoms! {
    QuadPair;
    /// Row-major `A`, column-major `B`, half accumulator.
    SM70_8x8x4_F16F16F16F16_TN: f16 = f16, f16; (_8, _8, _4); Row, Row, C16;
    /// Column-major `A`, row-major `B`, half accumulator.
    SM70_8x8x4_F16F16F16F16_NT: f16 = f16, f16; (_8, _8, _4); Col, Col, C16;
    /// Both column-major, half accumulator.
    SM70_8x8x4_F16F16F16F16_NN: f16 = f16, f16; (_8, _8, _4); Col, Row, C16;
    /// Both row-major, half accumulator.
    SM70_8x8x4_F16F16F16F16_TT: f16 = f16, f16; (_8, _8, _4); Row, Col, C16;
    /// Row-major `A`, column-major `B`.
    SM70_8x8x4_F32F16F16F32_TN: f32 = f16, f16; (_8, _8, _4); Row, Row, C32;
    /// Column-major `A`, row-major `B`.
    SM70_8x8x4_F32F16F16F32_NT: f32 = f16, f16; (_8, _8, _4); Col, Col, C32;
    /// Both column-major.
    SM70_8x8x4_F32F16F16F32_NN: f32 = f16, f16; (_8, _8, _4); Col, Row, C32;
    /// Both row-major.
    SM70_8x8x4_F32F16F16F32_TT: f32 = f16, f16; (_8, _8, _4); Row, Col, C32;
}
