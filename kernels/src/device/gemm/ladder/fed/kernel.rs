//! The block: eight warps that multiply, and one that feeds them.
#![allow(
    clippy::multiple_unsafe_ops_per_block,
    reason = "barriers, accesses and stores of one pass share the requirements that its comment lists"
)]

use core::mem;

use super::super::args::Args;
use super::super::epilogue::Emit;
use super::feed::feed;
use super::layouts::{EDGE, PANELS, Panel, STORE, WARPS};
use super::multiply::{Places, Sums, multiply};
use super::ring::{Ring, STORES, prepare};
use super::store::store;
use super::walk::Walk;
use crate::device::ptx::{fence, mbarrier, mma::Mma, smem, thread, tma, warpgroup};

/// The body of the entry points: operands in orders `A` and `B`, instruction `I`, output `Out`, or `Alt` if the arguments say so.
///
/// # Safety
/// Launched with [`super::layouts::THREADS`] threads, [`super::layouts::SHARED`] bytes of shared memory, batches along z, and arguments
/// whose views are those of the problem but for A and B, whose bases are those of tensor maps of panels.
#[inline(always)]
pub unsafe fn gemm<A, B, I, Out, Alt>(args: Args)
where
    A: Panel,
    B: Panel,
    I: Mma<Acc = f32, A = [u32; 4], B = [u32; 2]>,
    f32: Emit<Out> + Emit<Alt>,
{
    let base = smem::arena();
    let (tid, batch) = (thread::tid(), thread::ctaid_z());
    // SAFETY: whole warps take each branch; the barriers are initialised and fenced before the barrier behind which others use them.
    unsafe {
        let warp = warpgroup::uniform(tid / 32);
        if tid == 0 {
            prepare(base);
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
                    (false, false) => feed::<false, false>(&args, base, batch),
                    (false, true) => feed::<false, true>(&args, base, batch),
                    (true, false) => feed::<true, false>(&args, base, batch),
                    (true, true) => feed::<true, true>(&args, base, batch),
                }
            }
        } else {
            warpgroup::take_registers::<240>();
            let lane = tid % 32;
            let (panel_m, panel_n) = (warp / PANELS.1, warp % PANELS.1);
            let places = Places::new::<A, B>(lane, panel_m, panel_n);
            let leave = #[inline(always)]
            |ring: Ring| {
                if lane == 0 {
                    mbarrier::arrive(ring.empty(base));
                }
            };
            let memory = base + STORES + warp * STORE;
            let blocks = args.k.div_ceil(EDGE);
            let mut walk = Walk::new(&args);
            let mut ring = Ring::START;
            while let Some((m, n)) = walk.next(&args) {
                let mut sums: Sums = mem::zeroed();
                if blocks > 0 {
                    multiply::<A, B, I>(&mut sums, base, &mut ring, &places, blocks, leave);
                }
                let at = (m + panel_m * EDGE, n + panel_n * EDGE, batch);
                store::<Out, Alt>(&args, memory, lane, at, &sums);
            }
        }
    }
}
