//! Adding the sums of the blocks that share a tile.
#![allow(
    clippy::multiple_unsafe_ops_per_block,
    reason = "barriers, accesses and stores of one pass share the requirements that its comment lists"
)]

use core::mem;

use super::f64_epilogue::{Sums, keep};
use super::slices::{Slices, Unit};
use crate::device::ptx::{
    counter, fence,
    memory::{Global, Wide},
    shared,
    shared::Shared,
    thread,
};
use crate::device::repeat;

/// Leaves the sums of a slice in device memory; in the last block of the tile, the sums of all slices in `sums`, and `true`.
///
/// # Safety
/// All threads of the block call it, past the last use of shared memory; `slices` has room for the sums and counts of `unit`, and no
/// other launch uses them meanwhile.
#[inline(always)]
pub unsafe fn join(slices: &Slices, unit: &Unit, tid: u32, sums: &mut Sums) -> bool {
    // Bytes of a tile's sums.
    let bytes = const { 128 * 64 * 8u32 };
    // Pair `n` of all threads lie side by side.
    let at = #[inline(always)]
    |slice: u32, n: usize| {
        let pairs = n as u32 * 128 + tid;
        (slices.sums + slice as u64 * bytes as u64 + (pairs * 16) as u64) as *mut u8
    };
    let first = unit.shared * unit.of;
    let number = |i: usize, j: usize, half: usize| (i * 4 + j) * 2 + half;
    // SAFETY: upheld by the caller: all threads of the block are here, and `slices.sums` has room for each slice's pairs; what
    // other blocks wrote is read after their arrivals, which come after their stores.
    unsafe {
        repeat::<4>(
            #[inline(always)]
            |i| {
                repeat::<4>(
                    #[inline(always)]
                    |j| {
                        let [x, y, z, w] = sums[i][j];
                        keep(at(first + unit.slice, number(i, j, 0)), [x, y]);
                        keep(at(first + unit.slice, number(i, j, 1)), [z, w]);
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
            <u32 as Shared>::store(shared::base(), before);
        }
        thread::sync();
        let last = <u32 as Shared>::load(shared::base()) + 1 == unit.of;
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
                    repeat::<4>(
                        #[inline(always)]
                        |j| {
                            let [x, y, z, w] = sums[i][j];
                            let [x, y] = add(at(slice, number(i, j, 0)), [x, y]);
                            let [z, w] = add(at(slice, number(i, j, 1)), [z, w]);
                            sums[i][j] = [x, y, z, w];
                        },
                    );
                },
            );
        }
        true
    }
}

/// Adds to sums what [`keep`] wrote.
///
/// # Safety
/// It wrote there, before in the order of memory.
#[inline(always)]
unsafe fn add(at: *const u8, [x, y]: [f64; 2]) -> [f64; 2] {
    // SAFETY: upheld by the caller: a pair of sums is there, at a multiple of 16.
    let [a, b] = unsafe { mem::transmute::<Wide, [f64; 2]>(<Wide as Global>::load(at)) };
    [x + a, y + b]
}
