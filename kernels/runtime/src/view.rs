//! [`View`] and [`ViewMut`]: device memory and the layout that reads it.

use std::marker::PhantomData;

use azulejo_tensor::{DType, Element};

use super::{DeviceCopy, DeviceData, DeviceDataMut, Error, Stream, check, region::Region};
use azulejo_cpu::Strided;

/// An element type that a device takes: every one of them.
pub trait DeviceElement: Element + DeviceCopy {}
impl<T: Element + DeviceCopy> DeviceElement for T {}

/// Device memory of any owner, the type of its elements, and the layout that they are seen through.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tensor<'a> {
    pub region: Region<'a>,
    pub dtype: DType,
    pub layout: Strided,
}

impl<'a> Tensor<'a> {
    /// A layout that does not reach past the memory.
    pub(super) fn new(
        region: Region<'a>,
        dtype: DType,
        layout: Strided,
        argument: &'static str,
    ) -> Result<Self, Error> {
        let len = region.bytes() / dtype.bytes() as u64;
        check::in_bounds(argument, layout.cosize() as u128, len)?;
        Ok(Self {
            region,
            dtype,
            layout,
        })
    }

    /// One in which no two coordinates share a place, too.
    pub(super) fn injective(
        region: Region<'a>,
        dtype: DType,
        layout: Strided,
    ) -> Result<Self, Error> {
        let tensor = Self::new(region, dtype, layout, "output")?;
        check::injective(&layout)?;
        Ok(tensor)
    }

    /// Where its elements are.
    pub(super) fn locate(
        &self,
        stream: &Stream,
        argument: &'static str,
    ) -> Result<Region<'a>, Error> {
        let size = self.dtype.bytes();
        self.region
            .located(argument, stream, &self.layout, (size, size))
    }
}

/// Elements on a device to read, through a layout.
///
/// The memory is any [`DeviceData`]: a [`Buffer`](super::Buffer), cudarc's `CudaSlice`, or a piece of one.
#[derive(Clone, Copy)]
pub struct View<'a, T>(pub(super) Tensor<'a>, PhantomData<fn() -> T>);

/// Elements on a device to write, through a layout in which no two coordinates share a place.
pub struct ViewMut<'a, T>(pub(super) Tensor<'a>, PhantomData<fn() -> T>);

impl<'a, T: DeviceElement> View<'a, T> {
    /// A view of `data` through `layout`.
    ///
    /// # Errors
    /// [`Error::OutOfBounds`] where the layout reaches past the data.
    pub fn new(data: &'a dyn DeviceData<T>, layout: Strided) -> Result<Self, Error> {
        let tensor = Tensor::new(Region::read(data), T::DTYPE, layout, "input")?;
        Ok(Self(tensor, PhantomData))
    }

    /// A view of all of `data`, with these extents and the last mode contiguous.
    ///
    /// # Errors
    /// [`Error::OutOfBounds`], or those of [`Strided::row_major`].
    pub fn row_major(data: &'a dyn DeviceData<T>, extents: &[usize]) -> Result<Self, Error> {
        Self::new(data, Strided::row_major(extents)?)
    }

    /// The layout.
    pub fn layout(&self) -> &Strided {
        &self.0.layout
    }

    /// The same elements with a larger shape, by NumPy's rule.
    ///
    /// # Errors
    /// [`ArrayError::NotBroadcastable`](azulejo_cpu::ArrayError).
    pub fn broadcast(&self, extents: &[usize]) -> Result<Self, Error> {
        Ok(self.with(self.0.layout.broadcast(extents)?))
    }

    /// The same elements with the modes in another order.
    ///
    /// # Errors
    /// As [`Strided::permute`].
    pub fn permute(&self, order: &[usize]) -> Result<Self, Error> {
        Ok(self.with(self.0.layout.permute(order)?))
    }

    fn with(&self, layout: Strided) -> Self {
        Self(Tensor { layout, ..self.0 }, PhantomData)
    }

    /// Where the elements are, for work on `stream`.
    ///
    /// # Errors
    /// Memory of another device, named as `argument`.
    #[doc(hidden)]
    pub fn locate<'s>(
        &'s self,
        stream: &'s Stream,
        argument: &'static str,
    ) -> Result<Region<'s>, Error> {
        self.0.locate(stream, argument)
    }
}

impl<'a, T: DeviceElement> ViewMut<'a, T> {
    /// A view of `data` through `layout`, to write.
    ///
    /// # Errors
    /// [`Error::OutOfBounds`] where the layout reaches past the data, [`ArrayError::Overlap`](azulejo_cpu::ArrayError) where two elements would
    /// share a place.
    pub fn new(data: &'a mut dyn DeviceDataMut<T>, layout: Strided) -> Result<Self, Error> {
        let tensor = Tensor::injective(Region::write(data), T::DTYPE, layout)?;
        Ok(Self(tensor, PhantomData))
    }

    /// A view of all of `data`, to write, with these extents and the last mode contiguous.
    ///
    /// # Errors
    /// [`Error::OutOfBounds`], or those of [`Strided::row_major`].
    pub fn row_major(data: &'a mut dyn DeviceDataMut<T>, extents: &[usize]) -> Result<Self, Error> {
        Self::new(data, Strided::row_major(extents)?)
    }

    /// The layout.
    pub fn layout(&self) -> &Strided {
        &self.0.layout
    }

    /// Where the elements are, for work on `stream` that writes them.
    ///
    /// # Errors
    /// Memory of another device.
    #[doc(hidden)]
    pub fn locate<'s>(&'s mut self, stream: &'s Stream) -> Result<Region<'s>, Error> {
        self.0.locate(stream, "output")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layouts_that_reach_too_far_are_rejected() {
        let layout = Strided::new(&[4], &[3]).unwrap();
        let reach = |bytes| {
            let tensor = Tensor::new(Region::at(0, bytes), DType::F32, layout, "input");
            tensor.map(drop)
        };
        assert_eq!(reach(40), Ok(()));
        let far = Error::OutOfBounds {
            argument: "input",
            needed: 10,
            len: 9,
        };
        assert_eq!(reach(39), Err(far));
    }
}
