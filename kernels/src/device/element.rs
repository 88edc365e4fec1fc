//! Elements of an array in memory, by their number or by their byte offset.

/// Element `i` of the array at `from`.
///
/// # Safety
/// The array has an initialized element `i`, aligned, that nothing writes meanwhile.
#[inline(always)]
pub unsafe fn read<T: Copy>(from: *const T, i: usize) -> T {
    // SAFETY: the caller's array has the element.
    let at = unsafe { from.add(i) };
    // SAFETY: the caller's element is initialized and aligned, and nothing writes it.
    unsafe { at.read() }
}

/// Writes element `i` of the array at `to`.
///
/// # Safety
/// The array has a place for element `i`, aligned, that is this thread's alone.
#[inline(always)]
pub unsafe fn write<T: Copy>(to: *mut T, i: usize, value: T) {
    // SAFETY: the caller's array has the place.
    let at = unsafe { to.add(i) };
    // SAFETY: the caller's place is aligned and this thread's alone.
    unsafe { at.write(value) }
}

/// The element `offset` bytes after `from`.
///
/// # Safety
/// The allocation has an initialized element there, aligned, that nothing writes meanwhile.
#[inline(always)]
pub unsafe fn read_bytes<T: Copy>(from: *const u8, offset: i64) -> T {
    // SAFETY: the caller's offset stays inside the allocation.
    let at = unsafe { from.offset(offset as isize) };
    // SAFETY: the caller's element is initialized and aligned, and nothing writes it.
    unsafe { at.cast::<T>().read() }
}

/// Writes the element `offset` bytes after `to`.
///
/// # Safety
/// The allocation has a place for an element there, aligned, that is this thread's alone.
#[inline(always)]
pub unsafe fn write_bytes<T: Copy>(to: *mut u8, offset: i64, value: T) {
    // SAFETY: the caller's offset stays inside the allocation.
    let at = unsafe { to.offset(offset as isize) };
    // SAFETY: the caller's place is aligned and this thread's alone.
    unsafe { at.cast::<T>().write(value) }
}
