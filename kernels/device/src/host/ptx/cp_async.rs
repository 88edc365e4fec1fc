//! Asynchronous copies of 4 to 16 bytes from global to shared memory: they happen when they are issued.

use super::vector::Vector;

/// Closes this thread's group of copies.
pub fn commit() {}

/// Waits until at most `PENDING` groups are in flight.
pub fn wait<const PENDING: u32>() {}

/// Copies a vector, or writes zeros.
///
/// # Safety
/// `to` is a place in shared memory for the vector, aligned to it, that this thread may write; `from` is one that is readable where
/// there is no `zero`.
unsafe fn copy<V: Vector>(to: u32, from: u64, zero: Option<V>) {
    let value = match zero {
        Some(zero) => zero,
        // SAFETY: the caller has a readable vector at the address, aligned to it.
        None => unsafe { V::load_global(from) },
    };
    // SAFETY: the caller has room for the vector, aligned to it, that this thread may write.
    unsafe { V::store_shared(to, value) }
}

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
    let none = read == Some(0);
    match WIDTH {
        // SAFETY: the caller has 4 bytes for each side, aligned; they are readable unless nothing is read.
        4 => unsafe { copy::<u32>(to, from, none.then_some(0)) },
        // SAFETY: the caller has 8 bytes for each side, aligned; they are readable unless nothing is read.
        8 => unsafe { copy::<u64>(to, from, none.then_some(0)) },
        // SAFETY: the caller has 16 bytes for each side, aligned; they are readable unless nothing is read.
        _ => unsafe { copy::<[u64; 2]>(to, from, none.then_some([0; 2])) },
    }
}
