//! Named barriers of a thread block (PTX ISA, `bar.sync`, `bar.arrive`).

unsafe extern "C" {
    #[link_name = "llvm.nvvm.barrier.cta.sync.aligned.count"]
    fn barrier_sync_count(id: i32, threads: i32);
    #[link_name = "llvm.nvvm.barrier.cta.arrive.aligned.count"]
    fn barrier_arrive_count(id: i32, threads: i32);
}

/// Waits at named barrier `id` for `threads` threads.
///
/// # Safety
/// `id` is in 1..16 and in use by no one else; exactly `threads` threads, in whole warps, reach the call.
#[inline(always)]
pub unsafe fn sync(id: u32, threads: u32) {
    // SAFETY: upheld by the caller: `id` is in 1..16 and in use by no one else; exactly `threads` threads, in whole
    // warps, reach the call (PTX ISA, `bar.sync`).
    unsafe { barrier_sync_count(id as i32, threads as i32) };
}

/// Arrives at named barrier `id` for `threads` threads without waiting for the others.
///
/// # Safety
/// As [`sync`]; the threads that arrive and those that wait are `threads` together.
#[inline(always)]
pub unsafe fn arrive(id: u32, threads: u32) {
    // SAFETY: upheld by the caller: `id` is in 1..16 and in use by no one else, and those that arrive and those
    // that wait are `threads` threads in whole warps (PTX ISA, `bar.arrive`).
    unsafe { barrier_arrive_count(id as i32, threads as i32) };
}
