//! [`Buffer`] and [`Pinned`]: memory on the device, and memory on the host that copies without a detour.

use std::{marker::PhantomData, sync::Arc};

use cudarc::driver::{
    CudaSlice, CudaStream, DevicePtr, DevicePtrMut, DeviceSlice, SyncOnDrop, result, sys,
};

use super::{DeviceCopy, Error, Stream, driver::Named};

/// Elements in device memory.
///
/// It remembers who reads and writes it: work on another stream waits for them, and the memory is given back when they
/// are done, so it can be dropped while in use. It is a `cudarc` slice underneath and converts both ways.
#[derive(Debug)]
pub struct Buffer<T>(CudaSlice<T>);

impl Stream {
    /// Device memory for `len` elements, with whatever stands there.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], or the driver's.
    ///
    /// # Safety
    /// Nothing may read an element before something wrote it.
    pub unsafe fn alloc<T: DeviceCopy>(&self, len: usize) -> Result<Buffer<T>, Error> {
        let bytes = len
            .checked_mul(size_of::<T>())
            .filter(|bytes| *bytes <= isize::MAX as usize);
        let context = self.device().context();
        context.bind_to_thread().named("cuCtxSetCurrent")?;
        let out_of_memory = |bytes: usize| {
            let (free, total) = self.device().memory().unwrap_or((0, 0));
            Error::OutOfMemory {
                bytes: bytes as u64,
                free,
                total,
            }
        };
        let bytes = bytes.ok_or_else(|| out_of_memory(usize::MAX))?.max(16);
        let raw = self.raw().cu_stream();
        let ptr = if context.has_async_alloc() {
            // SAFETY: the context is current, the stream one of it, the size not 0 (driver API, cuMemAllocAsync).
            unsafe { result::malloc_async(raw, bytes) }
        } else {
            // SAFETY: the context is current and the size not 0 (driver API, cuMemAlloc).
            unsafe { result::malloc_sync(bytes) }
        };
        let ptr = match ptr {
            Err(e) if e.0 == sys::CUresult::CUDA_ERROR_OUT_OF_MEMORY => {
                return Err(out_of_memory(bytes));
            }
            other => other.named("cuMemAlloc")?,
        };
        // SAFETY: a fresh allocation of at least `len` elements, which the slice owns from here on; what stands in it is
        // the caller's contract.
        Ok(Buffer(unsafe { self.raw().upgrade_device_ptr(ptr, len) }))
    }

    /// Device memory for `len` elements, all bytes 0.
    ///
    /// # Errors
    /// As [`Stream::alloc`].
    pub fn zeros<T: DeviceCopy>(&self, len: usize) -> Result<Buffer<T>, Error> {
        // SAFETY: every byte is written below.
        let mut buffer = unsafe { self.alloc(len) }?;
        self.set_bytes(&mut buffer, 0)?;
        Ok(buffer)
    }

    /// A copy of `data` in device memory.
    ///
    /// # Errors
    /// As [`Stream::alloc`].
    pub fn upload<T: DeviceCopy>(&self, data: &[T]) -> Result<Buffer<T>, Error> {
        // SAFETY: every element is written below.
        let mut buffer = unsafe { self.alloc(data.len()) }?;
        self.write(data, &mut buffer)?;
        Ok(buffer)
    }

    /// Copies `data` over the first elements of `to`. Returns when `data` may be changed again.
    ///
    /// # Errors
    /// [`Error::OutOfBounds`], [`Error::WrongDevice`], or the driver's.
    pub fn write<T: DeviceCopy, D: DevicePtrMut<T>>(
        &self,
        data: &[T],
        to: &mut D,
    ) -> Result<(), Error> {
        self.check("to", to.stream(), data.len(), to.len())?;
        let (ptr, guard) = to.device_ptr_mut(self.raw());
        if !data.is_empty() {
            // SAFETY: `ptr` has room for `data` by the check. From pageable memory the driver stages the data before it
            // returns (driver API, API synchronization behavior), so the borrow is long enough.
            unsafe { result::memcpy_htod_async(ptr, data, self.raw().cu_stream()) }
                .named("cuMemcpyHtoDAsync")?;
        }
        drop(guard);
        Ok(())
    }

    /// Copies device memory to the host, after all work queued here so far.
    ///
    /// # Errors
    /// [`Error::WrongDevice`], or the driver's.
    pub fn download<T: DeviceCopy, D: DevicePtr<T>>(&self, from: &D) -> Result<Vec<T>, Error> {
        let len = from.len();
        let mut data: Vec<T> = Vec::new();
        data.try_reserve_exact(len).map_err(|_| Error::Argument {
            argument: "from",
            why: format!("{len} elements do not fit in host memory"),
        })?;
        self.check("from", from.stream(), 0, len)?;
        let (ptr, guard) = from.device_ptr(self.raw());
        if len > 0 {
            // SAFETY: `len` elements are reserved; any bytes are elements (`DeviceCopy`); the copy has ended when the
            // stream has been synchronised, before the vector is used.
            unsafe {
                let room = std::slice::from_raw_parts_mut(
                    data.as_mut_ptr().cast::<std::mem::MaybeUninit<T>>(),
                    len,
                );
                result::memcpy_dtoh_async(room, ptr, self.raw().cu_stream())
                    .named("cuMemcpyDtoHAsync")?;
            }
        }
        drop(guard);
        self.synchronize()?;
        // SAFETY: the copy above filled them.
        unsafe { data.set_len(len) };
        Ok(data)
    }

    /// A copy of the bytes of `data` in device memory.
    ///
    /// # Errors
    /// As [`Stream::alloc`].
    pub fn upload_bytes<T: DeviceCopy>(&self, data: &[T]) -> Result<Buffer<u8>, Error> {
        // SAFETY: plain data has no padding (`DeviceCopy`): all of its bytes are initialised.
        self.upload(unsafe {
            std::slice::from_raw_parts(data.as_ptr().cast::<u8>(), size_of_val(data))
        })
    }

    /// Copies bytes from the device as elements; bytes that make no whole element at the end are left out.
    ///
    /// # Errors
    /// As [`Stream::download`].
    pub fn download_as<T: DeviceCopy>(&self, from: &Buffer<u8>) -> Result<Vec<T>, Error> {
        let bytes: Vec<u8> = self.download(from)?;
        let size = size_of::<T>();
        let mut data = Vec::with_capacity(bytes.len() / size);
        for chunk in bytes.chunks_exact(size) {
            // SAFETY: `size` bytes, any of which are a value of `T` (`DeviceCopy`); read without alignment.
            data.push(unsafe { chunk.as_ptr().cast::<T>().read_unaligned() });
        }
        Ok(data)
    }

    /// Copies all of `from` over the first elements of `to`, both on the device.
    ///
    /// # Errors
    /// [`Error::OutOfBounds`], [`Error::WrongDevice`], or the driver's.
    pub fn copy<T: DeviceCopy, S: DevicePtr<T>, D: DevicePtrMut<T>>(
        &self,
        from: &S,
        to: &mut D,
    ) -> Result<(), Error> {
        self.check("from", from.stream(), 0, from.len())?;
        self.check("to", to.stream(), from.len(), to.len())?;
        let bytes = from.len() * size_of::<T>();
        let (src, read) = from.device_ptr(self.raw());
        let (dst, written) = to.device_ptr_mut(self.raw());
        if bytes > 0 {
            // SAFETY: both hold `bytes` bytes on this device; one is borrowed for writing, so they are not the same.
            unsafe { result::memcpy_dtod_async(dst, src, bytes, self.raw().cu_stream()) }
                .named("cuMemcpyDtoDAsync")?;
        }
        drop((read, written));
        Ok(())
    }

    /// Sets every byte of `to`, by the driver's own `memset`.
    ///
    /// # Errors
    /// [`Error::WrongDevice`], or the driver's.
    pub fn set_bytes<T: DeviceCopy, D: DevicePtrMut<T>>(
        &self,
        to: &mut D,
        byte: u8,
    ) -> Result<(), Error> {
        self.check("to", to.stream(), 0, to.len())?;
        let bytes = to.len() * size_of::<T>();
        let (ptr, guard) = to.device_ptr_mut(self.raw());
        if bytes > 0 {
            // SAFETY: the buffer holds `bytes` bytes, and any bytes are elements (`DeviceCopy`).
            unsafe { result::memset_d8_async(ptr, byte, bytes, self.raw().cu_stream()) }
                .named("cuMemsetD8Async")?;
        }
        drop(guard);
        Ok(())
    }

    fn check(
        &self,
        argument: &'static str,
        at: &Arc<CudaStream>,
        needed: usize,
        len: usize,
    ) -> Result<(), Error> {
        let (expected, found) = (self.device().ordinal(), at.context().ordinal());
        if at.context() != self.device().context() {
            return Err(Error::WrongDevice {
                argument,
                expected,
                found,
            });
        }
        if needed > len {
            return Err(Error::OutOfBounds {
                argument,
                needed: needed as u64,
                len: len as u64,
            });
        }
        self.device()
            .context()
            .bind_to_thread()
            .named("cuCtxSetCurrent")
    }
}

impl<T> Buffer<T> {
    /// How many elements it holds.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether it holds none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Address of the first element, for another library. What that library does with it is not known to this buffer:
    /// it must be done, or ordered on a stream, before the buffer is used or dropped.
    pub fn address(&self) -> u64 {
        self.0.device_ptr(self.0.stream()).0
    }

    /// The same memory as bytes.
    pub fn into_bytes(self) -> Buffer<u8> {
        let (stream, bytes) = (self.0.stream().clone(), self.0.num_bytes());
        // Its home stream waits here for all who use it.
        let address = self.0.leak();
        // SAFETY: the allocation of these bytes, given up just now; any bytes are bytes.
        let mut slice = unsafe { stream.upgrade_device_ptr(address, bytes) };
        // Others wait for what stands on the home stream so far.
        drop(slice.device_ptr_mut(&stream).1);
        Buffer(slice)
    }

    /// The cudarc slice, for good.
    pub fn into_cudarc(self) -> CudaSlice<T> {
        self.0
    }

    /// The cudarc slice underneath.
    pub fn as_cudarc(&self) -> &CudaSlice<T> {
        &self.0
    }

    /// The cudarc slice underneath, to write.
    pub fn as_cudarc_mut(&mut self) -> &mut CudaSlice<T> {
        &mut self.0
    }
}

impl<T> From<CudaSlice<T>> for Buffer<T> {
    fn from(slice: CudaSlice<T>) -> Self {
        Self(slice)
    }
}

impl<T> DeviceSlice<T> for Buffer<T> {
    fn len(&self) -> usize {
        self.0.len()
    }
    fn stream(&self) -> &Arc<CudaStream> {
        self.0.stream()
    }
}

impl<T> DevicePtr<T> for Buffer<T> {
    fn device_ptr<'a>(&'a self, stream: &'a CudaStream) -> (sys::CUdeviceptr, SyncOnDrop<'a>) {
        self.0.device_ptr(stream)
    }
}

impl<T> DevicePtrMut<T> for Buffer<T> {
    fn device_ptr_mut<'a>(
        &'a mut self,
        stream: &'a CudaStream,
    ) -> (sys::CUdeviceptr, SyncOnDrop<'a>) {
        self.0.device_ptr_mut(stream)
    }
}

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
    /// The driver's.
    pub fn zeros(stream: &Stream, len: usize) -> Result<Self, Error> {
        let bytes = len
            .checked_mul(size_of::<T>())
            .filter(|b| *b <= isize::MAX as usize);
        let bytes = bytes.ok_or_else(|| Error::Argument {
            argument: "len",
            why: format!("{len} elements do not fit the address space"),
        })?;
        stream
            .device()
            .context()
            .bind_to_thread()
            .named("cuCtxSetCurrent")?;
        // SAFETY: the context is current and the size not 0 (driver API, cuMemHostAlloc).
        let ptr = unsafe { result::malloc_host(bytes.max(1), 0) }
            .named("cuMemHostAlloc")?
            .cast::<T>();
        // SAFETY: a fresh allocation of `bytes` bytes, aligned to a page.
        unsafe { ptr.cast::<u8>().write_bytes(0, bytes) };
        Ok(Self {
            ptr,
            len,
            stream: stream.clone(),
            data: PhantomData,
        })
    }

    /// The elements, after the copies queued so far.
    ///
    /// # Errors
    /// The driver's.
    pub fn as_slice(&self) -> Result<&[T], Error> {
        self.stream.synchronize()?;
        // SAFETY: `len` initialised elements that this value owns; no copy is under way.
        Ok(unsafe { std::slice::from_raw_parts(self.ptr, self.len) })
    }

    /// The elements, to write, after the copies queued so far.
    ///
    /// # Errors
    /// The driver's.
    pub fn as_mut_slice(&mut self) -> Result<&mut [T], Error> {
        self.stream.synchronize()?;
        // SAFETY: as above, and borrowed for writing.
        Ok(unsafe { std::slice::from_raw_parts_mut(self.ptr, self.len) })
    }

    /// Queues a copy to the first elements of `to`, on the stream it was made for.
    ///
    /// # Errors
    /// [`Error::OutOfBounds`], [`Error::WrongDevice`], or the driver's.
    pub fn upload<D: DevicePtrMut<T>>(&self, to: &mut D) -> Result<(), Error> {
        self.stream.check("to", to.stream(), self.len, to.len())?;
        let (ptr, guard) = to.device_ptr_mut(self.stream.raw());
        // SAFETY: both sides hold `len` elements; dropping or reading `self` first synchronises the stream.
        unsafe {
            let data = std::slice::from_raw_parts(self.ptr, self.len);
            result::memcpy_htod_async(ptr, data, self.stream.raw().cu_stream())
                .named("cuMemcpyHtoDAsync")?;
        }
        drop(guard);
        Ok(())
    }

    /// Queues a copy of the first elements of `from`, on the stream it was made for.
    ///
    /// # Errors
    /// [`Error::OutOfBounds`], [`Error::WrongDevice`], or the driver's.
    pub fn download<D: DevicePtr<T>>(&mut self, from: &D) -> Result<(), Error> {
        self.stream
            .check("from", from.stream(), self.len, from.len())?;
        let (ptr, guard) = from.device_ptr(self.stream.raw());
        // SAFETY: both sides hold `len` elements; dropping or reading `self` first synchronises the stream.
        unsafe {
            let data = std::slice::from_raw_parts_mut(self.ptr, self.len);
            result::memcpy_dtoh_async(data, ptr, self.stream.raw().cu_stream())
                .named("cuMemcpyDtoHAsync")?;
        }
        drop(guard);
        Ok(())
    }
}

impl<T> Drop for Pinned<T> {
    fn drop(&mut self) {
        // A copy may be under way; a stream that cannot be waited for belongs to a context that has failed.
        let _ = self.stream.synchronize();
        // SAFETY: the pointer came from cuMemHostAlloc and is freed once.
        let _ = unsafe { result::free_host(self.ptr.cast()) };
    }
}

// SAFETY: the value owns its memory; the driver handles may be used from any thread.
unsafe impl<T: Send> Send for Pinned<T> {}
