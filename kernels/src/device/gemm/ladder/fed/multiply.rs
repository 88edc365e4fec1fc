//! What the multiplying warps do: fragments and `mma.sync`, nothing else.

use core::mem;

use super::fragments::Fragments;
use super::plan::Plan;
use super::ring::Ring;
use crate::device::ptx::{mma::Mma, smem::Smem};
use crate::device::repeat;

/// The sums of a warp: 4 × `NB` accumulators.
pub type Sums<T, const NB: usize> = [[[T; 4]; NB]; 4];

/// Adds the products of `blocks` stages of `STEPS` steps from `ring` on, more than none, and leaves `ring` behind the last; `leave` says
/// that this warp has read a stage.
///
/// # Safety
/// One whole warp calls it; the feeder fills as many stages.
#[inline(always)]
pub unsafe fn multiply<
    P: Plan,
    A,
    B,
    I: Mma<A: Copy, B: Copy>,
    const NB: usize,
    const STEPS: usize,
>(
    sums: &mut Sums<I::Acc, NB>,
    base: Smem,
    ring: &mut Ring<P>,
    (of_a, of_b): (&A::Places, &B::Places),
    blocks: u32,
    leave: impl Fn(Ring<P>),
) where
    A: Fragments<I::A, 4>,
    B: Fragments<I::B, NB>,
{
    let left = #[inline(always)]
    |from: Smem, k: usize, i: usize, a: &mut [I::A; 4]| {
        // SAFETY: the stage at `from` is full.
        unsafe { A::load(from, of_a, k, i, a) }
    };
    let right = #[inline(always)]
    |from: Smem, k: usize, i: usize, b: &mut [I::B; NB]| {
        // SAFETY: as above.
        unsafe { B::load(from, of_b, k, i, b) }
    };
    let (mut a, mut b): ([I::A; 4], [I::B; NB]);
    // SAFETY: a stage is read after its barrier says that it is full and before this warp leaves it; zeros are numbers.
    unsafe {
        (a, b) = mem::zeroed();
        ring.wait_full(base);
        let mut from = ring.memory(base);
        repeat::<4>(
            #[inline(always)]
            |i| {
                left(from, 0, i, &mut a);
                right(from, 0, i, &mut b);
            },
        );
        let mut remaining = blocks;
        while remaining > 0 {
            remaining -= 1;
            let here = *ring;
            repeat::<STEPS>(
                #[inline(always)]
                |k| {
                    let ahead = (k + 1) % STEPS;
                    if ahead == 0 {
                        ring.advance();
                        // Behind the last block the fragments come from where they were, and are not used.
                        if remaining > 0 {
                            ring.wait_full(base);
                            from = ring.memory(base);
                        }
                    }
                    let mut next: [I::B; NB] = mem::zeroed();
                    repeat::<4>(
                        #[inline(always)]
                        |i| {
                            right(from, ahead, i, &mut next);
                            repeat::<NB>(
                                #[inline(always)]
                                |step| {
                                    let j = if i % 2 == 0 { step } else { NB - 1 - step };
                                    I::mma(&mut sums[i][j], a[i], b[j]);
                                },
                            );
                            left(from, ahead, i, &mut a);
                        },
                    );
                    b = next;
                },
            );
            leave(here);
        }
    }
}
