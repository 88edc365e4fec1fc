//! Asynchronous copies of 4 to 16 bytes from global to shared memory: they happen when they are issued.

use super::vector::Vector;

/// Closes this thread's group of copies.
pub fn commit() {}

/// Waits until at most `PENDING` groups are in flight.
pub fn wait<const PENDING: u32>() {}

/// A copy of `WIDTH` bytes, of which `read`, where it is given, are read and the others become 0.
///
/// # Safety
/// The source is readable, and nothing else touches the destination before the copy was waited for.
pub unsafe fn issue<const WIDTH: u32, const GLOBAL: bool, const PREFETCH: u32>(
    to: u32,
    from: u64,
    read: Option<u32>,
    _policy: Option<u64>,
) {
    // SAFETY: upheld by the caller: readable where it is read, and this thread's to write.
    unsafe {
        match (WIDTH, read) {
            (4, Some(0)) => u32::store_shared(to, 0),
            (8, Some(0)) => u64::store_shared(to, 0),
            (_, Some(0)) => <[u64; 2]>::store_shared(to, [0; 2]),
            (4, _) => u32::store_shared(to, u32::load_global(from)),
            (8, _) => u64::store_shared(to, u64::load_global(from)),
            _ => <[u64; 2]>::store_shared(to, <[u64; 2]>::load_global(from)),
        }
    }
}
