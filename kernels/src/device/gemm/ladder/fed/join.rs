//! Adding the sums of the blocks that share a tile, a warp's part by itself.

use core::mem;

use super::super::args::Args;
use super::super::slices::Unit;
use super::multiply::Sums;
use super::plan::WARPS;
use crate::device::ptx::memory::{Global, Wide};
use crate::device::ptx::{counter, fence, thread, warpgroup};
use crate::device::repeat;

/// Leaves the sums of warp `warp` of a slice in device memory; in the last warp for its part of the tile, the sums of all slices in `sums`, and
/// `true`.
///
/// # Safety
/// One whole warp calls it; the slices of the arguments have room for the sums and counts of `unit`, and no other launch uses them
/// meanwhile.
#[inline(always)]
pub unsafe fn join<const NB: usize>(
    args: &Args,
    unit: &Unit,
    warp: u32,
    sums: &mut Sums<f64, NB>,
) -> bool {
    let (lane, slices) = (thread::lane(), &args.slices);
    let threads = 32 * WARPS;
    let pairs = const { 8 * NB as u32 };
    // Pair `n` of all threads lie side by side.
    let at = #[inline(always)]
    |slice: u32, n: usize| {
        let pair =
            (slice as u64 * pairs as u64 + n as u64) * threads as u64 + (32 * warp + lane) as u64;
        (slices.sums + pair * 16) as *mut u8
    };
    let first = unit.shared * unit.of;
    let number = |i: usize, j: usize, half: usize| (i * NB + j) * 2 + half;
    // SAFETY: the caller's contract; what other warps wrote is read behind their arrivals, which are behind their stores.
    unsafe {
        let mine = first + unit.slice;
        repeat::<4>(
            #[inline(always)]
            |i| {
                repeat::<NB>(
                    #[inline(always)]
                    |j| {
                        let [x, y, z, w] = sums[i][j];
                        let pair = |x, y| mem::transmute::<[f64; 2], Wide>([x, y]);
                        <Wide as Global>::store(at(mine, number(i, j, 0)), pair(x, y));
                        <Wide as Global>::store(at(mine, number(i, j, 1)), pair(z, w));
                    },
                );
            },
        );
        fence::device();
        warpgroup::sync_warp();
        let count = slices.counts + 4 * (unit.shared * WARPS + warp) as u64;
        let mut before = 0;
        if lane == 0 {
            before = counter::add_one(count);
            if before + 1 == unit.of {
                counter::clear(count);
            }
        }
        if warpgroup::uniform(before) + 1 != unit.of {
            return false;
        }
        fence::device();
        *sums = mem::zeroed();
        for slice in first..first + unit.of {
            repeat::<4>(
                #[inline(always)]
                |i| {
                    repeat::<NB>(
                        #[inline(always)]
                        |j| {
                            let pair = |half| {
                                let pair = <Wide as Global>::load(at(slice, number(i, j, half)));
                                mem::transmute::<Wide, [f64; 2]>(pair)
                            };
                            let ([x, y], [z, w]) = (pair(0), pair(1));
                            let sum = &mut sums[i][j];
                            *sum = [sum[0] + x, sum[1] + y, sum[2] + z, sum[3] + w];
                        },
                    );
                },
            );
        }
        true
    }
}
