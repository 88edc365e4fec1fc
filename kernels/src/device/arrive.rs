//! [`arrive`]: which of the CTAs that share a result is the last, and sees what the others have stored.

use super::ptx::{counter, shared::Shared, thread};

/// Counts the CTA at `counter`; `true` in the last of `count`, which leaves 0 there.
///
/// What threads of the other CTAs stored before is visible to all threads of the last: barriers order it with the access of a thread,
/// which releases and acquires for its CTA (PTX ISA, "Causality order").
///
/// # Safety
/// All threads of the block call it; `counter` is a word of device memory that only this function touches. `word` is one of shared
/// memory that no thread uses any more.
#[inline(always)]
pub unsafe fn arrive(counter: u64, count: u32, word: u32) -> bool {
    // SAFETY: upheld by the caller: all threads of the block are here; barriers are between the uses of `word`.
    unsafe {
        thread::sync();
        if thread::tid() == 0 {
            let before = counter::atomic_add_one(counter);
            if before + 1 == count {
                counter::reset(counter);
            }
            <u32 as Shared>::store(word, before);
        }
        thread::sync();
        let is_last = <u32 as Shared>::load(word) + 1 == count;
        thread::sync();
        is_last
    }
}
