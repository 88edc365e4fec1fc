//! Tensor maps of operands that come by panels of 64 × 64 elements.

use azulejo_tensor::DType;

use super::super::tensor_map::{TensorMap, encode_tiles};
use crate::device::gemm::ladder::args::View;
use crate::device::gemm::ladder::fed::layouts::EDGE;
use crate::device::gemm::ladder::tile::Along;
use crate::host::Error;

/// The map of an operand of `mn` by `k` elements in `batches`, none of them 0, that `Access::Panels(along)` suits.
///
/// # Errors
/// The driver's.
pub(super) fn panels(
    dtype: DType,
    view: &View,
    [mn, k, batches]: [u64; 3],
    along: Along,
) -> Result<TensorMap, Error> {
    let element = dtype.bytes() as u64;
    let (run, lines, line) = match along {
        Along::K => (k, mn, view.row),
        Along::Mn => (mn, k, view.column),
    };
    // What has no second line needs none of its stride; the driver wants one all the same.
    let bytes = |stride: i64, extent: u64, least: u64| {
        if extent > 1 {
            stride.unsigned_abs() * element
        } else {
            least
        }
    };
    let line = bytes(line, lines, (run * element).next_multiple_of(16));
    let batch = bytes(view.batch, batches, line * lines);
    encode_tiles(
        dtype,
        view.base,
        [run, lines, batches],
        [line, batch],
        [EDGE, EDGE, 1],
        128,
    )
}
