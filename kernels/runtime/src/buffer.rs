//! [`Buffer`]: memory on the device.

use std::{marker::PhantomData, mem::ManuallyDrop, sync::Arc};

use cudarc::driver::{CudaContext, CudaSlice, DevicePtrMut, result, sys};

use super::{
    DeviceCopy, DeviceData, DeviceDataMut, Error, Order, Stream, check,
    driver::{Named, apart, bind, keep},
    order::{Unordered, Usage},
    stream::{is_captured, is_per_thread},
};

/// Elements in device memory.
///
/// It remembers who reads and writes it, on every stream: work on another stream waits for them, and the memory is given
/// back when all are done, so it can be dropped while in use. `CudaSlice` of `cudarc` converts both ways.
///
/// Dropped while a graph is being captured from the stream that it comes from, or from one that has to be waited for, it is not
/// given back: drop it after.
#[derive(Debug)]
pub struct Buffer<T> {
    address: u64,
    len: usize,
    usage: Usage,
    elements: PhantomData<fn() -> T>,
}

impl Stream {
    /// Device memory for `len` elements, with whatever values it has.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], [`Error::Argument`] where a graph is being captured from the stream, or any CUDA driver error.
    ///
    /// # Safety
    /// Nothing may read an element before something wrote it.
    pub unsafe fn alloc<T: DeviceCopy>(&self, len: usize) -> Result<Buffer<T>, Error> {
        let bytes = len
            .checked_mul(size_of::<T>())
            .filter(|bytes| *bytes <= isize::MAX as usize);
        let context = self.device().context();
        bind(context)?;
        self.not_captured()?;
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
        Ok(Buffer {
            address: ptr,
            len,
            usage: Usage::new(self.raw().clone()),
            elements: PhantomData,
        })
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
    /// [`Error::OutOfBounds`], [`Error::WrongDevice`], or any CUDA driver error.
    pub fn write<T: DeviceCopy, D: DeviceDataMut<T>>(
        &self,
        data: &[T],
        to: &mut D,
    ) -> Result<(), Error> {
        self.check("to", to.context(), data.len(), to.len())?;
        let (ptr, access) = to.place_mut();
        let order = Order::of(self, [access.of("to")])?;
        if size_of_val(data) == 0 {
            return Ok(());
        }
        // SAFETY: `ptr` has room for `data` by the check. From pageable memory the driver stages the data before it
        // returns (driver API, API synchronization behavior); other memory is waited for below.
        let end = unsafe { result::memcpy_htod_async(ptr, data, self.raw().cu_stream()) };
        self.queued(end.named("cuMemcpyHtoDAsync"))?;
        drop(order);
        if is_pageable(data) {
            return Ok(());
        }
        self.wait_for_all()
    }

    /// Copies device memory to the host, after all work queued here so far.
    ///
    /// # Errors
    /// [`Error::WrongDevice`], or any CUDA driver error.
    pub fn download<T: DeviceCopy, D: DeviceData<T>>(&self, from: &D) -> Result<Vec<T>, Error> {
        let len = from.len();
        let mut data: Vec<T> = Vec::new();
        data.try_reserve_exact(len).map_err(|_| {
            Error::argument("from", format!("{len} elements do not fit in host memory"))
        })?;
        self.check("from", from.context(), 0, len)?;
        let (ptr, access) = from.place();
        let order = Order::of(self, [access.of("from")])?;
        let bytes = len * size_of::<T>();
        if bytes > 0 {
            let (to, stream) = (data.as_mut_ptr().cast(), self.raw().cu_stream());
            // SAFETY: `len` elements are reserved, and device memory holds as many; the stream is synchronized before
            // the vector is used, and the vector never given back where it cannot be (driver API, cuMemcpyDtoHAsync).
            let end = unsafe { sys::cuMemcpyDtoHAsync_v2(to, ptr, bytes, stream) };
            self.queued(end.result().named("cuMemcpyDtoHAsync"))?;
        }
        drop(order);
        let mut data = ManuallyDrop::new(data);
        self.wait_for_all()?;
        let mut data = ManuallyDrop::into_inner(std::mem::take(&mut data));
        // SAFETY: the copy has filled them; any bytes are elements (`DeviceCopy`).
        unsafe { data.set_len(len) };
        self.check_earlier()?;
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
        let size = size_of::<T>();
        Error::ensure(size != 0, "T", || {
            "its values have no bytes, so that bytes hold no number of them".into()
        })?;
        let bytes: Vec<u8> = self.download(from)?;
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
    /// [`Error::OutOfBounds`], [`Error::WrongDevice`], or any CUDA driver error.
    pub fn copy<T: DeviceCopy, S: DeviceData<T>, D: DeviceDataMut<T>>(
        &self,
        from: &S,
        to: &mut D,
    ) -> Result<(), Error> {
        self.check("from", from.context(), 0, from.len())?;
        self.check("to", to.context(), from.len(), to.len())?;
        let bytes = from.len() * size_of::<T>();
        let (src, read) = from.place();
        let (dst, written) = to.place_mut();
        let _order = Order::of(self, [read.of("from"), written.of("to")])?;
        if bytes == 0 {
            return Ok(());
        }
        // SAFETY: both hold `bytes` bytes on this device; one is borrowed for writing, so they are not the same.
        let end = unsafe { result::memcpy_dtod_async(dst, src, bytes, self.raw().cu_stream()) };
        self.queued(end.named("cuMemcpyDtoDAsync"))
    }

    /// Sets every byte of `to`, by the driver's own `memset`.
    ///
    /// # Errors
    /// [`Error::WrongDevice`], or any CUDA driver error.
    pub fn set_bytes<T: DeviceCopy, D: DeviceDataMut<T>>(
        &self,
        to: &mut D,
        byte: u8,
    ) -> Result<(), Error> {
        self.check("to", to.context(), 0, to.len())?;
        let bytes = to.len() * size_of::<T>();
        let (ptr, access) = to.place_mut();
        let _order = Order::of(self, [access.of("to")])?;
        if bytes == 0 {
            return Ok(());
        }
        // SAFETY: the buffer holds `bytes` bytes, and any bytes are elements (`DeviceCopy`); the order keeps other work from them.
        unsafe { self.set_raw(ptr, byte, bytes) }
    }

    /// Sets so many bytes of device memory from `address` on.
    ///
    /// # Errors
    /// The driver's.
    ///
    /// # Safety
    /// They are memory of this device for which such bytes are values, and no other work uses them until the stream has done this.
    #[doc(hidden)]
    pub unsafe fn set_raw(&self, address: u64, byte: u8, bytes: usize) -> Result<(), Error> {
        let context = self.device().context();
        bind(context)?;
        // SAFETY: upheld by the caller.
        let end = unsafe { result::memset_d8_async(address, byte, bytes, self.raw().cu_stream()) };
        self.queued(end.named("cuMemsetD8Async"))
    }

    pub(super) fn check(
        &self,
        argument: &'static str,
        at: &Arc<CudaContext>,
        needed: usize,
        len: usize,
    ) -> Result<(), Error> {
        check::same_device(argument, self.device().context(), at)?;
        check::in_bounds(argument, needed as u128, len as u64)?;
        bind(self.device().context())
    }
}

/// Returns `true` if the driver copies from `data` by way of memory of its own: it knows neither end.
fn is_pageable<T>(data: &[T]) -> bool {
    let (first, bytes) = (data.as_ptr() as u64, size_of_val(data) as u64);
    let mut attribute = sys::CUpointer_attribute::CU_POINTER_ATTRIBUTE_MEMORY_TYPE;
    [first, first + bytes - 1].into_iter().all(|address| {
        let mut kind = 0u32;
        let mut place: *mut std::ffi::c_void = (&raw mut kind).cast();
        // SAFETY: one attribute and a place for its 32 bits; the address is only looked up. Unlike the call for one attribute, this
        // is no error for an address that the driver does not know (driver API, cuPointerGetAttributes).
        let found = unsafe { sys::cuPointerGetAttributes(1, &mut attribute, &mut place, address) };
        found != sys::CUresult::CUDA_SUCCESS || kind == 0
    })
}

impl<T> Buffer<T> {
    /// How many elements it holds.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns `true` if it holds none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Address of the first element, for another library. What that library does with it is not known to this buffer:
    /// it must be done, or ordered on a stream, before the buffer is used or dropped.
    pub fn address(&self) -> u64 {
        self.address
    }

    pub(crate) fn usage(&self) -> &Usage {
        &self.usage
    }

    /// The same memory as bytes.
    pub fn into_bytes(self) -> Buffer<u8> {
        let len = self.len * size_of::<T>();
        let (address, usage) = self.into_parts();
        Buffer {
            address,
            len,
            usage,
            elements: PhantomData,
        }
    }

    /// As cudarc's slice, for good, in the order of all work queued so far.
    ///
    /// # Errors
    /// [`Error::Argument`] where a graph is being captured from a stream that uses it; the driver's. The memory is never given back then.
    pub fn into_cudarc(self) -> Result<CudaSlice<T>, Error> {
        let len = self.len;
        let (address, mut usage) = self.into_parts();
        let home = usage.home().clone();
        if is_captured(&home).named("cuStreamIsCapturing")? {
            return Err(Unordered::Captured.of("buffer"));
        }
        usage.settle().map_err(|why| why.of("buffer"))?;
        // SAFETY: the allocation of these elements, given up just now.
        let mut slice = unsafe { home.upgrade_device_ptr(address, len) };
        // Others wait for what stands on the home stream so far.
        drop(slice.device_ptr_mut(&home));
        Ok(slice)
    }

    /// Gives the memory back in the order of all work on it, or never where it may be in use for good.
    fn give_back(&mut self) {
        let home = self.usage.home().clone();
        let context = home.context();
        if let Err(error) = context.bind_to_thread() {
            let call = "an earlier cuCtxSetCurrent, as a buffer was dropped,";
            return keep(context, call, Err(error));
        }
        // A graph would capture what gives the memory back, and do so at each launch: that memory stays, too.
        if is_captured(&home).unwrap_or(false) {
            return;
        }
        match self.usage.settle() {
            Ok(()) => {}
            Err(Unordered::Captured) => return,
            Err(Unordered::Driver(error)) => {
                let call = "an earlier cuStreamWaitEvent, as a buffer was dropped,";
                return keep(context, call, Err(error));
            }
        }
        let freed = if context.has_async_alloc() {
            // SAFETY: an allocation that this value owns, given back once; the stream has been told to wait for its users.
            unsafe { result::free_async(self.address, home.cu_stream()) }
        } else {
            home.synchronize().and_then(|()| {
                // SAFETY: an allocation that this value owns, given back once; its users and the stream have been waited for.
                unsafe { result::free_sync(self.address) }
            })
        };
        let call = "an earlier cuMemFree, as a buffer was dropped,";
        keep(context, call, freed);
    }

    fn into_parts(self) -> (u64, Usage) {
        let this = ManuallyDrop::new(self);
        // SAFETY: `this` is not used or dropped any more, so the record has one owner.
        (this.address, unsafe { std::ptr::read(&this.usage) })
    }
}

impl<T> Drop for Buffer<T> {
    fn drop(&mut self) {
        if self.address == 0 {
            return;
        }
        let context = self.usage.context().clone();
        apart(&context, || self.give_back());
    }
}

impl<T> From<CudaSlice<T>> for Buffer<T> {
    fn from(slice: CudaSlice<T>) -> Self {
        let (mut home, len) = (slice.stream().clone(), slice.len());
        // The home stream waits here for the slice's users.
        let address = slice.leak();
        if is_per_thread(&home) {
            // A queue of this thread alone cannot be the home of what goes to others.
            let context = home.context().clone();
            let call = "an earlier cuStreamSynchronize, of a slice that became a buffer,";
            keep(&context, call, home.synchronize());
            home = context.default_stream();
        }
        Self {
            address,
            len,
            usage: Usage::new(home),
            elements: PhantomData,
        }
    }
}
