//! How a warp's sums leave it: through shared memory of its own, row by row, whole lines of D.
#![allow(
    clippy::multiple_unsafe_ops_per_block,
    reason = "barriers, accesses and stores of one pass share the requirements that its comment lists"
)]

use super::super::args::Args;
use super::super::epilogue::{self, Emit, address};
use super::super::place::places;
use super::super::tensor_op::only;
use super::layouts::{EDGE, NarrowSums, Sums, WarpMma};
use crate::device::ptx::memory::{Global, Wide};
use crate::device::ptx::{
    shared::{self, Shared},
    smem::Smem,
    warpgroup,
};
use crate::device::{repeat, unrolled};
use azulejo_tensor::atom::SM80_16x8x16_F32F16F16F32_TN;

/// Stores the sums of the 64 × 64 elements at `at` of D, `sums(i, j)` those of accumulator `(i, j)`, by way of `memory`.
///
/// # Safety
/// One whole warp calls it, whose memory nobody else uses.
#[inline(always)]
pub unsafe fn store<Out, Alt>(
    args: &Args,
    memory: Smem,
    lane: u32,
    at: (u32, u32, u32),
    sums: impl Fn(usize, usize) -> [f32; 4],
) where
    f32: Emit<Out> + Emit<Alt>,
{
    let thr_mma = WarpMma::<SM80_16x8x16_F32F16F16F32_TN>::new().get_slice(lane);
    let inside = at.0 + EDGE <= args.m && at.1 + EDGE <= args.n;
    // SAFETY: upheld by the caller: the whole warp is here, and the memory is its own; writes and reads of it are
    // apart by the warp's barrier.
    unsafe {
        if let Some(narrow) = <f32 as Emit<Out>>::NARROW
            && args.single == 0
            && args.wide == 2
            && epilogue::is_plain(args)
            && inside
        {
            let alpha = <f32 as Emit<Out>>::alpha(args);
            let (row, column) = (lane / 8, lane % 8 * 8);
            let place = places(NarrowSums::default()); // (32,64)
            let tCsC = thr_mma.partition_C(&place); // (MMA,MMA_M,MMA_N)
            let mut to = address::<Out>(&args.d, (at.0 + row, at.1 + column, at.2));
            for half in 0..shared::opaque(2) {
                only::<2>(half, |half| {
                    repeat::<2>(
                        #[inline(always)]
                        |i| {
                            repeat::<8>(
                                #[inline(always)]
                                |j| {
                                    let [upper, lower] = narrow(alpha, sums(2 * half + i, j));
                                    let (up, low) =
                                        (tCsC.at((0usize, i, j)), tCsC.at((2usize, i, j)));
                                    <u32 as Shared>::store(memory + 2 * up, upper);
                                    <u32 as Shared>::store(memory + 2 * low, lower);
                                },
                            );
                        },
                    );
                });
                warpgroup::sync_warp();
                let all: [Wide; 8] = unrolled(
                    #[inline(always)]
                    |r| {
                        let at = place.at((row as usize + 4 * r, column as usize));
                        <Wide as Shared>::load(memory + 2 * at)
                    },
                );
                repeat::<8>(
                    #[inline(always)]
                    |r| {
                        <Wide as Global>::store(to.cast(), all[r]);
                        to = to.wrapping_offset(4 * args.d.row as isize);
                    },
                );
                warpgroup::sync_warp();
            }
            return;
        }
        let place = places(Sums::default()); // (16,64)
        let tCsC = thr_mma.partition_C(&place); // (MMA,MMA_M,MMA_N)
        for i in 0..shared::opaque(4) {
            only::<4>(i, |i| {
                repeat::<8>(
                    #[inline(always)]
                    |j| {
                        let [x, y, z, w] = sums(i, j);
                        put(memory + 4 * tCsC.at((0usize, 0usize, j)), [x, y]);
                        put(memory + 4 * tCsC.at((2usize, 0usize, j)), [z, w]);
                    },
                );
            });
            warpgroup::sync_warp();
            let (mut row, rows) = (lane / 16, shared::opaque(16));
            while row < rows {
                let column = lane % 16 * 4;
                let (m, n) = (at.0 + 16 * i + row, at.1 + column);
                if m < args.m && n < args.n {
                    let from = memory + 4 * place.at((row as usize, column as usize));
                    let sums = <Wide as Shared>::load(from);
                    if size_of::<Out>() != size_of::<Alt>() && args.single != 0 {
                        <f32 as Emit<Alt>>::store(sums, args, (m, n, at.2));
                    } else {
                        <f32 as Emit<Out>>::store(sums, args, (m, n, at.2));
                    }
                }
                row += 2;
            }
            warpgroup::sync_warp();
        }
    }
}

/// Writes two neighbouring sums.
///
/// # Safety
/// As [`Shared::store`].
#[inline(always)]
unsafe fn put(at: Smem, pair: [f32; 2]) {
    // SAFETY: upheld by the caller: `at` is writable shared memory for a pair; it is aligned, for its column is even.
    unsafe { <u64 as Shared>::store(at, core::mem::transmute::<[f32; 2], u64>(pair)) }
}
