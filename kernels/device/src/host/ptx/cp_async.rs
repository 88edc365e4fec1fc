//! Asynchronous copies of 4 to 16 bytes from global to shared memory: they happen when they are issued.

use crate::immediate;

use super::vector::{Vector, aligned};

/// Closes this thread's group of copies.
pub fn commit() {}

/// Waits until at most `PENDING` groups are in flight.
pub fn wait<const PENDING: u32>() {}

/// A copy of `WIDTH` bytes, of which `read`, where it is given, are read and the others become 0.
///
/// # Safety
/// The bytes that are read are readable, and nothing else touches the destination before the copy was waited for.
pub unsafe fn copy<const WIDTH: u32, const GLOBAL: bool, const PREFETCH: u32>(
    to: u32,
    from: u64,
    read: Option<u32>,
    _policy: Option<u64>,
) {
    const { immediate::cp_async(WIDTH, GLOBAL, PREFETCH) };
    let read = read.unwrap_or(WIDTH);
    assert!(
        read <= WIDTH,
        "cp.async of {WIDTH} bytes is to read {read}; read at most its width"
    );
    let mut bytes = [0; 16];
    // SAFETY: the caller has `read` readable bytes at the address, and `bytes` has room for the widest copy.
    unsafe { core::ptr::copy_nonoverlapping(from as *const u8, bytes.as_mut_ptr(), read as usize) };
    let [low, high] = [0, 8].map(|at| u64::from_le_bytes(core::array::from_fn(|i| bytes[at + i])));
    match WIDTH {
        4 => {
            aligned::<u32>(from);
            // SAFETY: `store_shared` checks place and alignment; the caller has nothing else touch the destination.
            unsafe { u32::store_shared(to, low as u32) }
        }
        8 => {
            aligned::<u64>(from);
            // SAFETY: `store_shared` checks place and alignment; the caller has nothing else touch the destination.
            unsafe { u64::store_shared(to, low) }
        }
        _ => {
            aligned::<[u64; 2]>(from);
            // SAFETY: `store_shared` checks place and alignment; the caller has nothing else touch the destination.
            unsafe { <[u64; 2]>::store_shared(to, [low, high]) }
        }
    }
}
