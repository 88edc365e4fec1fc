//! Tensor maps: how TMA finds a matrix (driver API, `cuTensorMapEncodeTiled`).

use azulejo_tensor::DType;
use cudarc::driver::sys::{
    self, CUtensorMapDataType as Type, CUtensorMapFloatOOBfill, CUtensorMapInterleave,
    CUtensorMapL2promotion, CUtensorMapSwizzle,
};

use super::Matrix;
use crate::host::{Error, driver::Named};

/// A tensor map's 128 bytes.
pub type TensorMap = [u64; 16];

fn data_type(dtype: DType) -> Result<Type, Error> {
    Ok(match dtype {
        DType::BF16 => Type::CU_TENSOR_MAP_DATA_TYPE_BFLOAT16,
        DType::F16 => Type::CU_TENSOR_MAP_DATA_TYPE_FLOAT16,
        DType::F32 => Type::CU_TENSOR_MAP_DATA_TYPE_FLOAT32,
        // Rounds f32 data to nearest on its way; plain f32 would leave the tensor cores to cut the low bits off.
        DType::TF32 => Type::CU_TENSOR_MAP_DATA_TYPE_TFLOAT32,
        DType::I32 => Type::CU_TENSOR_MAP_DATA_TYPE_INT32,
        DType::I8 | DType::U8 | DType::F8E4M3 | DType::F8E5M2 => {
            Type::CU_TENSOR_MAP_DATA_TYPE_UINT8
        }
        other => {
            return Err(Error::Dtype {
                argument: "operand",
                found: format!("{other:?}"),
            });
        }
    })
}

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
    let swizzle = match swizzle {
        128 => CUtensorMapSwizzle::CU_TENSOR_MAP_SWIZZLE_128B,
        64 => CUtensorMapSwizzle::CU_TENSOR_MAP_SWIZZLE_64B,
        0 => CUtensorMapSwizzle::CU_TENSOR_MAP_SWIZZLE_NONE,
        _ => CUtensorMapSwizzle::CU_TENSOR_MAP_SWIZZLE_32B,
    };
    // SAFETY: a tensor map is plain data, for which zero is a value.
    let mut map: sys::CUtensorMap = unsafe { std::mem::zeroed() };
    // SAFETY: the arrays live through the call and have three entries, the strides two; the driver checks the values
    // (driver API, cuTensorMapEncodeTiled).
    unsafe {
        sys::cuTensorMapEncodeTiled(
            &mut map,
            data_type(dtype)?,
            3,
            address as *mut _,
            sizes.as_ptr(),
            strides.as_ptr(),
            extent.as_ptr(),
            [1u32; 3].as_ptr(),
            CUtensorMapInterleave::CU_TENSOR_MAP_INTERLEAVE_NONE,
            swizzle,
            CUtensorMapL2promotion::CU_TENSOR_MAP_L2_PROMOTION_L2_128B,
            CUtensorMapFloatOOBfill::CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE,
        )
    }
    .result()
    .named("cuTensorMapEncodeTiled")?;
    Ok(map.opaque)
}
