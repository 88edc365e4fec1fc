//! [`AnyView`], [`AnyViewMut`] and [`AnyBuffer`]: device memory whose element type is known at run time.

use azulejo_tensor::{DType, with_dtype};

use super::{
    Buffer, DeviceData, DeviceDataMut, DeviceElement, Error, Order, Stream, gemm::Region,
    interop::Description, operand::Sealed, view::Tensor,
};
use azulejo_cpu::{AnyArray, Array, Stored, Strided};

/// Bytes on a device, read as elements of a run-time type through a layout.
#[derive(Clone, Copy)]
pub struct AnyView<'a>(pub(super) Tensor<'a>);

/// Bytes on a device, written as elements of a run-time type through a layout in which no two share a place.
pub struct AnyViewMut<'a>(pub(super) Tensor<'a>);

impl<'a> AnyView<'a> {
    /// A view of `data` through `layout`, whose strides count elements.
    ///
    /// # Errors
    /// [`Error::OutOfBounds`] where the layout reaches past the data.
    pub fn new(data: &'a dyn DeviceData<u8>, dtype: DType, layout: Strided) -> Result<Self, Error> {
        Tensor::new(Region::read(data), dtype, layout, "input").map(Self)
    }
}

impl<'a> AnyViewMut<'a> {
    /// A view of `data` through `layout`, whose strides count elements, to write.
    ///
    /// # Errors
    /// [`Error::OutOfBounds`] where the layout reaches past the data, [`ArrayError::Overlap`](azulejo_cpu::ArrayError) where two elements would
    /// share a place.
    pub fn new(
        data: &'a mut dyn DeviceDataMut<u8>,
        dtype: DType,
        layout: Strided,
    ) -> Result<Self, Error> {
        Tensor::injective(Region::write(data), dtype, layout).map(Self)
    }
}

impl Sealed for AnyView<'_> {}
impl Sealed for AnyViewMut<'_> {}

/// A compact array on a device, the last mode contiguous, of a run-time element type: what an [`AnyArray`] is on the
/// host.
#[derive(Debug)]
pub struct AnyBuffer {
    data: Buffer<u8>,
    dtype: DType,
    layout: Strided,
}

impl AnyBuffer {
    /// Zeros.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], or those of [`Strided::row_major`].
    pub fn zeros(stream: &Stream, dtype: DType, extents: &[usize]) -> Result<Self, Error> {
        let layout = Strided::row_major(extents)?;
        let bytes = layout.size().saturating_mul(dtype.bytes());
        Ok(Self {
            data: stream.zeros(bytes)?,
            dtype,
            layout,
        })
    }

    /// A copy of an array on the host.
    ///
    /// # Errors
    /// As [`AnyBuffer::zeros`].
    pub fn upload(stream: &Stream, array: &AnyArray) -> Result<Self, Error> {
        let (dtype, layout) = (array.dtype(), Strided::row_major(array.extents())?);
        let data = with_dtype!(dtype, T => {
            stream.upload_bytes(<T as Stored>::peek(array).map_or(&[][..], Array::data))
        })?;
        Ok(Self {
            data,
            dtype,
            layout,
        })
    }

    /// A copy on the host, after all work queued on `stream` so far.
    ///
    /// # Errors
    /// Any CUDA driver error.
    pub fn download(&self, stream: &Stream) -> Result<AnyArray, Error> {
        let extents = self.layout.extents();
        with_dtype!(self.dtype, T => {
            Ok(Array::<T>::from_vec(stream.download_as(&self.data)?, extents)?.into())
        })
    }

    /// A typed buffer with its shape.
    ///
    /// # Errors
    /// [`Error::OutOfBounds`] where the buffer is shorter, or those of [`Strided::row_major`].
    pub fn from_buffer<T: DeviceElement>(
        buffer: Buffer<T>,
        extents: &[usize],
    ) -> Result<Self, Error> {
        let (data, layout) = (buffer.into_bytes(), Strided::row_major(extents)?);
        let Tensor { dtype, .. } = Tensor::new(Region::read(&data), T::DTYPE, layout, "buffer")?;
        Ok(Self {
            data,
            dtype,
            layout,
        })
    }

    /// What it is; `stream` waits for what is queued on it.
    pub(crate) fn describe(&self, stream: &Stream) -> Result<Description, Error> {
        let place = self.view().0.locate(stream, "array")?;
        // Who takes it may write it, too.
        drop(Order::of(stream, [self.data.usage().write().of("array")])?);
        Ok(Description {
            address: place.address,
            dtype: self.dtype,
            layout: self.layout,
            read_only: false,
            device: Some(stream.device().ordinal()),
        })
    }

    /// Lets the memory be given back only after what is queued on `stream`.
    pub(crate) fn outlast(&self, stream: &Stream) {
        Order::to_the_end(stream, self.data.usage().write());
    }

    /// The element type.
    pub fn dtype(&self) -> DType {
        self.dtype
    }

    /// The shape.
    pub fn extents(&self) -> &[usize] {
        self.layout.extents()
    }

    /// All of it, to read.
    pub fn view(&self) -> AnyView<'_> {
        let (region, dtype, layout) = (Region::read(&self.data), self.dtype, self.layout);
        AnyView(Tensor {
            region,
            dtype,
            layout,
        })
    }

    /// All of it, to write.
    pub fn view_mut(&mut self) -> AnyViewMut<'_> {
        let (dtype, layout) = (self.dtype, self.layout);
        AnyViewMut(Tensor {
            region: Region::write(&mut self.data),
            dtype,
            layout,
        })
    }
}
