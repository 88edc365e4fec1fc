//! [`DeviceData`] and [`DeviceDataMut`]: device memory of any owner.

use std::{mem::forget, sync::Arc};

use cudarc::driver::{
    CudaContext, CudaSlice, CudaStream, CudaView, CudaViewMut, DevicePtr, DevicePtrMut, DeviceSlice,
};

use super::{
    Access, Buffer, BufferSlice, BufferSliceMut, DeviceCopy, Error, Stream, order::MarkRead,
};

/// Elements in device memory that can be read: a [`Buffer`], a piece of one, memory of another library, or cudarc's.
///
/// # Safety
/// `read` must give the address of `len` live elements in memory of `context`, and an access that orders work on them.
pub unsafe trait DeviceData<T> {
    /// How many elements there are.
    fn len(&self) -> usize;
    /// Whether there are none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// The context that the memory belongs to.
    fn context(&self) -> &Arc<CudaContext>;
    #[doc(hidden)]
    fn read<'a>(&'a self, stream: &'a Stream) -> Result<(u64, Access<'a>), Error>;
}

/// The same, to write.
///
/// # Safety
/// As [`DeviceData`] for `write`; nothing else may use the elements while they are borrowed for writing, but through an
/// access.
pub unsafe trait DeviceDataMut<T>: DeviceData<T> {
    #[doc(hidden)]
    fn write<'a>(&'a mut self, stream: &'a Stream) -> Result<(u64, Access<'a>), Error>;
}

macro_rules! own {
    ($($name:ty),*) => {$(
        // SAFETY: the elements of an allocation that the borrow keeps, with the record of its uses.
        unsafe impl<T> DeviceData<T> for $name {
            fn len(&self) -> usize {
                Self::len(self)
            }
            fn context(&self) -> &Arc<CudaContext> {
                self.usage().context()
            }
            fn read<'a>(&'a self, _: &'a Stream) -> Result<(u64, Access<'a>), Error> {
                Ok((self.address(), Access::own(self.usage().read())))
            }
        }
    )*};
}

macro_rules! own_mut {
    ($($name:ty),*) => {$(
        // SAFETY: as above, borrowed for writing.
        unsafe impl<T> DeviceDataMut<T> for $name {
            fn write<'a>(&'a mut self, _: &'a Stream) -> Result<(u64, Access<'a>), Error> {
                Ok((self.address(), Access::own(self.usage().write())))
            }
        }
    )*};
}

own!(Buffer<T>, BufferSlice<'_, T>, BufferSliceMut<'_, T>);
own_mut!(Buffer<T>, BufferSliceMut<'_, T>);

macro_rules! cudarc {
    ($($name:ty),*) => {$(
        impl<T> MarkRead for $name {
            fn mark_read(&self, stream: &CudaStream) {
                drop(self.device_ptr(stream));
            }
        }

        // SAFETY: live memory by the promise that made the value; `device_ptr` lets the stream wait for the last write.
        unsafe impl<T: DeviceCopy> DeviceData<T> for $name {
            fn len(&self) -> usize {
                DeviceSlice::len(self)
            }
            fn context(&self) -> &Arc<CudaContext> {
                DeviceSlice::stream(self).context()
            }
            fn read<'a>(&'a self, stream: &'a Stream) -> Result<(u64, Access<'a>), Error> {
                let (address, guard) = self.device_ptr(stream.raw());
                // It would take the place of another stream's read; the access marks this one on the home stream.
                forget(guard);
                Ok((address, Access::cudarc_read(DeviceSlice::stream(self).clone(), self)))
            }
        }
    )*};
}

cudarc!(CudaSlice<T>, CudaView<'_, T>, CudaViewMut<'_, T>);

macro_rules! cudarc_mut {
    ($($name:ty),*) => {$(
        // SAFETY: as above, borrowed for writing; `device_ptr_mut` lets the stream wait for the last read, too, and readers
        // before it have been waited for by the home stream.
        unsafe impl<T: DeviceCopy> DeviceDataMut<T> for $name {
            fn write<'a>(&'a mut self, stream: &'a Stream) -> Result<(u64, Access<'a>), Error> {
                let home = DeviceSlice::stream(self).clone();
                let (address, guard) = self.device_ptr_mut(stream.raw());
                Ok((address, Access::cudarc_write(home, guard)))
            }
        }
    )*};
}

cudarc_mut!(CudaSlice<T>, CudaViewMut<'_, T>);
