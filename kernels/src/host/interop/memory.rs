//! [`Memory`]: device memory that something else owns.

use std::{fmt, mem::ManuallyDrop, sync::Arc};

use cudarc::driver::{
    CudaSlice, CudaStream, DevicePtr, DevicePtrMut, DeviceSlice, SyncOnDrop, sys,
};

use crate::host::{DeviceCopy, Stream};

/// Bytes of device memory that this value does not free, and whatever keeps them alive.
///
/// It remembers who reads and writes it, as a [`Buffer`](crate::host::Buffer) does, so work on several streams is
/// ordered. A view of any element type reads it: [`View::new`](crate::host::View::new),
/// [`AnyView::new`](crate::host::AnyView::new).
pub struct Memory {
    slice: ManuallyDrop<CudaSlice<u8>>,
    stream: Stream,
    owner: Option<Box<dyn Send + Sync>>,
}

impl Memory {
    /// `bytes` bytes at `address`; work on them before this call is on `stream`, or done.
    ///
    /// # Safety
    /// They must be memory of the stream's device and stay so until all work queued on them through this value is done.
    /// While this value is borrowed for writing, nothing else may use them.
    ///
    /// ```no_run
    /// use azulejo_kernels::host::{Device, View, interop::Memory};
    /// let stream = Device::new(0)?.stream()?;
    /// let buffer = stream.upload(&[1.0f32, 2.0, 3.0])?;
    /// // SAFETY: the buffer lives longer than the memory, and nothing writes it meanwhile.
    /// let memory = unsafe { Memory::from_raw(&stream, buffer.address(), 12) };
    /// let view = View::<f32>::row_major(&memory, &[3])?;
    /// # Ok::<(), azulejo_kernels::host::Error>(())
    /// ```
    pub unsafe fn from_raw(stream: &Stream, address: u64, bytes: usize) -> Self {
        // SAFETY: the memory is there by the caller's contract; any bytes are bytes; the slice is never dropped, so it
        // does not free what it does not own.
        let slice = unsafe { stream.raw().upgrade_device_ptr(address, bytes) };
        Self {
            slice: ManuallyDrop::new(slice),
            stream: stream.clone(),
            owner: None,
        }
    }

    /// The same memory, with what keeps it alive: dropped with this value, after the work queued on the memory is done.
    pub fn owned_by(mut self, owner: impl Send + Sync + 'static) -> Self {
        self.owner = Some(Box::new(owner));
        self
    }

    /// How many bytes.
    pub fn bytes(&self) -> usize {
        self.slice.len()
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        // SAFETY: taken once, here.
        let slice = unsafe { ManuallyDrop::take(&mut self.slice) };
        // The home stream waits for the readers and writers on other streams; the memory stays its owner's.
        slice.leak();
        if self.owner.is_some() {
            // A stream that cannot be waited for belongs to a context that has failed: no work is under way there.
            let _ = self.stream.synchronize();
        }
    }
}

impl<T: DeviceCopy> DeviceSlice<T> for Memory {
    fn len(&self) -> usize {
        self.slice.len() / size_of::<T>().max(1)
    }
    fn stream(&self) -> &Arc<CudaStream> {
        self.slice.stream()
    }
}

impl<T: DeviceCopy> DevicePtr<T> for Memory {
    fn device_ptr<'a>(&'a self, stream: &'a CudaStream) -> (sys::CUdeviceptr, SyncOnDrop<'a>) {
        self.slice.device_ptr(stream)
    }
}

impl<T: DeviceCopy> DevicePtrMut<T> for Memory {
    fn device_ptr_mut<'a>(
        &'a mut self,
        stream: &'a CudaStream,
    ) -> (sys::CUdeviceptr, SyncOnDrop<'a>) {
        self.slice.device_ptr_mut(stream)
    }
}

impl fmt::Debug for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} foreign bytes for {:?}", self.bytes(), self.stream)
    }
}
