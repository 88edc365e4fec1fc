//! One element, or a run of four, in the fewest accesses of a device.

use core::arch::asm;
use core::mem::transmute_copy;

use azulejo_tensor::Element;

use crate::RUN;
use azulejo_kernels::device::ptx::run;

/// An element from memory: one of 16 bytes in one access, one of 12 in three, never through a stack.
///
/// # Safety
/// `at` must be readable and aligned.
#[inline(always)]
pub(super) unsafe fn fetch<T: Copy>(at: *const T) -> T {
    if size_of::<T>() == 16 && align_of::<T>() == 16 {
        // SAFETY: 16 bytes of global memory, readable and aligned to 16, by the caller.
        let words = unsafe { run::load(at.cast::<u32>()) };
        // SAFETY: the words are the bytes of an element.
        unsafe { transmute_copy(&words) }
    } else if size_of::<T>() == 12 && align_of::<T>() == 4 {
        let words = [0, 4, 8].map(|byte| {
            // SAFETY: four of the element's 12 bytes begin there.
            let at = unsafe { at.cast::<u8>().add(byte) };
            // SAFETY: four bytes of global memory, readable and aligned to 4, by the caller.
            unsafe { run::load(at) }
        });
        // SAFETY: the words are the bytes of an element.
        unsafe { transmute_copy(&words) }
    } else {
        // SAFETY: readable and aligned, by the caller.
        unsafe { at.read() }
    }
}

/// An element to memory, likewise.
///
/// # Safety
/// `at` must be writable and aligned, and `T` without padding: an [`Element`], or a record of an argument, which is `DeviceCopy`.
#[inline(always)]
pub(super) unsafe fn put<T: Copy>(at: *mut T, value: T) {
    if size_of::<T>() == 16 && align_of::<T>() == 16 {
        // SAFETY: the bytes of an element, all of which are there, by the caller: any bits are words.
        let words: [u32; 4] = unsafe { transmute_copy(&value) };
        // SAFETY: 16 bytes of global memory, writable and aligned to 16, by the caller.
        unsafe { run::store(at.cast::<u32>(), words) }
    } else if size_of::<T>() == 12 && align_of::<T>() == 4 {
        // SAFETY: the bytes of an element, all of which are there, by the caller: any bits are words.
        let [a, b, c]: [[u8; 4]; 3] = unsafe { transmute_copy(&value) };
        let four = |byte, word| {
            // SAFETY: four of the element's 12 bytes begin there.
            let at = unsafe { at.cast::<u8>().add(byte) };
            // SAFETY: four bytes of global memory, writable and aligned to 4, by the caller.
            unsafe { run::store(at, word) }
        };
        four(0, a);
        four(4, b);
        four(8, c);
    } else {
        // SAFETY: writable and aligned, by the caller.
        unsafe { at.write(value) }
    }
}

/// An element to memory, where other threads of the block may store to the same place at the time: one value is there in
/// the end, whole (PTX ISA, memory consistency model: morally strong writes are ordered).
///
/// # Safety
/// `at` must be writable, aligned and in global memory. Nothing else may access it at the time.
#[inline(always)]
pub(super) unsafe fn put_any<T: Element>(at: *mut T, value: T) {
    const { assert!(matches!(size_of::<T>(), 1 | 2 | 4 | 8)) };
    let (at, bits) = (at as u64, value.to_raw());
    macro_rules! store {
        ($class:ident $text:literal $word:ty) => {
            // SAFETY: the caller's place has room for a word of this size, which is the element's.
            unsafe { asm!($text, in(reg64) at, in($class) bits as $word, options(nostack)) }
        };
    }
    match size_of::<T>() {
        1 => store!(reg16 "st.relaxed.cta.global.b8 [{}], {};" u16),
        2 => store!(reg16 "st.relaxed.cta.global.b16 [{}], {};" u16),
        4 => store!(reg32 "st.relaxed.cta.global.b32 [{}], {};" u32),
        _ => store!(reg64 "st.relaxed.cta.global.b64 [{}], {};" u64),
    }
}

/// Puts the four elements of a run into a thread's own, from the `v`-th on.
///
/// # Safety
/// `held` has four places from `v` on, which are this thread's.
#[inline(always)]
pub(super) unsafe fn put_run<T>(held: *mut T, v: usize, values: [T; RUN]) {
    // SAFETY: the caller has places from `v` on.
    let at = unsafe { held.add(v) };
    // SAFETY: four places of this thread, by the caller; the write asks for no alignment.
    unsafe { at.cast::<[T; RUN]>().write_unaligned(values) };
}
