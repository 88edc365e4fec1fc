//! Tensor maps: how TMA finds a matrix (driver API, `cuTensorMapEncodeTiled`).

use azulejo_tensor::DType;

use super::Matrix;
use crate::host::{Error, tma::Encoded};

/// A tensor map's 128 bytes.
pub type TensorMap = [u64; 16];

/// The map of `matrix` for boxes of `extent` (contiguous, strided) elements, swizzled over `swizzle` bytes, or not for 0.
pub(super) fn encode(
    dtype: DType,
    element: u64,
    matrix: &Matrix<'_>,
    extent: (u32, u32),
    swizzle: u32,
) -> Result<TensorMap, Error> {
    let sizes = [matrix.run, matrix.lines, matrix.batches];
    let line = matrix.ld * element;
    let strides = [
        line,
        if matrix.batches > 1 {
            matrix.batch_stride * element
        } else {
            line * matrix.lines.max(1)
        },
    ];
    let extent = [extent.0, extent.1, 1];
    encode_tiles(
        dtype,
        matrix.region.address(),
        sizes,
        strides,
        extent,
        swizzle,
    )
}

/// The map of what lies at `address`: `sizes` elements along three modes, the first contiguous, `strides` bytes along the
/// others, copied in boxes of `extent`, swizzled over `swizzle` bytes, or not for 0.
pub(crate) fn encode_tiles(
    dtype: DType,
    address: u64,
    sizes: [u64; 3],
    strides: [u64; 2],
    extent: [u32; 3],
    swizzle: u32,
) -> Result<TensorMap, Error> {
    let [a, b, c] = sizes;
    let [s, t] = strides;
    let [x, y, z] = extent;
    let map = Encoded {
        dtype,
        rank: 3,
        sizes: [a, b, c, 1, 1],
        strides: [s, t, 0, 0],
        extent: [x, y, z, 1, 1],
        swizzle,
    };
    crate::host::tma::encode(&map, address)
}
