//! Memory: allocations on the device and page-locked ones on the host.

use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::collections::HashMap;
use std::ffi::c_void;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use cudarc::driver::sys::{CUpointer_attribute_enum as Attribute, CUresult};

use super::answer::{Answer, calls, invalid, reject};
use super::attributes::CLAIMS;
use super::pointer::{In, Out};
use super::queue::Item;
use super::state::{self, Held};

/// A page of the host.
const PAGE: usize = 4096;

/// Bytes of each page-locked allocation, by its address.
static PINNED: LazyLock<Mutex<HashMap<usize, usize>>> = LazyLock::new(Mutex::default);

fn pinned() -> MutexGuard<'static, HashMap<usize, usize>> {
    PINNED.lock().unwrap_or_else(PoisonError::into_inner)
}

fn page_locked(bytes: usize) -> Result<Layout, CUresult> {
    Layout::from_size_align(bytes.max(1), PAGE)
        .map_err(|_| reject(CUresult::CUDA_ERROR_OUT_OF_MEMORY, "no such size"))
}

/// Returns `true` if all of some bytes of the host are page-locked.
pub fn is_pinned(address: usize, bytes: usize) -> bool {
    let inside = |(start, size): (&usize, &usize)| {
        *start <= address && address.saturating_add(bytes) <= start + size
    };
    pinned().iter().any(inside)
}

impl Held {
    /// New device memory, unwritten: there once the stream has come to this place, or now.
    fn allocate(&mut self, bytes: usize, stream: Option<usize>) -> Result<u64, CUresult> {
        if bytes > CLAIMS.memory - self.allocated {
            // What is queued may give memory back.
            self.finish()?;
        }
        if bytes > CLAIMS.memory - self.allocated {
            // The program prints this itself.
            return Err(CUresult::CUDA_ERROR_OUT_OF_MEMORY);
        }
        let address = self.memory.reserve(bytes).map_err(invalid)?;
        self.allocated += bytes;
        match stream {
            None => self.memory.commit(address),
            Some(stream) => self.push(stream, Item::Allocate(address))?,
        }
        Ok(address)
    }

    /// Gives device memory back.
    pub fn release(&mut self, address: u64) -> Result<(), String> {
        let bytes = self
            .memory
            .allocation(address)
            .map_or(0, |(_, bytes)| bytes);
        self.memory.free(address)?;
        // A module's variables are not counted.
        self.allocated = self.allocated.saturating_sub(bytes);
        Ok(())
    }

    /// Rejects bytes that are not inside one allocation.
    pub fn check_range(&self, what: &str, address: u64, bytes: usize) -> Answer {
        let found = self.memory.allocation(address);
        if bytes == 0
            || found.is_some_and(|(start, size)| bytes as u64 <= size as u64 - (address - start))
        {
            return Ok(());
        }
        Err(invalid(format_args!(
            "{what}: {bytes} bytes at {address:#x} are no device memory"
        )))
    }
}

calls! {
    /// New memory.
    fn cuMemAlloc_v2(address: Out<u64>, bytes: usize) {
        address.put(state::device()?.allocate(bytes, None)?)
    }

    /// New memory, in the order of a stream.
    fn cuMemAllocAsync(address: Out<u64>, bytes: usize, stream: usize) {
        let mut device = state::device()?;
        device.uncaptured(stream, "an allocation")?;
        address.put(device.allocate(bytes, Some(stream))?)
    }

    /// Gives memory back now, even if it is still in use; null is nothing.
    fn cuMemFree_v2(address: u64) {
        match address {
            0 => Ok(()),
            _ => state::device()?.release(address).map_err(invalid),
        }
    }

    /// Gives memory back, in the order of a stream.
    fn cuMemFreeAsync(address: u64, stream: usize) {
        let mut device = state::device()?;
        device.uncaptured(stream, "giving memory back")?;
        match device.memory.allocation(address) {
            _ if address == 0 => Ok(()),
            Some((start, _)) if start == address => device.push(stream, Item::Free(address)),
            _ => Err(invalid(format_args!("{address:#x} is freed and is no allocation"))),
        }
    }

    /// Free and all bytes.
    fn cuMemGetInfo_v2(free: Out<usize>, total: Out<usize>) {
        free.put_if(CLAIMS.memory - state::device()?.allocated);
        total.put_if(CLAIMS.memory);
        Ok(())
    }

    /// Page-locked memory: memory of the host, which no kernel can reach.
    fn cuMemHostAlloc(address: Out<*mut c_void>, bytes: usize, _flags: u32) {
        // SAFETY: the layout has at least one byte.
        let memory = unsafe { alloc_zeroed(page_locked(bytes)?) };
        if memory.is_null() {
            return Err(CUresult::CUDA_ERROR_OUT_OF_MEMORY);
        }
        pinned().insert(memory as usize, bytes);
        address.put(memory.cast())
    }

    /// Gives page-locked memory back.
    fn cuMemFreeHost(memory: Out<c_void>) {
        let memory = memory.address();
        let bytes = pinned().remove(&(memory as usize));
        let bytes = bytes.ok_or_else(|| invalid("memory that is not page-locked"))?;
        if let Ok(mut device) = state::device()
            && device.queues.copies_with(memory as usize, bytes)
        {
            reject(CUresult::CUDA_ERROR_ILLEGAL_ADDRESS, "page-locked memory is freed before the copies queued with it");
            device.lose(CUresult::CUDA_ERROR_ILLEGAL_ADDRESS);
        }
        // SAFETY: allocated above with this layout, and forgotten just now.
        unsafe { dealloc(memory.cast(), page_locked(bytes)?) };
        Ok(())
    }

    /// What is known of an address.
    fn cuPointerGetAttribute(value: Out<c_void>, attribute: u32, address: u64) {
        let on_device = state::device()?.memory.allocation(address).is_some();
        let on_host = pinned().iter().any(|(start, bytes)| (*start..start + bytes).contains(&(address as usize)));
        if !on_device && !on_host {
            // As a device's driver: what it did not allocate, it does not know.
            return Err(CUresult::CUDA_ERROR_INVALID_VALUE);
        }
        let is = |known: Attribute| attribute == known as u32;
        if is(Attribute::CU_POINTER_ATTRIBUTE_MEMORY_TYPE) {
            value.bytes(&(if on_device { 2u32 } else { 1 }).to_ne_bytes())
        } else if is(Attribute::CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL) {
            value.bytes(&0i32.to_ne_bytes())
        } else if is(Attribute::CU_POINTER_ATTRIBUTE_DEVICE_POINTER) && on_device {
            value.bytes(&address.to_ne_bytes())
        } else {
            Err(reject(
                CUresult::CUDA_ERROR_NOT_SUPPORTED,
                format_args!("pointer attribute {attribute} has no value here"),
            ))
        }
    }

    /// What is known of an address: the kind of its memory, 0 for what the driver did not allocate.
    fn cuPointerGetAttributes(count: u32, attributes: In<u32>, values: In<Out<u32>>, address: u64) {
        let on_device = state::device()?.memory.allocation(address).is_some();
        let on_host = pinned().iter().any(|(start, bytes)| (*start..start + bytes).contains(&(address as usize)));
        let count = count as usize;
        for (attribute, value) in attributes.slice(count)?.iter().zip(values.slice(count)?) {
            if *attribute != Attribute::CU_POINTER_ATTRIBUTE_MEMORY_TYPE as u32 {
                return Err(reject(
                    CUresult::CUDA_ERROR_NOT_SUPPORTED,
                    format_args!("pointer attribute {attribute} has no value here"),
                ));
            }
            value.put_to(if on_device { 2 } else { on_host as u32 })?;
        }
        Ok(())
    }
}
