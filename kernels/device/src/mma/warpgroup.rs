//! What orders `wgmma`: arrive, commit, wait, and the fence of registers.

use azulejo_tensor::engine::{AsRegistersMut, EngineMut};
use azulejo_tensor::{Element, Extent, Repeat, Tensor};

#[cfg(target_arch = "nvptx64")]
unsafe extern "C" {
    #[link_name = "llvm.nvvm.wgmma.fence.sync.aligned"]
    fn wgmma_fence();
    #[link_name = "llvm.nvvm.wgmma.commit_group.sync.aligned"]
    fn wgmma_commit_group();
    #[link_name = "llvm.nvvm.wgmma.wait_group.sync.aligned"]
    fn wgmma_wait_group(pending: i64);
}

/// Orders earlier writes of registers and shared memory before the next batch (`wgmma.fence`).
///
/// Source: CuTe, `warpgroup_arrive` in `arch/mma_sm90_gmma.hpp`.
///
/// # Safety
/// Must be called by all threads of the warpgroup, converged.
#[inline(always)]
pub unsafe fn warpgroup_arrive() {
    // SAFETY: upheld by the caller: all threads of the warpgroup are here.
    #[cfg(target_arch = "nvptx64")]
    unsafe {
        wgmma_fence()
    }
}

/// Closes a batch of instructions (`wgmma.commit_group`).
///
/// Source: CuTe, `warpgroup_commit_batch`.
///
/// # Safety
/// Must be called by all threads of the warpgroup, converged.
#[inline(always)]
pub unsafe fn warpgroup_commit_batch() {
    // SAFETY: upheld by the caller: all threads of the warpgroup are here.
    #[cfg(target_arch = "nvptx64")]
    unsafe {
        wgmma_commit_group()
    }
}

/// Waits until at most the newest `N` batches are in flight (`wgmma.wait_group`).
///
/// The compiler may move reads of an accumulator over the wait: [`warpgroup_fence_operand`] follows before the first.
///
/// Source: CuTe, `warpgroup_wait<N>`.
///
/// # Safety
/// Must be called by all threads of the warpgroup, converged.
#[inline(always)]
pub unsafe fn warpgroup_wait<const N: u32>() {
    const { assert!(N < 8, "warpgroup_wait: N is 0 to 7") };
    // SAFETY: upheld by the caller: all threads of the warpgroup are here.
    #[cfg(target_arch = "nvptx64")]
    unsafe {
        wgmma_wait_group(N as i64)
    }
}

/// Keeps reads and writes of an accumulator on their side of this line.
///
/// Before `warpgroup_arrive` and after `warpgroup_wait`. It is no instruction: the compiler alone is told.
///
/// Of a view the registers are those that lie whole inside it, from an even value on where two share one.
///
/// Source: CuTe, `warpgroup_fence_operand`.
#[inline(always)]
pub fn warpgroup_fence_operand<E, L>(fragment: &mut Tensor<E, L>)
where
    E: AsRegistersMut<u32> + EngineMut<Item: Element>,
    L: Extent,
{
    each_register(
        fragment,
        inlined!(|_register: &mut u32| {
            // SAFETY: an empty template; it ties the register to this line.
            #[cfg(target_arch = "nvptx64")]
            unsafe {
                core::arch::asm!("// {0}", inout(reg32) * _register, options(nostack))
            };
        }),
    );
}

/// Makes the registers of an accumulator whatever they hold, for a product with [`ScaleOut::Zero`](super::ScaleOut): zeros need not be
/// written that is never read.
///
/// It is no instruction: the compiler alone is told.
#[inline(always)]
pub fn warpgroup_discard_operand<E, L>(fragment: &mut Tensor<E, L>)
where
    E: AsRegistersMut<u32> + EngineMut<Item: Element>,
    L: Extent,
{
    each_register(
        fragment,
        inlined!(|_register: &mut u32| {
            // SAFETY: an empty template; whatever the register holds is a value, as elements have no other bits.
            #[cfg(target_arch = "nvptx64")]
            unsafe {
                core::arch::asm!("// {0}", out(reg32) * _register, options(nomem, nostack))
            };
        }),
    );
}

/// Calls `f` with each register that lies whole inside the storage and at a multiple of its size.
#[inline(always)]
fn each_register<E, L>(fragment: &mut Tensor<E, L>, f: impl Fn(&mut u32))
where
    E: AsRegistersMut<u32> + EngineMut<Item: Element>,
    L: Extent,
{
    let bytes = const { size_of::<E::Item>() };
    let words = fragment.layout().extent();
    words.repeat(inlined!(|i: usize| {
        let last = i + const { 4usize.div_ceil(size_of::<E::Item>()) } - 1;
        // Two 16-bit values share a register. What lies outside the storage has none, nor what a view cuts in two.
        if (i * bytes).is_multiple_of(4)
            && fragment.engine().contains(i as isize)
            && fragment.engine().contains(last as isize)
            && (fragment.engine().address() + i * bytes).is_multiple_of(4)
        {
            // SAFETY: the values of the register are inside the storage, and start at a multiple of its size.
            f(unsafe { fragment.engine_mut().registers_mut(i as isize) });
        }
    }));
}
