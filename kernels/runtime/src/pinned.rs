//! [`Pinned`]: memory on the host that copies without a detour.

use std::marker::PhantomData;

use cudarc::driver::{result, sys};

use super::{
    DeviceCopy, DeviceData, DeviceDataMut, Error, Order, Stream, check,
    driver::{Named, apart, bind, keep},
};

/// Page-locked elements on the host: copies to and from the device run at full speed and beside other work.
pub struct Pinned<T> {
    ptr: *mut T,
    len: usize,
    stream: Stream,
    data: PhantomData<T>,
}

impl<T: DeviceCopy> Pinned<T> {
    /// `len` elements, all bytes 0, for copies on `stream`.
    ///
    /// # Errors
    /// Any CUDA driver error.
    pub fn zeros(stream: &Stream, len: usize) -> Result<Self, Error> {
        let bytes = len
            .checked_mul(size_of::<T>())
            .filter(|b| *b <= isize::MAX as usize);
        let bytes = bytes.ok_or_else(|| {
            Error::argument(
                "len",
                format!("{len} elements do not fit the address space"),
            )
        })?;
        bind(stream.device().context())?;
        // SAFETY: the context is current and the size not 0 (driver API, cuMemHostAlloc).
        let ptr = unsafe { result::malloc_host(bytes.max(1), 0) }
            .named("cuMemHostAlloc")?
            .cast::<T>();
        // From here on it is given back when something fails.
        let pinned = Self {
            ptr,
            len,
            stream: stream.clone(),
            data: PhantomData,
        };
        check::aligned("T", ptr as u64, align_of::<T>() as u64)?;
        // SAFETY: a fresh allocation of `bytes` bytes.
        unsafe { ptr.cast::<u8>().write_bytes(0, bytes) };
        Ok(pinned)
    }

    /// The elements, after the copies queued so far.
    ///
    /// # Errors
    /// Any CUDA driver error.
    pub fn as_slice(&self) -> Result<&[T], Error> {
        self.stream.synchronize()?;
        // SAFETY: `len` initialised elements that this value owns; no copy is in flight.
        Ok(unsafe { std::slice::from_raw_parts(self.ptr, self.len) })
    }

    /// The elements, to write, after the copies queued so far.
    ///
    /// # Errors
    /// Any CUDA driver error.
    pub fn as_mut_slice(&mut self) -> Result<&mut [T], Error> {
        self.stream.synchronize()?;
        // SAFETY: `len` initialised elements that this value owns, borrowed for writing; no copy is in flight.
        Ok(unsafe { std::slice::from_raw_parts_mut(self.ptr, self.len) })
    }

    /// Queues a copy to the first elements of `to`, on the stream it was made for.
    ///
    /// # Errors
    /// [`Error::OutOfBounds`], [`Error::WrongDevice`], or any CUDA driver error.
    pub fn upload<D: DeviceDataMut<T>>(&self, to: &mut D) -> Result<(), Error> {
        self.stream.check("to", to.context(), self.len, to.len())?;
        let (ptr, access) = to.place_mut();
        let _order = Order::of(&self.stream, [access.of("to")])?;
        if self.bytes() == 0 {
            return Ok(());
        }
        let stream = self.stream.raw().cu_stream();
        // SAFETY: both sides hold `len` elements by the check; the page-locked ones are given back, or written, only after
        // the stream has been synchronized, which `drop` and the accessors see to (driver API, cuMemcpyHtoDAsync).
        let end = unsafe { sys::cuMemcpyHtoDAsync_v2(ptr, self.ptr.cast(), self.bytes(), stream) };
        self.stream.queued(end.result().named("cuMemcpyHtoDAsync"))
    }

    /// Queues a copy of the first elements of `from`, on the stream it was made for.
    ///
    /// # Errors
    /// [`Error::OutOfBounds`], [`Error::WrongDevice`], or any CUDA driver error.
    pub fn download<D: DeviceData<T>>(&mut self, from: &D) -> Result<(), Error> {
        self.stream
            .check("from", from.context(), self.len, from.len())?;
        let (ptr, access) = from.place();
        let _order = Order::of(&self.stream, [access.of("from")])?;
        if self.bytes() == 0 {
            return Ok(());
        }
        let stream = self.stream.raw().cu_stream();
        // SAFETY: both sides hold `len` elements by the check; the page-locked ones are read, or given back, only after the stream
        // has been waited for, and any bytes are elements (`DeviceCopy`).
        let end = unsafe { sys::cuMemcpyDtoHAsync_v2(self.ptr.cast(), ptr, self.bytes(), stream) };
        self.stream.queued(end.result().named("cuMemcpyDtoHAsync"))
    }
}

impl<T> Pinned<T> {
    fn bytes(&self) -> usize {
        self.len * size_of::<T>()
    }
}

impl<T> Drop for Pinned<T> {
    fn drop(&mut self) {
        // A copy may be in flight: memory whose stream cannot be waited for is never given back.
        let context = self.stream.device().context();
        // Nor is that of a stream which is captured: waiting for it would end the capture.
        if self.stream.is_captured().unwrap_or(false) {
            return;
        }
        apart(context, || {
            if let Err(error) = self.stream.raw().synchronize() {
                let call = "an earlier cuStreamSynchronize, as pinned memory was dropped,";
                return keep(context, call, Err(error));
            }
            // SAFETY: the pointer came from cuMemHostAlloc and is freed once; no copy is in flight.
            let freed = unsafe { result::free_host(self.ptr.cast()) };
            let call = "an earlier cuMemFreeHost, as pinned memory was dropped,";
            keep(context, call, freed);
        });
    }
}

// SAFETY: the value owns its memory; the driver handles may be used from any thread.
unsafe impl<T: Send> Send for Pinned<T> {}
