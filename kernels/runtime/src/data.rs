//! [`DeviceData`] and [`DeviceDataMut`]: device memory of any owner.

use std::{mem::forget, sync::Arc};

use cudarc::driver::{
    CudaContext, CudaEvent, CudaSlice, CudaStream, CudaView, CudaViewMut, DevicePtr, DevicePtrMut,
    DeviceSlice, SyncOnDrop,
};

use super::{Buffer, BufferSlice, BufferSliceMut, DeviceCopy, Use, stream::is_captured};

/// Elements in device memory that can be read: a [`Buffer`], a piece of one, memory of another library, or cudarc's.
///
/// # Safety
/// `place` must give the address of `len` live elements in memory of `context`, and a use that orders work on them.
pub unsafe trait DeviceData<T> {
    /// Returns the number of elements.
    fn len(&self) -> usize;
    /// Returns `true` if there are none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// The context that the memory belongs to.
    fn context(&self) -> &Arc<CudaContext>;
    #[doc(hidden)]
    fn place(&self) -> (u64, Use<'_>);
}

/// The same, to write.
///
/// # Safety
/// As [`DeviceData`] for `place_mut`; nothing else may use the elements while they are borrowed for writing, but through
/// that use.
pub unsafe trait DeviceDataMut<T>: DeviceData<T> {
    #[doc(hidden)]
    fn place_mut(&mut self) -> (u64, Use<'_>);
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
            fn place(&self) -> (u64, Use<'_>) {
                (self.address(), self.usage().read())
            }
        }
    )*};
}

macro_rules! own_mut {
    ($($name:ty),*) => {$(
        // SAFETY: the elements of an allocation that the exclusive borrow keeps, with the record of its uses.
        unsafe impl<T> DeviceDataMut<T> for $name {
            fn place_mut(&mut self) -> (u64, Use<'_>) {
                (self.address(), self.usage().write())
            }
        }
    )*};
}

own!(Buffer<T>, BufferSlice<'_, T>, BufferSliceMut<'_, T>);
own_mut!(Buffer<T>, BufferSliceMut<'_, T>);

/// The event that `guard` would record, which is told of the uses one by one instead.
fn event<'a>(guard: SyncOnDrop<'a>) -> Option<&'a CudaEvent> {
    let event = match &guard {
        SyncOnDrop::Record(Some((event, _))) => Some(*event),
        _ => None,
    };
    forget(guard);
    event
}

/// A stream to ask for an address on, where a graph is being captured from the memory's own: that would wait for the memory's last
/// use, which ends the capture.
fn instead(home: &CudaStream) -> Option<Arc<CudaStream>> {
    let captured = is_captured(home).unwrap_or(false);
    captured.then(|| home.context().default_stream())
}

macro_rules! cudarc {
    ($($name:ty),*) => {$(
        // SAFETY: live memory by the promise that made the value; `device_ptr` lets the memory's own stream wait for the last
        // write, and that stream is waited for by all work that the use orders.
        unsafe impl<T: DeviceCopy> DeviceData<T> for $name {
            fn len(&self) -> usize {
                DeviceSlice::len(self)
            }
            fn context(&self) -> &Arc<CudaContext> {
                DeviceSlice::stream(self).context()
            }
            fn place(&self) -> (u64, Use<'_>) {
                let home = DeviceSlice::stream(self);
                if let Some(other) = instead(home) {
                    let (address, guard) = self.device_ptr(&other);
                    forget(guard);
                    return (address, Use::captured(home, false));
                }
                let (address, guard) = self.device_ptr(home);
                (address, Use::cudarc(home, event(guard), false))
            }
        }
    )*};
}

cudarc!(CudaSlice<T>, CudaView<'_, T>, CudaViewMut<'_, T>);

macro_rules! cudarc_mut {
    ($($name:ty),*) => {$(
        // SAFETY: live memory by the promise that made the value, borrowed for writing; `device_ptr_mut` lets the memory's own
        // stream wait for the last read, too,
        // and readers before it have been waited for by that stream.
        unsafe impl<T: DeviceCopy> DeviceDataMut<T> for $name {
            fn place_mut(&mut self) -> (u64, Use<'_>) {
                let home = DeviceSlice::stream(self).clone();
                if let Some(other) = instead(&home) {
                    let (address, guard) = self.device_ptr_mut(&other);
                    forget(guard);
                    return (address, Use::captured(DeviceSlice::stream(self), true));
                }
                let (address, guard) = self.device_ptr_mut(&home);
                let event = event(guard).map(std::ptr::from_ref);
                // SAFETY: the event is the value's own, which is borrowed as long as the result; the guard that lent it is
                // bound to the stream as well, and only that makes its lifetime shorter.
                let event = event.map(|event| unsafe { &*event });
                (address, Use::cudarc(DeviceSlice::stream(self), event, true))
            }
        }
    )*};
}

cudarc_mut!(CudaSlice<T>, CudaViewMut<'_, T>);
