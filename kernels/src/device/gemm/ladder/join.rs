//! Adding the sums of the blocks that share a tile.
#![allow(
    clippy::multiple_unsafe_ops_per_block,
    reason = "barriers, accesses and stores of one pass share the requirements that its comment lists"
)]

use core::mem;

use super::slices::{Slices, Unit};
use super::sums::Sums;
use crate::device::ptx::{counter, fence, shared, shared::Shared, thread};
use crate::device::repeat;

/// Leaves the sums of a slice in device memory; in the last block of the tile, the sums of all slices in `sums`, and `true`.
///
/// # Safety
/// All threads of the block call it, past the last use of shared memory; `slices` has room for the sums and counts of `unit`, and no
/// other launch uses them meanwhile.
#[inline(always)]
pub unsafe fn join<S: Sums<Acc>, Acc: Copy, const NB: usize>(
    slices: &Slices,
    unit: &Unit,
    tid: u32,
    sums: &mut [[[Acc; 4]; NB]; 4],
) -> bool {
    let pair = const { 2 * size_of::<Acc>() as u32 };
    let bytes = const { S::TILE.0 * S::TILE.1 * size_of::<Acc>() as u32 };
    // Pair `n` of all threads lie side by side.
    let at = #[inline(always)]
    |slice: u32, n: usize| {
        let pairs = n as u32 * S::THREADS + tid;
        (slices.sums + slice as u64 * bytes as u64 + (pairs * pair) as u64) as *mut u8
    };
    let first = unit.shared * unit.of;
    let number = |i: usize, j: usize, half: usize| (i * NB + j) * 2 + half;
    // SAFETY: upheld by the caller: all threads of the block are here, and `slices.sums` has room for each slice's pairs; what
    // other blocks wrote is read after their arrivals, which come after their stores.
    unsafe {
        repeat::<4>(
            #[inline(always)]
            |i| {
                repeat::<NB>(
                    #[inline(always)]
                    |j| {
                        let [x, y, z, w] = sums[i][j];
                        S::keep(at(first + unit.slice, number(i, j, 0)), [x, y]);
                        S::keep(at(first + unit.slice, number(i, j, 1)), [z, w]);
                    },
                );
            },
        );
        fence::device();
        thread::sync();
        let count = slices.counts + 4 * unit.shared as u64;
        if tid == 0 {
            let before = counter::add_one(count);
            if before + 1 == unit.of {
                counter::clear(count);
            }
            u32::store(shared::base(), before);
        }
        thread::sync();
        let last = u32::load(shared::base()) + 1 == unit.of;
        thread::sync();
        if !last {
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
                            let [x, y, z, w] = sums[i][j];
                            let [x, y] = S::add(at(slice, number(i, j, 0)), [x, y]);
                            let [z, w] = S::add(at(slice, number(i, j, 1)), [z, w]);
                            sums[i][j] = [x, y, z, w];
                        },
                    );
                },
            );
        }
        true
    }
}
