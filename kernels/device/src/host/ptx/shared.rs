//! Typed loads and stores in the block's shared memory.

use crate::host::pointer;

/// The first byte of the block's dynamic shared memory.
pub fn base() -> u32 {
    0
}

/// The same address.
pub fn black_box(address: u32) -> u32 {
    address
}

/// A value that one instruction moves to and from shared memory.
///
/// # Safety
/// `load` and `store` must move exactly `size_of::<Self>()` bytes at the address.
pub unsafe trait Shared: Copy {
    /// Reads a value.
    ///
    /// # Safety
    /// `address` must be aligned to the value, and no other thread may write it without a barrier between.
    unsafe fn load(address: u32) -> Self;

    /// Writes a value.
    ///
    /// # Safety
    /// `address` must be aligned to the value; no other thread may use it before the next barrier.
    unsafe fn store(address: u32, value: Self);
}

macro_rules! shared {
    ($($t:ty)*) => {$(
        // SAFETY: a read and a write of the type itself.
        unsafe impl Shared for $t {
            unsafe fn load(address: u32) -> Self {
                // SAFETY: `pointer` checks that the bytes are the block's; alignment and order are upheld by the caller.
                unsafe { pointer(address, size_of::<$t>()).cast::<$t>().read() }
            }

            unsafe fn store(address: u32, value: Self) {
                // SAFETY: `pointer` checks that the bytes are the block's; alignment and order are upheld by the caller.
                unsafe { pointer(address, size_of::<$t>()).cast::<$t>().write(value) }
            }
        }
    )*};
}

shared!(u8 u16 u32 i32 u64 i64 f32 f64);

/// Where a shared address is in the memory of the process.
pub fn generic(address: u32) -> *mut u8 {
    pointer(address, 0)
}
