//! Warps and warpgroups: election, register limits (PTX ISA, `elect.sync`, `bar.warp`, `setmaxnreg`).

use core::arch::asm;

unsafe extern "C" {
    #[link_name = "llvm.nvvm.bar.warp.sync"]
    fn warp_sync(mask: i32);
    #[link_name = "llvm.nvvm.shfl.sync.idx.i32"]
    fn shfl_idx(mask: i32, value: i32, lane: i32, clamp: i32) -> i32;
}

/// Returns `true` in the one lane that the warp elects; the compiler knows that code after it runs in one thread.
///
/// Source: CUTLASS, `elect_one_sync`.
///
/// # Safety
/// All 32 lanes of the warp reach the call together.
#[inline(always)]
pub unsafe fn elect_one_sync() -> bool {
    let leader: u32;
    // SAFETY: upheld by the caller: all 32 lanes of the warp reach the call together (PTX ISA, `elect.sync` with a
    // full member mask).
    unsafe {
        asm!(
            "{{ .reg .pred one; elect.sync _|one, 0xffffffff; selp.u32 {}, 1, 0, one; }}",
            out(reg32) leader, options(nomem, nostack)
        )
    };
    leader != 0
}

/// The value lane 0 holds, as one the compiler knows to be the same in the whole warp.
///
/// # Safety
/// All 32 lanes of the warp reach the call together.
#[inline(always)]
pub unsafe fn uniform(value: u32) -> u32 {
    // SAFETY: upheld by the caller: all 32 lanes of the warp reach the call together (PTX ISA, `shfl.sync` with a
    // full member mask).
    unsafe { shfl_idx(-1, value as i32, 0, 31) as u32 }
}

/// Waits for the warp's 32 lanes and makes their shared-memory writes visible to each other (PTX ISA, `bar.warp.sync`).
///
/// # Safety
/// All 32 lanes of the warp reach the call.
#[inline(always)]
pub unsafe fn sync_warp() {
    // SAFETY: upheld by the caller: all 32 lanes of the warp reach the call.
    unsafe { warp_sync(-1) };
}

/// Raises the register limit of this warpgroup to `N` per thread (`setmaxnreg.inc`). Blocks until enough registers have been released.
///
/// # Safety
/// All threads of the warpgroup reach the call; `N` is a multiple of 8 in 24..=256 and at least the present number, and
/// the shares of all warpgroups together stay within what the block was launched with.
#[inline(always)]
pub unsafe fn reg_alloc<const N: u32>() {
    // SAFETY: upheld by the caller: all threads of the warpgroup reach the call; `N` is a multiple of 8 in 24..=256
    // and at least the present number, and the shares of all warpgroups together stay within what the block was
    // launched with (PTX ISA, `setmaxnreg`).
    unsafe { asm!("setmaxnreg.inc.sync.aligned.u32 {};", const N, options(nomem, nostack)) };
}

/// Lowers the register limit of this warpgroup to `N` per thread (`setmaxnreg.dec`).
///
/// # Safety
/// As [`reg_alloc`], with `N` at most the present number.
#[inline(always)]
pub unsafe fn reg_dealloc<const N: u32>() {
    // SAFETY: upheld by the caller: all threads of the warpgroup are here, and `N`, a multiple of 8 in 24..=256, is
    // at most the present number (PTX ISA, `setmaxnreg`).
    unsafe { asm!("setmaxnreg.dec.sync.aligned.u32 {};", const N, options(nomem, nostack)) };
}
