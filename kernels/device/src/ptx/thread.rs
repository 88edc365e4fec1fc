//! The position of a thread in its grid, and the barrier of its block (PTX ISA, special registers and `bar`).

use core::arch::nvptx;

/// `%tid.x`: this thread's number in its block.
#[inline(always)]
pub fn tid() -> u32 {
    // SAFETY: reading a special register has no requirement.
    unsafe { nvptx::_thread_idx_x() as u32 }
}

/// This thread's lane in its warp: `%tid.x` modulo 32, for blocks whose x extent is a multiple of 32.
#[inline(always)]
pub fn lane() -> u32 {
    tid() % 32
}

/// `%ctaid.x`: this block's number in its grid.
#[inline(always)]
pub fn ctaid() -> u32 {
    // SAFETY: reading a special register has no requirement.
    unsafe { nvptx::_block_idx_x() as u32 }
}

/// `%ctaid.y`.
#[inline(always)]
pub fn ctaid_y() -> u32 {
    // SAFETY: reading a special register has no requirement.
    unsafe { nvptx::_block_idx_y() as u32 }
}

/// `%ctaid.z`.
#[inline(always)]
pub fn ctaid_z() -> u32 {
    // SAFETY: reading a special register has no requirement.
    unsafe { nvptx::_block_idx_z() as u32 }
}

/// `%ntid.x`: threads in a block.
#[inline(always)]
pub fn ntid() -> u32 {
    // SAFETY: reading a special register has no requirement.
    unsafe { nvptx::_block_dim_x() as u32 }
}

/// `%nctaid.x`: blocks in the grid.
#[inline(always)]
pub fn nctaid() -> u32 {
    // SAFETY: reading a special register has no requirement.
    unsafe { nvptx::_grid_dim_x() as u32 }
}

/// `bar.sync 0`: waits for every thread of the block and makes their shared-memory writes visible.
///
/// # Safety
/// Every thread of the block must reach the same call (PTX ISA, `bar`: all threads of the block take part).
#[inline(always)]
pub unsafe fn sync() {
    // SAFETY: upheld by the caller: every thread of the block must reach the same call (PTX ISA, `bar`: all threads
    // of the block take part); the intrinsic is convergent, unlike inline assembly.
    unsafe { nvptx::_syncthreads() }
}
