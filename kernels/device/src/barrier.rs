//! [`NamedBarrier`], register reallocation, and the order of dependent launches.

use core::arch::asm;

use crate::ptx::{named_barrier, warpgroup};

/// One of the 16 barriers of a block, among a fixed number of its threads. Barrier 0 is `thread::sync`'s.
///
/// Source: CUTLASS, `NamedBarrier` in `arch/barrier.h`; PTX ISA, `bar.sync`.
#[derive(Clone, Copy, Debug)]
pub struct NamedBarrier {
    id: u32,
    threads: u32,
}

impl NamedBarrier {
    /// Barrier `id`, 1 to 15, among `threads` threads, a multiple of 32.
    ///
    /// # Panics
    /// At compile time in a constant, where `id` or `threads` is out of range.
    pub const fn new(id: u32, threads: u32) -> Self {
        assert!(1 <= id && id <= 15, "NamedBarrier: id is 1 to 15");
        assert!(
            threads > 0 && threads.is_multiple_of(32),
            "NamedBarrier: threads is a multiple of 32"
        );
        NamedBarrier { id, threads }
    }

    /// Waits until the barrier's threads have arrived.
    ///
    /// # Safety
    /// Exactly the barrier's number of threads, in converged warps, arrive or wait in each phase.
    #[inline(always)]
    pub unsafe fn sync(self) {
        // SAFETY: the caller has exactly `threads` threads, in converged warps, arrive or wait in each phase; `new` has checked that
        // `id` is 1 to 15 and `threads` whole warps.
        unsafe { named_barrier::sync(self.id, self.threads) }
    }

    /// Arrives without waiting.
    ///
    /// # Safety
    /// Same requirements as [`sync`](Self::sync).
    #[inline(always)]
    pub unsafe fn arrive(self) {
        // SAFETY: the caller has exactly `threads` threads, in converged warps, arrive or wait in each phase; `new` has checked that
        // `id` is 1 to 15 and `threads` whole warps.
        unsafe { named_barrier::arrive(self.id, self.threads) }
    }
}

/// Raises the register limit of this warpgroup to `N` per thread; waits until enough registers are free.
///
/// At the launch all threads of a block have as many, of 65,536. With one block on an SM these counts fit:
///
/// ```text
/// warpgroups   at the launch   the first, which loads   each of the others
/// 2            255             56                       256
/// 3            168             40                       232
/// 4            128             32                       160
/// ```
///
/// Source: CUTLASS, `warpgroup_reg_alloc`; PTX ISA, `setmaxnreg.inc`.
///
/// # Safety
/// All threads of the warpgroup make the call, converged. `N` is not below the present limit, and all warpgroups together stay
/// within what the launch has.
#[inline(always)]
pub unsafe fn warpgroup_reg_alloc<const N: u32>() {
    const {
        assert!(
            24 <= N && N <= 256 && N.is_multiple_of(8),
            "N is a multiple of 8, 24 to 256"
        )
    };
    // SAFETY: the caller has all threads of the warpgroup make the call, with registers that another has given back.
    unsafe { warpgroup::reg_alloc::<N>() }
}

/// Lowers the register limit of this warpgroup to `N` per thread.
///
/// Source: CUTLASS, `warpgroup_reg_dealloc`; PTX ISA, `setmaxnreg.dec`.
///
/// # Safety
/// All threads of the warpgroup make the call, converged. `N` is not above the present limit.
#[inline(always)]
pub unsafe fn warpgroup_reg_dealloc<const N: u32>() {
    const {
        assert!(
            24 <= N && N <= 256 && N.is_multiple_of(8),
            "N is a multiple of 8, 24 to 256"
        )
    };
    // SAFETY: the caller has all threads of the warpgroup make the call, and none holds more registers.
    unsafe { warpgroup::reg_dealloc::<N>() }
}

/// Lets the next grid of a programmatic dependent launch start, once each CTA of this one has said so or has ended.
///
/// Where `host::Launch::pdl` has not started it so, nothing happens. In the text a declaration that nothing uses stands for the
/// instruction, which compute capability 8.0 has not. `DeviceCrate` and `Embed` put the instruction in its place in a text for 9.0 or
/// later, and `host::Module::load` does on such a device, so one text for 8.0 serves all.
///
/// Source: CUTLASS, `launch_dependent_grids`; PTX ISA, `griddepcontrol.launch_dependents`.
#[inline(always)]
pub fn launch_dependent_grids() {
    // SAFETY: no requirement (PTX ISA, `griddepcontrol.launch_dependents`).
    unsafe {
        asm!(
            "{{ .reg .pred griddepcontrol_launch_dependents; }}",
            options(nostack)
        )
    };
}

/// Waits until the grid that this one depends on has ended and its writes are visible; a text for 8.0 has a place for it, as for
/// [`launch_dependent_grids`].
///
/// Source: CUTLASS, `wait_on_dependent_grids`; PTX ISA, `griddepcontrol.wait`.
#[inline(always)]
pub fn wait_on_dependent_grids() {
    // SAFETY: no requirement (PTX ISA, `griddepcontrol.wait`).
    unsafe { asm!("{{ .reg .pred griddepcontrol_wait; }}", options(nostack)) };
}
