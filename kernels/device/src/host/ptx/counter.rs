//! Counters in global memory, which is the memory of the process.

use core::sync::atomic::{AtomicU32, Ordering};

/// Adds 1 to the word and returns what it was; nothing is ordered by it.
///
/// # Safety
/// `word` is a 32-bit word that only these functions touch.
pub unsafe fn atomic_add_one_relaxed(word: u64) -> u32 {
    // SAFETY: the caller has an aligned word, which is changed atomically alone.
    let word = unsafe { AtomicU32::from_ptr(word as *mut u32) };
    word.fetch_add(1, Ordering::Relaxed)
}

/// Resets the word to 0.
///
/// # Safety
/// Same requirements as [`atomic_add_one_relaxed`].
pub unsafe fn reset(word: u64) {
    // SAFETY: the caller has an aligned word, which is changed atomically alone.
    let word = unsafe { AtomicU32::from_ptr(word as *mut u32) };
    word.store(0, Ordering::Relaxed);
}
