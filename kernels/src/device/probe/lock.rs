//! A ticket lock in global memory: blocks are served in the order in which they came.

use core::arch::asm;

/// Runs `f` while no other thread of the grid does: `lock[0]` is the next ticket, `lock[1]` the one that is served.
///
/// # Safety
/// Both words must be 0 before the grid starts and used by this function alone; at most one thread of a warp may call it,
/// and every block that waits must have been started after those before it, as blocks are.
#[inline(always)]
pub unsafe fn locked(lock: *mut u32, f: impl FnOnce()) {
    let ticket: u32;
    // SAFETY: upheld by the caller: the word is one that this function alone uses; an atomic addition (PTX ISA,
    // `atom`).
    unsafe {
        asm!("atom.global.add.u32 {}, [{}], 1;", out(reg32) ticket, in(reg64) lock, options(nostack))
    };
    // SAFETY: the caller has two words.
    let now = unsafe { lock.add(1) };
    loop {
        let served: u32;
        // SAFETY: the caller's second word, which this function alone uses; what the one before wrote is seen after it (PTX ISA,
        // memory consistency model).
        unsafe {
            asm!("ld.acquire.gpu.global.u32 {}, [{}];", out(reg32) served, in(reg64) now, options(nostack))
        };
        if served == ticket {
            break;
        }
    }
    f();
    // SAFETY: the caller's second word, which only the holder of the lock writes.
    unsafe {
        asm!("st.release.gpu.global.u32 [{}], {};", in(reg64) now, in(reg32) ticket + 1, options(nostack));
    }
}
