//! How a warp's sums leave it: through shared memory of its own, row by row, whole lines of D.

use core::mem;

use super::super::args::Args;
use super::super::epilogue::{self, Emit, address};
use super::halves::{NarrowSums, narrow_sum};
use super::multiply::Sums;
use super::plan::{Passage, Plan};
use crate::device::ptx::memory::{Global, Wide};
use crate::device::ptx::{shared::Shared, smem::Smem, warpgroup};
use crate::device::{repeat, unrolled};

/// Stores a warp's sums at `at` of D by way of `memory`.
///
/// # Safety
/// One whole warp calls it, whose memory nobody else uses.
#[inline(always)]
pub unsafe fn store<P: Plan + Passage, Acc, Out, Alt, const NB: usize>(
    args: &Args,
    memory: Smem,
    lane: u32,
    at: (u32, u32, u32),
    sums: &Sums<Acc, NB>,
) where
    Acc: Emit<Out> + Emit<Alt>,
{
    let inside = at.0 + P::PART.0 <= args.m && at.1 + P::PART.1 <= args.n;
    // SAFETY: the caller's contract; writes and reads of the memory are apart by the warp's barrier.
    unsafe {
        if let Some(narrow) = <Acc as Emit<Out>>::NARROW
            && args.single == 0
            && args.wide == 2
            && epilogue::is_plain(args)
            && inside
        {
            let alpha = <Acc as Emit<Out>>::alpha(args);
            let (row, column) = (lane / 8, lane % 8 * 8);
            let place = super::super::place::places(NarrowSums::default()); // (32,64)
            let mut to = address::<Out>(&args.d, (at.0 + row, at.1 + column, at.2));
            repeat::<2>(
                #[inline(always)]
                |half| {
                    repeat::<2>(
                        #[inline(always)]
                        |i| {
                            repeat::<NB>(
                                #[inline(always)]
                                |j| {
                                    let [upper, lower] = narrow(alpha, sums[2 * half + i][j]);
                                    let place = #[inline(always)]
                                    |v| memory + 2 * narrow_sum(lane, v, i, j);
                                    <u32 as Shared>::store(place(0), upper);
                                    <u32 as Shared>::store(place(2), lower);
                                },
                            );
                        },
                    );
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
                },
            );
            return;
        }
        // Sums that are not narrowed: all loads before the first store.
        let whole = <Acc as Emit<Out>>::NARROW.is_none()
            && inside
            && args.wide != 0
            && epilogue::is_plain(args);
        repeat::<4>(
            #[inline(always)]
            |i| {
                repeat::<NB>(
                    #[inline(always)]
                    |j| {
                        let [x, y, z, w] = sums[i][j];
                        put(memory + P::sum(lane, 0, j), [x, y]);
                        put(memory + P::sum(lane, 2, j), [z, w]);
                    },
                );
                warpgroup::sync_warp();
                let (mut row, vector) = (lane / 16, lane % 16);
                if whole {
                    let alpha = <Acc as Emit<Out>>::alpha(args);
                    let (m, n) = (
                        at.0 + 16 * i as u32 + row,
                        at.1 + vector * <Acc as Emit<Out>>::LANES,
                    );
                    let mut to = address::<Out>(&args.d, (m, n, at.2));
                    // Rows two apart lie two rows apart.
                    let from = memory + P::vector(row, vector);
                    let all: [Wide; 8] = unrolled(
                        #[inline(always)]
                        |r| <Wide as Shared>::load(from + r as u32 * 512),
                    );
                    repeat::<8>(
                        #[inline(always)]
                        |r| {
                            <Acc as Emit<Out>>::store_plain(all[r], alpha, to);
                            to = to.wrapping_offset(2 * args.d.row as isize);
                        },
                    );
                    row = 16;
                }
                while row < 16 {
                    let (m, n) = (
                        at.0 + 16 * i as u32 + row,
                        at.1 + vector * <Acc as Emit<Out>>::LANES,
                    );
                    if m < args.m && n < args.n {
                        let sums = <Wide as Shared>::load(memory + P::vector(row, vector));
                        if size_of::<Out>() != size_of::<Alt>() && args.single != 0 {
                            <Acc as Emit<Alt>>::store(sums, args, (m, n, at.2));
                        } else {
                            <Acc as Emit<Out>>::store(sums, args, (m, n, at.2));
                        }
                    }
                    row += 2;
                }
                warpgroup::sync_warp();
            },
        );
    }
}

/// Writes two neighbouring sums, of 4 bytes or of 8.
///
/// # Safety
/// As [`Shared::store`].
#[inline(always)]
unsafe fn put<T: Copy>(at: Smem, pair: [T; 2]) {
    const { assert!(size_of::<T>() == 4 || size_of::<T>() == 8) };
    // SAFETY: the caller's contract; the pair is aligned, for its column is even, and has the bytes of what it is stored as.
    unsafe {
        if size_of::<T>() == 4 {
            <u64 as Shared>::store(at, mem::transmute_copy(&pair));
        } else {
            <Wide as Shared>::store(at, mem::transmute_copy(&pair));
        }
    }
}
