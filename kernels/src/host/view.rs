//! [`View`] and [`ViewMut`]: device memory and the layout that reads it.

use std::marker::PhantomData;

use azulejo_tensor::{DType, Element};

use super::{
    DeviceCopy, DeviceData, DeviceDataMut, Error, Order, Stream, Use, check, gemm::Region,
};
use crate::cpu::Strided;

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
    ) -> Result<Place<'a>, Error> {
        let (region, size) = (self.region, self.dtype.bytes());
        region.on_device(argument, stream.device().context())?;
        let address = region.address();
        Place::new(address, region.usage(), &self.layout, size, size, argument)
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
    /// [`ArrayError::NotBroadcastable`](crate::cpu::ArrayError).
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

    pub(crate) fn locate<'s>(
        &'s self,
        stream: &'s Stream,
        argument: &'static str,
    ) -> Result<Place<'s>, Error> {
        self.0.locate(stream, argument)
    }
}

impl<'a, T: DeviceElement> ViewMut<'a, T> {
    /// A view of `data` through `layout`, to write.
    ///
    /// # Errors
    /// [`Error::OutOfBounds`] where the layout reaches past the data, [`ArrayError::Overlap`](crate::cpu::ArrayError) where two elements would
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

    pub(crate) fn locate<'s>(&'s mut self, stream: &'s Stream) -> Result<Place<'s>, Error> {
        self.0.locate(stream, "output")
    }
}

/// Where the elements of a view are, for as long as a launch is being queued.
#[doc(hidden)]
pub struct Place<'s> {
    /// Address of the element at offset 0.
    pub(crate) address: u64,
    /// One past the last byte that the layout reaches.
    pub(crate) end: u64,
    /// What has to be ordered, and told, when work is queued; none where there is nothing to do.
    access: Option<Use<'s>>,
}

impl<'s> Place<'s> {
    /// Where the elements of `data` are, to read.
    pub(crate) fn of<T>(
        stream: &'s Stream,
        data: &'s dyn DeviceData<T>,
        layout: &Strided,
        size: usize,
        align: usize,
        argument: &'static str,
    ) -> Result<Self, Error> {
        check::same_device(argument, stream.device().context(), data.context())?;
        let (address, access) = data.place();
        Self::new(address, Some(access), layout, size, align, argument)
    }

    /// Where the elements of `data` are, to write.
    pub(crate) fn of_mut<T>(
        stream: &'s Stream,
        data: &'s mut dyn DeviceDataMut<T>,
        layout: &Strided,
        size: usize,
        align: usize,
    ) -> Result<Self, Error> {
        check::same_device("output", stream.device().context(), data.context())?;
        let (address, access) = data.place_mut();
        Self::new(address, Some(access), layout, size, align, "output")
    }

    fn new(
        address: u64,
        access: Option<Use<'s>>,
        layout: &Strided,
        size: usize,
        align: usize,
        argument: &'static str,
    ) -> Result<Self, Error> {
        let cosize = layout.cosize();
        if cosize > 0 && address == 0 {
            return Err(Error::NullPointer { argument });
        }
        if cosize > 0 {
            check::aligned(argument, address, align as u64)?;
        }
        Ok(Self {
            address,
            end: address + (cosize * size) as u64,
            access,
        })
    }

    /// A place of some bytes, for tests.
    #[cfg(test)]
    pub(crate) fn made(address: u64, bytes: usize) -> Result<Place<'static>, Error> {
        let layout = Strided::row_major(&[bytes])?;
        Place::new(address, None, &layout, 1, 1, "test")
    }

    /// The first byte, and one past the last.
    pub(crate) fn range(&self) -> (u64, u64) {
        (self.address, self.end)
    }

    /// Orders what is queued on `stream` as long as the result lives, by these places.
    pub(crate) fn order<'o>(
        stream: &'o Stream,
        places: impl IntoIterator<Item = &'o Self>,
    ) -> Result<Order<'o>, Error>
    where
        's: 'o,
    {
        Order::of(stream, places.into_iter().filter_map(|place| place.access))
    }

    /// Rejects an output that shares memory with an input, unless `same` says that they are one array.
    pub(crate) fn apart(&self, input: &Self, with: &'static str) -> Result<(), Error> {
        let bytes = [self, input].map(|place| (place.address, place.end));
        check::apart("output", with, bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(address: u64, bytes: usize) -> Result<Place<'static>, Error> {
        let layout = Strided::row_major(&[bytes / 4])?;
        Place::new(address, None, &layout, 4, 4, "output")
    }

    #[test]
    fn places_are_checked_and_kept_apart() {
        let null = place(0, 16).err();
        assert_eq!(null, Some(Error::NullPointer { argument: "output" }));
        let crooked = place(4098, 16).err().unwrap();
        assert_eq!(Err(crooked), check::aligned("output", 4098, 4));
        let [a, b, c] = [(4096, 16), (4112, 16), (4108, 8)]
            .map(|(address, bytes)| place(address, bytes).unwrap());
        assert_eq!(a.apart(&b, "the input"), Ok(()));
        for other in [&a, &b] {
            let overlap = Error::overlap("output", "the input");
            assert_eq!(c.apart(other, "the input"), Err(overlap));
        }
        assert!(place(0, 0).is_ok());
    }

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
