//! [`TensorMap`]: how TMA finds a tensor, from a buffer and its layout (driver API, `cuTensorMapEncodeTiled`).

use azulejo_layout::{AnyLayout, Layout};
use azulejo_tensor::{DType, MemoryLayout, ModeValues, TensorMapParams, make_tma_copy};
use cudarc::driver::sys::{
    self, CUtensorMapDataType as Type, CUtensorMapFloatOOBfill, CUtensorMapInterleave,
    CUtensorMapL2promotion, CUtensorMapSwizzle,
};

use super::order::Use;
use super::{
    Buffer, DeviceData, DeviceDataMut, DeviceElement, Error, Order, Stream, check, driver::Named,
};

/// The driver's arguments but the address.
#[doc(hidden)]
pub struct Encoded {
    /// What an element is.
    pub dtype: DType,
    /// Modes, 1 to 5.
    pub rank: usize,
    /// Extents.
    pub sizes: [u64; 5],
    /// Bytes along each mode but the first.
    pub strides: [u64; 4],
    /// The box.
    pub extent: [u32; 5],
    /// Bytes of a swizzled line, 0 for none.
    pub swizzle: u32,
}

/// The 128 bytes of a tensor map.
#[doc(hidden)]
pub fn encode(map: &Encoded, address: u64) -> Result<[u64; 16], Error> {
    let data_type = match map.dtype {
        DType::BF16 => Type::CU_TENSOR_MAP_DATA_TYPE_BFLOAT16,
        DType::F16 => Type::CU_TENSOR_MAP_DATA_TYPE_FLOAT16,
        DType::F32 => Type::CU_TENSOR_MAP_DATA_TYPE_FLOAT32,
        DType::F64 => Type::CU_TENSOR_MAP_DATA_TYPE_FLOAT64,
        // Rounds f32 to nearest while it is loaded; tensor cores would truncate.
        DType::TF32 => Type::CU_TENSOR_MAP_DATA_TYPE_TFLOAT32,
        DType::I32 => Type::CU_TENSOR_MAP_DATA_TYPE_INT32,
        DType::U32 => Type::CU_TENSOR_MAP_DATA_TYPE_UINT32,
        DType::I64 => Type::CU_TENSOR_MAP_DATA_TYPE_INT64,
        DType::U64 => Type::CU_TENSOR_MAP_DATA_TYPE_UINT64,
        DType::I16 | DType::U16 => Type::CU_TENSOR_MAP_DATA_TYPE_UINT16,
        _ => Type::CU_TENSOR_MAP_DATA_TYPE_UINT8,
    };
    let swizzle = match map.swizzle {
        128 => CUtensorMapSwizzle::CU_TENSOR_MAP_SWIZZLE_128B,
        64 => CUtensorMapSwizzle::CU_TENSOR_MAP_SWIZZLE_64B,
        32 => CUtensorMapSwizzle::CU_TENSOR_MAP_SWIZZLE_32B,
        _ => CUtensorMapSwizzle::CU_TENSOR_MAP_SWIZZLE_NONE,
    };
    // SAFETY: a tensor map is plain data, for which zero is a value.
    let mut out: sys::CUtensorMap = unsafe { std::mem::zeroed() };
    // SAFETY: the arrays live through the call and have an entry for each of 5 modes, the strides one less; the driver
    // checks the values (driver API, cuTensorMapEncodeTiled).
    unsafe {
        sys::cuTensorMapEncodeTiled(
            &mut out,
            data_type,
            map.rank.min(5) as u32,
            address as *mut _,
            map.sizes.as_ptr(),
            map.strides.as_ptr(),
            map.extent.as_ptr(),
            [1u32; 5].as_ptr(),
            CUtensorMapInterleave::CU_TENSOR_MAP_INTERLEAVE_NONE,
            swizzle,
            CUtensorMapL2promotion::CU_TENSOR_MAP_L2_PROMOTION_L2_128B,
            CUtensorMapFloatOOBfill::CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE,
        )
    }
    .result()
    .named("cuTensorMapEncodeTiled")?;
    Ok(out.opaque)
}

/// Rejects a contiguous extent that stores reach past: they write whole chunks of 16 bytes.
fn check_stores(extent: u64, element: usize) -> Result<(), Error> {
    if extent.wrapping_mul(element as u64).is_multiple_of(16) {
        return Ok(());
    }
    Err(Error::argument(
        "layout",
        format!(
            "its contiguous extent, {extent} elements of {element} bytes, is not a multiple of 16 bytes, and TMA stores whole chunks of 16: pad the rows, or store by threads"
        ),
    ))
}

/// A tensor map in device memory for tiles `Tile` of a tensor of elements `T`, which `MULTICAST` CTAs load together.
///
/// It borrows the tensor's memory and owns its own. A kernel takes [`TensorMap::address`] and makes `TmaLoad::<T, Tile, MULTICAST>` or
/// `TmaStore::<T, Tile>` of it; the types say that both sides mean the same tile. Launches that use it are queued on its stream while
/// it lives.
///
/// Dropped while a graph is being captured from its stream, other streams use the tensor after the capture: until then they are told
/// that they cannot. Memory of cudarc has no place for that; there a later call is told.
pub struct TensorMap<'a, T, Tile, const MULTICAST: u32 = 1> {
    map: Buffer<u64>,
    params: TensorMapParams<T, Tile, MULTICAST>,
    stream: &'a Stream,
    tensor: Use<'a>,
}

impl<T, Tile, const MULTICAST: u32> Drop for TensorMap<'_, T, Tile, MULTICAST> {
    /// Lets other streams that use the tensor wait for what this one has been given to do.
    fn drop(&mut self) {
        Order::to_the_end(self.stream, self.tensor);
    }
}

impl<T, Tile, const MULTICAST: u32> TensorMap<'_, T, Tile, MULTICAST> {
    /// The address of the map in device memory, the kernel's parameter.
    pub fn address(&self) -> u64 {
        self.map.address()
    }

    /// What the driver was told.
    pub fn params(&self) -> &TensorMapParams<T, Tile, MULTICAST> {
        &self.params
    }

    /// The memory of the map.
    pub fn buffer(&self) -> &Buffer<u64> {
        &self.map
    }
}

impl Stream {
    /// The tensor map for loads of tiles `Tile` from `data` of layout `layout`.
    ///
    /// # Errors
    /// [`Error::Argument`] if TMA cannot copy such tiles, with the reason; [`Error::OutOfBounds`] if the layout exceeds the data;
    /// [`Error::WrongDevice`]; any CUDA driver error.
    pub fn tensor_map<'a, T, Tile, const MULTICAST: u32, S, D>(
        &'a self,
        data: &'a impl DeviceData<T>,
        layout: Layout<S, D>,
    ) -> Result<TensorMap<'a, T, Tile, MULTICAST>, Error>
    where
        T: DeviceElement,
        Tile: MemoryLayout,
        S: Copy,
        D: Copy,
        Layout<S, D>: AnyLayout<L: ModeValues>,
    {
        check::same_device("data", self.device().context(), data.context())?;
        self.tensor_map_of(data.len(), || data.place(), layout, false)
    }

    /// The tensor map for stores of tiles `Tile` to `data` of layout `layout`, and for loads.
    ///
    /// TMA stores whole chunks of 16 bytes: what of a tile reaches past the contiguous mode is written up to the next multiple of 16 bytes.
    /// So that nothing outside the tensor is written, the extent of that mode must be such a multiple.
    ///
    /// # Errors
    /// As [`Stream::tensor_map`], and [`Error::Argument`] for a contiguous extent that is not a multiple of 16 bytes.
    pub fn tensor_map_mut<'a, T, Tile, S, D>(
        &'a self,
        data: &'a mut impl DeviceDataMut<T>,
        layout: Layout<S, D>,
    ) -> Result<TensorMap<'a, T, Tile>, Error>
    where
        T: DeviceElement,
        Tile: MemoryLayout,
        S: Copy,
        D: Copy,
        Layout<S, D>: AnyLayout<L: ModeValues>,
    {
        check::same_device("data", self.device().context(), data.context())?;
        self.tensor_map_of(data.len(), || data.place_mut(), layout, true)
    }

    fn tensor_map_of<'a, T, Tile, const MULTICAST: u32, S, D>(
        &'a self,
        len: usize,
        place: impl FnOnce() -> (u64, Use<'a>),
        layout: Layout<S, D>,
        is_stored: bool,
    ) -> Result<TensorMap<'a, T, Tile, MULTICAST>, Error>
    where
        T: DeviceElement,
        Tile: MemoryLayout,
        S: Copy,
        D: Copy,
        Layout<S, D>: AnyLayout<L: ModeValues>,
    {
        let params = make_tma_copy::<T, Tile, MULTICAST, S, D>(layout)
            .map_err(|why| Error::argument("layout", why))?;
        // In 128 bits nothing overflows: each extent is at most 2^32, each stride below 2^40.
        let last: u128 = (0..params.tensor_rank)
            .map(|i| u128::from(params.global_dim[i] - 1) * u128::from(params.global_strides[i]))
            .sum();
        let needed = last / size_of::<T>() as u128 + 1;
        check::in_bounds("data", needed, len as u64)?;
        if is_stored {
            check_stores(params.global_dim[0], size_of::<T>())?;
        }
        let (address, tensor) = place();
        check::aligned("data", address, 16)?;
        let [_, strides @ ..] = params.global_strides;
        let words = encode(
            &Encoded {
                dtype: T::DTYPE,
                rank: params.tensor_rank,
                sizes: params.global_dim,
                strides,
                extent: params.box_dim,
                swizzle: params.swizzle,
            },
            address,
        )?;
        // What comes after on this stream waits for the tensor.
        drop(Order::of(self, [tensor.of("data")])?);
        Ok(TensorMap {
            map: self.upload(&words)?,
            params,
            stream: self,
            tensor,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::check_stores;

    #[test]
    fn stores_end_with_a_chunk_of_16_bytes() {
        for (extent, element) in [(8, 2), (4, 4), (16, 1), (64, 2)] {
            assert!(check_stores(extent, element).is_ok());
        }
        for (extent, element) in [(1, 2), (63, 2), (6, 4), (20, 1)] {
            let error = check_stores(extent, element).unwrap_err().to_string();
            assert!(error.contains(&format!("{extent} elements")), "{error}");
        }
    }
}
