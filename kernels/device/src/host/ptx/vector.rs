//! Loads and stores of 1 to 16 bytes.

use crate::host::pointer;

/// Registers that one load or store moves.
///
/// # Safety
/// Each function moves exactly `size_of::<Self>()` bytes at the address.
pub unsafe trait Vector: Copy {
    /// Loads from global memory, which is the memory of the process.
    ///
    /// # Safety
    /// `address` is readable and aligned to `size_of::<Self>()`.
    unsafe fn load_global(address: u64) -> Self {
        aligned::<Self>(address);
        // SAFETY: upheld by the caller: readable.
        unsafe { (address as *const Self).read_unaligned() }
    }

    /// Stores to global memory.
    ///
    /// # Safety
    /// `address` is writable and aligned to `size_of::<Self>()`.
    unsafe fn store_global(address: u64, value: Self) {
        aligned::<Self>(address);
        // SAFETY: upheld by the caller: writable.
        unsafe { (address as *mut Self).write_unaligned(value) }
    }

    /// Stores to global memory where `condition` holds.
    ///
    /// # Safety
    /// Where `condition` holds, `address` is writable and aligned to `size_of::<Self>()`.
    unsafe fn store_global_if(condition: bool, address: u64, value: Self) {
        if condition {
            // SAFETY: upheld by the caller: writable and aligned.
            unsafe { Self::store_global(address, value) };
        }
    }

    /// Loads from shared memory.
    ///
    /// # Safety
    /// No other thread writes the bytes without a barrier between.
    unsafe fn load_shared(address: u32) -> Self {
        aligned::<Self>(address.into());
        // SAFETY: `pointer` checks that the bytes are the block's; order is upheld by the caller.
        unsafe {
            pointer(address, size_of::<Self>())
                .cast::<Self>()
                .read_unaligned()
        }
    }

    /// Stores to shared memory.
    ///
    /// # Safety
    /// No other thread uses the bytes without a barrier between.
    unsafe fn store_shared(address: u32, value: Self) {
        aligned::<Self>(address.into());
        // SAFETY: `pointer` checks that the bytes are the block's; the caller has a barrier between this and another thread's use.
        unsafe {
            pointer(address, size_of::<Self>())
                .cast::<Self>()
                .write_unaligned(value)
        }
    }
}

/// Stops a thread whose access a device would fault on.
pub(super) fn aligned<V>(address: u64) {
    let bytes = size_of::<V>() as u64;
    assert!(
        address.is_multiple_of(bytes),
        "an access of {bytes} bytes at {address:#x}, which is not a multiple of that; use a narrower copy"
    );
}

macro_rules! vector {
    ($($ty:ty)*) => { $(
        // SAFETY: a read and a write of the type itself.
        unsafe impl Vector for $ty {}
    )* };
}

vector!(u8 u16 u32 u64 [u32; 2] [u32; 4] [u64; 2]);
