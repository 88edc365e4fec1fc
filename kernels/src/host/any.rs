//! [`AnyView`], [`AnyViewMut`] and [`AnyBuffer`]: device memory whose element type is known at run time.

use azulejo_tensor::{DType, with_dtype};

use super::{
    Buffer, DeviceData, DeviceDataMut, DeviceElement, Error, Operand, Order, Stream, Target, check,
    gemm::Region, interop::Description, operand::Sealed, view::Place,
};
use crate::cpu::{AnyArray, Array, Stored, Strided};

/// Bytes on a device, read as elements of a run-time type through a layout.
#[derive(Clone, Copy)]
pub struct AnyView<'a> {
    data: &'a dyn DeviceData<u8>,
    dtype: DType,
    layout: Strided,
}

/// Bytes on a device, written as elements of a run-time type through a layout in which no two share a place.
pub struct AnyViewMut<'a> {
    data: &'a mut dyn DeviceDataMut<u8>,
    dtype: DType,
    layout: Strided,
}

fn reach(
    layout: &Strided,
    dtype: DType,
    bytes: usize,
    argument: &'static str,
) -> Result<(), Error> {
    let len = bytes / dtype.bytes();
    check::in_bounds(argument, layout.cosize() as u128, len as u64)
}

impl<'a> AnyView<'a> {
    /// A view of `data` through `layout`, whose strides count elements.
    ///
    /// # Errors
    /// [`Error::OutOfBounds`] where the layout reaches past the data.
    pub fn new(data: &'a dyn DeviceData<u8>, dtype: DType, layout: Strided) -> Result<Self, Error> {
        reach(&layout, dtype, data.len(), "input")?;
        Ok(Self {
            data,
            dtype,
            layout,
        })
    }

    /// Returns the memory, to read.
    pub(crate) fn region(&self) -> Region<'a> {
        Region::read(self.data)
    }
}

impl<'a> AnyViewMut<'a> {
    /// A view of `data` through `layout`, whose strides count elements, to write.
    ///
    /// # Errors
    /// [`Error::OutOfBounds`] where the layout reaches past the data, [`ArrayError::Overlap`](crate::cpu::ArrayError) where two elements would
    /// share a place.
    pub fn new(
        data: &'a mut dyn DeviceDataMut<u8>,
        dtype: DType,
        layout: Strided,
    ) -> Result<Self, Error> {
        reach(&layout, dtype, data.len(), "output")?;
        check::injective(&layout)?;
        Ok(Self {
            data,
            dtype,
            layout,
        })
    }

    /// Returns the memory, to write.
    pub(crate) fn into_region(self) -> Region<'a> {
        Region::write(self.data)
    }
}

impl Sealed for AnyView<'_> {}
impl Sealed for AnyViewMut<'_> {}

impl Operand for AnyView<'_> {
    fn dtype(&self) -> DType {
        self.dtype
    }
    fn layout(&self) -> &Strided {
        &self.layout
    }
    fn place<'s>(&'s self, stream: &'s Stream) -> Result<Place<'s>, Error> {
        Place::of(
            stream,
            self.data,
            &self.layout,
            self.dtype.bytes(),
            self.dtype.bytes(),
            "input",
        )
    }
}

impl Target for AnyViewMut<'_> {
    fn dtype(&self) -> DType {
        self.dtype
    }
    fn layout(&self) -> &Strided {
        &self.layout
    }
    fn place<'s>(&'s mut self, stream: &'s Stream) -> Result<Place<'s>, Error> {
        Place::of_mut(
            stream,
            self.data,
            &self.layout,
            self.dtype.bytes(),
            self.dtype.bytes(),
        )
    }
}

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
        let layout = Strided::row_major(extents)?;
        let data = buffer.into_bytes();
        reach(&layout, T::DTYPE, data.len(), "buffer")?;
        Ok(Self {
            data,
            dtype: T::DTYPE,
            layout,
        })
    }

    /// What it is; `stream` waits for what is queued on it.
    ///
    /// # Errors
    /// [`Error::WrongDevice`], or any CUDA driver error.
    pub(crate) fn describe(&self, stream: &Stream) -> Result<Description, Error> {
        let place = Place::of(
            stream,
            &self.data,
            &self.layout,
            self.dtype.bytes(),
            self.dtype.bytes(),
            "array",
        )?;
        // Who takes it may write it, too.
        drop(Order::of(stream, [self.data.usage().write()])?);
        Ok(Description {
            address: place.address,
            dtype: self.dtype,
            layout: self.layout,
            read_only: false,
            device: Some(stream.device().ordinal()),
        })
    }

    /// Lets the memory be given back only after what is queued on `stream`.
    ///
    /// # Errors
    /// Any CUDA driver error.
    pub(crate) fn outlast(&self, stream: &Stream) -> Result<(), Error> {
        Order::of(stream, [self.data.usage().write()]).map(drop)
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
        AnyView {
            data: &self.data,
            dtype: self.dtype,
            layout: self.layout,
        }
    }

    /// All of it, to write.
    pub fn view_mut(&mut self) -> AnyViewMut<'_> {
        AnyViewMut {
            data: &mut self.data,
            dtype: self.dtype,
            layout: self.layout,
        }
    }
}
