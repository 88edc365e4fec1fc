//! The block: eight warps that multiply, and one that feeds them.

use core::mem;

use super::super::args::Args;
use super::super::epilogue::Emit;
use super::feed::feed;
use super::fragments::Fragments;
use super::halves::Panel;
use super::join::join;
use super::multiply::{Sums, multiply};
use super::plan::{ACROSS, LINE, Passage, Plan, STORE, WARPS};
use super::ring::Ring;
use super::store::store;
use super::walk::Walk;
use crate::device::ptx::{fence, mbarrier, mma::Mma, smem, thread, tma, warpgroup};

/// The body of the entry points: tiles `P`, operands in orders `A` and `B`, instruction `I`, output `Out`, or `Alt` if the arguments say
/// so, `NB` accumulators along N, `STEPS` instructions along K of a stage.
///
/// # Safety
/// Launched with [`super::plan::THREADS`] threads, [`Plan::SHARED`] bytes of shared memory, batches along z, and arguments
/// whose views are those of the problem but for A and B, whose bases are those of tensor maps of panels.
#[inline(always)]
pub unsafe fn gemm<P, A, B, I, Out, Alt, const NB: usize, const STEPS: usize>(args: Args)
where
    P: Plan + Passage,
    A: Panel + Fragments<I::A, 4>,
    B: Panel + Fragments<I::B, NB>,
    I: Mma<Acc: Emit<Out> + Emit<Alt>, A: Copy, B: Copy>,
{
    const { assert!(P::PART.0 == 64 && P::PART.1 == 8 * NB as u32) };
    const { assert!(!P::SLICED || size_of::<I::Acc>() == 8) };
    let base = smem::arena();
    let (tid, batch) = (thread::tid(), thread::ctaid_z());
    // SAFETY: whole warps take each branch; the barriers are initialised and fenced before the barrier behind which others use them.
    unsafe {
        let warp = warpgroup::uniform(tid / 32);
        if tid == 0 {
            Ring::<P>::prepare(base);
            fence::mbarrier_init();
        }
        thread::sync();
        if warp >= WARPS {
            warpgroup::give_registers::<24>();
            if warp == WARPS {
                if args.k > 0 && warpgroup::elect() {
                    tma::prefetch(args.a.base);
                    tma::prefetch(args.b.base);
                }
                match const { (A::TRANSPOSE, B::TRANSPOSE) } {
                    (false, false) => feed::<P, false, false>(&args, base, batch),
                    (false, true) => feed::<P, false, true>(&args, base, batch),
                    (true, false) => feed::<P, true, false>(&args, base, batch),
                    (true, true) => feed::<P, true, true>(&args, base, batch),
                }
            }
        } else {
            if P::EVEN {
                warpgroup::take_registers::<216>();
            } else {
                warpgroup::take_registers::<240>();
            }
            let lane = tid % 32;
            let (part_m, part_n) = (warp / ACROSS.1 * P::PART.0, warp % ACROSS.1 * P::PART.1);
            let of_a = <A as Fragments<I::A, 4>>::places(lane, part_m * LINE);
            let of_b = <B as Fragments<I::B, NB>>::places(lane, (P::TILE.0 + part_n) * LINE);
            let leave = #[inline(always)]
            |ring: Ring<P>| {
                if lane == 0 {
                    mbarrier::arrive(ring.empty(base));
                }
            };
            let memory = base + Ring::<P>::STORES + warp * STORE;
            let mut walk = Walk::<P>::new(&args);
            let mut ring = Ring::<P>::START;
            while let Some(work) = walk.next(&args) {
                let blocks = work.blocks.1 - work.blocks.0;
                let mut sums: Sums<I::Acc, NB> = mem::zeroed();
                if blocks > 0 {
                    let places = (&of_a, &of_b);
                    multiply::<P, A, B, I, NB, STEPS>(
                        &mut sums, base, &mut ring, places, blocks, leave,
                    );
                }
                if P::SLICED && work.unit.of > 1 {
                    // Sums are f64 here.
                    let sums = &mut *(&raw mut sums).cast::<Sums<f64, NB>>();
                    if !join(&args, &work.unit, warp, sums) {
                        continue;
                    }
                }
                // Of f64 fewer registers are left than of 16 bits.
                let lane = if P::SLICED { thread::lane() } else { lane };
                let at = (work.at.0 + part_m, work.at.1 + part_n, batch);
                store::<P, I::Acc, Out, Alt, NB>(&args, memory, lane, at, &sums);
            }
        }
    }
}
